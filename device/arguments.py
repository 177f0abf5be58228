"""The arguments of the commands, and their values, each refused in one line."""

import argparse
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from device.files import terminal
from device.files.assets import assets
from device.files.clean import is_number
from device.files.reader import Malformed, shortened

BAD = 2
"""The exit status of bad usage."""
RUN = "open the box (the default)"
HELP_WIDTH = 78
MAX_PATH, MAX_CLUE, MAX_DIGITS = 1000, 200, 18
"""Characters of an argument."""


class _Commands(argparse._SubParsersAction):  # type: ignore[type-arg]  # at run time it takes none
    """The commands of a parser; an option given before one counts where it takes that, and none stands behind it."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, *given: Any) -> None:
        """Go on with a command; what it shares with the parser and was given is neither missing nor laid over."""
        command = self.choices[given[0][0]]
        known = {action.dest for action in command._actions}
        for action in parser._actions:
            before = parser._defaults.get(action.dest)
            if action.dest not in known and getattr(namespace, action.dest, before) != before:
                parser.error(f"argument {'/'.join(action.option_strings)}: {command.prog} takes none")
        for action in command._actions:
            if getattr(namespace, action.dest, None) is not None:
                action.required, action.default = False, argparse.SUPPRESS
        super().__call__(parser, namespace, *given)


class Parser(argparse.ArgumentParser):
    """Complains in one line; what begins with a minus and a digit is a value, and is judged as one."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._negative_number_matcher = re.compile(r"-\.?\d")
        self.register("action", "parsers", _Commands)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Take note of the words, for a complaint."""
        self._words = list(args or ())
        return super().parse_known_args(args, namespace)

    def _get_formatter(self) -> argparse.HelpFormatter:
        return argparse.HelpFormatter(self.prog, width=HELP_WIDTH)  # to look for the terminal's takes a while

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Blame an option that nobody knows, and not the word behind it, which is taken for a command."""
        if isinstance(action, _Commands) and value not in action.choices:
            for word in self._words[: self._words.index(value)][-1:]:
                if word.startswith("--") and not any(known.startswith(word) for known in self._option_string_actions):
                    self.error(f"unrecognized arguments: {word}")
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        """Complain, and end."""
        terminal.complain([f"{self.prog}: {message}"])
        raise SystemExit(BAD)

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)  # argparse keeps quiet when that fails


def as_typed(word: str) -> str:
    """Return a word of the command line as it was typed, also where the locale knows nothing but ASCII."""
    return os.fsencode(word).decode(errors="surrogateescape")


def _quoted(text: str) -> str:
    return repr(shortened(text, 20))


def path(text: str) -> str:
    """Return a path that is not too long; an empty one would be the folder one happens to be in."""
    if not text.strip() or "\0" in text or len(text) > MAX_PATH:
        raise argparse.ArgumentTypeError(f"{_quoted(text)}: a path of 1 to {MAX_PATH} characters")
    return text


def file(text: str) -> Path:
    """Return a path that is not too long."""
    return Path(path(text))


def seed(text: str) -> int:
    """Return a whole number, which may be negative."""
    digits = text.removeprefix("-")
    if not is_number(digits, MAX_DIGITS):
        raise argparse.ArgumentTypeError(f"{_quoted(text)}: a whole number of at most {MAX_DIGITS} digits")
    return int(text)


def size(text: str) -> tuple[int, int]:
    """Return the size of a landscape touchscreen in pixels."""
    width, _, height = text.partition("x")
    if not (is_number(width, 4) and is_number(height, 4) and 320 <= int(height) < int(width) <= 4096):
        raise argparse.ArgumentTypeError(f"{_quoted(text)}: a landscape size, 320 to 4096 pixels a side: 1280x720")
    return int(width), int(height)


def language(text: str) -> str:
    """Return the code of a language of the box."""
    from device.files.texts import languages

    known = languages(assets())
    if text not in known:
        raise argparse.ArgumentTypeError(f"{text!r}: one of {', '.join(known)}")
    return text


def broker(text: str) -> str:
    """Return the address of a broker."""
    from device.config.fleet import BROKER_WORDS, is_broker

    if not text or not is_broker(text):
        raise argparse.ArgumentTypeError(BROKER_WORDS)  # what was given may hold a password
    return text


def user(text: str) -> str:
    """Return who asks a broker."""
    from device.config.fleet import USER_WORDS, is_title

    if not is_title(text):
        raise argparse.ArgumentTypeError(USER_WORDS)  # it may be a password
    return text


def clue(text: str) -> str:
    """Return a word of characters one can see."""
    from device.files.clean import fault_of_text

    if not any(map(str.isalnum, text)):
        raise argparse.ArgumentTypeError(f"{_quoted(text)}: a word, with a letter or a digit")
    fault = fault_of_text(text, MAX_CLUE)
    if fault is not None:
        raise argparse.ArgumentTypeError(f"{_quoted(text)}: {fault}")
    return text


def visible(text: str) -> list[str]:
    """Return the words on a table, of characters one can see."""
    words = [word.strip() for word in text.split(",")]
    seen = set[str]()
    for word in words:
        if not word:
            raise argparse.ArgumentTypeError(f"{_quoted(text)}: no card between two commas; WORD or WORD,WORD")
        clue(word)
        same = unicodedata.normalize("NFC", word).casefold()
        if same in seen:
            raise argparse.ArgumentTypeError(f"{_quoted(word)} twice; each card once")
        seen.add(same)
    return words


def count(text: str) -> int:
    """Return a whole number from 1."""
    if not is_number(text, MAX_DIGITS) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{_quoted(text)}: a whole number from 1, of at most {MAX_DIGITS} digits")
    return int(text)


def players(text: str) -> tuple[str, ...]:
    """Return who plays the two sides."""
    kinds = tuple(text.split(","))
    if not set(kinds) <= {"random", "box"} or len(kinds) > 2:
        raise argparse.ArgumentTypeError(f"{text!r}: random or box, or two of them such as box,random")
    return kinds if len(kinds) == 2 else kinds * 2


def option(text: str) -> tuple[str, object]:
    """Return the name and the value of an option of a game."""
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text!r}: an option such as tokens=10")
    if not is_number(value, len(value)):
        return name, value
    if len(value) > MAX_DIGITS:
        raise argparse.ArgumentTypeError(f"{shortened(text, 40)!r}: a number of at most {MAX_DIGITS} digits")
    return name, int(value)


def by_name(options: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Return options by their names.

    Raises:
        Malformed: one stands twice.
    """
    names = [name for name, _ in options]
    for name in names:
        if names.count(name) > 1:
            raise Malformed("spytable simulate", "argument --option", name, "stands twice; each option once")
    return dict(options)


def add_places(parser: argparse.ArgumentParser) -> None:
    """Add what may stand before and after a command; left out in one place, it keeps what the other says."""
    for option, label in (("--data-dir", "where the box keeps its games"), ("--config", "the config file")):
        parser.add_argument(option, type=path, metavar="PATH", default=argparse.SUPPRESS, help=label)


def add_check(
    parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int], required: bool
) -> argparse.ArgumentParser:
    """Add the command that checks a file, and return its parser."""
    sub = parser.add_subparsers(metavar="check", parser_class=Parser, required=required).add_parser("check")
    add_places(sub)
    sub.add_argument("file", type=file)
    sub.set_defaults(run=run)
    return sub


def add_run(parser: argparse.ArgumentParser) -> None:
    """Take how the box is to look, and whether it fills the screen."""
    add_view(parser)
    parser.add_argument("--fullscreen", action="store_true", default=argparse.SUPPRESS, help="fill the screen")


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the language of what does not say its own."""
    parser.add_argument("--lang", type=language, metavar="L", default=argparse.SUPPRESS, help="the language")


def add_view(parser: argparse.ArgumentParser) -> None:
    """Add how the kiosk is seen, and what it deals."""
    parser.add_argument("--size", type=size, metavar="WxH", default=argparse.SUPPRESS, help="the touchscreen in pixels")
    add_language(parser)
    parser.add_argument("--seed", type=seed, metavar="N", default=argparse.SUPPRESS, help="deal the same games again")


def add_clue(parser: argparse.ArgumentParser) -> None:
    """Add what the clue checker is asked."""
    parser.add_argument("--lang", type=language, metavar="L", required=True, help="the language of the clue")
    parser.add_argument("--visible", type=visible, metavar="WORD[,WORD…]", required=True, help="the words on the table")
    parser.add_argument("--relaxed", action="store_true", help="several words and hyphens are fine")
    parser.add_argument("--pictures", action="store_true", help="a grid of pictures")
    parser.add_argument("clue", type=clue)


def add_simulate(parser: argparse.ArgumentParser) -> None:
    """Add the games to be played."""
    parser.add_argument("--game", choices=("duet", "versus"), required=True)
    parser.add_argument("--games", type=count, metavar="N", required=True)
    parser.add_argument("--seed", type=seed, metavar="S", required=True)
    parser.add_argument("--option", action="extend", nargs="+", default=[], type=option, metavar="K=V")
    parser.add_argument("--players", type=players, default=("random", "random"), metavar="random|box[,random|box]")
    parser.add_argument("--lang", type=language, metavar="L", default=argparse.SUPPRESS, help="the box's language")


def add_think(parser: argparse.ArgumentParser) -> None:
    """Add the moment to think about."""
    parser.add_argument("file", type=file)
    parser.add_argument("--side", choices=("a", "b", "red", "blue"), required=True, help="who is the box")
    add_language(parser)
    parser.add_argument("--seed", type=seed, metavar="N", default=0, help="the chance between clues as good")


def add_fleet(parser: argparse.ArgumentParser) -> None:
    """Add the broker and the way in."""
    parser.add_argument("--broker", type=broker, metavar="URL", required=True, help="mqtt:// or mqtts://")
    parser.add_argument("--user", type=user, default="", help="who asks")
    for option, told in (("--password-file", "the user's password"), ("--ca-file", "who vouches for mqtts://")):
        parser.add_argument(option, type=path, metavar="FILE", help=told)
    parser.add_argument("--once", action="store_true", help="a line of JSON for each box, and no more")
