"""The line to the broker, in a thread of its own: the loop only ever leaves something in the outbox."""

import select
import socket
from collections.abc import Callable
from random import Random
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from device.config.fleet import Broker
from device.files.messages import Message, message
from device.publish.backoff import Backoff
from device.publish.client import (
    MissingPackage,
    connect,
    make_client,
    topic_of,
    why_no_way,
    why_refused,
    why_unread,
    why_unwritten,
)
from device.publish.command import Command
from device.publish.commands import Gate, Refused
from device.publish.outbox import Outbox, Outgoing
from device.publish.snapshot import Facts
from device.publish.topics import OFFLINE, ONLINE, Topics

if TYPE_CHECKING:
    from paho.mqtt.client import Client

ANSWER_SECONDS = 10.0
"""So long the broker may take to let the box in."""
TAKEN_SECONDS = 30.0
"""A broker that takes nothing of what was sent for so long is as good as away."""
LOOK_SECONDS = 300.0
"""So often the machine is asked for its facts."""
HELD_SECONDS = 60.0
"""A line that held so long was a good one; after one that did not, the next try waits longer."""
CLOSE_SECONDS = 0.5
MAX_BYTES = 4096
"""The largest message the broker may send a box."""


class Link:
    """Sends what the outbox holds and hands commands over while there is a broker; tries again while there is none.

    `facts` are the machine's, as last asked, None before; `fault` says why there is no line, None while there is one.
    """

    def __init__(
        self,
        broker: Broker,
        topics: Topics,
        gate: Gate,
        put: Callable[[Command], object],
        look: Callable[[], Facts],
        now: Callable[[], float],
        journal: Callable[[str], object],
        rng: Random | None = None,
    ) -> None:
        """Begin nothing yet; `put` takes commands from the thread, `look` asks the machine and may take its time."""
        self.outbox = Outbox()
        self.facts: Facts | None = None
        self.fault: Message | None = message("no answer of the broker yet")
        self._broker, self._topics, self._gate = broker, topics, gate
        self._put, self._look, self._now, self._journal = put, look, now, journal
        self._backoff = Backoff(rng or Random())
        self._look_at = float("-inf")
        self._in, self._in_since, self._refused, self._said = False, 0.0, False, ""
        self._unanswered: dict[int, Outgoing] = {}
        self._moved_at = 0.0
        self._stopping = Event()
        self._woken, self._wakes = socket.socketpair()
        for end in (self._woken, self._wakes):
            end.setblocking(False)
        self._thread = Thread(target=self._run, name="fleet", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def wake(self) -> None:
        """Have the outbox looked into."""
        try:
            self._wakes.send(b".")
        except OSError:  # it is full of such calls already, or closed
            return

    def close(self) -> None:
        """Take leave of the broker, if that goes quickly."""
        self._stopping.set()
        self.wake()
        self._thread.join(CLOSE_SECONDS)
        if not self._thread.is_alive():
            self._woken.close()
            self._wakes.close()

    def _run(self) -> None:
        delay = 0.0
        while not self._stopping.wait(delay):
            try:
                self._ask_the_machine()
                self._talk()
            except MissingPackage as error:
                self._lost(message("the Python package {name} is not installed", name="paho-mqtt"))
                self._journal(f"fleet: {error}")
                return
            except Exception as error:
                self._lost(why_no_way(self._broker, error))
            delay = self._backoff.next()

    def _lost(self, why: Message) -> None:
        """Take note that there is no line."""
        if self._in and self._now() - self._in_since >= HELD_SECONDS:
            self._backoff.reset()
        self._in = False
        self._tell(why)

    def _tell(self, why: Message) -> None:
        """Say what is wrong; the journal hears of it once."""
        self.fault = why
        if why != self._said:
            self._said = why
            self._journal(f"fleet: {why}")

    def _talk(self) -> None:
        """Be on the line until it is lost.

        Raises:
            OSError: there is no way to the broker.
        """
        client = self._client()
        self.outbox.tell_again(self._unanswered.values())
        self._refused, self._unanswered = False, {}
        connect(client, self._broker, MAX_BYTES)
        until = self._now() + ANSWER_SECONDS
        try:
            while (line := client.socket()) is not None:
                self._wait(client, line)
                if self._in:
                    self._ask_the_machine()
                    self._send(client)
                elif self._now() > until:
                    raise TimeoutError("no answer")
                if self._stopping.is_set():
                    self._leave(client)
                    return
        finally:
            client.disconnect()
        if not self._in:
            if not self._refused:
                raise OSError("the line was closed")
        elif self._now() - self._in_since < HELD_SECONDS:
            name = self._topics.name
            self._lost(message("the line to the broker broke soon; has another box the name {name}?", name=name))
        else:
            self._lost(message("the line to the broker broke"))

    def _wait(self, client: "Client", line: Any) -> None:
        """Wait until there is something to read, to write or to send, a second at most."""
        waiting = getattr(line, "pending", lambda: 0)()
        wants = [line] if client.want_write() else []
        readable, writable, _ = select.select([line, self._woken], wants, [], 0 if waiting else 1.0)
        if self._woken in readable:
            self._woken.recv(4096)
        if waiting or line in readable:
            client.loop_read()
        if writable:
            client.loop_write()
        client.loop_misc()

    def _send(self, client: "Client") -> None:
        """Send what waits, once the broker has taken all that was sent before: a slow one gets the newest state.

        Raises:
            TimeoutError: it takes nothing any more.
        """
        if not self._unanswered:
            for each in self.outbox.take():
                self._publish(client, each)
        elif self._now() - self._moved_at > TAKEN_SECONDS:
            raise TimeoutError("no answer")

    def _publish(self, client: "Client", each: Outgoing) -> None:
        self._unanswered[client.publish(each.topic, each.payload, qos=1, retain=each.retain).mid] = each
        self._moved_at = self._now()

    def _leave(self, client: "Client") -> None:
        if self._in:
            self._publish(client, Outgoing(self._topics.availability, OFFLINE, retain=True))

    def _ask_the_machine(self) -> None:
        if self._now() >= self._look_at:
            self._look_at = self._now() + LOOK_SECONDS
            self.facts = self._look()

    def _client(self) -> "Client":
        client = make_client(self._broker, f"spytable-{self._topics.name}")
        client.will_set(self._topics.availability, OFFLINE, qos=1, retain=True)
        client.on_connect = self._on_connect
        client.on_subscribe = self._on_subscribe
        client.on_publish = self._on_publish
        client.on_message = self._on_message
        return client

    def _on_connect(self, client: "Client", _: object, flags: object, reason: Any, properties: object) -> None:
        if reason.is_failure:
            self._refused = True
            self._lost(why_refused(self._broker, reason))
            return
        self._in, self._in_since, self.fault, self._said = True, self._now(), None, ""
        self._journal(f"fleet: joined {self._broker.host} as {self._topics.name}")
        client.subscribe(self._topics.command("+"), qos=1)
        self._publish(client, Outgoing(self._topics.availability, ONLINE, retain=True))
        self.outbox.begin()

    def _on_subscribe(self, client: "Client", _: object, mid: int, reasons: Any, properties: object) -> None:
        if any(reason.is_failure for reason in reasons):
            self._tell(why_unread(self._topics.base))

    def _on_publish(self, client: "Client", _: object, mid: int, reason: Any, properties: object) -> None:
        self._moved_at = self._now()
        sent = self._unanswered.pop(mid, None)
        if reason.is_failure and sent is not None:
            self._tell(why_unwritten(sent.topic))

    def _on_message(self, client: "Client", _: object, incoming: Any) -> None:
        try:
            command = self._gate.read(topic_of(incoming), bytes(incoming.payload), incoming.retain, self._now())
        except Refused as why:
            self._journal(f"fleet: command ignored: {why}")
            return
        if command is not None:
            self._put(command)
