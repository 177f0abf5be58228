"""What is to be sent: the newest of each retained topic and the last events, however long the line is down."""

from collections import deque
from collections.abc import Iterable
from threading import Lock
from typing import NamedTuple

MAX_EVENTS = 32


class Outgoing(NamedTuple):
    """One message; a retained one is what anybody finds who comes later."""

    topic: str
    payload: bytes
    retain: bool


class Outbox:
    """Filled by the loop, emptied by the line's thread; neither waits for the other."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._retained: dict[str, Outgoing] = {}
        self._changed: dict[str, Outgoing] = {}
        self._events: deque[Outgoing] = deque(maxlen=MAX_EVENTS)

    def retain(self, topic: str, payload: bytes) -> bool:
        """Have this be what a topic says; return whether it says something new."""
        message = Outgoing(topic, payload, retain=True)
        with self._lock:
            if self._retained.get(topic) == message:
                return False
            self._retained[topic] = self._changed[topic] = message
            return True

    def tell(self, topic: str, payload: bytes) -> None:
        """Have something that happened be told; of too many the oldest are lost."""
        with self._lock:
            self._events.append(Outgoing(topic, payload, retain=False))

    def tell_again(self, messages: Iterable[Outgoing]) -> None:
        """Have those of the messages that happened be told before what happened later: they did not arrive."""
        with self._lock:
            events = [each for each in messages if not each.retain]
            self._events = deque([*events, *self._events], maxlen=MAX_EVENTS)

    def begin(self) -> None:
        """Have every retained topic be told anew: on a new line."""
        with self._lock:
            self._changed = dict(self._retained)

    def take(self) -> list[Outgoing]:
        """Return what is to be sent now."""
        with self._lock:
            messages = [*self._events, *self._changed.values()]
            self._events.clear()
            self._changed = {}
            return messages
