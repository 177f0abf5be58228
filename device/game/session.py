"""The session: the only holder of a game."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from device.rules import apply, key_view, public, start, step
from device.rules.actions import Action, Undo
from device.rules.clue_log import LogEntry, extend_log
from device.rules.errors import IllegalAction
from device.rules.events import Dealt, Event
from device.rules.model import DuetPublic, Face, Identity, Phase, Public, Side, State
from device.storage.store import About, Drawn, Row, Store, StoreError, UnreadableGame


@dataclass(frozen=True, slots=True)
class Change:
    """What listeners are told: the table before and after (None: no game), and what happened in between."""

    before: Public | None
    events: tuple[Event, ...]
    after: Public | None


Listener = Callable[[Change], None]


class Session:
    """Holds the game on the table; every change is saved before anyone sees it.

    `number` is the number of the last move, undone ones counted. While the store fails the game goes on: `unsaved` says
    why, and what is owed is kept with the next change or `save`.
    """

    def __init__(self, store: Store) -> None:
        """Begin with an empty table."""
        self.unsaved: str | None = None
        self.about: About | None = None
        self.keys_shown = False
        self._store = store
        self._listeners: list[Listener] = []
        self._owed: deque[Callable[[], None]] = deque()
        self._clear()

    def _clear(self) -> None:
        self._state: State | None = None
        self.number = 0
        self._standing: list[tuple[Event, ...]] = []
        self.about = None
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
        """Have a listener told of every change, in the order they subscribed."""
        self._listeners.append(listener)

    def start(self, dealt: Dealt, about: About, drawn: Drawn | None = None) -> None:
        """Put a new game on the table; `drawn` says which cards it takes from which packs."""
        before = self.public
        self._clear()
        self._state, self.about = start(dealt), about
        self._keep(lambda: self._store.put_game(dealt, about, drawn))
        self._tell(before, ())

    def do(self, action: Action) -> tuple[Event, ...]:
        """Do an action: check, one durable commit, evolve, tell the listeners.

        Raises:
            IllegalAction: the rules refuse it; nothing changed.
        """
        state = self._held()
        if isinstance(action, Undo) and self.keys_shown:
            raise IllegalAction("nothing_to_undo", "the keys have been shown")
        apply(state, action)
        number = self.number + 1
        self._keep(lambda: self._store.add_move(number, action))
        events = self._evolve(number, action)
        self._tell(state.public, events)
        return events

    def _evolve(self, number: int, action: Action) -> tuple[Event, ...]:
        events, self._state = step(self._held(), action, number)
        self.number = number
        if isinstance(action, Undo):
            self._standing.pop()
        else:
            self._standing.append(events)
        return events

    def resume(self) -> bool:
        """Put the game that was on the table back, if there is one.

        Raises:
            StoreError: there is one, and it cannot be read: if it is no game it is off the table, else it stays saved.
        """
        try:
            saved = self._store.game()
            if saved is None:
                return False
            self._clear()
            self._state, self.about = start(saved.dealt), saved.about
            for number, action in saved.moves:
                self._evolve(number, action)
        except (UnreadableGame, IllegalAction) as error:
            self._clear()
            self._store.clear_table()
            raise StoreError(f"the game on the table cannot be read: {error}") from None
        self.keys_shown = saved.keys_shown
        self._tell(None, ())
        return True

    def show_keys(self) -> tuple[Face, ...]:
        """Book the ended game and return the faces of its key; from here on nothing can be taken back."""
        state = self._held()
        assert state.public.phase is Phase.OVER
        if not self.keys_shown:
            row = self._row()
            self._keep(lambda: self._store.book(row, leave=False))
            self.keys_shown = True
        return state.key.faces

    def finish(self) -> None:
        """Leave the end screen: book the result if it is not yet, and clear the table."""
        state = self._held()
        assert state.public.phase is Phase.OVER
        if self.keys_shown:
            self._keep(self._store.clear_table)
        else:
            row = self._row()
            self._keep(lambda: self._store.book(row, leave=True))
        self._clear()
        self._tell(state.public, ())

    def key(self, side: Side) -> Face:
        """Return a side's face of the key, in card order: for key panels and a peek only."""
        return key_view(self._held(), side)

    def clue_log(self) -> tuple[LogEntry, ...]:
        """Return the clues given so far and what each led to, oldest first."""
        return extend_log((), (event for events in self._standing for event in events))

    def save(self) -> bool:
        """Try again to keep what could not be saved; return whether all is kept."""
        try:
            while self._owed:
                self._owed[0]()
                self._owed.popleft()
        except StoreError as error:
            self.unsaved = str(error)
            return False
        self.unsaved = None
        return True

    def _held(self) -> State:
        assert self._state is not None, "no game on the table"
        return self._state

    def _keep(self, change: Callable[[], None]) -> None:
        self._owed.append(change)
        self.save()

    def _tell(self, before: Public | None, events: tuple[Event, ...]) -> None:
        change = Change(before, events, self.public)
        for listener in self._listeners:
            listener(change)

    def _row(self) -> Row:
        table, about = self._held().public, self.about
        assert table.result is not None and about is not None
        log = self.clue_log()
        revealed = [reveal for entry in log for reveal in entry.revealed]
        duet = table.options if isinstance(table, DuetPublic) else None
        return Row(
            mode=about.mode,
            outcome=table.result.outcome,
            reason=table.result.reason,
            turns=table.turn,
            clues=len(log),
            guesses=len(revealed),
            hits=sum(r.identity is Identity.AGENT if duet else r.identity is Identity(r.by) for r in revealed),
            mission=duet.mission if duet else None,
            tokens=duet.tokens if duet else None,
            mistakes=duet.mistakes if duet else None,
            winner=table.result.winner,
            score=table.result.score,
            team=about.team,
        )
