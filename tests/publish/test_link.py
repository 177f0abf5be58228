"""The line to a real broker: what goes over it, and what becomes of it when it breaks."""

import json
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random

import pytest

from device.config.fleet import COMMANDS, Broker
from device.files.assets import assets
from device.files.texts import Texts, languages
from device.publish import link, probe
from device.publish.client import why_no_way
from device.publish.command import Command
from device.publish.commands import Gate
from device.publish.link import Link
from device.publish.probe import why_not_joined
from device.publish.snapshot import Facts
from device.publish.topics import Topics
from tests.publish.brokers import PATIENCE, Deaf, Ears, Mosquitto, free_port, needs_mosquitto

ONE_BOX = """
import sys
from threading import Event
from device.config.fleet import Broker
from tests.publish.test_link import Boxed

Boxed(Broker("127.0.0.1", int(sys.argv[1]), tls=False))
Event().wait(60)
"""
TOPICS = Topics("table-4", "homeassistant")


class Boxed:
    """A line, and what came over it."""

    def __init__(self, broker: Broker, rng: Random | None = None) -> None:
        self.commands: SimpleQueue[Command] = SimpleQueue()
        self.lines: SimpleQueue[str] = SimpleQueue()
        gate = Gate(TOPICS, COMMANDS, ("en", "pl"))
        look = lambda: Facts(100, False)  # noqa: E731
        self.line = Link(broker, TOPICS, gate, self.commands.put, look, time.monotonic, self.lines.put, rng)
        self.line.start()

    def say(self, state: str) -> None:
        self.line.outbox.retain(TOPICS.state, state.encode())
        self.line.wake()

    def journal(self, beginning: str) -> str:
        """Wait for a line of the journal."""
        while True:
            try:
                line = self.lines.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError(f"no line {beginning!r}") from None
            if line.startswith(beginning):
                return line


class Soon(Random):
    """A chance that always brings the shortest wait."""

    def uniform(self, a: float, b: float) -> float:
        return 0.05


@pytest.fixture
def join() -> Iterator[Callable[..., Boxed]]:
    made: list[Boxed] = []

    def one(broker: Broker) -> Boxed:
        made.append(Boxed(broker, Soon()))
        return made[-1]

    yield one
    for each in made:
        each.line.close()


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    yield broker
    broker.stop()


@pytest.fixture
def ears(mosquitto: Mosquitto) -> Iterator[Ears]:
    one = Ears(mosquitto.broker)
    yield one
    one.close()


@needs_mosquitto
def test_a_box_is_there_and_says_how_it_stands_at_once_and_at_every_change(
    mosquitto: Mosquitto, ears: Ears, join: Callable[..., Boxed]
) -> None:
    box = join(mosquitto.broker)
    box.say("1")
    ears.until(lambda: ears.last(TOPICS.state) == b"1")
    assert ears.last(TOPICS.availability) == b"online"
    began = time.monotonic()
    box.say("2")
    ears.until(lambda: ears.last(TOPICS.state) == b"2", 1.0)
    assert time.monotonic() - began < 1.0
    box.line.outbox.tell(TOPICS.event, b"{}")
    box.line.wake()
    ears.until(lambda: ears.last(TOPICS.event) == b"{}")
    late = Ears(mosquitto.broker, "spytable/+/+")
    try:
        late.until(lambda: late.last(TOPICS.state) == b"2")
        assert all(retained for _, _, retained in late.heard)
        assert late.last(TOPICS.event) is None
    finally:
        late.close()


@needs_mosquitto
def test_a_box_takes_leave_and_of_one_that_vanished_the_broker_says_so(
    mosquitto: Mosquitto, ears: Ears, join: Callable[..., Boxed]
) -> None:
    box = join(mosquitto.broker)
    box.journal("fleet: joined")
    box.line.close()
    ears.until(lambda: ears.last(TOPICS.availability) == b"offline")
    process = subprocess.Popen(
        (sys.executable, "-c", ONE_BOX, str(mosquitto.port)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    ears.until(lambda: ears.last(TOPICS.availability) == b"online")
    process.kill()
    process.communicate()
    ears.until(lambda: ears.last(TOPICS.availability) == b"offline")


@needs_mosquitto
def test_two_boxes_of_one_name_are_told(mosquitto: Mosquitto, join: Callable[..., Boxed]) -> None:
    one = join(mosquitto.broker)
    one.journal("fleet: joined")
    join(mosquitto.broker)
    assert "has another box the name table-4?" in one.journal("fleet: the line")


@needs_mosquitto
def test_commands_reach_the_queue_and_the_rest_the_journal(
    mosquitto: Mosquitto, ears: Ears, join: Callable[..., Boxed]
) -> None:
    ears.say(TOPICS.command("restart"), "PRESS", retain=True)
    box = join(mosquitto.broker)
    assert "restart: a retained command is stale" in box.journal("fleet: command ignored")
    ears.say(TOPICS.command("lock"), "ON")
    assert box.commands.get(timeout=PATIENCE) == Command("lock", True)
    ears.say(TOPICS.command("lock"), "maybe")
    assert "'maybe': ON or OFF" in box.journal("fleet: command ignored")
    ears.say(TOPICS.command("message"), "x" * 100_000)
    ears.say(TOPICS.command("session"), "5")
    assert box.commands.get(timeout=PATIENCE) == Command("session", 5), "what is huge never comes"
    assert box.commands.empty()


@needs_mosquitto
def test_after_a_restart_of_the_broker_the_box_is_back_with_all_it_has_to_say(
    mosquitto: Mosquitto, join: Callable[..., Boxed]
) -> None:
    box = join(mosquitto.broker)
    box.journal("fleet: joined")
    mosquitto.stop()
    box.journal("fleet: the line to the broker broke")
    box.say("while nobody listened")
    mosquitto.start()
    box.journal("fleet: joined")
    assert box.line.fault is None
    ears = Ears(mosquitto.broker)
    try:
        ears.until(lambda: ears.last(TOPICS.state) == b"while nobody listened")
        ears.until(lambda: ears.last(TOPICS.availability) == b"online")
    finally:
        ears.close()


def test_an_event_is_told_until_the_broker_has_it(join: Callable[..., Boxed]) -> None:
    """The line dies with it on its way; one that was answered is not told twice."""
    deaf = Deaf(lost=2)
    try:
        box = join(deaf.broker)
        box.journal("fleet: joined")
        for told in (b"first", b"second"):
            box.line.outbox.tell(TOPICS.event, told)
            box.line.wake()
            assert deaf.events.get(timeout=PATIENCE) == told
            if told == b"first":
                assert [deaf.events.get(timeout=PATIENCE) for _ in range(2)] == [told, told]
        assert deaf.events.empty()
    finally:
        deaf.close()


@pytest.mark.parametrize(
    "broker",
    [
        Broker("127.0.0.1", 1, tls=False),
        Broker("no-such-host.invalid", 1883, tls=False),
        Broker("127.0.0.1", 1, tls=True, ca_file="/no/such/file"),
        Broker("127.0.0.1", 1, tls=False, user="box", password_file="/no/such/file"),
    ],
)
def test_a_dead_network_costs_the_loop_nothing_and_is_told_once(broker: Broker, join: Callable[..., Boxed]) -> None:
    box = join(broker)
    first = box.journal("fleet: ")
    assert box.line.fault is not None
    assert box.line.fault in first
    began = time.perf_counter()
    for n in range(1000):
        box.say(str(n))
    assert time.perf_counter() - began < 1.0
    assert why_not_joined(broker, "table-4", time.monotonic) == box.line.fault
    assert box.lines.empty()


def test_what_is_no_broker_is_told(join: Callable[..., Boxed]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        box = join(Broker("127.0.0.1", server.getsockname()[1], tls=False))
        server.accept()[0].close()
        assert "the line was closed" in box.journal("fleet: 127.0.0.1 port")
        box.line.close()


def test_what_speaks_no_tls_is_told_on_the_screen_as_well() -> None:
    """An address with mqtts:// and the plain port: "the box may not use it", for the error's number is OpenSSL's."""
    broker, t = Broker("127.0.0.1", 1883, tls=True), Texts(languages(assets())["en"])
    wrong = ssl.SSLError(ssl.SSL_ERROR_SSL, "[SSL: WRONG_VERSION_NUMBER] wrong version number")
    away = socket.gaierror(2, "nodename nor servname provided, or not known")  # as a Mac has it
    for error in (wrong, away):
        assert t.again(why_no_way(broker, error)) == f"127.0.0.1 port 1883: {error.strerror}"


def test_a_broker_that_lets_in_and_takes_nothing_is_away(
    join: Callable[..., Boxed], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No newer state was ever sent, and the self-test said that all is well."""
    monkeypatch.setattr(link, "TAKEN_SECONDS", 0.2)
    deaf = Deaf(lost=0, takes=False)
    try:
        box = join(deaf.broker)
        box.journal("fleet: joined")
        assert "no answer" in box.journal("fleet: 127.0.0.1 port")
    finally:
        deaf.close()


@needs_mosquitto
def test_a_topic_the_broker_refuses_is_told_by_its_name(tmp_path: Path, join: Callable[..., Boxed]) -> None:
    """Where only what is Home Assistant's was forgotten, the box's own topic was blamed."""
    (tmp_path / "acl").write_text("topic readwrite spytable/#\n")
    mosquitto = Mosquitto(tmp_path, f"allow_anonymous true\nacl_file {tmp_path / 'acl'}")
    try:
        box = join(mosquitto.broker)
        box.line.outbox.retain(TOPICS.discovery, b"{}")
        box.say("{}")
        refused = box.journal("fleet: the broker lets this box write")
        assert refused.endswith("nothing below homeassistant/device/spytable_table-4")
    finally:
        mosquitto.stop()


@needs_mosquitto
@pytest.mark.parametrize("name", ["table-1", "table-3"])
def test_the_selftest_writes_as_the_box_does_and_leaves_nothing_there(name: str, tmp_path: Path) -> None:
    """With the rights of the guide, and `name: table-1, user: table-3`, it said that all is well."""
    users, secret, acl = tmp_path / "users", tmp_path / "password", tmp_path / "acl"
    users.touch()
    users.chmod(0o600)
    for user in ("owner", "table-3"):
        subprocess.run((shutil.which("mosquitto_passwd") or "", "-b", str(users), user, "right"), check=True)
    secret.write_text("right\n")
    own = [f"topic write spytable/table-3/{each}" for each in ("state", "event", "availability")]
    discovery = "topic write homeassistant/device/spytable_table-3/config"
    rights = ["user owner", "topic readwrite #", "", "user table-3", "topic read spytable/table-3/command/+", *own]
    acl.write_text("\n".join([*rights, discovery]))
    mosquitto = Mosquitto(tmp_path, f"allow_anonymous false\npassword_file {users}\nacl_file {acl}")
    try:
        owner, box = (Broker("127.0.0.1", mosquitto.port, False, user, str(secret)) for user in ("owner", "table-3"))
        ears = Ears(owner)
        refused = None if name == "table-3" else "the broker lets this box write nothing below spytable/table-1"
        assert why_not_joined(box, name, time.monotonic) == refused
        ears.say("end")
        ears.until(lambda: ears.last("end") is not None)
        said = [] if refused else [("spytable/table-3/event", b"{}", False)]
        assert [each for each in ears.heard if each[0] != "end"] == said, "an event that is none, and not retained"
        ears.close()
    finally:
        mosquitto.stop()


@pytest.mark.parametrize(("lost", "why"), [(0, "no answer"), (1, "the line was closed")])
def test_a_broker_that_takes_nothing_is_told_by_the_selftest(
    lost: int, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one that lets the box in, and breaks the line at what it says, "no answer" was told."""
    monkeypatch.setattr(probe, "ANSWER_SECONDS", 0.3)
    deaf = Deaf(lost=lost, takes=False)
    try:
        assert str(why_not_joined(deaf.broker, "table-4", time.monotonic)).endswith(f": {why}")
    finally:
        deaf.close()


@needs_mosquitto
def test_a_wrong_password_is_told_by_its_name(tmp_path: Path, join: Callable[..., Boxed]) -> None:
    users, secret = tmp_path / "users", tmp_path / "password"
    users.touch()
    users.chmod(0o600)
    maker = shutil.which("mosquitto_passwd")
    assert maker
    subprocess.run((maker, "-b", str(users), "box", "right"), check=True)
    secret.write_text("wrong\n")
    acl = tmp_path / "acl"
    acl.write_text("user box\ntopic read nothing\n")
    mosquitto = Mosquitto(tmp_path, f"allow_anonymous false\npassword_file {users}\nacl_file {acl}")
    broker = Broker("127.0.0.1", mosquitto.port, tls=False, user="box", password_file=str(secret))
    try:
        box = join(broker)
        assert "does not take the user 'box'" in box.journal("fleet: the broker")
        assert "does not take" in str(why_not_joined(broker, "table-4", time.monotonic))
        secret.write_text("right\n")
        box.journal("fleet: joined")
        refused = "the broker lets this box write nothing below spytable/table-4"
        assert refused in box.journal("fleet: the broker lets this box write")
        assert why_not_joined(broker, "table-4", time.monotonic) == refused
    finally:
        mosquitto.stop()


@needs_mosquitto
@pytest.mark.parametrize("user", ["", "box"])
def test_nobody_is_told_of_a_user_and_a_password_that_were_not_given(user: str, tmp_path: Path) -> None:
    """The broker does not take the user '' with this password, it said."""
    (tmp_path / "users").touch()
    (tmp_path / "users").chmod(0o600)
    mosquitto = Mosquitto(tmp_path, f"allow_anonymous false\npassword_file {tmp_path / 'users'}")
    try:
        told = "the broker lets nobody in without a user and a password"
        assert why_not_joined(mosquitto.broker._replace(user=user), "table-4", time.monotonic) == told
    finally:
        mosquitto.stop()


@needs_mosquitto
@pytest.mark.filterwarnings("ignore:unclosed <ssl:ResourceWarning")  # what paho leaves of a refused handshake
def test_tls_with_the_owners_authority_and_not_with_another(tmp_path: Path, join: Callable[..., Boxed]) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    for name in ("mine", "other"):
        certificate = f"-keyout {tmp_path}/{name}.key -out {tmp_path}/{name}.crt"
        names = "-subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1"
        command = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 {names} {certificate}"
        subprocess.run(command.split(), check=True, capture_output=True)
    port, own = free_port(), f"certfile {tmp_path / 'mine.crt'}\nkeyfile {tmp_path / 'mine.key'}"
    mosquitto = Mosquitto(tmp_path, f"allow_anonymous true\nlistener {port} 127.0.0.1\n{own}")
    try:
        stranger = join(Broker("127.0.0.1", port, tls=True, ca_file=str(tmp_path / "other.crt")))
        assert "certificate" in stranger.journal("fleet: ")
        box = join(Broker("127.0.0.1", port, tls=True, ca_file=str(tmp_path / "mine.crt")))
        box.journal("fleet: joined")
        box.say(json.dumps({"big": "x" * 20_000}))
        ears = Ears(mosquitto.broker)
        try:
            ears.until(lambda: len(ears.last(TOPICS.state) or b"") > 20_000)
        finally:
            ears.close()
    finally:
        mosquitto.stop()
