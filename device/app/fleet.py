"""What the box tells the fleet: how it stands, whenever that changes, and what happened."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from device import __version__
from device.app.counter import STAND
from device.files.texts import Texts
from device.game.session import Change
from device.owner.machine import Machine
from device.publish.discovery import Device, discovery
from device.publish.outbox import Outbox
from device.publish.snapshot import Facts, ScreenName, Snapshot, encoded
from device.publish.topics import Topics
from device.rules.model import DuetPublic, Phase, Public, Side, VersusPublic
from device.ui.kit.stack import ScreenStack

FINE_SECONDS = 120
"""So near its end the time left of a session is told in steps of ten seconds, before that of a minute."""
NOW_BITS = 0xF
"""What of `vcgencmd get_throttled` is so now, and not since the start."""


class Line(Protocol):
    """What the box needs of the line to the broker; none of it waits."""

    outbox: Outbox
    facts: Facts | None

    def wake(self) -> None:
        """Have the outbox looked into."""


class Fleet:
    """Follows the kiosk; public facts alone go out."""

    def __init__(
        self, screens: ScreenStack, line: Line, topics: Topics, clock: Callable[[], str | None] = lambda: None
    ) -> None:
        """Follow from here on; `clock` tells the time of day, None where it is not known."""
        self._screens, self._context = screens, screens.context
        self._line, self._topics, self._clock = line, topics, clock
        self._followed: object = None
        self._screen: ScreenName | None = None
        self._since: str | None = None
        self._asleep = False
        self._faults: tuple[str, ...] = ()
        self._began: float | None = None
        self._discovered = ("", b"")  # the language it is in, and what it says
        self._context.session.subscribe(self._changed)

    def tick(self, now: float) -> None:
        """Tell what changed; nothing before the machine was asked for its facts."""
        left, facts, screens = self._session_left(), self._line.facts, self._screens
        followed = (screens.version, screens.dark, left, facts)
        if facts is None or followed == self._followed:
            return
        self._followed = followed
        self._tell_of_faults()
        asleep = screens.dark or screens.top.key == "attract"
        if self._asleep and not asleep:
            self._tell("woken")
        self._asleep = asleep
        new = self._line.outbox.retain(self._topics.state, encoded(self._snapshot(left, facts)))
        if self._topics.discovery_prefix:
            new = self._line.outbox.retain(self._topics.discovery, self._discovery()) or new
        if new:
            self._line.wake()

    def _snapshot(self, left: int | None, facts: Facts) -> Snapshot:
        context, table = self._context, self._context.table
        screen = screen_name(self._screens)
        if screen != self._screen:
            self._screen, self._since = screen, self._clock()
        setup = context.session.setup
        return Snapshot(
            game=setup.mode if setup else None,
            phase=str(table.phase) if table else None,
            turn=table.turn if table else None,
            agents_left=_agents_left(table),
            screen=screen,
            since=self._since,
            language=context.preferences.language,
            locked=context.orders.locked,
            session_left_s=left,
            version=__version__,
            faults=self._faults,
            storage_free_mb=facts.storage_free_mb,
            throttled=facts.throttled,
        )

    def _session_left(self) -> int | None:
        left = self._context.orders.session_left
        if left is None:
            return None
        step = 10 if left <= FINE_SECONDS else 60
        return -int(-left // step) * step

    def _discovery(self) -> bytes:
        settings, languages = self._context.settings, self._context.languages
        language = self._context.preferences.owners_language
        if language == self._discovered[0]:
            return self._discovered[1]
        t = Texts(languages[language])
        device = Device(settings.fleet_name, settings.fleet_title, __version__, settings.fleet_allow, tuple(languages))
        self._discovered = language, discovery(device, self._topics, t)
        return self._discovered[1]

    # What happened

    def _tell(self, what: str, **more: object) -> None:
        told = {"event_type": what, **more, "at": self._clock()}
        self._line.outbox.tell(self._topics.event, encoded(told))
        self._line.wake()

    def _tell_of_faults(self) -> None:
        faults = {fault.part: fault.status for fault in self._context.box.faults()}
        if self._context.unsaved is not None:
            faults["store"] = "failed"
        for part, status in faults.items():
            if part not in self._faults:
                self._tell("fault", part=part, status=status)
        self._faults = tuple(sorted(faults))

    def _changed(self, change: Change) -> None:
        setup, after = self._context.session.setup, change.after
        if not change.of_the_table or after is None or setup is None:
            return
        if change.before is None or change.before.cards != after.cards:
            self._began = self._screens.now
            self._tell("game_started", mode=setup.mode)
        elif after.result is not None and change.before.phase is not Phase.OVER:
            seconds = None if self._began is None else round(self._screens.now - self._began)
            result = after.result
            self._tell("game_ended", mode=setup.mode, outcome=result.outcome, reason=result.reason, seconds=seconds)


def screen_name(screens: ScreenStack) -> ScreenName:
    """Return what is going on, by the screens that are open."""
    keys = [screen.key for screen in screens.screens]
    if any(screen.guarded for screen in screens.screens) or "pin" in keys:
        return "owner"
    if {"standing", *STAND} & {*keys}:
        return "standing" if screens.context.table else "home"
    if "table" in keys:
        return "playing"
    if "end" in keys or "ending" in keys:
        return "end"
    return "attract" if "attract" in keys else "home"


def _agents_left(table: Public | None) -> int | dict[str, int] | None:
    if isinstance(table, DuetPublic):
        return table.agents_left
    if isinstance(table, VersusPublic):
        return {str(team): table.agents_left(team) for team in (Side.RED, Side.BLUE)}
    return None


def facts_of(machine: Machine, data: Path) -> Facts:
    """Ask a machine, which takes its time; the free space is told in steps of 10 MB, so that it seldom changes."""
    bits = machine.throttled()
    throttled = None if bits is None else bool(bits & NOW_BITS)
    return Facts(machine.free_bytes(data) // 10_000_000 * 10, throttled)
