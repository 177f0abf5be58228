"""The guide's broker, done as it says: rights of each box, and a bridge to the head office."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from device.config.config_file import read_settings
from device.config.fleet import COMMANDS, Broker
from tests.publish.brokers import Ears, Mosquitto, needs_mosquitto

GUIDE = (Path(__file__).parents[2] / "systemd/BUILD.md").read_text(encoding="utf-8")
CHAPTER = GUIDE[GUIDE.index("## Many boxes") : GUIDE.index("## When something is wrong")]


def blocks(kind: str) -> list[str]:
    """Return the chapter's blocks of a kind."""
    return [text for name, text in re.findall(r"^```(\w*)\n(.*?)^```$", CHAPTER, re.S | re.M) if name == kind]


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[tuple[Mosquitto, dict[str, str]]]:
    """Set a broker up as the guide does, but in another folder; return it and the boxes' passwords."""
    etc = tmp_path / "mosquitto"
    (etc / "conf.d").mkdir(parents=True)
    if shutil.which("mosquitto_passwd") is None or shutil.which("openssl") is None:
        pytest.skip("mosquitto_passwd or openssl is not installed")
    (script,) = blocks("sh")
    script = script.replace("/etc/mosquitto", str(etc))
    nothing = "apt-get() { :; }; chown() { :; }; systemctl() { :; }; set -e\n"
    done = subprocess.run(["bash", "-c", nothing + script], check=True, capture_output=True, text=True)
    config = (etc / "conf.d/spytable.conf").read_text()
    mosquitto = Mosquitto(tmp_path, config.replace("listener 1883\n", ""))
    yield mosquitto, dict(line.split(": ") for line in done.stdout.splitlines() if ": " in line)
    mosquitto.stop()


def enter(mosquitto: Mosquitto, tmp_path: Path, user: str, secret: str, topic: str) -> Ears:
    file = tmp_path / f"{user}.password"
    file.write_text(f"{secret}\n")
    return Ears(Broker("127.0.0.1", mosquitto.port, False, user, str(file)), topic)


@needs_mosquitto
def test_a_box_writes_its_own_topics_reads_its_own_commands_and_nothing_else(
    broker: tuple[Mosquitto, dict[str, str]], tmp_path: Path
) -> None:
    mosquitto, secrets = broker
    assert list(secrets) == ["table-1", "table-2", "table-3"]
    owner = enter(mosquitto, tmp_path, "owner", "choose one", "#")
    one = enter(mosquitto, tmp_path, "table-1", secrets["table-1"], "#")
    own = enter(mosquitto, tmp_path, "table-2", secrets["table-2"], "spytable/table-2/command/+")
    try:
        for topic in ("state", "event", "availability"):
            one.say(f"spytable/table-1/{topic}", "mine")
            one.say(f"spytable/table-2/{topic}", "another's")
        one.say("spytable/table-2/command/lock", "ON")
        one.say("homeassistant/device/spytable_table-2/config", "another's")
        one.say("homeassistant/device/spytable_table-1/config", "mine")
        owner.say("spytable/table-1/command/lock", "OFF")
        owner.say("spytable/table-2/command/lock", "OFF")
        owner.until(lambda: len(owner.heard) == 6)
        own.until(lambda: own.heard)
        assert all(payload == b"mine" for topic, payload, _ in owner.heard if "command" not in topic)
        one.until(lambda: one.heard)
        assert [(topic, payload) for topic, payload, _ in one.heard] == [("spytable/table-1/command/lock", b"OFF")]
        assert [payload for _, payload, _ in own.heard] == [b"OFF"]
    finally:
        for each in (owner, one, own):
            each.close()


@needs_mosquitto
def test_a_bridge_carries_states_up_and_messages_down(tmp_path: Path) -> None:
    folders = tmp_path / "office", tmp_path / "cafe"
    for folder in folders:
        folder.mkdir()
    office = Mosquitto(folders[0])
    (bridge,) = [block for block in blocks("") if "connection head-office" in block]
    bridge = re.sub(r"^(bridge_capath|remote_).*\n", "", bridge, flags=re.M)
    bridge = bridge.replace("mqtt.example.org:8883", f"127.0.0.1:{office.port}")
    cafe = Mosquitto(folders[1], f"allow_anonymous true\n{bridge}")
    above, below = Ears(office.broker, "cafe-017/#"), Ears(cafe.broker, "spytable/#")
    try:
        below.say("spytable/table-1/state", "{}", retain=True)
        below.say("spytable/table-1/command/lock", "ON")
        above.until(lambda: above.last("cafe-017/table-1/state"))
        above.say("cafe-017/table-1/command/message", "hello")
        above.say("cafe-017/table-1/command/lock", "OFF")
        below.until(lambda: below.last("spytable/table-1/command/message"))
        assert below.last("spytable/table-1/command/lock") == b"ON"
        assert above.last("cafe-017/table-1/command/lock") == b"OFF", "the head office's own word; no café's goes up"
    finally:
        above.close()
        below.close()
        cafe.stop()
        office.stop()


def test_the_guides_config_is_a_good_one_with_every_command(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(blocks("yaml")[0])
    settings, faults = read_settings(path)
    assert (faults, settings.fleet_name, settings.fleet_allow) == ([], "table-1", COMMANDS)
    for name in COMMANDS:
        assert f"| `{name}` |" in CHAPTER


def test_the_guides_dashboard_and_automations_name_entities_there_are() -> None:
    from device.files.assets import assets
    from device.files.texts import Texts, languages
    from device.publish.discovery import Device, discovery
    from device.publish.topics import Topics

    known = languages(assets())
    device = Device("table-1", "Table 1", "0", COMMANDS, tuple(known))
    content: dict[str, Any] = yaml.safe_load(discovery(device, Topics("table-1", "homeassistant"), Texts(known["pl"])))
    there = {each["default_entity_id"] for each in content["components"].values()}
    named = set(re.findall(r"\w+\.spytable_table_1_\w+", CHAPTER))
    assert len(named) > 8
    assert named <= there
