"""All boxes of a broker in one table; nothing from there is believed to be printable, or of the right kind."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from device.config.fleet import is_name
from device.files.reader import printable, shortened
from device.publish.topics import ONLINE, ROOT

TOPICS = (f"{ROOT}/+/availability", f"{ROOT}/+/state")
HEAD = ("BOX", "", "SCREEN", "GAME", "PHASE", "TURN", "LEFT", "TIME", "LANG", "FAULTS", "VERSION")
MAX_BOXES, MAX_CELL, MAX_BYTES = 5000, 20, 4096


@dataclass(slots=True)
class BoxRow:
    """A box as it was heard of last."""

    online: bool = False
    state: Mapping[str, Any] = field(default_factory=dict)


class Overview:
    """Takes messages, and gives the rows of a table; `changed` is set by whatever changes one."""

    def __init__(self) -> None:
        self.boxes: dict[str, BoxRow] = {}
        self.changed = True

    def take(self, topic: str, payload: bytes) -> None:
        """Take a message; what is no box's is passed over."""
        root, _, rest = topic.partition("/")
        name, _, what = rest.partition("/")
        if root != ROOT or not is_name(name) or len(payload) > MAX_BYTES:
            return
        if name not in self.boxes and len(self.boxes) >= MAX_BOXES:
            return
        if what == "availability":
            self.boxes.setdefault(name, BoxRow()).online = payload == ONLINE
        elif what == "state":
            self.boxes.setdefault(name, BoxRow()).state = _mapping(payload)
        self.changed = True

    def names(self) -> list[str]:
        """Return the boxes, number 2 before number 10."""
        return sorted(self.boxes, key=lambda name: [(len(part), part) for part in re.split(r"(\d+)", name)])

    def objects(self) -> list[dict[str, object]]:
        """Return a mapping for each box."""
        return [{**self.boxes[name].state, "name": name, "online": self.boxes[name].online} for name in self.names()]

    def lines(self, width: int, height: int) -> list[str]:
        """Return the table as lines that fit a terminal, with a line that counts the boxes."""
        names = self.names()
        rows = [HEAD, *(_cells(name, self.boxes[name]) for name in names[: max(1, height - 3)])]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
        lines = ["  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)) for row in rows]
        there = sum(box.online for box in self.boxes.values())
        more = len(names) - (len(rows) - 1)
        lines.append(f"{there} of {len(names)} boxes are there" + (f"; {more} more do not fit here" if more else ""))
        return [line[:width].rstrip() for line in lines]


def _mapping(payload: bytes) -> Mapping[str, Any]:
    try:
        content = json.loads(payload)
        json.dumps(content, allow_nan=False)  # what Python reads beyond JSON must not go on from here
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _cells(name: str, box: BoxRow) -> tuple[str, ...]:
    state = box.state
    if not box.online:
        return (name, "away", *[""] * (len(HEAD) - 2))
    left, faults = state.get("agents_left"), state.get("faults")
    agents = "/".join(map(_cell, left.values())) if isinstance(left, dict) else _cell(left)
    told = ("game", "phase", "turn")
    return (
        name,
        "locked" if state.get("locked") is True else "there",
        _cell(state.get("screen")),
        *(_cell(state.get(key)) for key in told),
        _short(agents),
        _time(state.get("session_left_s")),
        _cell(state.get("language")),
        _short(" ".join(map(_cell, faults)) if isinstance(faults, list) else ""),
        _cell(state.get("version")),
    )


def _cell(value: object) -> str:
    return "" if value is None else _short(str(value))


def _short(text: str) -> str:
    return shortened(printable(text[: 2 * MAX_CELL]), MAX_CELL)


def _time(seconds: object) -> str:
    if type(seconds) is not int or not 0 <= seconds < 10**6:
        return ""
    return f"{seconds // 60}:{seconds % 60:02d}"
