"""Packs that come from a stick push none out that the box has, and none lies in the box that is never used."""

import shutil
import unicodedata
from collections.abc import Callable
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Literal

import pytest

from device.cards.library import PackLibrary
from device.cards.packs import Pack, same
from device.files.assets import assets
from device.files.limits import MAX_BYTES
from device.owner import backup, fit_in, transfer
from device.owner.archive import FILE
from device.owner.backup import export_steps, import_steps
from device.owner.copy_packs import changed, copy_packs
from device.owner.transfer import TransferError
from device.storage.store import Store
from tests.cards.test_near_pictures import TYPED
from tests.cards.test_own_packs import album, words
from tests.owner.test_backup import ended, export, files

Make = Callable[[Path], object]


def pictures_of(folder: str) -> Make:
    """Return what makes a pack file at the top, with its pictures in a folder."""

    def make(packs: Path) -> None:
        album(packs / folder)
        cards = "".join(f"  - {{id: p{n}, file: '{folder}/shot {n:02}.png'}}\n" for n in range(20))
        (packs / "deck.yaml").write_text(f"id: deck\ntitle: Deck\nlanguage: any\nkind: pictures\ncards:\n{cards}")

    return make


def listed(name: str) -> Make:
    """Return what makes a list of words."""

    def make(packs: Path) -> None:
        path = packs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join("".join(letters) for letters in islice(product("ABCD", repeat=4), 30)))

    return make


def file_in(name: str) -> Make:
    """Return what makes a pack file of words."""
    return lambda packs: words(packs / name, id="words", title="Words")


def albums(*names: str) -> Make:
    """Return what makes folders of pictures."""
    return lambda packs: [album(packs / name) for name in names]


def titles(box: Path) -> list[str]:
    library = PackLibrary(assets(), [box / "packs"])
    return sorted(pack.title for pack in library.custom())


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def brought(way: str, box: Path, theirs: Path, stick: Path) -> tuple[str, ...]:
    """Bring packs into a box one way; return what was told."""
    if way == "import":
        export(Store(theirs), theirs, stick)
        return ended(import_steps(Store(box), box, stick))
    shutil.copytree(theirs / "packs", stick / "packs")
    return ended(copy_packs(Store(box), box, stick, None))


@pytest.mark.parametrize("way", ["import", "packs"])
@pytest.mark.parametrize("turned", [False, True], ids=["", "the other way round"])
@pytest.mark.parametrize(
    ("album_", "file"),
    [
        pytest.param(albums("club/cats", "club/dogs"), file_in("club/words.yaml"), id="a file above albums"),
        pytest.param(albums("club"), file_in("club/words.yaml"), id="a file in an album"),
        pytest.param(albums("club"), file_in("club/more/words.yaml"), id="a file below an album"),
    ],
)
def test_a_pack_file_near_albums_comes_in_and_they_stay(
    album_: Make, file: Make, turned: bool, way: str, tmp_path: Path, stick: Path
) -> None:
    """Of 44 photographs and a file of words beside them only the words came, and nobody was told."""
    box, other = tmp_path / "box", tmp_path / "other"
    for folder in (box, other):
        (folder / "packs").mkdir(parents=True)
    (file if turned else album_)(box / "packs")
    for make in (album_, file):
        make(other / "packs")
    assert brought(way, box, other, stick) == ()
    assert titles(box) == titles(other) and "Words" in titles(box) and len(titles(box)) > 1
    assert files(box / "packs") == files(other / "packs")


@pytest.mark.parametrize("way", ["import", "packs"])
@pytest.mark.parametrize("turned", [False, True], ids=["", "the other way round"])
def test_a_pack_in_the_folder_of_another_stays_out(turned: bool, way: str, tmp_path: Path, stick: Path) -> None:
    """The box's albums were gone, with no question and no line; or the new pack was, and said to be in the box."""
    ours, theirs = albums("club"), pictures_of("club")
    box, other = tmp_path / "box", tmp_path / "other"
    for folder in (box, other):
        (folder / "packs").mkdir(parents=True)
    (theirs if turned else ours)(box / "packs")
    (ours if turned else theirs)(other / "packs")
    other_album = albums("other")
    other_album(other / "packs")
    before, kept = titles(box), files(box / "packs")
    told = brought(way, box, other, stick)
    assert titles(box) == sorted([*before, "other"])
    assert files(box / "packs").items() >= kept.items()
    assert len(told) == len(titles(other)) - 1
    assert all("a folder that no other pack has" in line for line in told)


@pytest.mark.parametrize("way", ["import", "packs"])
@pytest.mark.parametrize("turned", [False, True], ids=["", "the other way round"])
@pytest.mark.parametrize(
    ("pictures", "list_"), [(albums("club"), "club/animals.txt"), (pictures_of("club"), "club/animals.csv")]
)
def test_a_list_beside_pictures_comes_in_where_it_is_played(
    pictures: Make, list_: str, turned: bool, way: str, tmp_path: Path, stick: Path
) -> None:
    """It was left out of what a box brought back, and what lay there in the box kept new pictures out."""
    box, other = tmp_path / "box", tmp_path / "other"
    for folder in (box, other):
        (folder / "packs").mkdir(parents=True)
    (listed(list_) if turned else pictures)(box / "packs")
    pictures(other / "packs")
    listed(list_)(other / "packs")
    assert brought(way, box, other, stick) == ()
    assert titles(box) == titles(other)
    assert files(box / "packs") == files(other / "packs")


@pytest.mark.parametrize("way", ["import", "packs"])
def test_pictures_that_lie_loose_are_no_pack(way: str, tmp_path: Path, stick: Path) -> None:
    """The first of them alone came with an import; one in the box counted as two megabytes of text."""
    box, other = tmp_path / "box", tmp_path / "other"
    (box / "packs").mkdir(parents=True)
    (box / "packs/photo.jpg").write_bytes(bytes(MAX_BYTES - 100))
    album(other / "packs")
    listed("animals.txt")(other / "packs")
    told = brought(way, box, other, stick)
    assert titles(box) == ["animals"]
    assert {*files(box / "packs")} == {"photo.jpg", "animals.txt"}
    assert ["pictures belong in a folder" in line for line in told] == [True] * (way == "packs")


def test_an_album_whose_stick_goes_as_it_is_looked_at_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Named like a picture it was taken for one that lies loose, of which there was no fault to tell."""
    album(tmp_path / "packs/trip.jpg")
    monkeypatch.setattr(fit_in, "is_folder", lambda _: False)
    assert [each.sound for each in ended(fit_in.look_through(tmp_path / "packs", None))] == [True]


@pytest.mark.parametrize("way", ["import", "packs"])
def test_a_pack_that_stays_out_leaves_its_id_to_the_one_of_the_box(way: str, tmp_path: Path, stick: Path) -> None:
    """The box's own was pushed out by one that had been weighed against the pack it did not replace."""
    box, other = tmp_path / "box", tmp_path / "other"
    for name, mine in (("a", "x"), ("b", "y"), ("c", "z")):
        words(box / f"packs/{name}.yaml", id=mine, title=mine)
    for name, theirs in (("a", "y"), ("b", "z")):
        words(other / f"packs/{name}.yaml", id=theirs, title=f"new {theirs}")
    words(other / "packs/d.yaml", id="d", title="d")
    before = files(box / "packs")
    told = brought(way, box, other, stick)
    assert titles(box) == ["d", "x", "y", "z"]
    assert files(box / "packs").items() >= before.items()
    assert len(told) == 2


def test_a_pack_that_stays_out_leaves_its_room_to_the_one_of_the_box(tmp_path: Path, stick: Path) -> None:
    def numbered(path: Path, name: str, count: int) -> None:
        listed = ", ".join("".join(letters) for letters in islice(product("ABCDEFGH", repeat=4), count))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"id: {name}\ntitle: {name}\nlanguage: en\nkind: words\ncards: [{listed}]\n")

    box, other = tmp_path / "box", tmp_path / "other"
    numbered(box / "packs/a.yaml", "a", 1000)
    for number in range(4):
        numbered(box / f"packs/z{number}.yaml", f"z{number}", 2000)
    numbered(box / "packs/z9.yaml", "z9", 500)
    numbered(other / "packs/a.yaml", "a", 2000)
    numbered(other / "packs/b.yaml", "b", 900)
    before = titles(box)
    brought("import", box, other, stick)
    assert titles(box) == before


def test_a_picture_spelt_in_two_ways_is_copied_once(tmp_path: Path, stick: Path) -> None:
    """The second spelling ended the whole copy."""
    box = tmp_path / "box"
    pictures_of("club")(stick / "packs")
    (stick / "packs/more").mkdir()
    deck = stick / "packs/deck.yaml"
    deck.write_text(deck.read_text() + "  - {id: twice, file: 'more/../club/shot 00.png'}\n")
    ended(copy_packs(Store(box), box, stick, None))
    assert titles(box) == ["Deck"]


def test_files_are_compared_a_piece_at_a_step(tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stick with many photos that are there already stood still at one touch, until the watchdog ended it."""
    box = tmp_path / "box"
    size = words(box / "packs/words.yaml").stat().st_size
    shutil.copytree(box / "packs", stick / "packs")
    monkeypatch.setattr(transfer, "PIECE", 10)
    pieces = [step.size for step in changed(box, stick, None) if step.done]
    assert pieces == [10] * (size // 10) + [size % 10] * (size % 10 > 0)


def test_what_is_agreed_to_is_what_would_be_copied(tmp_path: Path, stick: Path) -> None:
    """A pack that stays out replaces nothing, and nobody is asked about it."""
    words(tmp_path / "box/packs/a.yaml", id="a")
    words(stick / "packs/a.yaml", id="en-compass", title="Other")
    words(stick / "packs/b.yaml", id="b")
    would = ended(changed(tmp_path / "box", stick, None, ["en-compass"]))
    assert [name for name, _, _ in would[2]] == ["b.yaml"]
    assert would[:2] == ((), ())


@pytest.mark.parametrize("many", [250, 195])
def test_an_import_beyond_the_limits_leaves_the_box_its_own(many: int, tmp_path: Path, stick: Path) -> None:
    """What lay beyond them came in unseen, before the box's own, and others were named."""
    box, other = tmp_path / "box", tmp_path / "other"
    for number in range(10):
        words(box / f"packs/zz{number}.yaml", id=f"zz{number}", title=f"zz{number}")
    for number in range(many):
        words(other / f"packs/n{number:03}.yaml", id=f"n{number:03}", title=f"n{number:03}")
    before = titles(box)
    told = brought("import", box, other, stick)
    assert len(titles(box)) == 200
    assert {*before} <= {*titles(box)}
    assert len(files(box / "packs")) == 200
    assert any("at most 200 packs" in line for line in told)
    assert all(f"{FILE}/packs" in line for line in told), "there is where they lie"


@pytest.mark.parametrize("way", ["import", "packs"])
def test_what_replaces_a_pack_comes_before_what_takes_room(way: str, tmp_path: Path, stick: Path) -> None:
    """New ones took the last places, and those of the box stayed as they were for want of room they did not need."""
    box, other = tmp_path / "box", tmp_path / "other"
    for number in range(199):
        words(box / f"packs/z{number}.yaml", id=f"z{number}", title=f"z{number}")
    for name in ("a1", "a2", "a3", "z1", "z2"):
        words(other / f"packs/{name}.yaml", id=name, title=f"new {name}")
    told = brought(way, box, other, stick)
    assert {"new z1", "new z2", "new a1"} <= {*titles(box)}
    assert [line for line in told if "a2.yaml: at most 200 packs" in line or "a3.yaml: at most 200" in line] == [*told]
    assert len(told) == 2


def test_a_useless_file_takes_no_packs_place(tmp_path: Path, stick: Path) -> None:
    """The pack was gone, and nobody was told."""
    box, other = tmp_path / "box", tmp_path / "other"
    words(box / "packs/mine.yaml")
    album(box / "packs/club")
    (other / "packs/club").mkdir(parents=True)
    (other / "packs/mine.yaml").write_text("id: mine")
    (other / "packs/club/shot 00.png").write_bytes(b"none")
    (other / "packs/more.yaml").write_text("id: more")
    before = files(box / "packs")
    told = brought("import", box, other, stick)
    assert files(box / "packs") == {**before, "more.yaml": b"id: more"}
    assert len(told) == 2


@pytest.mark.parametrize("way", ["import", "packs"])
def test_nothing_is_written_through_a_link_among_the_packs(way: str, tmp_path: Path, stick: Path) -> None:
    box, other, outside = tmp_path / "box", tmp_path / "other", tmp_path / "outside"
    (box / "packs").mkdir(parents=True)
    outside.mkdir()
    (box / "packs/club").symlink_to(outside)
    album(other / "packs/club")
    with pytest.raises(TransferError, match="not a link to it"):
        brought(way, box, other, stick)
    assert list(outside.iterdir()) == []


def test_a_draft_takes_no_sound_packs_id(tmp_path: Path, stick: Path) -> None:
    """A box's own export came back without the pack that was played with."""
    box, other = tmp_path / "box", tmp_path / "other"
    box.mkdir()
    words(other / "packs/b.yaml", id="mine", title="Mine")
    (other / "packs/a.yaml").write_text("id: mine\ntitle: Draft\nlanguage: en\nkind: words\ncards: [ONE, TWO]\n")
    brought("import", box, other, stick)
    assert titles(box) == ["Mine"]
    assert len(files(box / "packs")) == 2


@pytest.mark.parametrize("name", ["club/notes.yaml", "club/metadata.json", "club/more/broken.yml"])
def test_what_is_no_pack_hides_none_of_the_box(name: str, tmp_path: Path, stick: Path) -> None:
    """The box's albums were gone with it, and nobody was told."""
    box, other = tmp_path / "box", tmp_path / "other"
    albums("club/cats", "club/more/dogs")(box / "packs")
    path = other / "packs" / name
    path.parent.mkdir(parents=True)
    path.write_text("id: x")
    before = titles(box)
    assert brought("import", box, other, stick) == ()
    assert titles(box) == before


def test_a_broken_picture_hides_no_list_of_the_box(tmp_path: Path, stick: Path) -> None:
    box, other = tmp_path / "box", tmp_path / "other"
    listed("club/animals.txt")(box / "packs")
    (other / "packs/club").mkdir(parents=True)
    (other / "packs/club/a.png").write_bytes(b"none")
    before = titles(box)
    brought("import", box, other, stick)
    assert titles(box) == before != []


def test_no_pack_file_brings_pictures_over_those_of_another(tmp_path: Path, stick: Path) -> None:
    """All of its cards showed something else."""
    box, other = tmp_path / "box", tmp_path / "other"
    for folder, name in ((box, "ours"), (other, "theirs")):
        pictures_of("pics")(folder / "packs")
        deck = folder / "packs/deck.yaml"
        deck.with_name(f"{name}.yaml").write_text(deck.read_text().replace("deck", name).replace("Deck", name))
        deck.unlink()
    (other / "packs/pics/shot 03.png").write_bytes((other / "packs/pics/shot 05.png").read_bytes())
    before = files(box / "packs")
    told = brought("import", box, other, stick)
    assert files(box / "packs") == before
    assert len(told) == 1


def test_no_pack_makes_the_texts_of_the_box_too_large(tmp_path: Path, stick: Path) -> None:
    """The largest of them, the box's own, was not read any more."""

    def heavy(path: Path, name: str, kilobytes: int) -> None:
        text = words(path, id=name, title=name).read_text()
        about = "\n".join("# " + "x" * 998 for _ in range(kilobytes))
        path.write_text(f"{text}{about}\n")

    box, other = tmp_path / "box", tmp_path / "other"
    heavy(box / "packs/mine.yaml", "mine", 1200)
    heavy(other / "packs/theirs.yaml", "theirs", 900)
    words(other / "packs/small.yaml", id="small", title="small")
    told = brought("packs", box, other, stick)
    assert titles(box) == ["mine", "small"]
    assert len(told) == 1
    assert "all packs together at most 2 MB" in told[0]


@pytest.mark.parametrize("way", ["import", "packs"])
def test_a_useless_file_of_the_box_keeps_no_album_out(way: str, tmp_path: Path, stick: Path) -> None:
    """It was copied, and never found beside that file."""
    box, other = tmp_path / "box", tmp_path / "other"
    (box / "packs/club").mkdir(parents=True)
    (box / "packs/club/notes.yaml").write_text("id: x")
    albums("club", "other")(other / "packs")
    assert brought(way, box, other, stick) == ()
    assert titles(box) == ["club", "other"]


def test_pictures_of_no_pack_come_not_along_and_hide_no_list(tmp_path: Path, stick: Path) -> None:
    """They lay in the folder of a list of the box, which was not found any more."""
    box, other = tmp_path / "box", tmp_path / "other"
    listed("club/animals.txt")(box / "packs")
    words(other / "packs/club/words.yaml", id="words", title="Words")
    album(other / "packs/club", 5)
    before = titles(box)
    brought("import", box, other, stick)
    assert titles(box) == sorted([*before, "Words"])


def test_what_its_owner_is_told_to_mend_comes_back(tmp_path: Path, stick: Path) -> None:
    """Beside photographs a mistyped pack file, and one that an editor called a text, were gone, and nobody was told."""
    other, box = tmp_path / "other", tmp_path / "box"
    albums("Club")(other / "packs")
    (other / "packs/Club/words.yaml").write_text(TYPED)
    (other / "packs/Club/list.yaml.txt").write_text(TYPED)
    (other / "packs/Club/list.pdf").write_text("none")
    assert brought("import", box, other, stick) == ()
    assert {*files(other / "packs")} - {*files(box / "packs")} == {"Club/list.pdf"}
    library = PackLibrary(assets(), [box / "packs"])
    assert [pack.title for pack in library.custom()] == ["Club"]
    assert ["words.yaml: card: " in line or ".yaml.txt" in line for line in library.faults] == [True, True]


FOLDERS = ("", "a", "b", "a/c", "b/d", "a/c/e")


def anything(packs: Path, chance: Random) -> None:
    """Fill a folder with packs of every kind, in and below one another, some of them of no use."""
    packs.mkdir(parents=True)
    for number in range(chance.randrange(1, 6)):
        folder, name = chance.choice(FOLDERS), f"n{chance.randrange(4)}"
        match chance.choice(("file", "list", "album", "deck", "broken")):
            case "file":
                words(packs / folder / f"{name}.yaml", id=f"{chance.choice('ij')}{name}", title=f"words {number}")
            case "list":
                listed(f"{folder}/{name}.txt")(packs)
            case "album" if folder:
                album(packs / folder)
            case "deck":
                pictures_of("pics")(packs / folder)
            case _:
                (packs / folder).mkdir(parents=True, exist_ok=True)
                (packs / folder / f"{name}.json").write_text("{}")


def used(box: Path) -> dict[str, Pack]:
    library = PackLibrary(assets(), [box / "packs"])
    return {str(library._places[pack.id].relative_to(box / "packs")): pack for pack in library.custom()}


@pytest.mark.parametrize("way", ["import", "packs"])
@pytest.mark.parametrize("seed", range(30))
def test_whatever_is_brought_the_box_keeps_its_own_and_what_stays_out_is_told(
    seed: int, way: str, tmp_path: Path, stick: Path
) -> None:
    chance, box, other = Random(seed), tmp_path / "box", tmp_path / "other"
    anything(box / "packs", chance)
    anything(other / "packs", chance)
    before, theirs = used(box), used(other)
    try:
        told = brought(way, box, other, stick)
    except TransferError as refused:
        told = (refused.text,)
    after = used(box)
    replaced = {name for name in before if (other / "packs" / name).exists()}
    assert before.keys() - replaced <= after.keys()
    out = {name for name, pack in theirs.items() if name not in after or not same(pack, after[name])}
    assert all(any(name in line for line in told) for name in out) or "(+ " in told[0]


@pytest.mark.parametrize("way", ["import", "packs"])
def test_no_file_of_the_box_gets_beyond_those_it_looks_at(
    way: str, tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pictures of packs that had been replaced stayed, until packs of the box were not found any more."""
    monkeypatch.setattr(fit_in, "MAX_ENTRIES", 60)
    album(tmp_path / "box/packs/a")
    album(tmp_path / "old/packs/b")
    brought(way, tmp_path / "box", tmp_path / "old", stick)
    shutil.rmtree(stick / "packs", ignore_errors=True)
    album(tmp_path / "old/packs/c")
    before = files(tmp_path / "box/packs")
    with pytest.raises(TransferError, match="at most 60 files"):
        brought(way, tmp_path / "box", tmp_path / "old", stick)
    assert files(tmp_path / "box/packs") == before
    assert titles(tmp_path / "box") == ["a", "b"]


def bytes_of(folder: Path) -> int:
    return sum(map(len, files(folder).values()))


@pytest.mark.parametrize("way", ["import", "packs"])
def test_no_more_comes_into_the_box_than_it_can_save(
    way: str, tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve folders of fifty photographs of 2 MB were copied, and nothing of the box could be saved any more."""
    box, other = tmp_path / "box", tmp_path / "other"
    album(box / "packs/a")
    (box / "packs/a/IMG_0001.HEIC").write_bytes(bytes(500))
    for name in ("b", "c"):
        album(other / f"packs/{name}")
    listed("words.txt")(other / "packs")
    most = bytes_of(box) + bytes_of(other / "packs/b") + bytes_of(other / "packs/c") - 1
    for room in (backup, fit_in):
        monkeypatch.setattr(room, "MAX_PACKS_BYTES", most)
    told = brought(way, box, other, stick)
    beyond = "smaller or fewer pictures: with these all packs have 1 MB, at most 0 MB can be saved"
    assert len(told) == 1 and told[0].endswith(f"packs/c: {beyond}")
    assert titles(box) == ["a", "b", "words"]
    assert bytes_of(box / "packs") <= most
    assert ended(export_steps(Store(box), box, stick)) == ()
    album(other / "packs/a", 21)
    (other / "packs/b/shot 00.png").write_bytes((other / "packs/b/shot 00.png").read_bytes() + bytes(400))
    before = files(box)
    shutil.rmtree(stick)
    stick.mkdir()
    monkeypatch.setattr(fit_in, "MAX_PACKS_BYTES", bytes_of(box / "packs") // 2)
    monkeypatch.setattr(backup, "MAX_PACKS_BYTES", 2 * most)
    told = brought(way, box, other, stick)
    assert len(told) == 3, "what makes the box no larger comes, the words"
    assert files(box / "packs") == {name.removeprefix("packs/"): each for name, each in before.items() if "/" in name}


@pytest.mark.parametrize("way", ["import", "packs"])
def test_pictures_of_two_packs_are_counted_once(
    way: str, tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box, other = tmp_path / "box", tmp_path / "other"
    pictures_of("club")(other / "packs")
    deck = (other / "packs/deck.yaml").read_text()
    (other / "packs/more.yaml").write_text(deck.replace("deck", "more").replace("Deck", "More"))
    for room in (backup, fit_in):
        monkeypatch.setattr(room, "MAX_PACKS_BYTES", bytes_of(other / "packs"))
    assert brought(way, box, other, stick) == ()
    assert titles(box) == ["Deck", "More"]


@pytest.mark.parametrize("kind", ["more than its cards", "a faulty file's", "a faulty album's"])
def test_every_picture_that_an_import_brings_is_counted(
    kind: str, tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that no card shows came beyond what the box saves: its next export was without pictures."""
    box, other = tmp_path / "box", tmp_path / "other"
    album(box / "packs/a")
    (albums if kind == "a faulty album's" else pictures_of)("club")(other / "packs")
    large = other / "packs/club/shot 00.png"
    large.with_stem("more" if kind == "more than its cards" else large.stem).write_bytes(bytes(90_000))
    before = files(box / "packs")
    monkeypatch.setattr(fit_in, "MAX_PACKS_BYTES", bytes_of(box) + 40_000)
    (told,) = brought("import", box, other, stick)
    assert "smaller or fewer pictures" in told
    assert files(box / "packs") == before
    monkeypatch.setattr(fit_in, "MAX_PACKS_BYTES", bytes_of(box / "packs") + bytes_of(other / "packs"))
    shutil.rmtree(stick)
    stick.mkdir()
    assert brought("import", box, other, stick) == ()
    assert files(box / "packs") == before | files(other / "packs")


def spelt(form: Literal["NFC", "NFD"]) -> dict[str, Make]:
    """Return what makes packs whose names have accents, in one spelling."""
    names = {name: unicodedata.normalize(form, name) for name in ("Żółwie", "Ação", "żaba")}

    def photos(packs: Path) -> None:
        album(packs / names["Żółwie"])
        (packs / names["Żółwie"] / "shot 00.png").rename(packs / names["Żółwie"] / f"{names['żaba']}.png")

    def pack_file(packs: Path) -> None:
        photos(packs)
        cards = "".join(f"  - {{id: p{n}, file: 'Żółwie/shot {n:02}.png'}}\n" for n in range(1, 20))
        cards += "  - {id: frog, file: 'Żółwie/żaba.png'}\n"
        deck = f"id: deck\ntitle: Deck\nlanguage: any\nkind: pictures\ncards:\n{cards}"
        (packs / f"{names['Ação']}.yaml").write_text(deck)

    return {"a list": listed(f"{names['Ação']}.txt"), "an album": photos, "a pack file": pack_file}


@pytest.mark.parametrize("way", ["import", "packs"])
@pytest.mark.parametrize("turned", [False, True], ids=["", "the other way round"])
@pytest.mark.parametrize("what", ["a list", "an album", "a pack file"])
def test_a_name_spelt_as_on_a_mac_is_the_same_name(
    what: str, turned: bool, way: str, tmp_path: Path, stick: Path
) -> None:
    """`Żółwie.txt` of a Mac was refused: another pack had its id."""
    ours, theirs = (spelt(form)[what] for form in (("NFD", "NFC") if turned else ("NFC", "NFD")))
    ours(tmp_path / "box/packs")
    theirs(tmp_path / "theirs/packs")
    for file in (tmp_path / "theirs/packs").rglob("*.*"):
        file.write_bytes(file.read_bytes() + b"\n")
    there, fresh = files(tmp_path / "box/packs"), files(tmp_path / "theirs/packs")
    before = titles(tmp_path / "box")
    if way == "packs":
        shutil.copytree(tmp_path / "theirs/packs", stick / "packs")
        would = ended(changed(tmp_path / "box", stick, None))
        assert {*would.replaced} == {*there}
        shutil.rmtree(stick / "packs")
    assert brought(way, tmp_path / "box", tmp_path / "theirs", stick) == ()
    after = files(tmp_path / "box/packs")
    assert after.keys() == there.keys()
    assert sorted(after.values()) == sorted(fresh.values())
    assert titles(tmp_path / "box") == before
    assert PackLibrary(assets(), [tmp_path / "box/packs", tmp_path / "theirs/packs"]).faults == ()


def test_two_spellings_of_a_name_on_one_stick_are_two_files(tmp_path: Path, stick: Path) -> None:
    for form in ("NFC", "NFD"):
        spelt(form)["a list"](tmp_path / "theirs/packs")  # type: ignore[arg-type]
    (tmp_path / "box").mkdir()
    (told,) = brought("packs", tmp_path / "box", tmp_path / "theirs", stick)
    assert "a name that no other pack has" in told
    assert titles(tmp_path / "box") == ["Ação"]
