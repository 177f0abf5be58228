"""A broker on a loopback port, and ears and a voice on it."""

import shutil
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Condition
from typing import Any

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
