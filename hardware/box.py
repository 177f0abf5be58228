"""The box: all the kiosk ever touches of the hardware. Nothing here raises because of a part."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from hardware.guard import Guard
from hardware.ports import (
    DARK,
    PANEL_CELLS,
    SEATS,
    Backlight,
    Button,
    Cell,
    KeyPanel,
    Lamp,
    Pointer,
    Power,
    Screen,
    Seat,
    Speaker,
)
from hardware.spec import BoxSpec, PartSpec

if TYPE_CHECKING:
    import pygame

PARTS = ("screen", "panel:a", "panel:b", "button:a", "button:b", "lamp:a", "lamp:b", "speaker", "backlight", "power")


class Fault(NamedTuple):
    """A part that should be there and does not work: "missing" never started, "failed" stopped."""

    part: str
    driver: str
    status: Literal["missing", "failed"]
    why: str


class Opener(NamedTuple):
    """What opens a part, and the driver and parameters it is opened by."""

    chosen: PartSpec
    open: Callable[[], Any] | None

    @property
    def driver(self) -> str:
        """Name the driver."""
        return self.chosen.driver


Openers = Mapping[str, Opener]
"""What opens each part of a box, by the part's name."""


class Parts(NamedTuple):
    """The guarded parts of one box; `openers` gives what opens them, for this box or another one."""

    screen: Guard[Screen]
    panels: Mapping[Seat, Guard[KeyPanel]]
    buttons: Mapping[Seat, Guard[Button]]
    lamps: Mapping[Seat, Guard[Lamp]]
    speaker: Guard[Speaker]
    backlight: Guard[Backlight]
    power: Guard[Power]
    openers: Callable[[BoxSpec], Openers]

    def every(self) -> Iterator[Guard[Any]]:
        """Go through every part."""
        yield self.screen
        for sided in (self.panels, self.buttons, self.lamps):
            yield from (sided[seat] for seat in SEATS)
        yield from (self.speaker, self.backlight, self.power)


def _unseen(size: tuple[int, int]) -> "pygame.Surface":
    """Make a surface nobody sees; only then is pygame needed, and the blanking after a crash does without."""
    import pygame

    return pygame.Surface(size)


class GuardedScreen:
    """The screen the kiosk draws on; without a working one, a surface nobody sees."""

    def __init__(self, guard: Guard[Screen], size: tuple[int, int]) -> None:
        self._guard = guard
        self._size = size
        self._unseen: pygame.Surface | None = None

    @property
    def surface(self) -> "pygame.Surface":
        """The upright landscape picture; it may be another one, of another size, once a screen comes back."""
        held = self._guard.held
        if held is not None:
            return held.surface
        if self._unseen is None:
            self._unseen = _unseen(self._size)
        return self._unseen

    def poll(self, now: float) -> None:
        """Drain the window system's events onto the queue."""
        self._guard.ask(lambda screen: screen.poll(now), None)

    def present(self, changed: "pygame.Rect | None" = None) -> None:
        """Put the surface, or what changed of it, on the display."""
        self._guard.ask(lambda screen: screen.present(changed), None)

    def close(self) -> None:
        """Close the screen."""
        self._guard.close()


class Box:
    """Every part by its plain use: a part that fails is named in `faults`, tried again, and never replaced."""

    def __init__(self, parts: Parts, spec: BoxSpec) -> None:
        self.spec = spec
        self._parts = parts
        self._guards: tuple[Guard[Any], ...] = tuple(parts.every())
        self._by_name = {guard.part: guard for guard in self._guards}
        self._keys: dict[Seat, tuple[Cell, ...]] = dict.fromkeys(SEATS, (DARK,) * PANEL_CELLS)
        self._look: tuple[float, str] | None = None
        self.screen = GuardedScreen(parts.screen, spec.size)

    def refit(self, spec: BoxSpec, *, anyhow: bool = False) -> bool:
        """Be another box: open anew the parts that differ, all of them once the old ones are closed.

        Where one that works would no longer open, everything stays as it was, and False comes back; `anyhow`: it is
        that box all the same, and the part is tried again.
        """
        before, self.spec = self.spec, spec
        old, new = self._parts.openers(before), self._parts.openers(spec)
        changed = [guard for guard in self._guards if new[guard.part].chosen != old[guard.part].chosen]
        worked = [guard for guard in changed if guard.works]
        self._reopen(changed, new)
        if anyhow or all(guard.works or new[guard.part].open is None for guard in worked):
            return True
        self.spec = before
        self._reopen(changed, old)
        return False

    def is_like(self, spec: BoxSpec) -> bool:
        """Tell whether it is this box already, with nothing to refit."""
        return spec == self.spec

    def _reopen(self, guards: list[Guard[Any]], openers: Openers) -> None:
        for guard in guards:
            guard.release()
        for guard in guards:
            guard.refit(openers[guard.part].driver, openers[guard.part].open)

    def upright(self, pointer: Pointer) -> Pointer:
        """Return a touch where the finger is, however the sensor lies on the screen."""
        x, y = self.spec.touch.apply((pointer.x, pointer.y))
        return pointer._replace(x=x, y=y)

    @property
    def screen_mm(self) -> tuple[float, float] | None:
        """Return width and height in mm as the screen itself tells them, longer side first, if it does."""
        found: tuple[float, float] | None = getattr(self._parts.screen.held, "measured_mm", None)
        return found

    def show_key(self, seat: Seat, cells: tuple[Cell, ...]) -> None:
        """Show 25 cells on a side's key panel, in that side's reading order."""
        self._keys[seat] = cells
        self._show(seat)

    def shine(self, brightness: float, palette: str) -> None:
        """Show both keys from now on at this brightness (0-1) and in this palette; cheap when nothing changes."""
        if (brightness, palette) != self._look:
            self._look = (brightness, palette)
            for seat in SEATS:
                self._show(seat)

    def light(self, seat: Seat, lit: bool, breathing: bool = False) -> None:
        """Switch the lamp in a side's button; a lit one may breathe."""
        self._parts.lamps[seat].want(lambda lamp: lamp.set(lit, breathing))

    def play(self, cue: str, volume: float) -> None:
        """Start a cue by name at a volume of 0-1."""
        self._parts.speaker.ask(lambda speaker: speaker.play(cue, volume), None)

    def backlight(self, level: float) -> None:
        """Set the light behind the touchscreen, 0 (blank) to 1."""
        self._parts.backlight.want(lambda light: light.set(level))

    def power_off(self) -> str:
        """Begin a clean shutdown; return what is done, in words for the log."""
        return self._parts.power.ask(lambda power: power.off(), self._no_power())

    def reboot(self) -> str:
        """Begin a restart; return what is done, in words for the log."""
        return self._parts.power.ask(lambda power: power.reboot(), self._no_power())

    def pressed(self, seat: Seat) -> bool:
        """Read the button's level now; False when the button does not work."""
        return self._parts.buttons[seat].ask(lambda button: button.pressed(), False)

    def tick(self, now: float) -> None:
        """Poll the screen, let every part live, and look after those that fail."""
        self.screen.poll(now)
        for guard in self._guards:
            guard.tick(now)

    def try_again(self, part: str) -> None:
        """Open a part at once, if it does not work: somebody asks for it."""
        self._by_name[part].try_again()

    def works(self, part: str) -> bool:
        """Tell whether a part ("panel:a", "speaker" ...) is there and answers."""
        return self._by_name[part].works

    def configured(self, part: str) -> bool:
        """Tell whether the box has this part at all."""
        return self._by_name[part].configured

    def driver(self, part: str) -> str:
        """Name a part's driver."""
        return self._by_name[part].driver

    def waits(self) -> bool:
        """Tell whether a part cannot tell yet whether it works."""
        return any(guard.waits for guard in self._guards)

    def faults(self) -> tuple[Fault, ...]:
        """Name every part that should be there and does not work, or works only in part (a screen without touch)."""
        faults = []
        for guard in self._guards:
            if guard.status != "ok" and guard.configured:
                faults.append(Fault(guard.part, guard.driver, guard.status, guard.why))
            elif guard.trouble:
                faults.append(Fault(guard.part, guard.driver, "failed", guard.trouble))
        return tuple(faults)

    def close(self) -> None:
        """Leave everything dark and quiet and let go of it; the screen goes last."""
        for guard in reversed(self._guards):
            guard.close()

    def _show(self, seat: Seat) -> None:
        cells, look = self._keys[seat], self._look

        def show(panel: KeyPanel) -> None:
            if look is not None:
                panel.shine(*look)
            panel.show(cells)

        self._parts.panels[seat].want(show)

    def _no_power(self) -> str:
        return self._parts.power.why or "this box cannot switch itself off"
