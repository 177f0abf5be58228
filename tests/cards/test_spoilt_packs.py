"""One bad pack never spoils the others: signs no one sees, endless texts and folders, pictures that are none."""

import io
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pygame
import pytest
from PIL import Image, ImageOps

from device.cards import pictures
from device.cards.folders import MAX_ENTRIES
from device.cards.library import PackLibrary
from device.cards.pack_file import examine
from device.cards.packs import MAX_CARDS
from device.commands import main
from device.files.assets import assets
from device.headless.pilot import Pilot
from device.ui.kit import photos
from device.ui.kit.fit import fault_of
from device.ui.table import card as card_view
from tests.app.conftest import make  # noqa: F401 - a fixture
from tests.cards.test_own_packs import album, words

UNSEEN = {
    "soft hyphen": "\u00ad",
    "zero-width space": "\u200b",
    "non-joiner": "\u200c",
    "joiner": "\u200d",
    "byte order mark": "\ufeff",
    "variation selector": "\ufe0f",
    "word joiner": "\u2060",
    "left to right": "\u202a",
    "right to left": "\u202e",
    "vowel separator": "\u180e",
    "isolate": "\u2066",
    "tag": "\U000e0041",
    "Hangul filler": "\u3164",
}


def pack(path: Path, first: str = "WORD", **fields: str) -> Path:
    """Write a pack of words as YAML in double quotes; `first` is its first card."""
    told = {"id": "mine", "title": "Mine", "language": "en", "kind": "words", **fields}
    cards = [first, *(f"WORD{chr(66 + n)}" for n in range(24))]
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f'{name}: "{value}"' for name, value in told.items()] + ["cards:"] + [f'  - "{card}"' for card in cards]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_of_a_file_that_is_no_pack_only_a_few_characters_are_told(tmp_path: Path) -> None:
    path = tmp_path / "diary.yaml"
    path.write_text("Dear Anna, nobody may know what I write here: and this is it\n")
    _, faults = examine(path)
    told = str(faults[0])
    assert "Dear Anna, nobo" in told
    assert "may know" not in told


@pytest.mark.parametrize("sign", UNSEEN.values(), ids=UNSEEN)
def test_what_no_one_sees_goes_from_cards_titles_and_parts(sign: str, tmp_path: Path) -> None:
    path = pack(tmp_path / "mine.yaml", f"{sign}CA{sign}T{sign}", title=f"{sign}My  {sign}pack")
    path.write_text(path.read_text() + f'\n  - {{word: "SNOW{sign}MAN", parts: ["SN{sign}OW", "MAN"]}}')
    found, faults = examine(path, fault_of)
    assert faults == []
    assert found is not None
    assert (found.title, found.cards[0].name, found.cards[-1].parts) == ("My pack", "CAT", ("SNOW", "MAN"))


@pytest.mark.parametrize("place", ["title", "about"])
def test_what_is_printed_of_a_pack_has_no_sign_the_font_lacks(place: str, tmp_path: Path) -> None:
    """The sign stood as an empty box on every page that names the pack."""
    found, faults = examine(pack(tmp_path / "mine.yaml", "CAT", **{place: "🐶 Łódź 日本 2"}), fault_of)
    assert (faults, getattr(found, place)) == ([], "Łódź 2")
    path = pack(tmp_path / "mine.yaml", "CAT", **{place: "日本"})
    told = f"{path}: {place}: '日本': letters the font has, and '日' is not among them"
    assert [str(fault) for fault in examine(path, fault_of)[1]] == [told]


def test_a_name_that_becomes_a_title_has_no_sign_the_font_lacks(tmp_path: Path) -> None:
    listed = tmp_path / "日本.txt"
    listed.write_text("\n".join(f"WORD{chr(65 + n)}" for n in range(25)))
    _, (fault,) = examine(listed, fault_of)
    assert str(fault) == f"{listed}: '日本': letters the font has, and '日' is not among them"
    _, (fault,) = examine(album(tmp_path / "日本"), fault_of)
    assert str(fault) == f"{tmp_path}/日本: '日本': letters the font has, and '日' is not among them"
    assert examine(album(tmp_path / "Żółć, ñandú & ção – 1/2"), fault_of)[1] == []
    found, faults = examine(album(tmp_path / "🐶 dogs"), fault_of)
    assert (faults, found and (found.id, found.title)) == ([], ("🐶 dogs", "dogs"))


def test_letters_in_pieces_become_whole_and_a_pasted_space_is_one(tmp_path: Path) -> None:
    found, faults = examine(pack(tmp_path / "mine.yaml", "E\u0301TE\u0301\u00a0 BLEU"), fault_of)
    assert (faults, found and found.cards[0].name) == ([], "ÉTÉ BLEU")


SPOILT = {
    "NUL in a card": {"first": "CA\\0T"},
    "NUL in the title": {"title": "My\\0 pack"},
    "NUL in the id": {"id": "my\\0pack"},
    "escape in a card": {"first": "CA\\eT"},
    "a card of nothing one sees": {"first": "\u200b\u200d"},
    "a title of nothing one sees": {"title": "\u200b\u2060"},
    "a title of 24,000 letters": {"title": "T" * 24_000},
    "a title of 61 letters": {"title": "T" * 61},
    "an id of 3,000 letters": {"id": "i" * 3_000},
    "a card of 20,000 letters": {"first": "C" * 20_000},
    "a card of 41 letters": {"first": "C" * 41},
    "a card of 300 I": {"first": "I" * 300},
    "a card in private letters": {"first": "\ue000"},
    "a card in no letters": {"first": "\uffff"},
    "a card in Chinese": {"first": "漢字"},
    "a language of 3,000 letters": {"language": "l" * 3_000},
    "a word about it of 3,000 letters": {"about": "a" * 3_000},
}


@pytest.mark.parametrize("fields", SPOILT.values(), ids=SPOILT)
def test_a_spoilt_pack_is_named_in_one_line_and_the_others_are_played(
    fields: dict[str, str],
    tmp_path: Path,
    make: Callable[..., Pilot],  # noqa: F811
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = pack(tmp_path / "box0/packs/a.yaml", **fields)
    words(tmp_path / "box0/packs/z.yaml", id="last", title="Last")
    assert main(["packs", "check", str(path)]) in (1, 2)
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert len(err) <= 301
    assert err[:-1].isprintable()
    pilot = make()
    pilot.tap("new_game")
    assert pilot.screen == "new_game"
    assert not any("a.yaml" in line["text"] for line in pilot.dump()["text"]), "that is the owner's to know"
    while "pack:last" not in {target.name for target in pilot.kiosk.frame.targets}:
        pilot.tap("more_packs")
    pilot.tap("start")
    assert pilot.screen == "table"
    pilot.kiosk.screens.go("home")
    pilot.tap("settings")
    pilot.tap("page:owner")
    pilot.tap("packs")
    assert any("a.yaml" in line["text"] for line in pilot.dump()["text"])


def photo(path: Path, mode: str = "RGB", **save: object) -> Path:
    """Save a JPEG whose four corners differ."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image = Image.new("RGB", (120, 80), (200, 90, 40))
    for spot, colour in (((0, 0), (0, 0, 0)), ((60, 0), (250, 250, 250)), ((0, 40), (20, 20, 220))):
        image.paste(colour, (*spot, spot[0] + 60, spot[1] + 40))
    image.convert(mode).save(path, "JPEG", quality=95, **save)  # type: ignore[arg-type]
    return path


def lying(orientation: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_is_turned_as_its_camera_says(orientation: int, tmp_path: Path) -> None:
    path = photo(tmp_path / "a.jpg", exif=lying(orientation))
    assert pictures.fault_of(path) is None
    with pictures.opened(path) as (content, lies):
        assert lies == orientation
        upright = card_view._upright(pygame.image.load(content), lies)
    wanted = ImageOps.exif_transpose(Image.open(path))
    assert upright.get_size() == wanted.size
    w, h = wanted.size
    for spot in ((w // 4, h // 4), (3 * w // 4, h // 4), (w // 4, 3 * h // 4), (3 * w // 4, 3 * h // 4)):
        assert all(
            abs(a - b) < 12 for a, b in zip(upright.get_at(spot)[:3], wanted.convert("RGB").getpixel(spot), strict=True)
        )


@pytest.mark.parametrize(
    "exif", [b"", b"Exif", b"Exif\0\0", b"Exif\0\0II*\0\xff\xff\xff\xff", b"Exif\0\0MM\0*\0\0\0\x08\xff"]
)
def test_exif_that_is_no_good_says_nothing(exif: bytes, tmp_path: Path) -> None:
    content = photo(tmp_path / "a.jpg").read_bytes()
    path = tmp_path / "b.jpg"
    path.write_bytes(content[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + content[2:])
    assert pictures.fault_of(path) is None
    with pictures.opened(path) as (_, lies):
        assert lies == 1


class Counted(io.BytesIO):
    """A file that counts how often it is read."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.reads = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self.reads += 1
        return super().read(size)


@pytest.mark.parametrize(
    "filling", [b"\xff" * 4_000_000, b"\xff\xe1\0\2" * 1_000_000], ids=["padding", "empty segments"]
)
def test_a_photo_of_nothing_is_not_walked_through_byte_by_byte(filling: bytes) -> None:
    """8 MB of it took four seconds, while the box stood still."""
    file = Counted(b"\xff\xd8" + filling)
    assert pictures.broken_inside(file)
    assert file.reads < 10_000


@pytest.mark.parametrize("ends", [True, False])
def test_padding_inside_a_photo_is_passed_over_once(ends: bool, tmp_path: Path) -> None:
    """From each of its bytes all of it was looked through anew: 40,000 of them took seven seconds."""
    content = photo(tmp_path / "a.jpg").read_bytes()
    padded = io.BytesIO(content[:-2] + b"\xff" * 40_000 + b"\0" + content[-2:] * ends)
    began = process_time()
    assert pictures.broken_inside(padded) == (not ends)
    assert process_time() - began < 2.0


def test_what_is_too_large_is_not_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = photo(tmp_path / "a.jpg")
    monkeypatch.setattr(pictures, "MAX_BYTES", path.stat().st_size - 1)
    monkeypatch.setattr(pictures, "_look", lambda file: pytest.fail("it was looked into"))
    assert "MB" in str(pictures.fault_of(path))


def cut(path: Path) -> None:
    content = photo(path).read_bytes()
    path.write_bytes(content[: len(content) // 3])


def almost_whole(path: Path) -> None:
    path.write_bytes(photo(path).read_bytes()[:-2])


def cmyk(path: Path) -> None:
    photo(path, "CMYK")


def no_picture_in_it(path: Path) -> None:
    path.write_bytes(photo(path).read_bytes()[:160] + b"\xff\xd9")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def elsewhere(path: Path) -> None:
    path.symlink_to(photo(path.parent.parent.parent / "elsewhere/secret.jpg"))


def huge(path: Path) -> None:
    photo(path)
    with path.open("ab") as file:
        file.truncate(5_000_000_000)


@pytest.mark.parametrize("spoil", [cut, almost_whole, cmyk, no_picture_in_it, pipe, device, elsewhere, huge])
@pytest.mark.parametrize("listed", [False, True], ids=["album", "file"])
def test_a_picture_that_is_none_is_named(spoil: Callable[[Path], None], listed: bool, tmp_path: Path) -> None:
    folder = album(tmp_path / "packs/Summer")
    spoil(folder / "bad.jpg")
    if listed:
        names = [*(f"shot {n:02}.png" for n in range(20)), "bad.jpg"]
        cards = "".join(f"  - {{id: c{n}, file: '{name}'}}\n" for n, name in enumerate(names))
        (folder / "x.yaml").write_text(f"id: x\ntitle: X\nlanguage: any\nkind: pictures\ncards:\n{cards}")
    words(tmp_path / "packs/z.yaml")
    found = PackLibrary(assets(), [tmp_path / "packs"])
    assert [each.id for each in found.custom()] == ["mine"]
    (fault,) = found.faults
    assert "bad.jpg" in fault
    assert len(found.every_fault) == 1


def test_a_picture_spoilt_inside_is_told_in_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The library that reads it has its own line to say, of no file."""
    folder = album(tmp_path / "Summer", 25)
    pieces = [struct.pack(">IIBBBBB", 200, 200, 8, 2, 0, 0, 0), b"xxx", b""]
    chunks = zip((b"IHDR", b"IDAT", b"IEND"), pieces, strict=True)
    content = b"".join(struct.pack(">I", len(b)) + n + b + struct.pack(">I", zlib.crc32(n + b)) for n, b in chunks)
    (folder / "z.png").write_bytes(b"\x89PNG\r\n\x1a\n" + content)
    assert main(["packs", "check", str(folder)]) == 1
    out, err = capfd.readouterr()
    assert out.count("\n") + err.count("\n") == 1
    assert "z.png" in out + err
    os.write(2, b"heard again")
    assert capfd.readouterr().err == "heard again"


def test_what_a_camera_writes_behind_a_picture_is_no_fault(tmp_path: Path) -> None:
    path = photo(tmp_path / "a.jpg")
    path.write_bytes(path.read_bytes() + b"\0film" * 10_000)
    assert pictures.fault_of(path) is None
    path = photo(tmp_path / "b.jpg", progressive=True)
    assert pictures.fault_of(path) is None
    buffer = io.BytesIO()
    Image.new("L", (64, 64), 9).save(buffer, "JPEG")
    path.write_bytes(buffer.getvalue())
    assert pictures.fault_of(path) is None


@pytest.mark.parametrize("file", ["../secret.jpg", "/etc/passwd", "x" * 300, "a/" * 90 + "x.jpg", ".", "a\\0b.jpg", ""])
def test_a_pack_reaches_no_file_beyond_its_folder(file: str, tmp_path: Path) -> None:
    photo(tmp_path / "secret.jpg")
    album(tmp_path / "packs/shots")
    cards = "".join(f"  - {{id: c{n}, file: 'shots/shot {n:02}.png'}}\n" for n in range(20))
    path = tmp_path / "packs/x.yaml"
    path.write_text(
        f'id: x\ntitle: X\nlanguage: any\nkind: pictures\ncards:\n{cards}  - {{id: last, file: "{file}"}}\n'
    )
    found = PackLibrary(assets(), [tmp_path / "packs"])
    assert found.custom() == ()
    (fault,) = found.faults
    assert "cards[21].file" in fault


def test_thousands_of_pictures_are_not_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "packs/Many"
    folder.mkdir(parents=True)
    for n in range(MAX_CARDS["pictures"] + 1):
        (folder / f"{n}.jpg").touch()
    words(tmp_path / "packs/z.yaml")
    looked: list[Path] = []
    monkeypatch.setattr(pictures, "fault_of", looked.append)
    found = PackLibrary(assets(), [tmp_path / "packs"])
    assert [each.id for each in found.custom()] == ["mine"]
    assert found.faults == (f"{folder}: cards: 501: at most 500 cards",)
    assert not [path for path in looked if folder in path.parents]


def test_a_stick_full_of_files_is_named_and_left(tmp_path: Path) -> None:
    words(tmp_path / "mine.yaml")
    many = tmp_path / "zz"
    many.mkdir()
    for n in range(MAX_ENTRIES + 1):
        (many / str(n)).symlink_to("nowhere")
    found = PackLibrary(assets(), [tmp_path])
    assert [each.id for each in found.custom()] == ["mine"]
    assert found.faults == (f"{tmp_path}: at most {MAX_ENTRIES} files",)


def test_a_name_longer_than_a_file_may_have_and_a_folder_closed_to_us_spoil_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words(tmp_path / "z.yaml")
    walk = os.walk

    def with_long_name(root: Path, onerror: Callable[[OSError], None]) -> object:
        for base, folders, names in walk(root, onerror=onerror):
            yield base, folders, [f"{'ł' * 130}.yaml", *names]
        onerror(PermissionError(13, "Permission denied", str(tmp_path / "closed")))

    monkeypatch.setattr(os, "walk", with_long_name)
    found = PackLibrary(assets(), [tmp_path])
    assert [each.id for each in found.custom()] == ["mine"]
    assert found.faults[0].endswith(".yaml: a name of at most 255 bytes")
    assert found.faults[1] == f"{tmp_path / 'closed'}: Permission denied"
    assert all(len(fault) <= 300 for fault in found.faults)


def test_one_card_said_twice_by_an_alias_is_twice(tmp_path: Path) -> None:
    path = pack(tmp_path / "mine.yaml", "CAT")
    path.write_text(path.read_text().replace('- "CAT"', '- &a "CAT"') + "\n  - *a")
    _, faults = examine(path)
    assert [str(fault).partition(": ")[2] for fault in faults] == [
        "cards[26]: 'CAT': each card once, and 'CAT' is the same"
    ]


def test_packs_that_is_no_folder_or_lies_where_nobody_may_look_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "packs").write_text("x")
    library = PackLibrary(assets(), [tmp_path / "packs"])
    assert library.custom() == () and len(library.faults) == 1
    closed = tmp_path / "closed/packs"
    stat = Path.stat

    def refused(path: Path, **given: bool) -> object:
        if path == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, **given)

    monkeypatch.setattr(Path, "stat", refused)
    library = PackLibrary(assets(), [closed])
    assert library.custom() == () and "Permission denied" in library.faults[0]


def test_a_pack_of_more_cards_than_anyone_plays_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    cards = ", ".join(f"W{n}" for n in range(MAX_CARDS["words"] + 1))
    path.write_text(f"id: x\ntitle: X\nlanguage: en\nkind: words\ncards: [{cards}]")
    _, faults = examine(path, fault_of)
    assert [str(fault).partition(": ")[2] for fault in faults] == ["cards: 2001: at most 2000 cards"]


@pytest.mark.parametrize("name", ["../../etc", "/etc", "a/b", "a\\b", "..", ".hidden"])
def test_an_id_that_looks_like_a_path_is_named(name: str, tmp_path: Path) -> None:
    _, faults = examine(words(tmp_path / "mine.yaml", id=f"'{name}'"))
    assert [str(fault).partition(": ")[2] for fault in faults] == [
        f"id: {name!r}: an id without / and \\ that begins with no dot"
    ]


@pytest.mark.parametrize("name", ["my pack", "a.b", "Łódź!"])
def test_an_id_may_be_any_other_text(name: str, tmp_path: Path) -> None:
    pack, faults = examine(words(tmp_path / "mine.yaml", id=f"'{name}'"))
    assert pack is not None
    assert (pack.id, faults) == (name, [])


@pytest.mark.parametrize("said", ["NO", "12:30", "007", "~", "1.50", "2024-01-01", "0x10", "*same"])
def test_a_word_that_yaml_takes_for_something_else_is_told_as_it_was_written(said: str, tmp_path: Path) -> None:
    """`- NO` was told as `false`, `- 12:30` as 750."""
    cards = "\n".join(f"  - WORD{chr(65 + n)}" for n in range(25))
    path = tmp_path / "x.yaml"
    path.write_text(f"id: x\ntitle: X\nlanguage: en\nkind: words\ncards:\n{cards}\n  - &same On\n  - {said}\n")
    _, faults = examine(path)
    told = [f"{path}: cards[{at}]: {value}: text (quote it)" for at, value in ((26, "On"), (27, said))]
    assert [str(fault) for fault in faults] == [line.replace("*same", "On") for line in told]


@pytest.mark.parametrize(("twins", "listed"), [(1, 1), (3, 3), (50, 50), (51, 51), (80, 51)])
def test_the_page_of_packs_counts_the_faults_that_the_command_lists(
    twins: int, listed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page told the first alone, as if there were no other; the command left out what came after the fiftieth."""
    path = tmp_path / "mine.txt"
    path.write_text("\n".join(["first", *(f"W{n}" for n in range(24)), *(["first"] * twins)]))
    assert main(["packs", "check", str(path)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert len(told) == listed
    library = PackLibrary(assets(), [tmp_path])
    assert library.custom() == ()
    assert (library.faults, library.more_faults) == ((told[0],), (twins - 1,))
    assert list(library.every_fault) == told
    if twins > 50:
        assert told[-1] == f"{path}: … and {twins - 50} more"


def test_of_very_many_spoilt_pictures_the_others_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "_is_whole", lambda file: False)
    folder = album(tmp_path / "many", 60)
    assert main(["packs", "check", str(folder)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert (len(told), told[-1]) == (51, f"{folder}: … and 10 more")
