"""The owner's packs: a folder of pictures as a pack, pictures that are no good, what a stick holds beside them."""

import errno
import inspect
import os
import struct
import sys
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pygame
import pytest

from device.cards.library import PackLibrary
from device.cards.pack_file import examine
from device.cards.packs import Card, Pack, draw, folded
from device.cards.pictures import fault_of
from device.commands import main
from device.files.assets import assets
from device.owner.copy_packs import copy_packs
from device.storage.store import Store
from tests.test_cli import spytable


def picture(path: Path, size: tuple[int, int] = (120, 80)) -> Path:
    """Save a picture; the file's ending says of which kind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    surface = pygame.Surface(size)
    surface.fill((200, 90, 40))
    pygame.image.save(surface, str(path))
    return path


def album(folder: Path, count: int = 20, ending: str = "png") -> Path:
    """Fill a folder with pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    for n in range(count):
        picture(folder / f"shot {n:02}.{ending}")
    return folder


def words(path: Path, **fields: str) -> Path:
    """Write a pack of words."""
    told = {"id": "mine", "title": "Mine", "language": "en", "kind": "words", **fields}
    cards = ", ".join(f"WORD{chr(65 + n)}" for n in range(25))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{name}: {value}\n" for name, value in told.items()) + f"cards: [{cards}]\n")
    return path


def nested(folder: Path) -> None:
    """Fill a folder with folders in each other, until their path is longer than the system takes."""
    folder.mkdir(parents=True, exist_ok=True)
    inner = os.open(folder, os.O_RDONLY)
    for _ in range(25):
        os.mkdir("y" * 200, dir_fd=inner)
        outer, inner = inner, os.open("y" * 200, os.O_RDONLY, dir_fd=inner)
        os.close(outer)
    os.close(inner)


def decks(*folders: Path) -> PackLibrary:
    return PackLibrary(assets(), folders)


@pytest.mark.parametrize("ending", ["png", "jpg", "jpeg", "PNG"])
def test_a_folder_of_pictures_is_a_pack(ending: str, tmp_path: Path) -> None:
    album(tmp_path / "packs/Our summer", 24, ending)
    found = decks(tmp_path / "packs")
    (pack,) = found.custom()
    assert (pack.id, pack.title, pack.language, pack.kind) == ("Our summer", "Our summer", "any", "pictures")
    assert [card.name for card in pack.cards] == [f"shot {n:02}" for n in range(24)]
    assert found.faults == ()
    assert pack in found.packs("pl", "pictures")
    listed = spytable("--data-dir", tmp_path, "packs")
    assert listed.returncode == 0
    assert '"id": "Our summer"' in listed.stdout
    assert spytable("packs", "check", tmp_path / "packs/Our summer").returncode == 0


def test_the_pictures_of_a_pack_file_are_no_pack_of_their_own(tmp_path: Path) -> None:
    folder = tmp_path / "packs"
    album(folder / "pictures")
    album(folder / "club/deep/shots")
    for place, shots in ((folder, "pictures"), (folder / "club", "deep/shots")):
        cards = "".join(f"  - {{id: shot{n}, file: '{shots}/shot {n:02}.png'}}\n" for n in range(20))
        (place / "club.yaml").write_text(
            f"id: {place.name}-club\ntitle: Club\nlanguage: any\nkind: pictures\ncards:\n{cards}"
        )
    found = decks(folder)
    assert [pack.id for pack in found.custom()] == ["club-club", "packs-club"]
    assert found.faults == ()


def test_what_a_computer_leaves_on_a_stick_is_no_pack(tmp_path: Path) -> None:
    folder = album(tmp_path / "packs/Our summer").parent
    words(folder / "mine.yaml")
    (folder / "._mine.yaml").write_bytes(b"\x00\x05\x16\x07\xff")
    (folder / "Our summer/._shot 00.png").write_bytes(b"\x00\x05\x16\x07")
    album(folder / ".Trashes/old", 3)
    found = decks(folder)
    assert [pack.id for pack in found.custom()] == ["mine", "Our summer"]
    assert found.faults == ()


OTHERS = ["words.docx", "WORDS.ODS", "words.xlsx", "words.rtf", "words.pages", "words.pdf", "photos.zip", "kids/w.tsv"]
TEXTS = ["our-club.yaml.txt", "kids/Club.YML.TXT", "club.json.csv"]
"""Pack files as an editor keeps them that calls each file a text, where endings are hidden."""


@pytest.mark.parametrize("name", OTHERS + TEXTS)
def test_a_file_of_a_kind_the_box_does_not_take_is_told_everywhere(name: str, tmp_path: Path) -> None:
    """A list saved as a document was passed over without a word; `language: en` of a pack file was a card."""
    mine = words(tmp_path / "packs/mine.yaml")
    path = mine.parent / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(mine.read_bytes() if name in TEXTS else b"PK\x03\x04 not to be read")
    allowed = "words as .txt or .csv, a pack file as .yaml or .json, or a folder of PNG or JPEGs"
    told = f"{path}: '{''.join(path.suffixes)}': {allowed}"
    found = decks(tmp_path / "packs")
    assert ([pack.id for pack in found.custom()], found.faults) == (["mine"], (told,))
    listed, checked = spytable("--data-dir", tmp_path, "packs"), spytable("packs", "check", path)
    assert (listed.returncode, listed.stderr) == (1, f"{told}\n")
    assert (checked.returncode, checked.stdout, checked.stderr) == (2, "", f"{told}\n")


def test_a_copy_from_the_stick_tells_of_a_file_it_does_not_take(tmp_path: Path) -> None:
    stick, store = tmp_path / "stick", Store(tmp_path / "box")
    album(stick / "packs/Our summer")
    (stick / "packs/Our summer/notes.docx").write_bytes(b"PK")
    words(stick / "packs/Our summer/club.yaml.txt")
    steps = copy_packs(store, tmp_path / "box", stick, None)
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            club, notes = ended.value
            break
    store.close()
    assert "notes.docx: '.docx': " in notes and "club.yaml.txt: '.yaml.txt': " in club
    assert all(file.suffix == ".png" for file in (tmp_path / "box/packs/Our summer").iterdir())


def test_what_is_only_said_about_packs_is_no_fault(tmp_path: Path) -> None:
    words(tmp_path / "mine.yaml")
    for name in ("README", "readme.md", "README.pdf", "LICENSE", "licence.rtf", "credits.docx", ".words.docx", "a.gif"):
        (tmp_path / name).write_bytes(b"x")
    assert decks(tmp_path).custom()
    assert decks(tmp_path).faults == ()


def test_packs_are_read_anew_only_where_something_changed(tmp_path: Path) -> None:
    """Thousands of pictures were looked at again whenever a new game was chosen."""
    language = ["en"]
    found = PackLibrary(assets(), (tmp_path / "box", tmp_path / "stick"), language=lambda: language[0])
    shot = album(tmp_path / "box/summer") / "shot 00.png"
    (tmp_path / "box/list.txt").write_text("\n".join(f"WORD{chr(65 + n)}" for n in range(25)))

    def kept() -> bool:
        before = found.custom()
        found.look_again()
        return found.custom() is before

    assert kept()

    def changed(change: Callable[[], object]) -> bool:
        change()
        return not kept() and kept()

    assert changed(lambda: words(tmp_path / "stick/mine.yaml"))
    assert changed(lambda: picture(shot, (90, 60)))
    assert changed(lambda: os.utime(shot, (1, 1)))
    assert changed(lambda: shot.rename(shot.with_name("another.png")))
    assert changed(lambda: language.__setitem__(0, "es"))
    assert changed(lambda: (tmp_path / "stick").rename(tmp_path / "gone"))
    assert changed((tmp_path / "box/list.txt").unlink)
    words(tmp_path / "box/worse.yaml", kind="none")
    found.look_again()
    assert not kept() and found.faults, "what was unreadable may be readable now"


def test_a_game_that_begins_reads_packs_anew_only_where_a_picture_changed(tmp_path: Path) -> None:
    """Words whose stick was pulled out can be played on."""
    found = PackLibrary(assets(), (tmp_path,))
    shot, mine = album(tmp_path / "summer") / "shot 00.png", words(tmp_path / "mine.yaml")
    before = found.custom()
    found.look_again_if_pictures_changed()
    mine.unlink()
    found.look_again_if_pictures_changed()
    assert found.custom() is before
    shot.write_bytes(shot.read_bytes()[:-1] + b"x")
    found.look_again_if_pictures_changed()
    assert found.custom() == () and found.faulty == {"summer"}


@pytest.mark.parametrize("given", [".", "./", "../Photos", "../Photos/.", "inner/..", ".."])
def test_a_folder_is_checked_by_its_own_name_however_it_is_given(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of one that stands where it is checked it was said that it has no name."""
    photos = album(tmp_path / "Photos")
    (photos / "inner").mkdir()
    monkeypatch.chdir(photos / "inner" if given == ".." else photos)
    assert main(["packs", "check", given]) == 0
    assert '"id": "Photos", "title": "Photos"' in capsys.readouterr().out


@pytest.mark.parametrize(("ident", "language"), [("en-compass", "en"), ("en-compass", "pl"), ("pictures", "en")])
def test_a_pack_with_the_id_of_one_of_ours_is_refused_by_the_box_and_the_check(
    ident: str, language: str, tmp_path: Path
) -> None:
    path = tmp_path / "packs/mine.yaml"
    words(path)
    text = path.read_text()
    path.write_text(text.replace("id: mine", f"id: {ident}").replace("language: en", f"language: {language}"))
    told = f"{path}: id: '{ident}': an id that no other pack has"
    assert decks(tmp_path / "packs").custom() == ()
    checked, listed = spytable("packs", "check", path), spytable("--data-dir", tmp_path, "packs")
    assert (checked.returncode, checked.stdout, checked.stderr) == (1, "", f"{told}\n")
    assert (listed.returncode, listed.stderr) == (1, f"{told}\n")


def test_our_own_packs_are_called_by_where_they_lie_and_pass_the_check() -> None:
    library = PackLibrary(assets())
    assert {pack.id for pack in library.all()} == library.our_ids()
    ours = assets() / "languages/pt-BR/words/compass.yaml"
    assert spytable("packs", "check", ours).returncode == 0


def cut(path: Path) -> None:
    picture(path).write_bytes(path.read_bytes()[:-20])


def text(path: Path) -> None:
    path.write_text("no picture")


def empty(path: Path) -> None:
    path.write_bytes(b"")


def claims_to_be_huge(path: Path) -> None:
    head = b"IHDR" + struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    body = struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + body + b"\0\0\0\0IEND\xaeB`\x82")


def tiny(path: Path) -> None:
    picture(path, (5, 5))


def a_line(path: Path) -> None:
    picture(path, (900, 40))


def short_jpeg(path: Path) -> None:
    path.write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF")


@pytest.mark.parametrize("spoil", [cut, text, empty, claims_to_be_huge, tiny, a_line, short_jpeg])
def test_a_picture_that_is_no_good_is_named_in_one_line(spoil: Callable[[Path], None], tmp_path: Path) -> None:
    folder = album(tmp_path / "packs/Our summer")
    bad = folder / ("shot 07.png" if spoil is not short_jpeg else "shot 99.jpg")
    spoil(bad)
    found = decks(folder.parent)
    assert found.custom() == ()
    (fault,) = found.faults
    assert bad.name in fault
    assert "\n" not in fault
    done = spytable("packs", "check", folder)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


def test_a_picture_that_is_no_good_is_named_in_a_pack_file_too(tmp_path: Path) -> None:
    folder = album(tmp_path / "packs/shots").parent
    text(folder / "shots/shot 03.png")
    cards = "".join(f"  - {{id: shot{n}, file: 'shots/shot {n:02}.png'}}\n" for n in range(20))
    (folder / "club.yaml").write_text(f"id: club\ntitle: Club\nlanguage: any\nkind: pictures\ncards:\n{cards}")
    found = decks(folder)
    assert found.custom() == ()
    assert any("cards[4].file" in fault for fault in found.faults)


def test_too_few_pictures_and_two_of_one_name_are_named(tmp_path: Path) -> None:
    album(tmp_path / "Few", 19)
    picture(album(tmp_path / "Twins") / "Shot-00.jpg")
    found = decks(tmp_path)
    assert found.custom() == ()
    few, twins = found.faults
    assert "19" in few
    assert "shot 00" in twins


@pytest.mark.parametrize("name", ["en-lantern", "pictures"])
def test_a_pack_may_not_take_the_id_of_ours(name: str, tmp_path: Path) -> None:
    words(tmp_path / "mine.yaml", id=name)
    found = decks(tmp_path)
    assert found.custom() == ()
    assert name in found.faults[0]


def test_a_language_the_box_does_not_have_is_named(tmp_path: Path) -> None:
    _, faults = examine(words(tmp_path / "mine.yaml", language="english"))
    assert "language" in str(faults[0])
    assert "en, es, pl, pt-BR, pt-PT" in str(faults[0])


def test_a_folder_of_pictures_is_copied_from_the_stick(tmp_path: Path) -> None:
    album(tmp_path / "stick/packs/Our summer")
    steps = list(copy_packs(Store(tmp_path / "box"), tmp_path / "box", tmp_path / "stick", None))
    assert steps[-1][:2] == (20, 20)
    (pack,) = decks(tmp_path / "box/packs", tmp_path / "stick/packs").custom()
    assert pack.cards[0].file == tmp_path / "box/packs/Our summer/shot 00.png"


def test_a_stick_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words(tmp_path / "box/mine.yaml")
    album(tmp_path / "stick/shots")

    scandir = os.scandir

    def broken(folder: Path) -> object:
        if Path(folder).name == "stick":
            raise OSError(5, "Input/output error")
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", broken)
    found = decks(tmp_path / "box", tmp_path / "stick")
    assert [pack.id for pack in found.custom()] == ["mine"]
    assert found.faults == (f"{tmp_path / 'stick'}: Input/output error",)


def test_what_is_named_by_an_old_computer_is_skipped_by_name_and_the_rest_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "packs"
    album(folder / "cafe").rename(folder / os.fsdecode(b"caf\xe9"))
    album(folder / "one odd name")
    picture(folder / "one odd name/x.png").rename(folder / "one odd name" / os.fsdecode(b"\xf1.png"))
    words(folder / os.fsdecode(b"\xe9t\xe9.yaml"), kind="nouns")
    words(folder / "zoo.yaml")
    found = decks(folder)
    assert [pack.id for pack in found.custom()] == ["mine"]
    assert found.faults == (
        f"{folder}/caf?: a name in UTF-8",
        f"{folder}/?t?.yaml: a name in UTF-8",
        f"{folder}/one odd name: ?.png: a name in UTF-8",
    )
    listed = spytable("--data-dir", tmp_path, "packs")
    assert listed.returncode == 1
    assert '"id": "mine"' in listed.stdout


def test_a_file_too_large_to_be_a_pack_is_not_read(tmp_path: Path) -> None:
    path = words(tmp_path / "mine.yaml")
    with path.open("ab") as file:
        file.truncate(3_000_000_000)
    found = decks(tmp_path)
    assert found.custom() == ()
    assert "mine.yaml" in found.faults[0]
    assert "2 MB" in found.faults[0]


def test_folders_one_cannot_look_into_are_told_and_the_other_packs_are_there(tmp_path: Path) -> None:
    words(tmp_path / "mine.yaml")
    nested(tmp_path)
    found = decks(tmp_path)
    assert [pack.title for pack in found.custom()] == ["Mine"]
    (fault,) = found.faults
    assert fault.endswith("yyy: File name too long")
    assert len(fault) <= 300


@pytest.mark.parametrize("failing", ["kids", "mine.yaml", "packs"])
def test_what_a_failing_stick_does_not_let_one_look_at_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    folder = tmp_path / "packs"
    words(folder / "mine.yaml")
    words(folder / "kids/other.yaml", id="other", title="Other")
    look = Path.lstat

    def lstat(path: Path) -> os.stat_result:
        if path.name == failing:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        return look(path)

    monkeypatch.setattr(Path, "lstat", lstat)
    found = decks(folder)
    there = {"kids": ["Mine"], "mine.yaml": ["Other"], "packs": []}
    assert [pack.title for pack in found.custom()] == there[failing]
    assert f"{failing}: Input/output error" in found.faults[0]


def test_a_word_of_very_many_pieces_is_refused(tmp_path: Path) -> None:
    """Cells by the thousand: looking at all of them took half a minute."""
    table = tmp_path / "c.csv"
    table.write_text("\n".join(f"WORD{n}" + ",PIECE" * 1000 for n in range(200)))
    _, faults = examine(table)
    assert str(faults[0]).endswith("at most 20 words")
    words(tmp_path / "mine.yaml").write_text(
        words(tmp_path / "mine.yaml").read_text().replace("[WORDA", f"[{{word: WORDA, parts: [{'A, ' * 21}]}}")
    )
    _, faults = examine(tmp_path / "mine.yaml")
    assert [str(fault).partition(": ")[2] for fault in faults] == ["cards[1].parts: 21: at most 20 words"]


@pytest.mark.parametrize(("files", "cards", "read"), [(210, 25, 200), (30, 1000, 11)])
def test_no_more_packs_are_read_than_nobody_waits_for(tmp_path: Path, files: int, cards: int, read: int) -> None:
    for number in range(files):
        (tmp_path / f"list {number:03}.txt").write_text("\n".join(f"W{number}X{n}" for n in range(cards)))
    found = decks(tmp_path)
    assert len(found.custom()) == read
    assert found.faults == (f"{tmp_path}: at most 200 packs, 10000 cards in all",)


def test_no_more_bytes_are_read_than_nobody_waits_for_the_small_files_first(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.txt").write_text(f"# a remark {'x' * 100}\n" * 8_500)
    words(tmp_path / "mine.yaml")
    found = decks(tmp_path)
    assert [pack.title for pack in found.custom()] == ["Mine"]
    told = [fault.partition(": ")[2] for fault in found.faults]
    assert told == ["cards: 0: at least 25 cards"] * 2 + ["all packs together at most 2 MB"] * 3


@pytest.mark.parametrize("ids", [("Cats", "🐶"), ("!!!", "♥"), ("Club1", "club 1", "club-1")])
def test_cards_of_one_name_have_names_of_their_own_whatever_their_packs_are_called(ids: tuple[str, ...]) -> None:
    """The game was never dealt: the name grew, and was never another one."""
    packs = [
        Pack(name, name, "any", "pictures", tuple(Card(f"IMG {n}", file=Path(f"/{name}/{n}.png")) for n in range(10)))
        for name in ids
    ]
    names = draw(packs, {}, 10 * len(ids), Random(1)).names
    assert len({folded(name) for name in names}) == len(names)
    assert max(map(len, names)) < 20


def test_a_stick_of_folders_without_end_is_told_and_the_rest_of_it_is_used(tmp_path: Path) -> None:
    """Nobody could begin a game for as long as it was in."""
    words(tmp_path / "mine.yaml")
    deep = tmp_path
    for _ in range(30):
        deep = deep / "a"
    album(deep)
    library = PackLibrary(assets(), [tmp_path])
    assert [pack.title for pack in library.custom()] == ["Mine"]
    assert "File name too long" in library.faults[0]


def test_a_stick_of_more_folders_in_one_another_than_calls_may_be_is_looked_at_again(tmp_path: Path) -> None:
    """With 950 of them the page of a new game could not be opened."""
    words(tmp_path / "mine.yaml")
    (tmp_path / "/".join("a" * 200)).mkdir(parents=True)
    library = PackLibrary(assets(), [tmp_path])
    before, frames = sys.getrecursionlimit(), len(inspect.stack())
    sys.setrecursionlimit(frames + 150)
    try:
        library.look_again()
        assert [pack.title for pack in library.custom()] == ["Mine"]
    finally:
        sys.setrecursionlimit(before)
    assert "File name too long" in library.faults[0]


def test_what_a_phone_writes_behind_its_photos_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a hundred photos with a film of the moment 400 MB were read at one touch."""
    photo = picture(tmp_path / "one.jpg", (640, 480)).read_bytes()
    path = tmp_path / "IMG_0001.jpg"
    path.write_bytes(photo + b"\0\0\0\x18ftypmp42" + Random(1).randbytes(2_000_000))
    tracemalloc.start()
    assert fault_of(path) is None
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 500_000
