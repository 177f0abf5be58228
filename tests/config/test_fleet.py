"""The section `fleet`: what it takes, and what it says to the rest."""

from pathlib import Path

import pytest

from device.config.config_file import read_settings
from device.config.fleet import Broker, read_broker

GOOD = "broker: 'mqtt://10.0.0.2:1883', name: table-4"


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("mqtt://10.0.0.2:1883", Broker("10.0.0.2", 1883, False)),
        ("mqtt://broker.lan", Broker("broker.lan", 1883, False)),
        ("mqtts://broker.lan/", Broker("broker.lan", 8883, True)),
        ("mqtt://[fe80::1]:1884", Broker("fe80::1", 1884, False)),
    ],
)
def test_an_address_is_a_host_and_perhaps_a_port(url: str, broker: Broker) -> None:
    assert read_broker(url) == broker


@pytest.mark.parametrize(
    ("section", "fault"),
    [
        ("broker: 10.0.0.2, name: a", "fleet.broker: '10.0.0.2'"),
        ("broker: 'mqtt://', name: a", "fleet.broker"),
        ("broker: 'http://x', name: a", "fleet.broker"),
        ("broker: 'mqtt://user:secret@x', name: a", "fleet.broker"),
        ("broker: 'mqtt://x/path', name: a", "fleet.broker"),
        ("broker: 'mqtt://x:0', name: a", "fleet.broker"),
        ("broker: 'mqtt://x:70000', name: a", "fleet.broker"),
        ("broker: 'mqtt://a b', name: a", "fleet.broker"),
        ("broker: 'mqtt://x'", "fleet.name: '': 1 to 32 letters"),
        ("broker: 'mqtt://x', name: a/b", "fleet.name: 'a/b'"),
        ("broker: 'mqtt://x', name: '+'", "fleet.name: '+'"),
        ("broker: 'mqtt://x', name: '#'", "fleet.name: '#'"),
        ("broker: 'mqtt://x', name: \"a\\n\"", "fleet.name"),
        ("broker: 'mqtt://x', name: \"\\0\"", "fleet.name"),
        ("broker: 'mqtt://x', name: ../x", "fleet.name"),
        ("broker: 'mqtt://x', name: tátil", "fleet.name"),
        (f"broker: 'mqtt://x', name: {'a' * 33}", "fleet.name"),
        ("broker: 'mqtt://x', name: 4", "fleet.name: 4"),
        (f'{GOOD}, title: "\\e[2J"', "fleet.title"),
        (f"{GOOD}, discovery: home/assistant", "fleet.discovery"),
        (f"{GOOD}, allow: lock", "fleet.allow: 'lock'"),
        (f"{GOOD}, allow: [lock, cards]", "fleet.allow"),
        (f"{GOOD}, password: secret", "fleet.password: 'secret': unknown"),
    ],
)
def test_what_is_wrong_is_named_by_its_place(tmp_path: Path, section: str, fault: str) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(f"fleet: {{{section}}}\n")
    faults = [str(each).removeprefix(f"{file}: ") for each in read_settings(file)[1]]
    assert faults
    assert all(line.startswith(fault) and line.isprintable() for line in faults)


def test_without_a_section_there_is_no_broker_and_nothing_is_allowed_unless_named(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    for text in ("", "fleet: {}\n"):
        file.write_text(text)
        settings, faults = read_settings(file)
        assert (settings.fleet_broker, settings.fleet_allow, faults) == ("", (), [])
    file.write_text(f"fleet: {{{GOOD}}}\n")
    settings, faults = read_settings(file)
    assert (settings.fleet_name, settings.fleet_allow, settings.fleet_discovery, faults) == (
        "table-4",
        (),
        "homeassistant",
        [],
    )
