"""The command line."""

import argparse
import errno
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from device import arguments as given
from device.files import terminal
from device.files.failures import print_failure, reason
from device.files.reader import Malformed, first_of
from device.storage.lock import InUse, locked

if TYPE_CHECKING:
    from device.players.box import BoxPlayer

DONE, NO, BAD, FAULT = 0, 1, given.BAD, 70


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status: 0 done, 1 the answer is no, 2 bad usage or a malformed file.

    70: what nobody foresaw; `python -X dev` shows its traceback, which may quote a key.
    """
    terminal.take_any_letter()
    try:
        with _interruptible():
            return _do(argv)
    except (Malformed, InUse) as error:
        terminal.complain([error])
        return BAD
    except BrokenPipeError:
        terminal.write_nowhere()
        return NO
    except terminal.Unwritten as error:
        terminal.write_nowhere()
        terminal.complain([f"spytable: the output cannot be written: {error}"])
        return BAD
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        terminal.complain([f"spytable: {place}{reason(error)}"])
        return BAD
    except MemoryError:
        terminal.complain([f"spytable: {os.strerror(errno.ENOMEM)}"])
        return BAD
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        print_failure(error)
        return FAULT
    finally:
        terminal.give_up_complaints()


@contextmanager
def _interruptible() -> Iterator[None]:
    """Have an interrupt end a command in order; before and after it ends the process at once, without a word."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_DFL:  # somebody else's
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def _do(argv: Sequence[str] | None) -> int:
    words = list(map(given.as_typed, sys.argv[1:])) if argv is None else argv
    just_run = not words or words[0] == "run"
    parser = _run_parser("spytable run", given.RUN) if just_run else _parser()
    for word in words:
        if word.startswith("--") and word.endswith("=--"):  # argparse would take the -- away, and miss it
            parser.error(f"argument {word.removesuffix('=--')}: -- is no value")
    with terminal.output():
        arguments = parser.parse_args(words[just_run:])
    if arguments.run is not _run:
        gc.enable()
    return int(arguments.run(arguments))


def _run_parser(prog: str, label: str) -> argparse.ArgumentParser:
    """Return the parser that opens the box; one that starts does without the other commands, which take time."""
    parser = given.Parser(prog=prog, description=label)
    given.add_places(parser)
    parser.set_defaults(data_dir=None, config=None, run=_run, size=None, lang=None, seed=None, fullscreen=False)
    given.add_run(parser)
    return parser


def _parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = _run_parser("spytable", "A table-top box for word and picture games.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=given.Parser)

    def command(name: str, run: Callable[[argparse.Namespace], int], label: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=label, description=label)
        given.add_places(sub)
        sub.set_defaults(run=run)
        return sub

    given.add_run(command("run", _run, given.RUN))
    command("replay", _replay, "play a scenario file through the rules").add_argument("file", type=given.file)
    given.add_clue(command("clue", _clue, "is this clue's form valid"))
    given.add_simulate(command("simulate", _simulate, "let the box, or chance, play games"))
    given.add_think(command("think", _think, "what the box would do as a side of a scenario"))
    sub = command("drive", _drive, "drive the whole kiosk by a script, without a display")
    sub.add_argument("script", type=given.file)
    sub.add_argument("--out", type=given.file, required=True, help="where screenshots and dumps go")
    given.add_view(sub)
    command("selftest", _selftest, "try every part of the box")
    update = command("update", _update, "put a newer version in beside the running one")
    which = update.add_mutually_exclusive_group(required=True)
    which.add_argument("file", type=given.file, nargs="?")
    which.add_argument("--status", action="store_true", help="what runs, what is on trial, how the last update went")
    given.add_fleet(command("fleet", _fleet, "all boxes of a broker in one table"))
    packs = command("packs", _packs, "list the packs, or check one")
    for each in (packs, given.add_check(packs, _check_pack, required=False)):
        given.add_language(each)
    given.add_check(command("config", _check_config, "check a config file"), _check_config, required=True)
    return parser


def _run(arguments: argparse.Namespace) -> int:
    gc.disable()  # until home stands: what is made on the way there stays as well
    try:
        from device.app import run as box

        return box.run(arguments)
    finally:
        gc.enable()


def _drive(arguments: argparse.Namespace) -> int:
    from device.app.run import settings_of
    from device.headless.script import load_script, run_script

    settings, faults = settings_of(arguments)
    if faults:
        raise faults[0]
    script = load_script(arguments.script)
    with locked(Path(arguments.data_dir)) if arguments.data_dir else nullcontext():
        return run_script(script, settings, arguments)


def _replay(arguments: argparse.Namespace) -> int:
    from device.headless.replay import load_scenario, run

    refused = False
    for line in run(load_scenario(arguments.file)):
        refused = refused or line.get("ok") is False
        terminal.tell([line])
    return NO if refused else DONE


def _clue(arguments: argparse.Namespace) -> int:
    from device.app.packs import visible_words
    from device.clues import ClueChecker

    found = ClueChecker(arguments.lang).check(
        arguments.clue,
        visible_words(arguments.visible, arguments),
        relaxed=arguments.relaxed,
        pictures=arguments.pictures,
    )
    terminal.tell([{"valid": not found, "because": [{"word": each.word, "rule": each.rule} for each in found]}])
    return NO if found else DONE


def _simulate(arguments: argparse.Namespace) -> int:
    from device.headless.simulate import simulate
    from device.players.random_player import RandomPlayer
    from device.rules.errors import InvalidValue

    games = (arguments.game, given.by_name(arguments.option), arguments.games, arguments.seed)
    try:
        if arguments.players == ("random", "random"):
            terminal.tell([simulate(*games)])
            return DONE
        box, words = _box_and_words(arguments)
        players = [box if kind == "box" else RandomPlayer() for kind in arguments.players]
        terminal.tell([simulate(*games, players, words)])
    except InvalidValue as error:
        terminal.complain([f"spytable simulate: --option: {error}"])
        return BAD
    return DONE


def _think(arguments: argparse.Namespace) -> int:
    from device.headless.think import NoThought, scenarios_for, think
    from device.rules.model import Side

    scenarios = scenarios_for(arguments.file, side := Side(arguments.side))
    box, _ = _box_and_words(arguments)
    status = DONE
    for number, scenario in enumerate(scenarios, 1):
        try:
            terminal.tell([think(scenario, side, box, arguments.seed)])
        except NoThought as why:
            place = f"{arguments.file}: document {number}" if len(scenarios) > 1 else arguments.file
            terminal.complain([f"{place}: {why}"])
            status = NO
    return status


def _box_and_words(arguments: argparse.Namespace) -> "tuple[BoxPlayer, list[str]]":
    from device.app.packs import box_and_words

    box, words = box_and_words(arguments)
    if box is None:
        terminal.complain(["the box knows no words of this language yet"])
        raise SystemExit(NO)
    return box, words


def _selftest(arguments: argparse.Namespace) -> int:
    from device.app import run as box

    lines = box.selftest(arguments)
    terminal.tell(lines)
    return NO if any(line["status"] == "failed" for line in lines) else DONE


def _update(arguments: argparse.Namespace) -> int:
    from device.app import updating

    lines, complaints = updating.run(arguments)
    terminal.tell(lines)
    terminal.complain(complaints)
    return NO if complaints else DONE


def _fleet(arguments: argparse.Namespace) -> int:
    import time

    from device.app.watch import once, table
    from device.config.fleet import read_broker

    broker = read_broker(arguments.broker, arguments.user, arguments.password_file or "", arguments.ca_file or "")
    for option, given_file, needed, there in (
        ("--password-file", arguments.password_file, "--user", arguments.user),
        ("--ca-file", arguments.ca_file, "mqtts://", broker.tls),
    ):
        if given_file and not there:
            terminal.complain([f"spytable fleet: argument {option}: only with {needed}"])
            return BAD
    show = once if arguments.once or not sys.stdout.isatty() else table
    why = show(broker, time.monotonic)
    terminal.complain([why] if why else [])
    return NO if why else DONE


def _packs(arguments: argparse.Namespace) -> int:
    from device.app.packs import packs

    library = packs(arguments)
    every = library.all()
    terminal.tell(_listed(pack) for pack in every)
    terminal.complain(library.every_fault)
    return NO if library.every_fault else DONE


def _listed(pack: Any) -> dict[str, object]:
    return {"id": pack.id, "title": pack.title, "language": pack.language, "kind": pack.kind, "cards": len(pack.cards)}


def _check_pack(arguments: argparse.Namespace) -> int:
    from device.app.packs import owners_language
    from device.cards.other_pictures import not_taken
    from device.cards.pack_file import MAX_FAULTS, examine
    from device.ui.kit.fit import fault_of

    pack, faults = examine(arguments.file, fault_of, owners_language(arguments))
    if pack is not None and not faults:
        from device.cards.library import PackLibrary
        from device.files.assets import assets
        from device.ui.kit.photos import spoilt

        faults = first_of(list(spoilt(pack, arguments.file)), str(arguments.file), MAX_FAULTS)
        faults += PackLibrary(assets()).against_ours(arguments.file, pack)
    terminal.complain([*faults, *(not_taken(arguments.file) if pack else ())])
    if pack is None or faults:
        return BAD if faults[0].unreadable else NO
    terminal.tell([_listed(pack)])
    return DONE


def _check_config(arguments: argparse.Namespace) -> int:
    from device.config.config_file import read_settings
    from device.config.show import config_to_show
    from device.owner.selftest import bus_complaints
    from device.owner.versions import Versions

    settings, faults = read_settings(arguments.file, box=Versions.here().installed)
    if faults:
        terminal.complain(faults)
        return BAD if faults[0].unreadable else NO
    terminal.complain(f"{arguments.file}: {line}" for line in bus_complaints(settings.box))
    terminal.tell([config_to_show(settings)])
    return DONE
