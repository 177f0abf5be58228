"""The section `fleet`: what it takes, and what it says to the rest."""

import os
from pathlib import Path

import pytest

from device.app.watch import once
from device.config.config_file import read_settings
from device.config.fleet import Broker, read_broker
from device.files.assets import assets
from device.files.reader import Malformed
from device.files.texts import Texts, languages
from device.publish.client import make_client
from device.publish.overview import Overview
from device.publish.probe import why_not_joined
from device.publish.watch import Watch

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
        ("broker: 10.0.0.2, name: a", "fleet.broker: mqtt://HOST"),
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
        (f"{GOOD}, password: secret", "fleet: unknown field"),
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


def test_a_file_that_nobody_would_use_is_no_fault_that_would_start_a_box_safely(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(f"fleet: {{{GOOD}, password_file: /etc/owner.pw, ca_file: /etc/owner.crt}}\n")
    assert read_settings(file)[1] == []


@pytest.mark.parametrize(
    "host",
    [
        *("a..b", ".", "..", ".a", "a.", "-", "-a", "a-", "a.-b", "xn--", "a" * 64, "a." * 127 + "a", "ä", "a b"),
        *("256.1.1.1", "1.2.3", "1.2.3.4.5", "0x7f.1", "1", "[::1", "::1]", "[zz]", "[::1]x", "[fe80::1%eth0]"),
        *("h:", "h:0", "h:-1", "h:+1", "h:65536", "h:99999999999999999999", "h:1:2", "h:x", "h:١", "h:01883", "h: 1"),
        *("h?", "h?q", "h#", "h#f", "h/p", "h//", "h\\x", "u@h", "u:p@h", "@h", ":1", "", "h\n", "h\t", "\th", "h\0"),
        *("h\x7f", "a%20b", "[1.2.3.4]"),
    ],
)  # fmt: skip
def test_a_host_that_cannot_be_looked_up_is_no_broker(host: str) -> None:
    with pytest.raises(ValueError):
        read_broker(f"mqtt://{host}")


@pytest.mark.parametrize("host", ["a_b", "A.b", "a--b", "10.0.0.2", "[::1]", "[FE80::1]:1", "h:1", "h:65535", "h/"])
def test_other_hosts_are(host: str) -> None:
    assert read_broker(f"mqtt://{host}").host


@pytest.mark.parametrize("host", ["a..b", "a" * 64, "x\0y"])
def test_even_a_host_python_cannot_encode_is_no_way_to_the_broker(host: str) -> None:
    broker = Broker(host, 1, tls=False)
    overview = Overview()
    watch = Watch(broker, overview, lambda: 0.0)
    assert not watch.follow(lambda: False)
    assert str(watch.fault).startswith(f"{host} port 1: ")
    assert str(why_not_joined(broker, "a", lambda: 0.0)).startswith(f"{host} port 1: ")


@pytest.mark.parametrize("kind", ["password_file", "ca_file"])
def test_a_pipe_is_no_file_to_wait_for(kind: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    files = {kind: str(tmp_path / "pipe")}
    with pytest.raises(Malformed, match="pipe: no regular file"):
        make_client(Broker("x", 1, tls=True, user="me", **files), "me")


@pytest.mark.parametrize("kind", ["password_file", "ca_file"])
@pytest.mark.parametrize("name", ["nothing", "folder", "text/below", "empty"])
def test_a_file_that_cannot_be_used_is_named(kind: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("no certificate")
    (tmp_path / "empty").write_text("")
    broker = Broker("127.0.0.1", 1, tls=True, user="me", **{kind: str(tmp_path / name)})
    with pytest.raises(Malformed) as told:
        once(broker, lambda: 0.0)
    assert str(told.value).startswith(f"{tmp_path / name}: ")
    assert "Errno" not in str(told.value)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "text that is not blank"),
        (b"\xef\xbb\xbf\r\n", "text that is not blank"),
        (b"\nsecret\n", "text that is not blank"),
        ("secret\n".encode("utf-16"), "text in UTF-8"),
        ("has\u0142o\n".encode("iso-8859-2"), "text in UTF-8"),
    ],
)
def test_a_file_without_a_password_is_told_of_itself(content: bytes, why: str, tmp_path: Path) -> None:
    """The broker did not take the user with this password, it said: nothing led to the file."""
    file = tmp_path / "owner.pw"
    file.write_bytes(content)
    broker = Broker("127.0.0.1", 1, tls=False, user="me", password_file=str(file))
    told_of_itself(broker, f"{file}: {why}")


def told_of_itself(broker: Broker, line: str) -> None:
    """See that a file is told alike by the command and the self-test, without a word of the broker."""
    with pytest.raises(Malformed) as told:
        once(broker, lambda: 0.0)
    assert str(told.value) == line
    assert why_not_joined(broker, "a", lambda: 0.0) == line


def test_a_mark_at_the_beginning_is_no_part_of_a_password(tmp_path: Path) -> None:
    """Notepad's "UTF-8 with BOM": the broker did not take the user with this password."""
    file = tmp_path / "owner.pw"
    file.write_bytes(b"\xef\xbb\xbf" + " hasło \r\n".encode())
    client = make_client(Broker("x", 1, tls=False, user="me", password_file=str(file)), "me")
    assert client.password == " hasło "


@pytest.mark.parametrize("content", [b"no certificate", bytes(range(256)), b"-----BEGIN CERTIFICATE-----\nx\n"])
def test_what_is_no_certificate_is_told_by_what_is_allowed(content: bytes, tmp_path: Path) -> None:
    """[X509: NO_CERTIFICATE_OR_CRL_FOUND] no certificate or crl found (_ssl.c:4154)"""
    file = tmp_path / "owner.pw"
    file.write_bytes(content)
    broker = Broker("127.0.0.1", 1, tls=True, ca_file=str(file))
    told_of_itself(broker, f"{file}: a certificate in PEM")
    told = Texts(languages(assets())["pl"]).again(why_not_joined(broker, "a", lambda: 0.0))
    assert told.endswith(f"{file}: certyfikat w\N{NO-BREAK SPACE}formacie PEM")
