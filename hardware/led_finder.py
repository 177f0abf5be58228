"""Finding out how the lights of a key panel follow each other, from where people see single ones. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hardware.drivers.matrix import WIDTH, wire_order
from hardware.registry import TABLE
from hardware.spec import PartSpec, Value

ASKED = (0, WIDTH - 1, WIDTH)
"""The lights on the wire whose places tell the rest: the ends of the first row, and the beginning of the second."""
PLACING = ("layout", "corner", "turn")
COLOURS = {"red": "R", "blue": "B"}
"""What is shown to find the order of the colours, and the letter it is sent as."""


class Seen(NamedTuple):
    """A cell of a panel that was lit, and the cell at which people saw it; both in the side's reading order."""

    lit: int
    at: int


def can_be_placed(panel: PartSpec) -> bool:
    """Tell whether a panel's driver knows how its lights lie."""
    return any(param.name == "turn" for param in TABLE["key_panels"][panel.driver].params)


def has_order(panel: PartSpec) -> bool:
    """Tell whether the colours of a panel's lights may come in another order."""
    return any(param.name == "order" for param in TABLE["key_panels"][panel.driver].params)


def cells_to_ask(panel: PartSpec) -> tuple[int, ...]:
    """Return the cells to light, one after the other: those of three lights on the wire."""
    wire = _wire(panel, panel.params)
    return tuple(wire[led] for led in ASKED)


def placing(panel: PartSpec, seen: Sequence[Seen]) -> Mapping[str, Value] | None:
    """Return the parameters under which every cell shows where it should; None where there are none.

    As little as possible differs from what the panel has.
    """
    wire = _wire(panel, panel.params)
    leds = [(wire.index(each.lit), each.at) for each in seen]
    fitting = [
        each for each in _ways(panel) if all(_wire(panel, {**panel.params, **each})[led] == at for led, at in leds)
    ]
    if not fitting:
        return None
    return min(fitting, key=lambda each: sum(panel.params.get(name, each[name]) != each[name] for name in each))


def order_of(order: str, seen: Mapping[str, str]) -> str | None:
    """Return the order of the colours on the wire ("GRB"), from the one in use and what was seen of red and blue.

    `seen` is the letter people saw, by the letter that was sent; None where that cannot be.
    """
    plain = [letter for letter in "RGB" if letter not in seen]
    left = [letter for letter in "RGB" if letter not in seen.values()]
    if len(plain) != len(left):
        return None
    truly = {**seen, **dict(zip(plain, left, strict=True)), "W": "W"}
    return "".join(truly[letter] for letter in order)


def _wire(panel: PartSpec, params: Mapping[str, Value]) -> tuple[int, ...]:
    """Return the cell that each light on the wire shows; of a display, each square of the glass."""
    turn = int(params.get("turn", 0))
    if not any(param.name == "corner" for param in TABLE["key_panels"][panel.driver].params):
        return wire_order("rows", "top_left", -turn % 360)  # a display turns its picture, not itself
    return wire_order(str(params.get("layout", "serpentine")), str(params.get("corner", "top_left")), turn)


def _ways(panel: PartSpec) -> Iterator[Mapping[str, Value]]:
    """Go through every way in which the panel's parameters may be set."""
    ways: list[dict[str, Value]] = [{}]
    for param in TABLE["key_panels"][panel.driver].params:
        if param.name in PLACING:
            ways = [{**way, param.name: choice} for way in ways for choice in param.choices]
    yield from ways
