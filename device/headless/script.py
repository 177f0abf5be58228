"""Drive scripts: a list of steps for the pilot, read strictly before the first is done."""

import argparse
import json
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from signal import SIG_IGN
from typing import Any, NoReturn

from device.config.places import data_option
from device.config.settings import Settings
from device.files.clean import fault_of_text
from device.files.failures import reason, say
from device.files.places import make_folder
from device.files.reader import Malformed, Reader, load
from device.files.replacing import replacing
from device.files.terminal import complain
from device.headless.pilot import PARTS, PRESS, NoSuchTarget, Pilot, Setup
from device.headless.replay import KeyReader, read_box, read_deal
from hardware.ports import SEATS, Seat

Do = Callable[[Pilot, Path], None]
MAX_SECONDS = 3600.0
"""The longest a step may last, in simulated seconds."""
MAX_NAME = 200
"""The longest name of a screenshot or a dump, in bytes."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: where it stands in the script, and what it does."""

    place: str
    do: Do


@dataclass(frozen=True, slots=True)
class Script:
    """A script, read and found good."""

    file: Path
    steps: tuple[Step, ...]


def load_script(path: Path) -> Script:
    """Return the script of a YAML or JSON file.

    Raises:
        Malformed: one of its steps is none; nothing is done.
    """
    reader = KeyReader(str(path))
    listed = reader.listing(load(path), "", "steps")
    places = (f"[{number}]" for number in range(1, len(listed) + 1))
    return Script(
        path, tuple(Step(place, _Steps(reader, place).read(step)) for place, step in zip(places, listed, strict=True))
    )


def run_script(script: Script, settings: Settings, arguments: argparse.Namespace) -> int:
    """Run a script as the command line asks; return 0, or 1 when a step touched what is not on the screen."""
    with _leaving_in_order(), _fresh() as fresh:
        data = Path(arguments.data_dir or fresh)
        size = arguments.size or settings.box.size
        pilot = Pilot(Setup(data, size, settings, arguments.lang, arguments.seed))
        if pilot.store.forgetful:
            complain([f"{data_option(arguments.data_dir)}: {pilot.store.forgetful}: nothing is saved"])
        try:
            drive(script, arguments.out, pilot)
        except NoSuchTarget as error:
            say(str(error))
            return 1
        finally:
            pilot.close()
    return 0


def _fresh() -> "tempfile.TemporaryDirectory[str]":
    try:
        return tempfile.TemporaryDirectory(prefix="spytable-")
    except FileNotFoundError:  # it lists all the places it tried
        raise Malformed(
            "spytable", "TMPDIR", os.environ.get("TMPDIR", "/tmp"), "a folder that can be written"
        ) from None


@contextmanager
def _leaving_in_order() -> Iterator[None]:
    """Have a signal that ends the process leave nothing behind."""
    ending = [each for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT) if signal.getsignal(each) != SIG_IGN]
    before = {number: signal.signal(number, _leave) for number in ending}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, _: object) -> NoReturn:
    raise SystemExit(128 + number)


def drive(script: Script, out: Path, pilot: Pilot) -> None:
    """Run a script's steps; screenshots and dumps go to a folder, made if there is none.

    Raises:
        NoSuchTarget: a step touches what is not on the screen.
        Malformed: nothing can be written there.
    """
    try:
        make_folder(out)
    except OSError as error:
        raise Malformed(str(out), "", reason(error), "a folder for screenshots and dumps") from None
    for step in script.steps:
        try:
            step.do(pilot, out)
        except NoSuchTarget as error:
            raise NoSuchTarget(f"{script.file}: {step.place}: {error}") from None


class _Steps:
    """Reads one step; a method for each verb."""

    def __init__(self, reader: Reader, place: str) -> None:
        self._reader, self._place = reader, place

    def read(self, step: object) -> Do:
        """Return what a step does."""
        content = self._reader.mapping(step, self._place, (), (*VERBS, "seconds", "box"))
        verbs = [verb for verb in content if verb in VERBS]
        if len(verbs) != 1:
            self._reader.fail(self._place, step, f"one of {', '.join(VERBS)}")
        verb = verbs[0]
        for extra, owner in (("seconds", "press"), ("box", "screenshot")):
            if extra in content and verb != owner:
                self._reader.fail(f"{self._place}.{extra}", extra, f"only with {owner}")
        do: Do = VERBS[verb](self, content[verb], content)
        return do

    def _at(self, verb: str) -> str:
        return f"{self._place}.{verb}"

    def start(self, value: object, _: Any) -> Do:
        """A game, straight to the table."""
        place = self._at("start")
        box = read_box(self._reader, value if isinstance(value, dict) else {}, place)
        dealt = read_deal(self._reader, value, place)
        return lambda pilot, out: pilot.start(dealt, box)

    def tap(self, value: object, _: Any) -> Do:
        """A brief touch."""
        name = self._reader.text(value, self._at("tap"))
        return lambda pilot, out: pilot.tap(name)

    def hold(self, value: object, _: Any) -> Do:
        """A touch that confirms."""
        name = self._reader.text(value, self._at("hold"))
        return lambda pilot, out: pilot.hold(name)

    def press(self, value: object, content: Any) -> Do:
        """A button, or both."""
        listed = value if isinstance(value, list) else [value]
        if not 1 <= len(listed) == len({str(side) for side in listed}):
            self._reader.fail(self._at("press"), value, "a or b, or a list of both")
        sides = [Seat(self._reader.choice(seat, self._at("press"), SEATS)) for seat in listed]
        seconds = self._seconds(content.get("seconds", PRESS), "seconds")
        return lambda pilot, out: pilot.press(*sides, seconds=seconds)

    def type(self, value: object, _: Any) -> Do:
        """Text on the keyboard."""
        text = self._reader.text(value, self._at("type"))
        return lambda pilot, out: pilot.type(text)

    def wait(self, value: object, _: Any) -> Do:
        """Time that passes."""
        seconds = self._seconds(value, "wait")
        return lambda pilot, out: pilot.wait(seconds)

    def screenshot(self, value: object, content: Any) -> Do:
        """A picture."""
        name = self._file(value, "screenshot")
        box = content.get("box", False)
        if not isinstance(box, bool):
            self._reader.fail(self._at("box"), box, "true or false")
        return lambda pilot, out: _write(out / f"{name}.png", pilot.screenshot(box))

    def dump(self, value: object, _: Any) -> Do:
        """What is on the screen, as JSON."""
        name = self._file(value, "dump")

        def write(pilot: Pilot, out: Path) -> None:
            text = json.dumps(pilot.dump(), ensure_ascii=False, indent=1)
            _write(out / f"{name}.json", f"{text}\n".encode())

        return write

    def down(self, value: object, _: Any) -> Do:
        """Fingers that come down."""
        listed = value if isinstance(value, list) else [value]
        if not listed:
            self._reader.fail(self._at("down"), value, "a target, or a list of them")
        names = [self._reader.text(name, self._at("down")) for name in listed]
        return lambda pilot, out: pilot.down(*names)

    def up(self, value: object, _: Any) -> Do:
        """A finger that lifts."""
        name = self._reader.text(value, self._at("up"))
        return lambda pilot, out: pilot.up(name)

    def fail(self, value: object, _: Any) -> Do:
        """A part that fails."""
        part = self._reader.choice(value, self._at("fail"), PARTS)
        return lambda pilot, out: pilot.fail(part)

    def mend(self, value: object, _: Any) -> Do:
        """A part that works again."""
        part = self._reader.choice(value, self._at("mend"), PARTS)
        return lambda pilot, out: pilot.mend(part)

    def power_cut(self, value: object, _: Any) -> Do:
        """The plug is pulled and put back."""
        self._reader.mapping(value, self._at("power_cut"))
        return lambda pilot, out: pilot.power_cut()

    def _seconds(self, value: object, name: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_SECONDS:
            self._reader.fail(self._at(name), value, f"seconds from 0 to {MAX_SECONDS:g}")
        return float(value)

    def _file(self, value: object, verb: str) -> str:
        if isinstance(value, str) and not _is_file_name(value):
            self._reader.fail(self._at(verb), value, f"a file name without a folder, at most {MAX_NAME} bytes")
        return self._reader.text(value, self._at(verb))


def _write(path: Path, content: bytes) -> None:
    """Write a picture or a dump, whole or not at all."""
    try:
        with replacing(path) as file:
            file.write(content)
    except OSError as error:
        raise Malformed(str(path), "", reason(error), "a file that can be written") from None


def _is_file_name(name: str) -> bool:
    alone = Path(name).name == name and name not in (".", "..")
    return alone and fault_of_text(name, MAX_NAME) is None and len(name.encode()) <= MAX_NAME


VERBS: dict[str, Callable[[_Steps, object, Any], Do]] = {
    "start": _Steps.start,
    "tap": _Steps.tap,
    "hold": _Steps.hold,
    "press": _Steps.press,
    "type": _Steps.type,
    "wait": _Steps.wait,
    "screenshot": _Steps.screenshot,
    "dump": _Steps.dump,
    "down": _Steps.down,
    "up": _Steps.up,
    "fail": _Steps.fail,
    "mend": _Steps.mend,
    "power_cut": _Steps.power_cut,
}
"""The verbs of a script."""
