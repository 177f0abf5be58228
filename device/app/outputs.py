"""What the box shows beside the picture: the key panels, the lamps, the backlight, the cues."""

from collections.abc import Callable, Hashable

from device.app import lights
from device.game.seating import sees_key
from device.rules.model import Phase
from device.ui.kit.stack import ScreenStack
from hardware.box import Box, Fault
from hardware.palette import breathes
from hardware.ports import SEATS, Cell, Seat


class Outputs:
    """Brings the parts in line with the game, and tells them only what changed.

    `heard` is called with every cue, also a muted one; `failing` with the parts that fail, and why the game cannot be
    saved, whenever that changes.
    """

    def __init__(self, box: Box, screens: ScreenStack) -> None:
        self.heard: Callable[[str], None] = lambda cue: None
        self.failing: Callable[[tuple[Fault, ...], str | None], object] = lambda faults, unsaved: None
        self._box, self._screens = box, screens
        self._lit: dict[Seat, tuple[bool, bool]] = {}
        self._cells: dict[Seat, tuple[Cell, ...]] = {}
        self._palette = ""
        self.pulsing = False
        """Whether a key panel breathes."""
        self._level: float | None = None
        self._followed: Hashable = None
        self._due: list[tuple[float, str]] = []
        self._faults: tuple[tuple[Fault, ...], str | None] = ((), None)

    def follow(self, level: float) -> None:
        """Follow the game and the screens; `level` is the backlight's, and at 0 the screen sleeps."""
        self._sound()
        preferences = self._screens.context.preferences
        self._palette = self._screens.top.palette or preferences.palette
        self._box.shine(preferences.led_brightness, self._palette)
        if level != self._level:
            self._level = level
            self._box.backlight(level)
        faults = (self._box.faults(), self._screens.context.unsaved)
        if faults != self._faults:
            self._faults = faults
            self.failing(*faults)
            self._screens.invalidate()
        followed = (self._screens.version, level == 0, self._palette)
        if followed == self._followed:
            return
        self._followed = followed
        lit = self._screens.top.lit() if level else frozenset()
        for seat in SEATS:
            lamp = (seat in lit, self._screens.top.breathes)
            if self._lit.get(seat) != lamp:
                self._lit[seat] = lamp
                self._box.light(seat, *lamp)
            cells = self._key(seat) if level else lights.ALL_DARK
            if self._cells.get(seat) != cells:
                self._cells[seat] = cells
                self._box.show_key(seat, cells)
        self.pulsing = any(breathes(self._palette, cell) for cells in self._cells.values() for cell in cells)

    def play(self, cue: str, voice: str = "", after: float = 0.0) -> None:
        """Sound a cue, unless muted, in one of its voices and so many seconds from now."""
        self.heard(cue)
        self._due.append((self._screens.now + after, voice or cue))

    def _sound(self) -> None:
        """Sound what is due."""
        now = self._screens.now
        for _, sound in [each for each in self._due if each[0] <= now]:
            self._screens.context.sound(sound)
        self._due = [each for each in self._due if each[0] > now]

    def _key(self, seat: Seat) -> tuple[Cell, ...]:
        """Return what a side's panel shows: dark unless a game is being played, and in versus only at B."""
        tested = self._screens.top.cells(seat)
        if tested is not None:
            return tested
        table = self._screens.context.table
        if table is None or table.phase is Phase.OVER or not self._live():
            return lights.ALL_DARK
        if not sees_key(table, seat, self._screens.context.partner.plays):
            return lights.ALL_DARK
        return lights.frame(table, self._screens.context.session.key(seat), seat)

    def _live(self) -> bool:
        """Tell whether the table is seen; under a page that darkens the panels nothing lights them again."""
        keys = [screen.key for screen in self._screens.screens]
        return "table" in keys and all(screen.live for screen in self._screens.screens[keys.index("table") :])
