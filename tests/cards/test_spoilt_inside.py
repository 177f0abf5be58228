"""`packs check` reads every picture to its last pixel, and names the one that is spoilt inside."""

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from device.cards.pack_file import examine
from device.commands import main
from device.ui.kit.photos import spoilt

Spoil = Callable[[bytes], bytes]


def shot(kind: str, **save: object) -> bytes:
    """Return a picture of the kind a camera takes: noise over a slope."""
    chance, image = Random(1), Image.new("RGB", (96, 64))
    image.putdata([(x * 2, y * 3, chance.randrange(256)) for y in range(64) for x in range(96)])
    buffer = io.BytesIO()
    image.save(buffer, kind, **save)  # type: ignore[arg-type]
    return buffer.getvalue()


def middle(content: bytes, *bytes_: int) -> bytes:
    at = len(content) * 2 // 3
    return content[:at] + bytes(bytes_) + content[at + len(bytes_) :]


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_of(pixels: bytes) -> bytes:
    """Return a PNG of 96 × 64 pixels in grey whose data is anything."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 96, 64, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


SPOILT = {
    "a byte of a PNG": (".png", middle(shot("PNG"), 0x55, 0xAA)),
    "a PNG whose data stops": (".png", png_of(zlib.compress(bytes(97 * 20)))),
    "a PNG without data": (".png", png_of(b"")),
    "a PNG of noise": (".png", png_of(Random(2).randbytes(2000))),
    "a PNG with a line that is none": (".png", png_of(zlib.compress(b"\x09" + bytes(97 * 64 - 1)))),
    "a PNG cut in the middle, its end put back": (".png", shot("PNG")[:-900] + chunk(b"IEND", b"")),
    "a JPEG of a mark that is none": (".jpg", middle(shot("JPEG"), 0xFF, 0x42)),
    "a JPEG of a restart where there is none to come": (".jpg", middle(shot("JPEG"), 0xFF, 0xD3)),
    "a JPEG of restarts out of order": (
        ".jpg",
        shot("JPEG", restart_marker_blocks=4).replace(b"\xff\xd1", b"\xff\xd5", 1),
    ),
    "a JPEG of noise": (".jpg", shot("JPEG")[:700] + Random(3).randbytes(4000) + b"\xff\xd9"),
    "a JPEG overwritten with ones": (".jpg", middle(shot("JPEG"), *[0xFF] * 200, 0x01)),
    "a JPEG with a second beginning": (".jpg", middle(shot("JPEG"), 0xFF, 0xD8)),
    "a JPEG around a whole small one": (
        ".jpg",
        shot("JPEG", exif=b"Exif\0\0" + shot("JPEG")[:9000])[:-900] + b"\xff\x42" + bytes(898) + b"\xff\xd9",
    ),
}
SOUND = {
    "PNG": (".png", shot("PNG")),
    "grey PNG": (".png", png_of(zlib.compress(bytes(97 * 64)))),
    "JPEG": (".jpg", shot("JPEG")),
    "progressive JPEG": (".jpg", shot("JPEG", progressive=True)),
    "JPEG with restarts": (".jpg", shot("JPEG", restart_marker_blocks=4)),
    "JPEG with a film behind it": (".jpg", shot("JPEG") + b"\xff\x42film" * 99),
    "JPEG with a long film behind it": (".jpg", shot("JPEG") + Random(1).randbytes(200_000)),
    "JPEG with a small one inside": (".jpg", shot("JPEG", exif=b"Exif\0\0" + shot("JPEG")[:9000])),
}


def album(folder: Path, ending: str, content: bytes) -> Path:
    folder.mkdir()
    for number in range(19):
        (folder / f"good {number:02}.png").write_bytes(SOUND["PNG"][1])
    (folder / f"seaside{ending}").write_bytes(content)
    return folder


@pytest.mark.parametrize(("ending", "content"), SPOILT.values(), ids=SPOILT)
def test_a_picture_spoilt_inside_is_named(
    ending: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = album(tmp_path / "Summer", ending, content)
    assert main(["packs", "check", str(folder)]) in (1, 2)
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert f"seaside{ending}" in err
    assert "a whole picture, PNG or JPEG" in err


@pytest.mark.parametrize(("ending", "content"), SOUND.values(), ids=SOUND)
def test_a_sound_one_is_not(ending: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = album(tmp_path / "Summer", ending, content)
    assert main(["packs", "check", str(folder)]) == 0
    assert capsys.readouterr().err == ""


def test_a_pack_file_names_it_too_and_one_that_went_meanwhile(tmp_path: Path) -> None:
    folder = album(tmp_path / "Summer", ".png", SPOILT["a byte of a PNG"][1])
    names = sorted(path.name for path in folder.iterdir())
    cards = "".join(f"  - {{id: c{n}, file: '{name}'}}\n" for n, name in enumerate(names))
    file = folder / "x.yaml"
    file.write_text(f"id: x\ntitle: X\nlanguage: any\nkind: pictures\ncards:\n{cards}")
    pack, faults = examine(file)
    assert pack is not None and faults == []
    (folder / "good 03.png").unlink()
    assert [str(fault).split(": ")[1] for fault in spoilt(pack, file)] == ["good 03.png", "seaside.png"]
