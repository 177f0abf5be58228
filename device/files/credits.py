"""Who made what the box ships with: the CREDITS files of the assets as plain text."""

import re
from pathlib import Path

FILE = "CREDITS.md"
_LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
_MARKS = re.compile(r"\*\*|`|<|>")


def credits(assets: Path) -> list[tuple[str, bool]]:
    """Return the paragraphs of every CREDITS file, and whether each is a heading."""
    label: list[tuple[str, bool]] = []
    for path in sorted(assets.rglob(FILE)):
        for block in path.read_text(encoding="utf-8").split("\n\n"):
            lines = [line.strip() for line in block.strip().splitlines() if line.strip()]
            while lines and lines[0].startswith("#"):
                label.append((plain(lines.pop(0).lstrip("# ")), True))
            label += [(plain(paragraph), False) for paragraph in _paragraphs(lines)]
    return label


def plain(text: str) -> str:
    """Return a line of Markdown without its marks; a link stands after its words."""
    return _MARKS.sub("", _LINK.sub(r"\1 (\2)", text))


def _paragraphs(lines: list[str]) -> list[str]:
    """Join lines that belong together; each item of a list and each row of a table stands alone."""
    joined: list[str] = []
    for line in lines:
        if re.fullmatch(r"[|:\- ]+", line):
            continue
        alone = line.startswith(("- ", "* ", "|"))
        label = line.strip("| ").replace("|", "·") if line.startswith("|") else re.sub(r"^[-*] ", "• ", line)
        if alone or not joined:
            joined.append(label)
        else:
            joined[-1] = f"{joined[-1]} {label}"
    return joined
