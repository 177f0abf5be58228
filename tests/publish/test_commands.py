"""Commands from the broker: what is obeyed, and what is refused in one line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.config.fleet import COMMANDS
from device.publish.command import Command
from device.publish.commands import AT_ONCE, MAX_BYTES, Gate, Refused
from device.publish.topics import Topics

TOPICS = Topics("table-4", "homeassistant")
LANGUAGES = ("en", "pl", "pt-BR")


def gate(*allow: str) -> Gate:
    return Gate(TOPICS, allow or COMMANDS, LANGUAGES)


@pytest.mark.parametrize(
    ("name", "payload", "value"),
    [
        ("lock", b"ON", True),
        ("lock", b"OFF", False),
        ("session", b"0", 0),
        ("session", b"90", 90),
        ("session", b"1440", 1440),
        ("message", "Kuchnia zamyka się o 22".encode(), "Kuchnia zamyka się o 22"),
        ("message", b"x" * 120, "x" * 120),
        ("message", b"  hello ", "hello"),
        ("language", b"pt-BR", "pt-BR"),
        ("end_game", b"", None),
        ("end_game", b"PRESS", None),
        ("restart", b"PRESS", None),
    ],
)
def test_what_is_well_formed_and_allowed_is_let_through(name: str, payload: bytes, value: object) -> None:
    command = gate().read(TOPICS.command(name), payload, retained=False, now=0.0)
    assert command == Command(name, value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("lock", b"on"),
        ("lock", b""),
        ("lock", b"ON\n"),
        ("session", b"-1"),
        ("session", b"1.5"),
        ("session", b"1441"),
        ("session", b"9" * 400),
        ("session", "٣".encode()),
        ("session", b"  5"),
        ("message", b""),
        ("message", b"   "),
        ("message", b"x" * 121),
        ("message", b"two\nlines"),
        ("message", b"\x1b[2Jgone"),
        ("message", "turned \u202e round".encode()),
        ("message", b"\xff\xfe"),
        ("message", b"x" * (MAX_BYTES + 1)),
        ("language", b"xx"),
        ("language", b"../en"),
        ("end_game", b"now"),
        ("restart", b"\0"),
        ("nothing", b""),
        ("lock/other", b"ON"),
        ("", b"ON"),
        ("LOCK", b"ON"),
    ],
)
def test_what_is_malformed_is_refused_in_one_printable_line(name: str, payload: bytes) -> None:
    with pytest.raises(Refused) as why:
        gate().read(TOPICS.command(name), payload, retained=False, now=0.0)
    assert str(why.value).isprintable()
    assert len(str(why.value)) < 200


def test_a_topic_of_another_box_is_no_command() -> None:
    with pytest.raises(Refused, match="no command of this box"):
        gate().read(Topics("table-5").command("lock"), b"ON", retained=False, now=0.0)


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_not_allowed_is_refused(name: str) -> None:
    others = [each for each in COMMANDS if each != name]
    with pytest.raises(Refused, match=r"not in fleet\.allow"):
        gate(*others).read(TOPICS.command(name), b"ON", retained=False, now=0.0)


def test_a_retained_command_is_stale() -> None:
    with pytest.raises(Refused, match="stale"):
        gate().read(TOPICS.command("restart"), b"PRESS", retained=True, now=0.0)


def test_too_many_are_dropped_and_told_once_and_after_a_while_there_is_room_again() -> None:
    one = gate()
    for _ in range(AT_ONCE):
        assert one.read(TOPICS.command("lock"), b"ON", retained=False, now=5.0)
    with pytest.raises(Refused, match="too many"):
        one.read(TOPICS.command("lock"), b"ON", retained=False, now=5.0)
    for _ in range(1000):
        assert one.read(TOPICS.command("lock"), b"ON", retained=False, now=5.1) is None
    assert one.read(TOPICS.command("lock"), b"OFF", retained=False, now=8.0) == Command("lock", False)


@given(st.one_of(st.sampled_from(COMMANDS), st.text()), st.one_of(st.binary(max_size=600), st.text().map(str.encode)))
def test_whatever_comes_is_a_sound_command_or_refused_in_a_line(name: str, payload: bytes) -> None:
    try:
        command = gate().read(TOPICS.command(name), payload, retained=False, now=0.0)
    except Refused as why:
        assert str(why).isprintable()
        assert len(str(why)) < 200
        return
    assert command is not None
    assert command.name in COMMANDS
    if isinstance(command.value, str):
        assert command.value.isprintable()
        assert 1 <= len(command.value) <= 120
    assert command.name != "session" or 0 <= int(command.value or 0) <= 1440
