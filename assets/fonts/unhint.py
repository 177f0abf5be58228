"""Take the hinting out of the typeface.

    python assets/fonts/unhint.py DIRECTORY

Needs fonttools; `DIRECTORY` holds the files as they are published. At the sizes of this box hinting moves hardly a
pixel, while running its programs took two thirds of the time of every first text.
"""

import sys
from pathlib import Path

from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables.ttProgram import Program

HERE = Path(__file__).parent
PREPARE = ["PUSHW[ ]", "511", "SCANCTRL[ ]", "PUSHB[ ]", "4", "SCANTYPE[ ]", "PUSHB[ ]", "0", "POP[ ]"]
"""Keeps thin strokes whole. Were it not longer than seven bytes, FreeType would hint by itself."""
LEFT = {"maxFunctionDefs": 0, "maxTwilightPoints": 0, "maxSizeOfInstructions": 0, "maxStorage": 0, "maxZones": 1}


def unhint(font: TTFont) -> None:
    """Leave a font nothing to run for a glyph."""
    for tag in ("fpgm", "cvt "):
        if tag in font:
            del font[tag]
    for name in font["glyf"].keys():  # noqa: SIM118  # the table is no mapping
        font["glyf"][name].removeHinting()
    font["prep"] = newTable("prep")
    font["prep"].program = Program()
    font["prep"].program.fromAssembly(PREPARE)
    for name, value in LEFT.items():
        setattr(font["maxp"], name, value)


if __name__ == "__main__":
    for path in sorted(HERE.glob("*.ttf")):
        font = TTFont(Path(sys.argv[1]) / path.name, recalcTimestamp=False)
        unhint(font)
        font.save(path)
