"""A broker on a loopback port, and ears and a voice on it."""

import shutil
import socket
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Condition, Thread
from typing import IO, Any

import pytest

from device.config.fleet import Broker
from device.publish.client import connect, make_client

PATIENCE = 10.0
"""Seconds within which everything happens, on a slow machine too."""
PROGRAM = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin:/opt/homebrew/sbin")
needs_mosquitto = pytest.mark.skipif(PROGRAM is None, reason="mosquitto is not installed")


def free_port() -> int:
    """Return a port nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Mosquitto:
    """Debian's broker; `settings` are further lines of its config."""

    def __init__(self, folder: Path, settings: str = "allow_anonymous true") -> None:
        assert PROGRAM is not None
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        self._config.write_text(f"listener {self.port} 127.0.0.1\npersistence false\nuser root\n{settings}\n")
        self.start()

    @property
    def broker(self) -> Broker:
        """Return its address."""
        return Broker("127.0.0.1", self.port, tls=False)

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._process = subprocess.Popen(
            (str(PROGRAM), "-c", str(self._config)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if b"running" in line:
                return
        raise AssertionError("mosquitto does not start")

    def stop(self) -> None:
        """Stop it at once."""
        self._process.kill()
        self._process.communicate()


class Deaf:
    """A broker whose lines break at an event: the first `lost` of them are never answered; or it takes nothing."""

    def __init__(self, lost: int, takes: bool = True) -> None:
        self.events: SimpleQueue[bytes] = SimpleQueue()
        self._lost, self._takes = lost, takes
        self._server = socket.create_server(("127.0.0.1", 0))
        self.broker = Broker("127.0.0.1", self._server.getsockname()[1], tls=False)
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with suppress(OSError):  # it is closed
            while True:
                line, _ = self._server.accept()
                with line, line.makefile("rb") as packets:
                    while self._answers(line, packets):
                        pass

    def _answers(self, line: socket.socket, packets: IO[bytes]) -> bool:
        """Answer the next packet of MQTT 5; say whether the line stands."""
        head = packets.read(1)
        if not head:
            return False
        length = shift = 0
        while True:
            (digit,) = packets.read(1)
            length |= (digit & 127) << shift
            shift += 7
            if digit < 128:
                break
        body = packets.read(length)
        kind, topic = head[0] >> 4, body[2 : 2 + int.from_bytes(body[:2], "big")]
        if kind == 1:
            line.sendall(b"\x20\x03\0\0\0")
        elif kind == 8:
            line.sendall(b"\x90\x04" + body[:2] + b"\0\0")
        elif kind == 3:
            rest = body[2 + len(topic) :]
            if topic.endswith(b"/event"):
                self.events.put(rest[3:])
                self._lost -= 1
                if self._lost >= 0:
                    return False
            if self._takes:
                line.sendall(b"\x40\x02" + rest[:2])
        return True

    def close(self) -> None:
        """Break every line."""
        self._server.close()


class Ears:
    """Hears everything on a broker, and says things there."""

    def __init__(self, broker: Broker, topic: str = "#") -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        self._news = Condition()
        self._in = False
        self._client = make_client(broker, "")
        self._client.on_message = self._on_message
        self._client.on_connect = lambda client, *_: client.subscribe(topic, qos=1)
        self._client.on_subscribe = lambda *_: self._tell(None)
        connect(self._client, broker)
        self._client.loop_start()
        self.until(lambda: self._in)

    def _on_message(self, client: object, _: object, message: Any) -> None:
        self._tell((message.topic, bytes(message.payload), bool(message.retain)))

    def _tell(self, news: tuple[str, bytes, bool] | None) -> None:
        with self._news:
            self._in = True
            if news is not None:
                self.heard.append(news)
            self._news.notify_all()

    def until(self, there: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait for something that comes with a message."""
        with self._news:
            assert self._news.wait_for(there, seconds), self.heard

    def last(self, topic: str) -> bytes | None:
        """Return what a topic said last."""
        return next((payload for name, payload, _ in reversed(self.heard) if name == topic), None)

    def say(self, topic: str, payload: bytes | str = b"", retain: bool = False) -> None:
        """Say something, and wait until the broker has it."""
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(PATIENCE)

    def close(self) -> None:
        """Leave."""
        self._client.disconnect()
        self._client.loop_stop()
