"""What a stick may bring that no box made, and what must not be lost on either side."""

import errno
import hashlib
import json
import os
import re
import shutil
import sqlite3
import struct
import tracemalloc
import unicodedata
import zipfile
from collections import deque
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from device.app.open import open_store
from device.cards.library import PackLibrary
from device.files.assets import assets
from device.files.texts import Texts, languages
from device.owner import backup, staging
from device.owner import copy_packs as copying
from device.owner.archive import BEFORE, FILE, export_in, summary_of, unpack
from device.owner.backup import LOG, export_steps, import_steps
from device.owner.copy_packs import changed, copy_packs
from device.owner.earlier import place_for_before
from device.owner.fit_in import look_through
from device.owner.staging import READY, ROWS, finish
from device.owner.transfer import TransferError
from device.rules import deal
from device.rules.model import DuetOptions
from device.storage.migrations import SCHEMA
from device.storage.rows import COLUMNS
from device.storage.store import Drawn, GameSetup, Store, StoreError
from tests.cards.test_own_packs import album, picture, words
from tests.owner.test_backup import ended, export, files, import_, members
from tests.owner.updates import with_offset_spoilt
from tests.rules.games import names
from tests.storage.test_store import WON

MEGABYTE = 1024**2
BEFORE_2 = "spytable-export-before-2.zip"


def packed(folder: Path, how: int, size: int) -> Path:
    """Write an export with a member that says it is small, and is not."""
    store = json.dumps({table: [] for table in COLUMNS}).encode()
    digests = {"store.json": hashlib.sha256(store).hexdigest(), "packs/a.txt": hashlib.sha256(bytes(1000)).hexdigest()}
    path = folder / FILE
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("store.json", store)
        info = zipfile.ZipInfo("packs/a.txt")
        info.compress_type = how
        with archive.open(info, "w") as member:
            for _ in range(size // MEGABYTE):
                member.write(bytes(MEGABYTE))
        archive.writestr("manifest.json", json.dumps({"version": 2, "sha256": digests}))
    content = bytearray(path.read_bytes())
    at = content.find(b"packs/a.txt", content.find(b"PK\1\2")) - 46
    content[at + 24 : at + 28] = struct.pack("<I", 1000)
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_DEFLATED])
def test_a_small_file_is_not_unpacked_into_all_the_memory(how: int, tmp_path: Path) -> None:
    """bzip2 and LZMA are unpacked whole: 899 bytes took 800 MB."""
    path = packed(tmp_path, how, 64 * MEGABYTE)
    tracemalloc.start()
    with pytest.raises(TransferError) as refused:
        deque(unpack(path, tmp_path / "staged"), maxlen=0)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert refused.value.trouble == "damaged"
    assert most < 16 * MEGABYTE


def test_a_list_of_members_beside_the_one_that_was_measured_is_not_read(tmp_path: Path) -> None:
    """Zip64's record is believed before the plain one: a list of 300 MB was read at once."""
    size = 300 * MEGABYTE
    path = tmp_path / FILE
    with path.open("wb") as file:
        file.truncate(size)
        file.seek(size)
        file.write(struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 1, 1, size, 0))
        file.write(struct.pack("<4sLQL", b"PK\6\7", 0, size, 1))
        file.write(struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, 46, 0, 0))
    tracemalloc.start()
    with pytest.raises(TransferError, match="its list of files"):
        deque(unpack(path, tmp_path / "staged"), maxlen=0)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 16 * MEGABYTE


def picture_pack(folder: Path, title: str) -> None:
    """Write a pack file with its pictures in a folder beside it, one of them on no card."""
    album(folder / "pictures", 21)
    cards = "".join(f"  - {{id: p{n}, file: pictures/shot {n:02}.png}}\n" for n in range(20))
    (folder / "deck.yaml").write_text(f"id: club\ntitle: {title}\nlanguage: any\nkind: pictures\ncards:\n{cards}")


def titles(packs: Path) -> list[str]:
    library = PackLibrary(assets(), [packs])
    return [pack.title for pack in library.custom()] + list(library.faults)


def test_a_pack_that_stays_out_leaves_nothing_of_it_in_the_box(tmp_path: Path, stick: Path) -> None:
    """Its pictures came in, as an album of their own."""
    picture_pack(tmp_path / "old/packs/a", "Theirs")
    picture_pack(tmp_path / "box/packs/b", "Ours")
    before = files(tmp_path / "box/packs")
    export(Store(tmp_path / "old"), tmp_path / "old", stick)
    (told,) = ended(import_steps(Store(tmp_path / "box"), tmp_path / "box", stick))
    assert "deck.yaml: id: 'club'" in told
    assert files(tmp_path / "box/packs") == before
    assert titles(tmp_path / "box/packs") == ["Ours"]


@pytest.mark.parametrize("where", ["packs/a", "packs"], ids=["in a folder", "at the top"])
@pytest.mark.parametrize("written", ["id: club\ncards: [", "kind: pictures\ntitel: Club\n"], ids=["no yaml", "no pack"])
def test_a_pack_that_cannot_be_read_brings_what_may_be_its_pictures(
    written: str, where: str, tmp_path: Path, stick: Path
) -> None:
    """For a key that was written wrongly all of them stayed out, and nobody was told."""
    folder = tmp_path / "old" / where
    picture_pack(folder, "Club")
    picture(folder / "front.png")
    (folder / "deck.yaml").write_text(written)
    export(Store(tmp_path / "old"), tmp_path / "old", stick)
    assert not ended(import_steps(Store(tmp_path / "box"), tmp_path / "box", stick))
    here, there = (files(tmp_path / name / "packs") for name in ("old", "box"))
    assert there.keys() == here.keys()


def test_of_many_packs_that_cannot_be_read_each_knows_the_same_pictures(tmp_path: Path) -> None:
    """Each of them had all pictures of their folder once more: half a gigabyte of 200 packs and 10,000 pictures."""
    album(tmp_path, 21)
    for number in range(5):
        (tmp_path / f"broken{number}.yaml").write_text("cards: [")
    found = [each for each in ended(look_through(tmp_path, None)) if each.faults]
    assert {len(each.shown) for each in found} == {21}
    assert len({id(each.shown) for each in found}) == 1


def test_a_pack_that_cannot_be_read_changes_no_picture_of_another(tmp_path: Path, stick: Path) -> None:
    picture_pack(tmp_path / "old/packs/a", "Theirs")
    (tmp_path / "old/packs/a/deck.yaml").rename(tmp_path / "old/packs/a/broken.yaml")
    (tmp_path / "old/packs/a/broken.yaml").write_text("cards: [")
    picture_pack(tmp_path / "box/packs/a", "Ours")
    picture(tmp_path / "box/packs/a/pictures/shot 00.png", (90, 60))
    before = files(tmp_path / "box/packs")
    export(Store(tmp_path / "old"), tmp_path / "old", stick)
    (told,) = ended(import_steps(Store(tmp_path / "box"), tmp_path / "box", stick))
    assert "a/pictures: a folder that no other pack has; Ours has this one" in told
    assert files(tmp_path / "box/packs") == before | {"a/broken.yaml": b"cards: ["}


def test_an_album_that_stays_out_takes_none_below_it_along(tmp_path: Path, stick: Path) -> None:
    album(tmp_path / "old/packs/animals")
    album(tmp_path / "old/packs/animals/birds")
    album(tmp_path / "box/packs/x/animals")
    export(Store(tmp_path / "old"), tmp_path / "old", stick)
    (told,) = ended(import_steps(Store(tmp_path / "box"), tmp_path / "box", stick))
    assert "animals: 'animals': a name that no other pack has" in told
    assert sorted(titles(tmp_path / "box/packs")) == ["animals", "birds"]


@pytest.mark.parametrize("way", ["import", "packs"])
def test_an_album_gets_no_picture_it_has_under_another_ending(
    tmp_path: Path,
    stick: Path,
    way: str,
) -> None:
    """With each card twice it could not be played any more."""
    album(tmp_path / "old/packs/summer", 20, "jpg")
    album(tmp_path / "box/packs/summer")
    shutil.copytree(tmp_path / "old/packs", stick / "packs")
    export(Store(tmp_path / "old"), tmp_path / "old", stick)
    store, before = Store(tmp_path / "box"), files(tmp_path / "box/packs")
    steps = (
        import_steps(store, tmp_path / "box", stick)
        if way == "import"
        else copy_packs(store, tmp_path / "box", stick, None)
    )
    if way == "import":
        (told,) = ended(steps)
    else:
        with pytest.raises(TransferError) as refused:
            deque(steps, maxlen=0)
        assert refused.value.trouble == "limits"
        told = refused.value.text
    assert "shot 00.jpg': each card once" in told
    assert files(tmp_path / "box/packs") == before


def test_as_many_packs_as_find_room_come_back(tmp_path: Path, stick: Path) -> None:
    """One too many, and none of them did."""
    for number in range(199):
        words(tmp_path / f"old/packs/w{number:03}.yaml", id=f"w{number:03}")
    for name in ("own1", "own2"):
        words(tmp_path / f"box/packs/{name}.yaml", id=name)
    export(Store(tmp_path / "old"), tmp_path / "old", stick)
    (told,) = ended(import_steps(Store(tmp_path / "box"), tmp_path / "box", stick))
    assert "w198.yaml: at most 200 packs" in told
    assert len(files(tmp_path / "box/packs")) == 200


def test_a_box_takes_its_own_export_back_also_with_an_album_of_twins(tmp_path: Path, stick: Path) -> None:
    album(tmp_path / "box/packs/summer")
    picture(tmp_path / "box/packs/summer/shot 03.jpg")
    store, before = Store(tmp_path / "box"), files(tmp_path / "box/packs")
    export(store, tmp_path / "box", stick)
    import_(store, tmp_path / "box", stick)
    assert files(tmp_path / "box/packs") == before


def test_the_last_whole_export_outlives_those_that_lack_something(
    tmp_path: Path,
    stick: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    box = tmp_path / "box"
    words(box / "packs/mine.yaml")
    store = Store(box)
    (box / "log.txt").write_text("a line")
    export(store, box, stick)
    whole = members(stick / FILE)
    reading = backup.open_file

    def broken(path: Path, *, follow: bool = True) -> object:
        if path.name == "mine.yaml":
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        return reading(path, follow=follow)

    with monkeypatch.context() as patch:
        patch.setattr(backup, "open_file", broken)
        patch.setattr(backup, "log_text", lambda *_: b"a line\n")
        for _ in range(2):
            assert len(ended(export_steps(store, box, stick))) == 1
            assert members(stick / BEFORE) == whole
            assert (stick / LOG).read_bytes() == b"a line\n", "a fault is looked for just then"
    export(store, box, stick)
    assert members(stick / FILE) == whole
    assert members(stick / BEFORE) == whole


def test_the_export_of_another_box_is_kept_beside_a_new_one(tmp_path: Path, stick: Path) -> None:
    """A fresh box took the place of the only one there was."""
    old = Store(tmp_path / "old")
    old.add_team("Owls")
    export(old, tmp_path / "old", stick)
    before = members(stick / FILE)
    export(Store(tmp_path / "new"), tmp_path / "new", stick)
    assert members(stick / BEFORE) == before


def test_the_export_with_more_games_in_it_is_kept_and_brought_back(tmp_path: Path, stick: Path) -> None:
    """A second export of a box that had lost its games took the last of them."""
    old = Store(tmp_path / "old")
    old.book(WON, leave=True)
    export(old, tmp_path / "old", stick)
    rich, new = members(stick / FILE), Store(tmp_path / "new")
    for _ in range(3):
        export(new, tmp_path / "new", stick)
        assert members(stick / BEFORE) == rich
    (stick / FILE).unlink()
    import_(new, tmp_path / "new", stick)
    assert len(new.results()) == 1


def test_of_two_boxes_that_share_a_stick_neither_loses_its_export(tmp_path: Path, stick: Path) -> None:
    """The one that had been saved again was kept, the other's was gone."""
    boxes = {name: Store(tmp_path / name) for name in ("a", "b")}
    for name, games in (("a", 3), ("b", 2)):
        for _ in range(games):
            boxes[name].book(WON, leave=True)
    for name in ("a", "b", "a"):
        export(boxes[name], tmp_path / name, stick)
    assert games_on(stick) == {FILE: 3, BEFORE: 3, BEFORE_2: 2}
    export(boxes["b"], tmp_path / "b", stick)
    assert games_on(stick) == {FILE: 2, BEFORE: 3, BEFORE_2: 2}


def test_an_empty_box_saved_twice_leaves_the_packs_of_another(tmp_path: Path, stick: Path) -> None:
    words(tmp_path / "old/packs/mine.yaml")
    export(Store(tmp_path / "old"), tmp_path / "old", stick)
    for _ in range(2):
        export(Store(tmp_path / "new"), tmp_path / "new", stick)
    kept = summary_of(stick / BEFORE)
    assert kept is not None
    assert len(kept.packs) == 1
    assert not (stick / BEFORE_2).exists()


@pytest.mark.parametrize("lost", ["pack", "team"])
def test_what_a_box_has_no_more_stays_in_an_export_also_where_something_else_came(
    lost: str, tmp_path: Path, stick: Path
) -> None:
    """As many packs and teams were enough: the only copy of one that had been deleted was replaced."""
    box, store = tmp_path / "box", Store(tmp_path / "box")
    words(box / "packs/mine.yaml")
    store.add_team("The Herons")
    export(store, box, stick)
    if lost == "pack":
        (box / "packs/mine.yaml").rename(box / "packs/other.yaml")
    else:
        store.delete_team("The Herons")
        store.add_team("The Storks")
    export(store, box, stick)
    kept = summary_of(stick / BEFORE)
    assert kept is not None
    assert (kept.packs, kept.teams) == ({"packs/mine.yaml"}, {"The Herons"})


def test_no_box_replaces_what_only_another_ones_export_holds(tmp_path: Path, stick: Path) -> None:
    """With a richer one kept already, the export of the second box was gone as soon as the third one was saved."""
    for name, games in (("one", 9), ("two", 5), ("three", 6)):
        store = Store(tmp_path / name)
        for _ in range(games):
            store.book(WON, leave=True)
        export(store, tmp_path / name, stick)
    assert games_on(stick) == {FILE: 6, BEFORE: 9, BEFORE_2: 5}


@pytest.mark.parametrize("what", ["of a newer version", "damaged"])
def test_an_export_that_cannot_be_read_is_kept(what: str, tmp_path: Path, stick: Path) -> None:
    """A box that had been put back to the version before met its own."""
    if what == "damaged":
        (stick / FILE).write_bytes(b"PK")
    else:
        with zipfile.ZipFile(stick / FILE, "w") as archive:
            archive.writestr("store.json", "{}")
            archive.writestr("manifest.json", json.dumps({"version": 99, "sha256": {"store.json": "0"}}))
    before = (stick / FILE).read_bytes()
    for _ in range(2):
        export(Store(tmp_path / "box"), tmp_path / "box", stick)
    assert (stick / BEFORE).read_bytes() == before


def test_a_box_that_brought_back_what_another_saved_is_another_one_for_its_stick(tmp_path: Path, stick: Path) -> None:
    """The only export of its own games was taken for one of fewer games, and replaced."""
    box, store, friend = tmp_path / "box", Store(tmp_path / "box"), Store(tmp_path / "friend")
    for _ in range(2):
        store.book(WON, leave=True)
    for _ in range(3):
        friend.book(WON, leave=True)
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    export(store, box, stick)
    export(friend, tmp_path / "friend", theirs)
    import_(store, box, theirs)
    for _ in range(3):
        export(store, box, stick)
    assert 2 in games_on(stick).values()


def test_a_box_whose_memory_was_damaged_replaces_no_export_of_before(tmp_path: Path, stick: Path) -> None:
    """A new team took the place of the one that was lost, and then its export that of the other."""
    box, store = tmp_path / "box", Store(tmp_path / "box")
    store.add_team("Alpha")
    export(store, box, stick)
    whole = members(stick / FILE)
    store.close()
    content = bytearray(store.path.read_bytes())
    at = content.index(b"Alpha", content.index(b"Alpha") + 1) // 4096 * 4096
    content[at : at + 4096] = bytes(4096)
    store.path.write_bytes(content)
    store, notes = open_store(box, Store)
    assert any("damaged" in note for note in notes)
    for _ in range(3):
        export(store, box, stick)
        store.add_team("Gamma")
    assert whole in [members(path) for path in stick.iterdir()]


def test_a_box_put_back_to_an_older_copy_replaces_no_newer_export_of_its_own(tmp_path: Path, stick: Path) -> None:
    """The games played since that copy were on no stick any more."""
    box, store = tmp_path / "box", Store(tmp_path / "box")
    store.book(WON, leave=True)
    export(store, box, stick)
    store.close()
    shutil.copytree(box, tmp_path / "copy")
    store = Store(box)
    store.book(replace(WON, turns=5), leave=True)
    export(store, box, stick)
    newest = members(stick / FILE)
    box, store = tmp_path / "copy", Store(tmp_path / "copy")
    for _ in range(3):
        store.book(WON, leave=True)
        export(store, box, stick)
    assert newest in [members(path) for path in stick.iterdir()]


def test_an_export_without_what_was_in_a_pack_replaces_none_with_it(tmp_path: Path, stick: Path) -> None:
    """A damaged disk had left an empty file of it, and nothing was told."""
    box, store = tmp_path / "box", Store(tmp_path / "box")
    pack = words(box / "packs/mine.yaml")
    export(store, box, stick)
    whole = members(stick / FILE)
    pack.write_bytes(b"")
    for _ in range(3):
        (told,) = ended(export_steps(store, box, stick))
        assert "mine.yaml" in told
    assert whole in [members(path) for path in stick.iterdir()]


@pytest.mark.parametrize("what", ["a sound pack", "a pack with a fault"])
def test_an_export_of_which_a_pack_stayed_out_is_not_replaced(what: str, tmp_path: Path, stick: Path) -> None:
    """The box had another pack in a file of that name; the second export put the only one of it out of the stick."""
    old, box = Store(tmp_path / "old"), Store(tmp_path / "box")
    theirs = words(tmp_path / "old/packs/mine.yaml", id="x")
    if what == "a pack with a fault":
        theirs.write_text("id: x\ncards: [A\n")
    export(old, tmp_path / "old", stick)
    before = members(stick / FILE)
    for name, ident in (("mine", "mine"), ("other", "x")):
        words(tmp_path / f"box/packs/{name}.yaml", id=ident)
    (told,) = ended(import_steps(box, tmp_path / "box", stick))
    assert "mine.yaml" in told
    for _ in range(3):
        export(box, tmp_path / "box", stick)
    assert before in [members(path) for path in stick.glob("*.zip")]


def test_after_a_power_cut_between_two_names_the_last_export_is_brought_back(tmp_path: Path, stick: Path) -> None:
    for number, games in enumerate((3, 1, 2)):
        store = Store(tmp_path / f"{number}")
        for _ in range(games):
            store.book(WON, leave=True)
        export(store, tmp_path / f"{number}", stick)
        os.utime(stick / FILE, (number, number))
    (stick / FILE).unlink()
    assert export_in(stick).name == BEFORE_2


def test_two_boxes_may_hand_a_stick_to_and_fro(tmp_path: Path, stick: Path) -> None:
    """From the eleventh time on neither could be saved, though each export had all of the one before."""
    boxes = [(Store(tmp_path / name), tmp_path / name) for name in ("a", "b")]
    for turn in range(12):
        store, data = boxes[turn % 2]
        if turn:
            import_(store, data, stick)
        store.book(WON, leave=True)
        export(store, data, stick)
    assert games_on(stick) == {FILE: 12, BEFORE: 11}


def test_an_export_that_a_power_cut_kept_from_its_name_is_the_newest(tmp_path: Path, stick: Path) -> None:
    """The one before had made way for it; of those before the one was taken that a wrong clock called the newest."""
    box, third = Store(tmp_path / "box"), Store(tmp_path / "third")
    for games in (1, 2, 3):
        box.book(WON, leave=True)
        (tmp_path / f"{games}").mkdir()
        export(box, tmp_path / "box", tmp_path / f"{games}")
    for games, name in ((1, BEFORE), (2, BEFORE_2), (3, f"{FILE}.part")):
        shutil.copy(tmp_path / f"{games}" / FILE, stick / name)
        os.utime(stick / name, (2_000_000_000 - games,) * 2)
    import_(third, tmp_path / "third", stick)
    assert len(third.results()) == 3
    export(Store(tmp_path / "other"), tmp_path / "other", stick)
    assert sorted(games_on(stick).values()) == [0, 2, 3]  # three hold what one held
    (stick / FILE).rename(stick / f"{FILE}.part")
    with (stick / f"{FILE}.part").open("r+b") as file:
        file.truncate(100)
    assert export_in(stick).name in (BEFORE, BEFORE_2)


def test_an_export_spelt_as_on_a_mac_holds_the_same_files(tmp_path: Path, stick: Path) -> None:
    """It was kept beside the new one, for a pack whose accents only the old one spelt so."""
    for form, name in (("NFD", "old"), ("NFC", "box")):
        words(tmp_path / name / "packs" / f"{unicodedata.normalize(form, 'Ação')}.yaml")  # type: ignore[arg-type]
    old, box = Store(tmp_path / "old"), Store(tmp_path / "box")
    old.book(WON, leave=True)
    export(old, tmp_path / "old", stick)
    import_(box, tmp_path / "box", stick)
    box.book(WON, leave=True)
    assert export_in(stick) == stick / FILE
    export(box, tmp_path / "box", stick)
    assert games_on(stick) == {FILE: 2, BEFORE: 1}
    export(box, tmp_path / "box", stick)
    assert games_on(stick) == {FILE: 2, BEFORE: 2}


def test_an_export_says_nothing_of_boxes_that_a_box_would_not(tmp_path: Path, stick: Path) -> None:
    store = Store(tmp_path / "old")
    export(store, tmp_path / "old", stick)
    told = {"box": "x" * 20_000, "others": [7, "\ud800", {}, *[f"{number:016x}" for number in range(90)]]}
    _with_manifest(stick / FILE, told)
    new = Store(tmp_path / "new")
    import_(new, tmp_path / "new", stick)
    _, *others = new.settings()["operator_others"]
    assert others == [f"{number:016x}" for number in range(47)]


def _with_manifest(path: Path, told: dict[str, object]) -> None:
    with zipfile.ZipFile(path) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    held["manifest.json"] = json.dumps(json.loads(held["manifest.json"]) | told).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in held.items():
            archive.writestr(name, content)


@pytest.mark.parametrize("what", ["an album", "a list", "a pack"])
@pytest.mark.parametrize("how", ["emptied", "filled with noughts"])
def test_an_export_with_files_that_a_failing_disk_spoilt_replaces_none_with_them(
    how: str, what: str, tmp_path: Path, stick: Path
) -> None:
    data = tmp_path / "box"
    store, packs = Store(data), data / "packs"
    packs.mkdir()
    if what == "an album":
        album(packs / "summer")
    elif what == "a list":
        (packs / "ANIMALS.TXT").write_text("\n".join(f"WORD{chr(65 + number)}" for number in range(25)))
    else:
        words(packs / "mine.yaml")
    export(store, data, stick)
    good = sorted(member for member in members(stick / FILE) if member.startswith("packs/"))
    for file in files(packs):
        (packs / file).write_bytes(b"" if how == "emptied" else bytes(len(files(packs)[file])))
    for _ in range(3):
        export(store, data, stick)
    assert sorted(member for member in members(stick / BEFORE) if member.startswith("packs/")) == good
    with zipfile.ZipFile(stick / BEFORE) as archive:
        assert all(any(archive.read(name)) for name in good)


@pytest.mark.parametrize("table", ["team", "result"])
def test_what_is_added_after_an_import_is_seen_and_saved(table: str, tmp_path: Path, stick: Path) -> None:
    """Behind the greatest number a row may have came one that no row may."""
    old = Store(tmp_path / "old")
    old.add_team("Owls")
    old.book(WON, leave=True)
    old._db.execute("PRAGMA foreign_keys = OFF")
    old._db.execute(f"UPDATE {table} SET id = {2**31 - 1}")
    old._db.execute("UPDATE result SET team = NULL")
    export(old, tmp_path / "old", stick)
    box = Store(tmp_path / "box")
    import_(box, tmp_path / "box", stick)
    for store, data in ((box, tmp_path / "box"), (old, tmp_path / "old")):
        store.add_team("Foxes")
        store.book(WON, leave=True)
        assert [team.name for team in store.teams()] == ["Foxes", "Owls"]
        export(store, data, stick)
        held = summary_of(stick / FILE)
        assert held is not None
        assert (len(held.results), held.teams) == (2, {"Foxes", "Owls"})


def test_cards_that_are_drawn_after_an_import_are_saved_as_drawn(tmp_path: Path, stick: Path) -> None:
    """No card that was drawn in a game behind the greatest number was ever in an export again."""
    old, box = Store(tmp_path / "old"), Store(tmp_path / "box")
    old._db.executemany("INSERT INTO used VALUES ('en', ?, ?)", [("LION", 2**31 - 1), ("WHALE", 0), ("SHIP", 0)])
    export(old, tmp_path / "old", stick)
    import_(box, tmp_path / "box", stick)
    box.put_game(deal(DuetOptions(), names(25), Random(1)), GameSetup("duet", "en"), Drawn((("en", "TIGER"),)))
    used = [["en", "LION", 2], ["en", "SHIP", 1], ["en", "TIGER", 3], ["en", "WHALE", 1]]
    assert sorted(box.dump()["used"]) == used


def test_an_export_is_not_told_to_have_failed_for_its_log(tmp_path: Path, stick: Path) -> None:
    store = Store(tmp_path / "box")
    (tmp_path / "box/log.txt").write_text("start 1, 0.0 s: x\n")
    (stick / LOG / "x").mkdir(parents=True)
    (told,) = ended(export_steps(store, tmp_path / "box", stick))
    assert LOG in told
    assert summary_of(stick / FILE) is not None


def test_of_two_that_save_at_a_time_one_is_told_that_it_did_not(tmp_path: Path, stick: Path) -> None:
    """Who was told that everything is saved had lost it: both wrote under one name."""
    stores = {name: Store(tmp_path / name) for name in ("a", "b")}
    words(tmp_path / "a/packs/mine.yaml")
    first = export_steps(stores["a"], tmp_path / "a", stick)
    next(first)
    with pytest.raises(TransferError, match="another process"):
        export(stores["b"], tmp_path / "b", stick)
    ended(first)
    export(stores["b"], tmp_path / "b", stick)
    assert games_on(stick).keys() == {FILE, BEFORE}


def test_at_each_step_an_export_reads_one_of_those_before(tmp_path: Path, stick: Path) -> None:
    """All ten together took longer than a watchdog waits."""
    for number in range(5):
        export(Store(tmp_path / f"{number}"), tmp_path / f"{number}", stick)
    new = summary_of(stick / FILE)
    assert new is not None
    assert len(list(place_for_before(stick, new._replace(box="", others=())))) == 5


def test_an_export_that_lies_too_deep_is_refused_and_leaves_nothing(tmp_path: Path, stick: Path) -> None:
    """It was unpacked, and neither this start nor any later one came through its folders."""
    store = json.dumps({table: [] for table in COLUMNS}).encode()
    name = "packs/" + "a/" * 1200 + "f.yaml"
    digests = {"store.json": hashlib.sha256(store).hexdigest(), name: hashlib.sha256(b"x").hexdigest()}
    with zipfile.ZipFile(stick / FILE, "w") as archive:
        archive.writestr("store.json", store)
        archive.writestr(name, b"x")
        archive.writestr("manifest.json", json.dumps({"version": 2, "sha256": digests}))
    with pytest.raises(TransferError) as refused:
        import_(Store(tmp_path / "box"), tmp_path / "box", stick)
    assert refused.value.trouble == "damaged"
    open_store(tmp_path / "box", Store)


def test_where_too_many_are_kept_none_is_replaced(tmp_path: Path, stick: Path) -> None:
    for number in range(10):
        export(Store(tmp_path / f"{number}"), tmp_path / f"{number}", stick)
    before = files(stick)
    with pytest.raises(TransferError, match="9 earlier saved files are there already") as refused:
        export(Store(tmp_path / "more"), tmp_path / "more", stick)
    assert refused.value.trouble == "limits"
    assert files(stick) == before


def deleted_and_saved(store: Store, box: Path, stick: Path, times: int, clock: int = 0) -> None:
    """Save a box again and again that each time has another team and no more the one before."""
    for number in range(times):
        store.add_team(f"Team {number}")
        export(store, box, stick)
        os.utime(stick / FILE, (clock + number, clock + number))
        store.delete_team(f"Team {number}")


def test_a_box_alone_with_its_stick_can_always_be_saved(tmp_path: Path, stick: Path) -> None:
    """A guests' team deleted between two saves, ten times: the eleventh save, and all later ones, were refused."""
    box = tmp_path / "box"
    deleted_and_saved(Store(box), box, stick, 13)
    kept = [summary_of(path) for path in stick.glob("*.zip")]
    assert {each.teams for each in kept if each} == {frozenset({f"Team {number}"}) for number in range(3, 13)}


def test_of_two_boxes_the_one_that_saves_loses_its_own(tmp_path: Path, stick: Path) -> None:
    other = Store(tmp_path / "other")
    other.book(WON, leave=True)
    export(other, tmp_path / "other", stick)
    os.utime(stick / FILE, (0, 0))
    deleted_and_saved(Store(tmp_path / "box"), tmp_path / "box", stick, 12, clock=1)
    assert 1 in games_on(stick).values()


def test_what_was_whole_is_not_replaced_by_what_lacks_something(tmp_path: Path, stick: Path) -> None:
    box, store = tmp_path / "box", Store(tmp_path / "box")
    words(box / "packs/good.yaml")
    export(store, box, stick)
    os.utime(stick / FILE, (0, 0))
    (box / "packs/good.yaml").write_text("id: 7\n")
    deleted_and_saved(store, box, stick, 12, clock=1)
    assert sum(bool(each and each.whole) for each in map(summary_of, stick.glob("*.zip"))) == 1


def test_whose_an_export_is_can_be_read_in_it_as_the_guide_says(tmp_path: Path, stick: Path) -> None:
    store = Store(tmp_path / "box")
    store.set_setting("label", "Table 4")
    export(store, tmp_path / "box", stick)
    told = re.search(r'"label", [^]]*', members(stick / FILE)["store.json"].decode())
    assert told is not None
    assert "Table 4" in told[0]


@pytest.mark.parametrize("damage", [b"", b"no zip", "a bit of an offset", None])
def test_where_the_newest_export_is_damaged_the_one_before_is_brought_back(
    damage: bytes | str | None, tmp_path: Path, stick: Path
) -> None:
    """Try again never helped, until somebody deleted the file on a PC."""
    for number, games in enumerate((1, 2)):
        store = Store(tmp_path / f"{number}")
        for _ in range(games):
            store.book(WON, leave=True)
        export(store, tmp_path / f"{number}", stick)
    whole = (stick / FILE).read_bytes()
    if isinstance(damage, str):
        with_offset_spoilt(stick / FILE)
    else:
        (stick / FILE).write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    box = Store(tmp_path / "box")
    import_(box, tmp_path / "box", stick)
    assert len(box.results()) == 1


@pytest.mark.parametrize("beside", [(), (b"no zip either",)])
def test_where_no_export_is_sound_it_is_told(beside: tuple[bytes, ...], tmp_path: Path, stick: Path) -> None:
    (stick / FILE).write_bytes(b"no zip")
    for content in beside:
        (stick / BEFORE).write_bytes(content)
    with pytest.raises(TransferError, match="damaged"):
        import_(Store(tmp_path / "box"), tmp_path / "box", stick)


def test_an_export_of_a_newer_version_is_not_taken_for_a_damaged_one(tmp_path: Path, stick: Path) -> None:
    for name in ("old", "new"):
        export(Store(tmp_path / name), tmp_path / name, stick)
    with zipfile.ZipFile(stick / FILE) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(stick / FILE, "w") as archive:
        for name, each in content.items():
            archive.writestr(name, each.replace(b'"version": 2', b'"version": 3'))
    assert export_in(stick) == stick / FILE


def games_on(stick: Path) -> dict[str, int]:
    """Return how many games each export on a stick holds."""
    found = {path.name: summary_of(path) for path in stick.iterdir()}
    return {name: len(each.results) for name, each in found.items() if each is not None}


@pytest.mark.parametrize("name", [FILE, BEFORE])
def test_no_link_on_a_stick_is_read_or_written_through(name: str, tmp_path: Path, stick: Path) -> None:
    """The store, with the running game's key, lay on the stick; or the export in the place of the store."""
    box, store = tmp_path / "box", Store(tmp_path / "box")
    store.book(WON, leave=True)
    export(store, box, stick)
    before = store.path.read_bytes()
    (stick / name).unlink(missing_ok=True)
    (stick / name).symlink_to(store.path)
    export(store, box, stick)
    assert store.path.read_bytes() == before
    assert "store.json" in members(stick / FILE)
    assert not (stick / FILE).is_symlink()
    assert {path.name for path in stick.iterdir()} <= {FILE, name}


def test_a_pipe_in_the_place_of_an_export_is_not_waited_for(tmp_path: Path, stick: Path) -> None:
    os.mkfifo(stick / FILE)
    os.mkfifo(stick / BEFORE)
    assert summary_of(stick / FILE) is None
    export(Store(tmp_path / "box"), tmp_path / "box", stick)
    assert games_on(stick) == {FILE: 0}


def test_the_export_of_before_takes_no_room_and_no_time(tmp_path: Path, stick: Path) -> None:
    """It was copied whole in one step: seconds on a stick, until the watchdog ended the box."""
    box, store = tmp_path / "box", Store(tmp_path / "box")
    export(store, box, stick)
    whose = (stick / FILE).stat().st_ino
    export(store, box, stick)
    assert (stick / BEFORE).stat().st_ino == whose


def test_a_box_whose_store_was_deleted_can_still_be_saved(tmp_path: Path, stick: Path) -> None:
    box, store = tmp_path / "box", Store(tmp_path / "box")
    store.book(WON, leave=True)
    export(store, box, stick)
    store.path.unlink()
    export(store, box, stick)
    assert games_on(stick)[FILE] == 1


def test_what_an_export_says_to_hold_is_bounded(stick: Path) -> None:
    store = b'{"result":[' + b",".join([b"[]"] * 500_000) + b'],"team":[]}'
    with zipfile.ZipFile(stick / FILE, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("store.json", store)
        digests = {"store.json": hashlib.sha256(store).hexdigest()}
        archive.writestr("manifest.json", json.dumps({"version": 2, "sha256": digests}))
    assert summary_of(stick / FILE) is None


@pytest.mark.parametrize("state", ["newer", "a folder"])
@pytest.mark.parametrize("way", ["export", "import"])
def test_what_stands_in_for_a_store_that_cannot_be_read_is_not_exported(
    state: str, way: str, tmp_path: Path, stick: Path
) -> None:
    """An empty export took the place of the good one, and what was imported was gone at the next start."""
    good = Store(tmp_path / "good")
    good.add_team("Owls")
    export(good, tmp_path / "good", stick)
    before = members(stick / FILE)
    box = tmp_path / "box"
    if state == "newer":
        Store(box).close()
        with closing(sqlite3.connect(box / "spytable.db")) as db:
            db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    else:
        (box / "spytable.db").mkdir(parents=True)
    store, notes = open_store(box, Store)
    assert notes
    with pytest.raises(TransferError) as refused:
        deque((export_steps if way == "export" else import_steps)(store, box, stick), maxlen=0)
    assert refused.value.trouble == "disk"
    assert members(stick / FILE) == before
    assert not (stick / BEFORE).exists()


def test_what_could_not_be_brought_back_is_not_exported(
    tmp_path: Path,
    stick: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    box, store = tmp_path / "box", Store(tmp_path / "box")
    (box / "packs").mkdir()
    long = "\u017c" * 100
    for number in range(60):
        (box / f"packs/{number:02}{long}.txt").write_text("WORD")
    export(store, box, stick)
    with zipfile.ZipFile(stick / FILE) as archive:
        size = archive.getinfo("manifest.json").file_size
    assert size < 60 * 400, "no letter is written as six"
    import_(store, box, stick)
    (stick / FILE).unlink()
    monkeypatch.setattr(backup, "MAX_DIRECTORY_BYTES", size - 1)
    (told,) = ended(export_steps(store, box, stick))
    assert told == f"{box / 'packs'}: saved without packs: the names of all files are too long together"
    polish = "zapisano bez talii: nazwy wszystkich plików są razem za długie"
    assert polish in Texts(languages(assets())["pl"]).again(told)
    assert {*members(stick / FILE)} == {"store.json", "manifest.json"}


@pytest.mark.parametrize("after", ["export", "start"])
def test_what_was_imported_does_not_come_back_over_what_was_played_since(
    tmp_path: Path,
    stick: Path,
    monkeypatch: pytest.MonkeyPatch,
    after: str,
) -> None:
    """The disk failed once when what had been gathered was to go: the next export put all of it back."""
    old = Store(tmp_path / "old")
    old.add_team("Owls")
    export(old, tmp_path / "old", stick)
    box, store = tmp_path / "box", Store(tmp_path / "box")
    rename = Path.rename

    def failing(path: Path, target: Path) -> Path:
        if path.name == READY:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return rename(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", failing)
        import_(store, box, stick)
    assert (box / READY / ROWS).exists()
    store.add_team("New")
    if after == "export":
        export(store, box, stick)
    else:
        store.close()
        store = Store(box)
        finish(box, store)
    assert {team.name for team in store.teams()} == {"Owls", "New"}
    assert not (box / READY).exists()
    store.add_team("Newer")
    import_(store, box, stick)
    assert "Newer" not in {team.name for team in store.teams()}, "an import itself brings all of it"


def beside_an_export(tmp_path: Path, stick: Path) -> Path:
    """Put the export of another box, with a team and a pack, on the stick; return where a new box is to be."""
    old, box = Store(tmp_path / "old"), tmp_path / "box"
    old.add_team("Owls")
    words(tmp_path / "old/packs/mine.yaml")
    export(old, tmp_path / "old", stick)
    return box


def interrupted(tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Callable[[Path], Store]]:
    """Return a box in which an import was cut short, and what opens its store while the disk is only read."""
    box = beside_an_export(tmp_path, stick)
    store = Store(box)

    def cut(data: Path, *_: object) -> None:
        if (data / READY).exists():
            raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(staging, "_finish", cut)
        import_(store, box, stick)
    store.close()
    assert (box / READY / ROWS).exists()

    def only_read(place: Path) -> Store:
        if place == box:
            raise StoreError(f"{place}: Read-only file system")
        return Store(place)

    return box, only_read


def test_an_import_that_was_cut_short_does_not_come_over_what_was_played_since(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk was only read at the next start, and the games until it was well again were gone at the one after."""
    box, only_read = interrupted(tmp_path, stick, monkeypatch)
    store, notes = open_store(box, only_read)
    assert any("ended what was being taken from the stick" in note for note in notes)
    store.book(WON, leave=True)
    store.go_home()
    assert store.forgetful is None
    store.book(WON, leave=True)
    store.close()
    store, notes = open_store(box, Store)
    assert (len(store.results()), notes) == (2, [])
    assert (box / "packs/mine.yaml").exists()


def test_an_import_that_was_cut_short_comes_where_nothing_else_came_to_stay(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box, only_read = interrupted(tmp_path, stick, monkeypatch)
    open_store(box, only_read)
    store, _ = open_store(box, Store)
    assert [team.name for team in store.teams()] == ["Owls"]


def test_rows_an_older_version_left_waiting_end_no_start(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box, only_read = interrupted(tmp_path, stick, monkeypatch)
    rows = json.loads((box / READY / ROWS).read_text())
    (box / READY / ROWS).write_text(json.dumps({**rows, "setting": []}))
    assert open_store(box, only_read)[0].forgetful


def test_an_export_gives_what_an_import_left_to_no_store_that_stands_in(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next power cut took it. What the box has is saved, and told to be without that."""
    box, only_read = interrupted(tmp_path, stick, monkeypatch)
    store, _ = open_store(box, only_read)
    store.add_team("Bats")
    (line,) = ended(export_steps(store, box, stick))
    assert line.startswith(f"{box / READY}: ")
    assert line.endswith("Read-only file system")
    assert (box / READY / ROWS).exists()
    saved = summary_of(stick / FILE)
    assert saved is not None
    assert "Bats" in saved.teams
    assert not saved.whole, "it replaces none that has all"


def test_a_card_that_is_only_read_can_be_saved_whatever_an_import_left_there(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing could be put on the stick any more, and the stick was told to be the one that takes nothing."""
    box, _ = interrupted(tmp_path, stick, monkeypatch)
    store = Store(box)

    def only_read(path: Path, *_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    rename, replace = Path.rename, Path.replace
    monkeypatch.setattr(Path, "rename", lambda path, to: (only_read if path.is_relative_to(box) else rename)(path, to))
    monkeypatch.setattr(
        Path, "replace", lambda path, to: (only_read if path.is_relative_to(box) else replace)(path, to)
    )
    (line,) = ended(export_steps(store, box, stick))
    assert line.startswith(str(box))
    assert line.endswith("Read-only file system")
    saved = summary_of(stick / FILE)
    assert saved is not None
    assert not saved.whole


def test_a_power_cut_while_a_failed_import_is_put_away_leaves_no_half_of_it(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its packs were new at the next start, its teams and games were not there, and nobody was told."""
    box = beside_an_export(tmp_path, stick)
    store, rename = Store(box), Path.rename

    def cut(path: Path, target: Path) -> Path:
        if path.name == READY:
            raise KeyboardInterrupt
        return rename(path, target)

    def refuse(rows: object) -> None:
        raise StoreError("disk full")

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(store, "restore", refuse)
        patch.setattr(Path, "rename", cut)
        import_(store, box, stick)
    store.close()
    store, _ = open_store(box, Store)
    assert (box / "packs/mine.yaml").exists() is bool(store.teams())


def test_an_import_that_cannot_be_taken_back_is_not_told_to_have_changed_nothing(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk failed twice in a row, and the next start took the whole import in."""
    box = beside_an_export(tmp_path, stick)
    store, rename, sync = Store(box), Path.rename, staging.sync

    def failing(path: Path, target: Path) -> Path:
        if path.name == READY:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return rename(path, target)

    def unsynced(path: Path) -> None:
        if path == box:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        sync(path)

    with monkeypatch.context() as patch, pytest.raises(TransferError) as refused:
        patch.setattr(staging, "sync", unsynced)
        patch.setattr(Path, "rename", failing)
        import_(store, box, stick)
    assert refused.value.trouble == "unfinished"
    store.close()
    store, _ = open_store(box, Store)
    assert store.teams() == [], "only packs were told to be new"


@pytest.mark.parametrize("stands_in", [False, True])
def test_copying_packs_loses_nothing_an_import_left_for_the_store(stands_in: bool, tmp_path: Path, stick: Path) -> None:
    box = tmp_path / "box"
    old = Store(tmp_path / "old")
    old.add_team("Owls")
    (box / READY).mkdir(parents=True)
    (box / READY / ROWS).write_text(json.dumps(old.dump()))
    words(stick / "packs/mine.yaml")
    store = Store(box)
    if stands_in:
        store.forgetful = "a newer version's"
        with pytest.raises(TransferError, match="a newer version's"):
            deque(copy_packs(store, box, stick, None), maxlen=0)
        assert (box / READY / ROWS).exists()
        assert store.teams() == []
    else:
        deque(copy_packs(store, box, stick, None), maxlen=0)
        assert [team.name for team in store.teams()] == ["Owls"]
        assert (box / "packs/mine.yaml").exists()


def test_rows_that_are_none_are_left_out_at_the_start(tmp_path: Path) -> None:
    store = Store(tmp_path)
    (tmp_path / READY).mkdir()
    (tmp_path / READY / ROWS).write_text("{}")
    with pytest.raises(staging.StoreError, match="damaged"):
        finish(tmp_path, store)
    assert not (tmp_path / READY).exists()


def unreadable(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a file fail when it is read; a test may be root, to whom modes mean nothing."""
    opened = copying.open_file

    def failing(file: Path, *, follow: bool = True) -> object:
        if file == path:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(file, follow=follow)

    monkeypatch.setattr(copying, "open_file", failing)


def test_a_file_that_cannot_be_compared_counts_as_another(
    tmp_path: Path,
    stick: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The comparison ended at it, and whatever came after was replaced unasked."""
    for name in ("aa", "bb", "cc"):
        words(tmp_path / f"box/packs/{name}.yaml", id=name)
        words(stick / f"packs/{name}.yaml", id=name, title="Same" if name == "aa" else "Theirs")
    shutil.copy(stick / "packs/aa.yaml", tmp_path / "box/packs/aa.yaml")
    assert ended(changed(tmp_path / "box", stick, None))[:2] == (("bb.yaml", "cc.yaml"), ())
    unreadable(tmp_path / "box/packs/aa.yaml", monkeypatch)
    assert ended(changed(tmp_path / "box", stick, None))[:2] == (("aa.yaml", "bb.yaml", "cc.yaml"), ())


def test_a_comparison_is_never_that_of_an_earlier_stick(tmp_path: Path, stick: Path) -> None:
    ours, theirs = words(tmp_path / "box/packs/aa.yaml"), words(stick / "packs/aa.yaml")
    assert ended(changed(tmp_path / "box", stick, None))[:2] == ((), ())
    was = theirs.stat()
    theirs.write_text(theirs.read_text().replace("WORDA", "OTHER"))
    os.utime(theirs, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert theirs.stat().st_size == ours.stat().st_size
    assert ended(changed(tmp_path / "box", stick, None))[:2] == (("aa.yaml",), ())
