"""Files that are no good, whatever is in them or they are: one short line, and nothing a terminal would obey."""

import datetime
import errno
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from device.commands import main
from device.config.config_file import read_settings
from device.files import limits
from device.files.assets import assets
from device.files.limits import MAX_BYTES
from device.files.messages import message
from device.files.reader import Malformed, Reader, load, read_text
from device.files.texts import Texts, languages
from device.files.yaml_loader import Fault, parse

SPOILT: dict[str, str | bytes] = {
    "a list as a driver": "screen: {driver: [a]}",
    "a mapping as a driver": "screen: {driver: {a: b}}",
    "a number as a driver": "screen: {driver: 7}",
    "!!bool x": "screen: !!bool x",
    "!!bool of a list": "screen: !!bool [x]",
    "!!int of nothing": 'screen: !!int ""',
    "!!int x": "screen: !!int x",
    "!!float of nothing": 'screen: !!float ""',
    "!!timestamp x": "screen: !!timestamp x",
    "a day that never was": "screen: 2024-02-31",
    "!!binary": "screen: !!binary x",
    "!!set": "!!set {a}",
    "!!omap": "!!omap [a: 1]",
    "!!map of a text": "!!map x",
    "!!seq of a text": "screen: !!seq x",
    "!!python": "!!python/object/apply:os.system [ls]",
    "!!str of a list": "screen: !!str [a]",
    "a number of 6,000 digits": f"touch: {{hold_seconds: {'9' * 6000}}}",
    "a number of 6,000 digits in JSON": f'{{"touch": {{"hold_seconds": {"9" * 6000}}}}}',
    "a fraction of 6,000 digits": f"touch: {{hold_seconds: 0.{'9' * 6000}}}",
    "sixties without end": f"touch: {{hold_seconds: {':'.join(['59'] * 3000)}}}",
    "sixties": "touch: {hold_seconds: '59:59'}",
    "infinity": "touch: {hold_seconds: .inf}",
    "no number": "touch: {hold_seconds: .nan}",
    "an underscore": "touch: {hold_seconds: 0x_}",
    "a NUL in a key": '"a\\0b": 1',
    "a key of 40,000 letters": f"{'k' * 40_000}: 1",
    "a key of 3,000 letters": f"{'k' * 3_000}: 1",
    "a setting of 3,000 letters": f"screen: {{{'k' * 3_000}: 1}}",
    "a value of 40,000 letters": f"screen: {{seats: {'k' * 40_000}}}",
    "a value of 3,000 letters": f"screen: {{seats: {'k' * 3_000}}}",
    "brackets 3,000 deep": "[" * 3000,
    "lists 100 deep": "[" * 100 + "]" * 100,
    "mappings 900 deep": "{a: " * 900 + "}" * 900,
    "dashes 100,000 deep": "- " * 100_000,
    "JSON 100,000 deep": "[" * 100_000 + "]" * 100_000,
    "a list in itself": "&a [*a]",
    "a mapping in itself": "screen: &a {seats: *a}",
    "a key in itself": "? &a [*a]\n: 1",
    "aliases of aliases": "a: &a [x, x, x, x, x, x, x, x, x]\n"
    + "\n".join(f"{n}: &{n} [{', '.join([f'*{m}'] * 9)}]" for m, n in zip("abcdefghi", "bcdefghij", strict=True)),
    "merges of merges": "a: &a {x: 1}\n"
    + "\n".join(
        f"{n}: &{n} {{<<: [{', '.join([f'*{m}'] * 9)}]}}" for m, n in zip("abcdefghi", "bcdefghij", strict=True)
    ),
    "300,000 values": "[" + "1," * 300_000 + "]",
    "a key twice": "leds: {palette: mono, palette: mono}",
    "a key twice in JSON": '{"leds": {"palette": "mono", "palette": "mono"}}',
    "a list as a key": "? [a]\n: 1",
    "a date as a key": "2024-01-01: 1",
    "an alias to nowhere": "screen: *x",
    "two documents": "a: 1\n---\nb: 2",
    "half a letter in JSON": '{"screen": {"seats": "\\ud800"}}',
    "half a letter in YAML": 'screen: {seats: "\\ud800"}',
    "half a letter in UTF-8": b"screen: {seats: \xed\xa0\x80}",
    "Latin-1": "screen: {seats: żółć}".encode("iso-8859-2"),
    "UTF-16": "screen: {seats: opposite}".encode("utf-16"),
    "a raw ESC": b"screen: {seats: \x1b[31mred}",
    "a raw ESC in a key": b"\x1b[2J: 1",
    "an ESC as a code": 'screen: {seats: "\\e[31mred"}',
    "an ESC of one byte": 'screen: {"\\x9b31m": 1}',
    "signs that turn the line": 'screen: {seats: "\\u202eeno"}',
    "a line of its own": 'screen: {seats: "a\\nb\\u2028c\\rd"}',
    "bytes at random": bytes(range(256)) * 4,
    "a tab": "screen:\n\t- x",
    "a mapping as a text": "operator: {usb: {a: b}, pin: [1, 2]}",
    "NaN in JSON": '{"leds": {"brightness": NaN}}',
    "no mapping": "~~~",
    "a number": "7",
}


def complaint_of(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the lines on stderr, after a look at what every complaint is."""
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.split("\n")
    assert lines.pop() == ""
    assert lines
    for line in lines:
        assert len(line) <= 300
        assert line.isprintable()
        assert "Traceback" not in line
        line.encode("utf-8")
    return lines


@pytest.mark.parametrize("command", [("config", "check"), ("packs", "check"), ("replay",)], ids=lambda args: args[0])
@pytest.mark.parametrize("text", SPOILT.values(), ids=SPOILT)
def test_a_spoilt_file_is_one_short_line(
    text: str | bytes, command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "spoilt.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    status = main([*command, str(path)])
    lines = complaint_of(capsys)
    assert status == 2 or (status == 1 and command[0] != "replay")
    assert all(line.startswith(f"{path}: ") for line in lines)
    if status == 2:
        assert len(lines) == 1


def test_a_script_and_a_pack_beside_others_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "packs").mkdir()
    for number, text in enumerate(SPOILT.values()):
        path = tmp_path / "packs" / f"spoilt{number}.yaml"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        assert main(["drive", str(path), "--out", str(tmp_path / "out")]) == 2
        assert len(complaint_of(capsys)) == 1
    assert main(["--data-dir", str(tmp_path), "packs"]) == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) >= 10
    assert len(err.splitlines()) >= len(SPOILT)
    assert all(len(line) <= 300 for line in err.splitlines())


@pytest.mark.parametrize("text", SPOILT.values(), ids=SPOILT)
def test_a_box_with_a_spoilt_config_starts_and_names_the_fault(text: str | bytes, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    _, faults = read_settings(path)
    assert faults
    assert all(len(fault.line) <= 300 and fault.line.isprintable() for fault in faults)


def fifo(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def tape(path: Path) -> None:
    path.symlink_to("/dev/full")


def folder(path: Path) -> None:
    path.mkdir()


def loop(path: Path) -> None:
    path.symlink_to(path)


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(100_000_000)


def absent(path: Path) -> None:
    """Make nothing."""


@pytest.mark.parametrize("make", [fifo, device, tape, folder, loop, huge, absent])
@pytest.mark.parametrize("command", [("config", "check"), ("packs", "check"), ("replay",)], ids=lambda args: args[0])
def test_what_is_no_file_is_not_waited_for(
    make: Callable[[Path], None], command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "no-file"
    make(path)
    assert main([*command, str(path)]) == 2
    (line,) = complaint_of(capsys)
    assert line.startswith(f"{path}: ")
    assert make is not huge or line.endswith("a file of at most 2 MB")


@pytest.mark.parametrize("how", [load, read_text], ids=["load", "read_text"])
def test_a_file_that_holds_back_is_not_waited_for(
    how: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the kernel shows as a file may have nothing to give just now, as /proc/kmsg."""
    path = tmp_path / "log"
    os.mkfifo(path)
    writer = os.open(path, os.O_RDWR)
    monkeypatch.setattr("device.files.reader.stat.S_ISREG", lambda mode: True)
    with pytest.raises(Malformed, match="temporarily unavailable"):
        how(path)
    os.close(writer)


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_text("a: 1 #" + "x" * (MAX_BYTES - 6))
    assert load(path) == {"a": 1}
    path.write_text("a: 1 #" + "x" * (MAX_BYTES - 5))
    with pytest.raises(Malformed):
        load(path)


def test_a_long_path_leaves_room_for_what_is_allowed(tmp_path: Path) -> None:
    deep = tmp_path / ("folder" * 30) / "config.yaml"
    with pytest.raises(Malformed) as caught:
        Reader(str(deep)).fail("p" * 200, "v" * 200, "from here to there")
    line = str(caught.value)
    assert len(line) <= 300
    assert line.startswith("…")
    assert "config.yaml: ppp" in line
    assert line.endswith(": from here to there")


def test_what_has_no_room_in_a_log_is_told_in_the_language_of_the_screen() -> None:
    """Beside a long path and a long value a screen had the beginning of it, in English."""
    polish = Texts(languages(assets())["pl"])
    many = message("one of {choices}", choices=", ".join(f"w{n}" for n in range(50)))
    fault = Malformed("f" * 200, "p" * 200, "v" * 200, many)
    assert len(fault.line) <= 300
    assert "jedno z: w0, w1" in polish.again(fault.line)
    assert polish.again(fault.line).endswith("w48, w49")
    odd = Malformed("x.txt", "", "", message("a name that no other pack has; {title} has this one", title="a\u202eb\n"))
    assert polish.again(odd.line) == "x.txt: nazwa, której nie ma żadna inna talia; tę ma a\\u202eb"


def test_letters_in_two_halves_a_mark_at_the_beginning_and_json_numbers_are_read(tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_bytes(b'\xef\xbb\xbf{"a": "\\ud83d\\ude00", "b": 1e3, "c": [true, null]}')
    assert load(path) == {"a": "😀", "b": 1000.0, "c": [True, None]}


def test_aliases_are_read(tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text("a: &a {driver: none, first: 0}\nb: [*a, *a]")
    one = {"driver": "none", "first": 0}
    assert load(path) == {"a": one, "b": [one, one]}


def test_json_and_yaml_have_the_same_limits(tmp_path: Path) -> None:
    path = tmp_path / "good.json"
    deep: object = "x"
    for _ in range(limits.MAX_DEPTH - 1):
        deep = [deep]
    for sign in ("", "# as YAML\n"):
        path.write_text(sign + json.dumps(deep))
        assert load(path) == deep
        path.write_text(sign + json.dumps([deep]))
        with pytest.raises(Malformed, match="deep"):
            load(path)


@pytest.mark.parametrize("text", ["a\u200bb", "a\0b", "\ud800", "x" * 201, "\u202eabc", "a\tb"])
def test_a_text_is_visible_and_of_bounded_length(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        Reader("file").text(text, "place")
    assert caught.value.line.isprintable()
    assert len(caught.value.line) <= 300


def test_a_device_that_cannot_be_opened_is_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object) -> int:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "open", busy)
    with pytest.raises(Malformed, match="Input/output error"):
        load(tmp_path / "x.yaml")


@pytest.mark.parametrize("sign", ["\0", "\a", "\b", "\x1b", "\x7f", "\x80", "\x9b", "\ufffe", "\uffff"])
@pytest.mark.parametrize("place", ["value: 'a{}b'", "a{}b: 1", "# a{}b", '"a{}b"', "{}", "- a\n-{}"])
def test_a_control_character_is_named_with_its_line(sign: str, place: str, tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(f"# one\n# two\n{place.format(sign)}\n", encoding="utf-8")
    with pytest.raises(Malformed) as fault:
        load(file)
    line = 4 if "\n" in place else 3
    assert str(fault.value) == f"{file}: line {line}: the control character U+{ord(sign):04X}: YAML or JSON"


QUOTED = "or text in quotes"
UNTAGGED = "a value without a tag; text that begins with ! stands in quotes"


@pytest.mark.parametrize(
    ("text", "place", "value", "allowed"),
    [
        ('screen: {driver: !!int "abc"}', "line 1, screen.driver", "'abc'", f"a whole number, {QUOTED}"),
        ("a:\n- b: 2026-99-99", "line 2, a.b", "'2026-99-99'", f"a day that there is, {QUOTED}"),
        ("a: !!bool maybe", "line 1, a", "'maybe'", f"true or false, {QUOTED}"),
        ("a: !!float x", "line 1, a", "'x'", f"a number, {QUOTED}"),
        ("a: !!int [1]", "line 1, a", "[…]", f"a whole number, {QUOTED}"),
        (
            'a: !!binary "x"',
            "line 1, a",
            "!!binary 'x'",
            UNTAGGED,
        ),
        ("a: !!set {x}", "line 1, a", "!!set {…}", UNTAGGED),
        ("a: !!str [x]", "line 1, a", "[…]", "text"),
        ("a: !!map x", "line 1, a", "'x'", "a mapping"),
        ("a: {<<: 3}", "line 1, a.<<", "<<", "a field; << is none here"),
        ("a: {b: 1,\n b: 2}", "line 2, a.b", "'b'", "each field once"),
        ("null: 1\nnull: 2", "line 2, null", "'null'", "each field once"),
        ("1: a\n1: b", "line 2, 1", "'1'", "each field once"),
        ("1: a\ntrue: b", "line 2, true", "'true'", "a field of plain text"),
        ("0: a\n0.0: b", "line 2, 0.0", "'0.0'", "a field of plain text"),
        ("? [a]\n: 1", "line 1", "[…]", "a field of plain text"),
        (f"{'k' * 1100}: 3", "line 1", f"{'k' * 16}…", "a field of at most 1024 characters"),
        (f"a: {{{'k' * 1100}: 3}}", "line 1", f"{{{'k' * 15}…", "a field of at most 1024 characters"),
        ("- !!bool Dear Anna, nobody may know", "line 1", "'Dear Anna, nobo…", f"true or false, {QUOTED}"),
        ("? {Dear Anna, nobody may know}\n: 1", "line 1", "{…}", "a field of plain text"),
        (
            "Dear Anna, nobody: 1\nDear Anna, nobody: 2",
            "line 2, Dear Anna, nobody",
            "'Dear Anna, nobo…",
            "each field once",
        ),
    ],
    ids=lambda text: text[:24],
)
def test_what_yaml_has_and_a_file_may_not_is_told_with_its_value(
    text: str, place: str, value: str, allowed: str, tmp_path: Path
) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(text)
    with pytest.raises(Malformed) as fault:
        load(file)
    assert str(fault.value) == f"{file}: {place}: {value}: {allowed}"


@pytest.mark.parametrize("text", ["'", "[", "- ", "? ", "! ", "%", "&a ", "k:", "k"])
def test_a_file_of_one_long_line_is_refused_at_once(text: str, tmp_path: Path) -> None:
    """Looking for what is wrong with it once took a time that grew as the square of its length: hours."""
    file = tmp_path / "x.yaml"
    file.write_text(f"a: [\n{text * (1_900_000 // len(text))}")
    with pytest.raises(Malformed) as fault:
        load(file)
    assert len(str(fault.value)) < 1000


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("~: 3", "null: null: unknown field"),
        ("true: 3", "true: true: unknown field"),
        ("1.5: 3", "1.5: 1.5: unknown field"),
    ],
)
def test_values_are_told_as_they_are_written(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(text)
    with pytest.raises(Malformed, match=re.escape(told)):
        Reader(str(file)).mapping(load(file), "", ("good",))


def test_a_member_of_an_archive_is_not_looked_for_where_the_program_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What some other file of its name holds at that place was told as what was found."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "store.json").write_text("team: 0x2a")
    with pytest.raises(Malformed, match="team: 7: text"):
        Reader("store.json").text(7, "team")


def test_a_day_is_told_as_it_is_written(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="when: 2001-01-01: text"):
        Reader("file").text(datetime.date(2001, 1, 1), "when")


def test_of_unknown_fields_the_first_is_told_in_its_place() -> None:
    with pytest.raises(Malformed) as fault:
        Reader("file").mapping({"good": 1, "game": 2, "options": 3}, "here", ("good",))
    assert str(fault.value) == "file: here.game: 'game': unknown field; known are good"


@pytest.mark.parametrize(
    "text",
    ["-\r" * 990_000, "-\u2028" * 600_000, "- " * 900_000, ("- " * 36 + "a\n") * 25_000, ("? " * 900 + "a\n") * 1100],
    ids=["carriage returns", "line separators", "one line", "lists in lists", "keys in keys"],
)
def test_a_file_of_nothing_but_places_is_refused_at_once(text: str) -> None:
    """Seconds were spent on it, and a watchdog waits for fifteen."""
    with pytest.raises(Fault, match="values and lines"):
        parse(text)
