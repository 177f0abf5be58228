"""What every screen is."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import ClassVar

from device.files.texts import Texts
from device.rules.model import Public, Side
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.lines import PromptLines
from device.ui.kit.stack import Desk
from device.ui.kit.target import Kind, Target
from hardware.ports import Cell, Input


class Screen:
    """A screen: lays out its targets, draws itself, answers touches and short presses.

    `name` is its name in the dump, `overlay` whether the screen below is seen around it, `live` whether the key panels
    may be lit while it is shown.
    """

    name: ClassVar[str]
    overlay: ClassVar[bool] = False
    live: ClassVar[bool] = False

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._targets: list[Target] = []

    @property
    def t(self) -> Texts:
        """Return the texts, to call with an English text."""
        return self.desk.texts

    @property
    def public(self) -> Public:
        """Return the game on the table as everyone may see it; for screens that are open only while there is one."""
        table = self.desk.table
        assert table is not None
        return table

    def targets(self, canvas: Canvas) -> tuple[Target, ...]:
        """Lay out what can be touched, the topmost last."""
        self._targets = []
        self.layout(canvas)
        return tuple(self._targets)

    def layout(self, canvas: Canvas) -> None:
        """Call `touchable` for everything that can be touched."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the screen at rest."""
        raise NotImplementedError

    def animate(self, canvas: Canvas, now: float) -> None:
        """Draw what moves, over the screen at rest."""

    def tick(self, now: float) -> None:
        """Take note that time passes."""

    def moving(self, now: float) -> bool:
        """Tell whether something moves."""
        return False

    def situation(self) -> Hashable:
        """Return what must not change between a button's going down and its release."""
        return None

    def lit(self) -> frozenset[Side]:
        """Return the sides whose lamp is lit: where a short press would do something."""
        return frozenset()

    def press(self, side: Side) -> None:
        """Take a short press of a lit button."""

    def edge(self, side: Side, lines: PromptLines) -> PromptLines:
        """Return what a strip says while this screen lies over the table: no button does anything then."""
        return replace(lines, button="", active=False)

    def raw(self, given: Input) -> None:
        """Take note of an input before anything is made of it."""

    def cells(self, side: Side) -> tuple[Cell, ...] | None:
        """Return what a side's key panel shows while this screen is on top, if that is not for the game to say."""
        return None

    def typed(self, text: str) -> None:
        """Take text from an attached keyboard."""

    def changed(self) -> None:
        """Take note that the game on the table changed."""

    def touchable(
        self,
        view: View,
        name: str,
        box: Box,
        act: Callable[[], object],
        enabled: bool = True,
        kind: Kind = "tap",
    ) -> None:
        """Lay out a target at a view's side."""
        self._targets.append(Target(name, view.rect(box), act, view.side, enabled, kind))
