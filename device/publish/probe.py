"""Trying the broker for the self-test of a box that is not running."""

import select
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from device.config.fleet import Broker
from device.files.messages import Message, message
from device.publish.client import (
    MissingPackage,
    connect,
    make_client,
    why_no_way,
    why_refused,
    why_unread,
    why_unwritten,
)
from device.publish.topics import Topics

if TYPE_CHECKING:
    from paho.mqtt.client import Client

ANSWER_SECONDS = 6.0
NOTHING = b"{}"
"""An event that is none: whoever listens to events, as Home Assistant, passes it over."""


class _Probe:
    """What the broker answers: whether it lets the box in, read its commands, and write; None is yes."""

    def __init__(self, broker: Broker, topics: Topics) -> None:
        self.answers: dict[str, Message | None] = {}
        self._broker, self._topics = broker, topics

    @property
    def done(self) -> bool:
        """Tell whether a no was heard, or every answer."""
        return any(self.answers.values()) or len(self.answers) == 3

    @property
    def why_not(self) -> Message | None:
        """Return the no that was heard."""
        return next(filter(None, self.answers.values()), None)

    def ask(self, client: "Client") -> None:
        """Have its questions asked as soon as the line is open."""
        client.on_connect, client.on_subscribe, client.on_publish = self._let_in, self._read, self._written

    def _let_in(self, client: "Client", _: object, flags: object, reason: Any, properties: object) -> None:
        self.answers["in"] = why_refused(self._broker, reason) if reason.is_failure else None
        if not reason.is_failure:
            client.subscribe(self._topics.command("+"), qos=1)
            client.publish(self._topics.event, NOTHING, qos=1)

    def _read(self, client: object, _: object, mid: int, reasons: Any, properties: object) -> None:
        refused = any(reason.is_failure for reason in reasons)
        self.answers["read"] = why_unread(self._topics.base) if refused else None

    def _written(self, client: object, _: object, mid: int, reason: Any, properties: object) -> None:
        self.answers["written"] = why_unwritten(self._topics.event) if reason.is_failure else None


def why_not_joined(broker: Broker, name: str, now: Callable[[], float]) -> Message | None:
    """Try to be let in, under another name than the box's own, to read and to write; say why not, None: all is well."""
    probe = _Probe(broker, Topics(name))
    try:
        client = make_client(broker, f"spytable-{name}-selftest")
        probe.ask(client)
        connect(client, broker)
        until = now() + ANSWER_SECONDS
        while not probe.done and (line := client.socket()) is not None and now() < until:
            select.select([line], [line] if client.want_write() else [], [], 0.2)
            client.loop_read()
            client.loop_write()
            client.loop_misc()
        closed = client.socket() is None
        client.disconnect()
    except MissingPackage:
        return message("the Python package {name} is not installed", name="paho-mqtt")
    except Exception as error:
        return why_no_way(broker, error)
    if probe.done:
        return probe.why_not
    return why_no_way(broker, OSError("the line was closed") if closed else TimeoutError("no answer"))
