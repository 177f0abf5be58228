"""All boxes in one table, and what a broker could do to it."""

import json
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
from paho.mqtt.client import MQTTMessage

from device.app import watch as live
from device.commands import main
from device.config.fleet import COMMANDS, Broker
from device.publish import watch
from device.publish.backoff import FIRST
from device.publish.client import MissingPackage
from device.publish.command import Command
from device.publish.commands import Gate
from device.publish.link import Link
from device.publish.overview import MAX_BOXES, Overview
from device.publish.snapshot import Facts
from device.publish.topics import Topics
from device.publish.watch import Watch
from tests.publish.brokers import Ears, Mosquitto, free_port, needs_mosquitto

STATE = {
    "game": "classic",
    "phase": "guess",
    "turn": 4,
    "agents_left": {"red": 3, "blue": 5},
    "screen": "playing",
    "language": "pl",
    "locked": False,
    "session_left_s": 605,
    "version": "0.1.0",
    "faults": ["panel:a"],
}


def overview(**boxes: object) -> Overview:
    one = Overview()
    for name, state in boxes.items():
        one.take(f"spytable/{name}/availability", b"online")
        one.take(f"spytable/{name}/state", json.dumps(state).encode())
    return one


def test_the_table_counts_and_orders_the_boxes_and_fits() -> None:
    one = overview(table10={**STATE, "locked": True}, table2=STATE)
    one.take("spytable/table3/availability", b"offline")
    lines = one.lines(200, 50)
    assert [line.split()[0] for line in lines] == ["BOX", "table2", "table3", "table10", "2"]
    assert " ".join(lines[1].split()) == "table2 there playing classic guess 4 3/5 10:05 pl panel:a 0.1.0"
    assert "away" in lines[2]
    assert "locked" in lines[3]
    assert lines[-1] == "2 of 3 boxes are there"
    assert all(len(line) <= 30 for line in one.lines(30, 50))
    assert one.lines(200, 5)[-1] == "2 of 3 boxes are there; 1 more do not fit here"


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xff",
        b"[" * 3000,
        b"[1]",
        b'{"screen": "\\u001b[2J\\u0007", "game": {"a": 1}, "faults": "no", "session_left_s": "x"}',
        b'{"agents_left": {"red": "\\u001b]0;x"}, "faults": [["\\n"]], "turn": 1e999, "session_left_s": -5}',
        json.dumps({"screen": "x" * 5000}).encode(),
        '{"screen": "‮turned"}'.encode(),
    ],
)
def test_nothing_a_broker_sends_reaches_the_terminal_as_it_is(payload: bytes) -> None:
    one = overview(box=STATE)
    one.take("spytable/box/state", payload)
    assert all(line.isprintable() and len(line) < 150 for line in one.lines(200, 20))


def test_topics_that_are_no_boxs_are_passed_over_and_boxes_are_not_endless() -> None:
    one = Overview()
    for topic in ("spytable/a b/state", "spytable//state", "other/x/state", "spytable/x\x1b/availability", "", "/"):
        one.take(topic, b"online")
    assert one.names() == []
    for n in range(MAX_BOXES + 100):
        one.take(f"spytable/b{n}/availability", b"online")
    assert len(one.boxes) == MAX_BOXES


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    yield broker
    broker.stop()


@needs_mosquitto
def test_once_tells_each_box_as_an_object(mosquitto: Mosquitto, capsys: pytest.CaptureFixture[str]) -> None:
    ears = Ears(mosquitto.broker)
    ears.say("spytable/table-4/state", json.dumps(STATE), retain=True)
    ears.say("spytable/table-4/availability", "online", retain=True)
    ears.close()
    assert main(["fleet", "--broker", f"mqtt://127.0.0.1:{mosquitto.port}", "--once"]) == 0
    assert json.loads(capsys.readouterr().out) == {**STATE, "name": "table-4", "online": True}


@needs_mosquitto
@pytest.mark.parametrize("topic", [None, "spytable/../state", "spytable/table-4/other"])
def test_once_says_when_a_broker_knows_no_box(
    topic: str | None, mosquitto: Mosquitto, capsys: pytest.CaptureFixture[str]
) -> None:
    if topic:
        ears = Ears(mosquitto.broker)
        ears.say(topic, json.dumps(STATE), retain=True)
        ears.close()
    assert main(["fleet", "--broker", f"mqtt://127.0.0.1:{mosquitto.port}", "--once"]) == 0
    told = f"127.0.0.1 port {mosquitto.port}: no box has told anything there\n"
    assert capsys.readouterr() == ("", told)


@needs_mosquitto
def test_once_ends_although_the_boxes_never_fall_silent(
    mosquitto: Mosquitto, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "QUIET_SECONDS", 60.0)
    monkeypatch.setattr(watch, "BUSY_SECONDS", 0.3)
    ears = Ears(mosquitto.broker, "nothing")
    client = ears._client
    client.on_publish = lambda *_: client.publish("spytable/table-4/availability", "online", qos=1)
    client.publish("spytable/table-4/availability", "online", qos=1)
    assert main(["fleet", "--broker", f"mqtt://127.0.0.1:{mosquitto.port}", "--once"]) == 0
    ears.close()
    assert json.loads(capsys.readouterr().out) == {"name": "table-4", "online": True}


def test_a_broker_that_is_not_there_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    assert main(["fleet", "--broker", f"mqtt://127.0.0.1:{port}"]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"127.0.0.1 port {port}: Connection refused\n")


@pytest.mark.parametrize("error", [KeyError(127), struct.error("bad char"), IndexError()])
def test_what_is_no_mqtt_breaks_the_line_and_is_told_so(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With paho 2.1, which may be installed, the command ended as if it had a fault of its own."""
    monkeypatch.setattr(watch, "make_client", lambda *_: MagicMock(loop=MagicMock(side_effect=error)))
    monkeypatch.setattr(watch, "connect", lambda *_: None)
    assert main(["fleet", "--broker", "mqtt://127.0.0.1"]) == 1
    assert capsys.readouterr() == ("", "127.0.0.1 port 1883: the line broke\n")


def answering(suback: bytes) -> socket.socket:
    """Return a broker that lets one client in, and answers with these reasons when it asks to be told of two topics."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        line, _ = listening.accept()
        with line:
            line.recv(4096)
            line.sendall(b"\x20\x03\0\0\0")  # CONNACK
            asked = line.recv(4096)
            line.sendall(bytes([0x90, 3 + len(suback)]) + asked[2:4] + b"\0" + suback)
            while line.recv(4096):
                pass

    Thread(target=serve, daemon=True).start()
    return listening


@pytest.mark.parametrize("suback", [b"\x80\x80", b"\x87\x87", b"\x01\x87"])
@pytest.mark.parametrize("once", [["--once"], []], ids=["once", "piped"])
def test_a_broker_that_lets_nobody_read_is_told_in_one_line(
    suback: bytes, once: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with answering(suback) as listening:
        port = listening.getsockname()[1]
        assert main(["fleet", "--broker", f"mqtt://127.0.0.1:{port}", *once]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"127.0.0.1 port {port}: it lets this user read nothing below spytable\n")


@pytest.mark.parametrize(
    "url", ["", "http://x", "mqtt://", "mqtt://u:p@x", "mqtt://x/y", "mqtt://x:0x5", "mqtt://x:70000"]
)
def test_an_address_that_is_none_is_bad_usage(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as status:
        main(["fleet", "--broker", url])
    assert status.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_live_table_is_soon_back_after_each_line_that_it_had(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After some losses in a week it stood still for up to 40 seconds at every one."""
    waits: list[float] = []

    def follow(self: Watch, seen: object) -> bool:
        if len(waits) == 30:
            raise MissingPackage("enough")
        self._heard_at = None if len(waits) < 10 else 1.0
        return False

    monkeypatch.setattr(Watch, "follow", follow)
    monkeypatch.setattr(live, "Event", lambda: SimpleNamespace(wait=waits.append))
    assert live.table(Broker("x", 1, tls=False), lambda: 0.0) == "enough"
    assert sum(waits[3:10]) / 7 > FIRST
    assert max(waits[10:]) <= FIRST


@pytest.mark.parametrize(
    "topic", [b"spytable/\xff/state", b"\xff", b"", b"spytable/" + b"x" * 9000 + b"/state", b"spytable//state"]
)
def test_a_topic_that_is_none_of_ours_is_passed_over(topic: bytes) -> None:
    incoming = MQTTMessage(topic=topic)
    incoming.payload = b"{}"
    one, commands = Overview(), SimpleQueue[Command]()
    Watch(Broker("x", 1, tls=False), one, lambda: 0.0)._on_message(None, None, incoming)
    topics, gate = Topics("a", ""), Gate(Topics("a", ""), COMMANDS, ("en",))
    line = Link(Broker("x", 1, tls=False), topics, gate, commands.put, lambda: Facts(1, None), lambda: 0.0, print)
    line._on_message(MagicMock(), None, incoming)
    for end in (line._woken, line._wakes):
        end.close()
    assert one.boxes == {}
    assert commands.empty()


@pytest.mark.parametrize("text", ["NaN", "-Infinity", "1e999", '{"turn": NaN}', '{"turn": [1e999]}', "[" * 4000])
def test_what_is_no_json_is_no_state(text: str) -> None:
    one = Overview()
    one.take("spytable/a/state", text.encode())
    assert one.objects() == [{"name": "a", "online": False}]
