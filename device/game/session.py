"""The session: the only holder of a game."""

import math
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import accumulate
from typing import NamedTuple

from device.files.failures import print_failure
from device.game.booking import result_of
from device.game.observe import observe
from device.players.observation import Observation
from device.rules import key_view, public, start, step
from device.rules.actions import Action, GiveClue, Guess, Stop, Undo
from device.rules.clue_log import LogEntry, extend_log
from device.rules.errors import IllegalAction
from device.rules.events import Dealt, Event
from device.rules.model import Face, Phase, Public, Side, State
from device.storage.codec import checksum
from device.storage.store import CardContent, Drawn, GameResult, GameSetup, Store, StoreError, UnreadableGame
from hardware.ports import Seat

WRITE_SECONDS = 0.2
"""So long a tick may write what is owed since the store failed: people go on playing, and the watchdog is fed."""


class Change(NamedTuple):
    """What listeners are told: the table before and after (None: no game), and what happened in between.

    A `snapshot` says how things stand as a listener begins. `keys_shown` and `unsaved` are the session's.
    """

    before: Public | None
    events: tuple[Event, ...]
    after: Public | None
    keys_shown: bool = False
    unsaved: str | None = None
    snapshot: bool = False

    @property
    def of_the_table(self) -> bool:
        """Tell whether the table changed, not only what is known of the keys or of the memory."""
        return not self.snapshot and (bool(self.events) or self.before is not self.after)


Listener = Callable[[Change], None]


class Session:
    """Holds the game on the table; every change is saved before anyone sees it.

    `number` is the number of the last move, undone ones counted; `happened` is what the last change was made of. While
    the store fails the game goes on: `unsaved` says why, and what is pending is written with the next change or `save`,
    a piece at a time by the `clock` (seconds, monotonic; one that stands sets no bound): `catching_up` tells that the
    store works again and more is owed.
    """

    def __init__(self, store: Store, report: Callable[[Exception], None] = print_failure) -> None:
        """Begin with an empty table; a listener that fails is reported, and the game goes on."""
        self.unsaved: str | None = store.forgetful
        self.catching_up = False
        self.clock: Callable[[], float] = lambda: 0.0
        self.happened: tuple[Event, ...] = ()
        self._store = store
        self._report = report
        self._listeners: list[Listener] = []
        self._pending_writes: deque[Callable[[], None]] = deque()
        self._unbooked: list[GameResult] = []
        self._clear()

    def _clear(self) -> None:
        self._state: State | None = None
        self.number = 0
        self._history: list[tuple[Event, ...]] = []
        self._moves: list[tuple[int, Action]] = []
        self.setup: GameSetup | None = None
        self.contents: Mapping[str, CardContent] = {}
        self.keys_shown = False

    @property
    def public(self) -> Public | None:
        """Return what the table may know of the game on it, if there is one."""
        return public(self._state) if self._state else None

    @property
    def can_undo(self) -> bool:
        """Tell whether there is a move to take back."""
        return self._state is not None and self._state.past is not None and not self.keys_shown

    def subscribe(self, listener: Listener) -> None:
        """Tell a listener how things stand, and then every change, in the order they subscribed."""
        self._listeners.append(listener)
        self._tell(listener, Change(None, (), self.public, self.keys_shown, self.unsaved, snapshot=True))

    def start(self, dealt: Dealt, setup: GameSetup, drawn: Drawn | None = None) -> None:
        """Put a new game on the table; `drawn` says which cards it takes from which packs."""
        before = self.public
        self._clear()
        self._state, self.setup = start(dealt), setup
        self.contents = drawn.contents if drawn else {}
        self._persist(lambda: self._store.put_game(dealt, setup, drawn))
        self._notify(before, ())

    def do(self, action: Action) -> tuple[Event, ...]:
        """Do an action: check, one durable commit, evolve, tell the listeners.

        Raises:
            IllegalAction: the rules refuse it; nothing changed.
        """
        return self._do((action,))

    def undo_to(self, number: int) -> tuple[Event, ...]:
        """Take back every move after one, in one commit; 0 is the deal.

        Raises:
            IllegalAction: that move does not stand, or nothing stands after it; nothing changed.
        """
        count, state = 0, self._playing()
        while state.number > number and state.past is not None:
            count, state = count + 1, state.past
        if count == 0 or state.number != number:
            raise IllegalAction("nothing_to_undo", f"no move after move {number}")
        return self._do((Undo(),) * count)

    def _do(self, actions: tuple[Action, ...]) -> tuple[Event, ...]:
        """Do actions in one commit, all or none."""
        before = state = self._playing()
        if self.keys_shown and Undo() in actions:
            raise IllegalAction("nothing_to_undo", "the keys have been shown")
        moves, happened = list(enumerate(actions, self.number + 1)), list[tuple[Event, ...]]()
        for number, action in moves:
            events, state = step(state, action, number)
            happened.append(events)
        self._persist(lambda: self._store.add_moves(moves, state.public))
        for (number, action), events in zip(moves, happened, strict=True):
            self._note(number, action, events)
        self._state = state
        every = tuple(event for events in happened for event in events)
        self._notify(before.public, every)
        return every

    def _note(self, number: int, action: Action, events: tuple[Event, ...]) -> None:
        self.number = number
        if isinstance(action, Undo):
            self._history.pop()
            self._moves.pop()
        else:
            self._history.append(events)
            self._moves.append((number, action))

    def resume(self) -> bool:
        """Put the game that was on the table back, if there is one.

        Raises:
            StoreError: there is one, and it cannot be read: if it is no game it is off the table, in a
                copy of the file alone, else it stays saved.
        """
        try:
            saved = self._store.game()
            if saved is None:
                return False
            self._clear()
            state = start(saved.dealt)
            for number, action in saved.moves:
                events, state = step(state, action, number)
                self._note(number, action, events)
            if saved.checksum not in (None, checksum(state.public)):
                raise UnreadableGame("by the rules of this version its moves lead to another table than people saw")
            if saved.keys_shown and state.public.phase is not Phase.OVER:
                raise UnreadableGame("its keys were shown before its end")
        except (UnreadableGame, IllegalAction) as error:
            self._clear()
            with suppress(StoreError):
                self._store.keep_copy()
            self._store.clear_table()
            raise StoreError(f"the game on the table cannot be read: {error}") from None
        self._state, self.setup, self.contents = state, saved.setup, saved.contents
        self.keys_shown = saved.keys_shown
        self._notify(None, ())
        return True

    def show_keys(self) -> tuple[Face, ...]:
        """Book the ended game and return the faces of its key; from here on nothing can be taken back."""
        state = self._playing()
        assert state.public.phase is Phase.OVER
        if not self.keys_shown:
            self._book(leave=False)
            self.keys_shown = True
            self._notify(state.public, ())
        return state.key.faces

    def finish(self) -> None:
        """Leave the end screen: book the result if it is not yet, and clear the table."""
        state = self._playing()
        assert state.public.phase is Phase.OVER
        if self.keys_shown:
            self._persist(self._store.clear_table)
        else:
            self._book(leave=True)
        self._clear()
        self._notify(state.public, ())

    def _book(self, leave: bool) -> None:
        assert self.setup is not None
        result = result_of(self._playing().public, self.setup, self.clue_log())
        self._unbooked.append(result)

        def write() -> None:
            self._store.book(result, leave=leave)
            self._unbooked.remove(result)

        self._persist(write)

    def results(self, team: str | None = None) -> list[GameResult]:
        """Return the results of all games, or those of one team, oldest first; also what the store lacks yet.

        Raises:
            StoreError: they cannot be read.
        """
        return [*self._store.results(team), *(result for result in self._unbooked if team in (None, result.team))]

    def observe(self, side: Side) -> Observation:
        """Return what who acts for a side now may know."""
        return observe(self._playing(), side, self.clue_log(), self.contents)

    @property
    def moves(self) -> tuple[tuple[int, Action], ...]:
        """Return the moves that stand, with their numbers, oldest first."""
        return tuple(self._moves)

    def observed_moves(self) -> tuple[tuple[int, Action, Observation], ...]:
        """Return the clues, guesses and stops that stand: number, move, and what who made it knew; oldest first."""
        logs = list(accumulate(self._history, extend_log, initial=tuple[LogEntry, ...]()))
        found, state = [], self._playing()
        for (number, action), log in zip(reversed(self._moves), reversed(logs[:-1]), strict=True):
            assert state.past is not None
            state = state.past
            if isinstance(action, GiveClue | Guess | Stop):
                found.append((number, action, observe(state, action.side, log, self.contents)))
        return tuple(reversed(found))

    def key(self, seat: Seat) -> Face:
        """Return the face of the key that is seen at a seat, in card order: for key panels and a peek only."""
        return key_view(self._playing(), Side(seat))

    def clue_log(self) -> tuple[LogEntry, ...]:
        """Return the clues given so far and what each led to, oldest first."""
        return extend_log((), (event for events in self._history for event in events))

    @property
    def last_move(self) -> tuple[Event, ...]:
        """Return what the last move that stands led to."""
        return self._history[-1] if self._history else ()

    @property
    def behind(self) -> bool:
        """Tell whether the store lacks something of what was played."""
        return bool(self._pending_writes)

    def save(self, within: float = math.inf) -> bool:
        """Try again to keep what could not be, settings too, and look whether the file is there; return whether all is.

        No write begins after `within` seconds but the first. Listeners are told when it changes whether all is kept.
        """
        before = self.unsaved
        self._write_pending(within)
        if self.unsaved != before:
            self._notify(self.public, ())
        return self.unsaved is None

    def _write_pending(self, within: float) -> None:
        until, self.catching_up = self.clock() + within, False
        try:
            while self._pending_writes and not self.catching_up:
                self._pending_writes[0]()
                self._pending_writes.popleft()
                self.catching_up = bool(self._pending_writes) and self.clock() >= until
            if self.catching_up:
                return
            self._store.keep_late_settings()
            self._store.go_home()
            self.unsaved = "the file is gone" if self._store.gone() else self._store.forgetful
        except StoreError as error:
            self.unsaved = str(error)

    def _playing(self) -> State:
        assert self._state is not None, "no game on the table"
        return self._state

    def _persist(self, write: Callable[[], None]) -> None:
        self._pending_writes.append(write)
        self._write_pending(WRITE_SECONDS)

    def _notify(self, before: Public | None, events: tuple[Event, ...]) -> None:
        self.happened = events
        change = Change(before, events, self.public, self.keys_shown, self.unsaved)
        for listener in list(self._listeners):
            self._tell(listener, change)

    def _tell(self, listener: Listener, change: Change) -> None:
        try:
            listener(change)
        except Exception as error:
            self._report(error)
