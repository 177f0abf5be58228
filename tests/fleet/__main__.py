"""Many boxes on one broker: an hour of play, their memory, and how they come back after the broker's restart.

    python -m tests.fleet [--boxes 200] [--seconds 3600] [--speed 60] [--away 20] [--seed 1]

One kiosk plays an hour at simulated time; each box says the same again over a line of its own, begun at another moment
and `speed` times as fast. Needs mosquitto. Tells one object; exit 1 when a box was lost, or too slow to come back.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

from device.config.fleet import COMMANDS, Broker
from device.publish.client import connect, make_client
from device.publish.commands import Gate
from device.publish.link import Link
from device.publish.snapshot import Facts
from device.publish.topics import Topics
from tests.benchmarks.processes import memory
from tests.fleet.hour import NAME, Moment, record
from tests.publish.brokers import Mosquitto

BACK_SECONDS = 60.0


@dataclass
class Counted:
    """What was heard on the broker."""

    messages: int = 0
    bytes: int = 0
    last: dict[str, bytes] = field(default_factory=dict)
    there: set[str] = field(default_factory=set)
    joins: Counter[int] = field(default_factory=Counter)

    def take(self, incoming: Any) -> None:
        """Count a message."""
        self.messages += 1
        self.bytes += len(incoming.payload)
        if incoming.topic.endswith("/state"):
            self.last[incoming.topic] = bytes(incoming.payload)
        if incoming.topic.endswith("/availability"):
            online = incoming.payload == b"online"
            (self.there.add if online else self.there.discard)(incoming.topic)
            self.joins[int(time.monotonic())] += online


def listener(broker: Broker, counted: Counted) -> Any:
    """Return a client that counts everything."""
    client = make_client(broker, "")
    client.on_message = lambda _, __, incoming: counted.take(incoming)
    client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
    client.reconnect_delay_set(1, 1)
    connect(client, broker, 1_000_000)
    client.loop_start()
    return client


def box(broker: Broker, number: int) -> tuple[Topics, Link]:
    """Return a box's line."""
    topics = Topics(f"table-{number}", "homeassistant")
    gate = Gate(topics, COMMANDS, ("en",))
    look, nowhere = (lambda: Facts(1200, False)), (lambda _: None)
    return topics, Link(broker, topics, gate, nowhere, look, time.monotonic, nowhere, random.Random(number))


def until(there: Any, seconds: float) -> float:
    """Wait for something; return how long it took, or the whole time where it did not come."""
    began = time.monotonic()
    while not there() and time.monotonic() - began < seconds:
        Event().wait(0.05)
    return time.monotonic() - began


def play(boxes: list[tuple[Topics, Link]], hour: list[Moment], arguments: argparse.Namespace) -> int:
    """Have every box say its hour; return how much was said."""
    rng = random.Random(arguments.seed)
    shifts = [rng.uniform(0, arguments.seconds) for _ in boxes]
    due = sorted(
        ((at + shift) % arguments.seconds, number, order)
        for number, shift in enumerate(shifts)
        for order, (at, _) in enumerate(hour)
    )
    began = time.monotonic()
    for at, number, order in due:
        Event().wait(max(0.0, began + at / arguments.speed - time.monotonic()))
        topics, line = boxes[number]
        said = hour[order][1]
        topic, payload = (
            said.topic.replace(NAME, topics.name),
            said.payload.replace(NAME.encode(), topics.name.encode()),
        )
        line.outbox.retain(topic, payload) if said.retain else line.outbox.tell(topic, payload)
        line.wake()
    return len(due)


def main() -> int:
    """Run it; return 1 when boxes were lost or late."""
    parser = argparse.ArgumentParser(prog="python -m tests.fleet", description=__doc__)
    for name, value in (("boxes", 200), ("seconds", 3600), ("speed", 60), ("away", 20), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    arguments = parser.parse_args()
    hour = record(arguments.seconds, arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        mosquitto = Mosquitto(Path(folder), "allow_anonymous true\nmax_connections -1")
        try:
            return _run(mosquitto, hour, arguments)
        finally:
            mosquitto.stop()


def _run(mosquitto: Mosquitto, hour: list[Moment], arguments: argparse.Namespace) -> int:
    counted = Counted()
    ears = listener(mosquitto.broker, counted)
    make_client(mosquitto.broker, "")  # what the package itself takes is no box's memory
    before = memory()
    boxes = [box(mosquitto.broker, number) for number in range(arguments.boxes)]
    for _, line in boxes:
        line.start()
    joined = until(lambda: len(counted.there) == arguments.boxes, BACK_SECONDS)
    heard, began = counted.messages, time.monotonic()
    said = play(boxes, hour, arguments)
    played = time.monotonic() - began
    last = {topics.state: line.outbox._retained[topics.state].payload for topics, line in boxes}
    until(lambda: counted.last == last, 30.0)
    told = {"boxes": arguments.boxes, "said": said, "heard": counted.messages - heard, "bytes": counted.bytes}
    told |= {"messages_per_second": round((counted.messages - heard) / played), "joined_seconds": round(joined, 1)}
    told |= {"memory_kb_a_box": round((memory() - before) / 1024 / arguments.boxes), "lost": counted.last != last}
    mosquitto.stop()
    counted.there.clear()
    Event().wait(arguments.away)
    counted.joins.clear()
    mosquitto.start()
    back = until(lambda: len(counted.there) == arguments.boxes, BACK_SECONDS + 30)
    busiest = max(counted.joins.values(), default=0)
    told |= {"away_seconds": arguments.away, "back_seconds": round(back, 1), "most_back_in_a_second": busiest}
    told["there"] = len(counted.there)
    for _, line in boxes:
        line.close()
    ears.disconnect()
    ears.loop_stop()
    sys.stdout.write(json.dumps(told) + "\n")
    return 0 if len(counted.there) == arguments.boxes and back <= BACK_SECONDS and not told["lost"] else 1


if __name__ == "__main__":
    sys.exit(main())
