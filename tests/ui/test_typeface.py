"""The files of the typeface."""

import struct
from pathlib import Path

import pytest

from device.files.assets import assets

FILES = sorted((assets() / "fonts").glob("*.ttf"))
LEAST = 7
"""FreeType hints a typeface by itself whose program in `prep` is no longer than that."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_glyph_has_a_program_to_run(file: Path) -> None:
    """Hinting took two thirds of the time of every first text, of which the first picture has many."""
    content = file.read_bytes()
    (count,) = struct.unpack_from(">H", content, 4)
    rows = (struct.unpack_from(">4s3I", content, 12 + 16 * n) for n in range(count))
    sizes = {tag: size for tag, _, _, size in rows}
    assert not {b"fpgm", b"cvt "} & sizes.keys()
    assert sizes[b"prep"] > LEAST
