"""The house rules of the code: who may import whom, how long things may be, what is written where."""

from __future__ import annotations

import ast
import hashlib
import re
import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAX_MODULE = 320
MAX_FUNCTION = 50

Function = ast.FunctionDef | ast.AsyncFunctionDef
Imports = dict[str, set[str]]


def modules(package: str) -> dict[str, Path]:
    """Return the modules of a package by dotted name."""
    told = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        told[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return told


OURS = {**modules("device"), **modules("hardware")}


@cache
def tree(path: Path) -> ast.Module:
    """Return a parsed module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(name: str) -> set[str]:
    """Return what a module imports, wherever it does: our modules by full name, others by their top package."""
    found: set[str] = set()
    for node in ast.walk(tree(OURS[name])):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: imports are absolute here"
            base = str(node.module)
            for alias in node.names:
                full = f"{base}.{alias.name}"
                found.add(full if full in OURS else base)
    return {name if name in OURS else name.partition(".")[0] for name in found}


# The arrows

STANDARD = {"collections", "dataclasses", "enum", "functools", "itertools", "random", "reprlib", "types", "typing"}
"""All that the rules may import beside each other."""

FLOORS: list[set[str]] = [
    {"rules", "files"},
    {"clues", "storage", "players"},
    {"cards"},
    {"config"},
    {"game", "owner", "publish"},
    {"ui"},
    {"app"},
    {"headless"},
    {"arguments"},
    {"commands"},
    {"__main__"},
]
"""The rooms of `device` from below to above: a module imports its own room and the floors below."""

UI_FLOORS: list[set[str]] = [{"kit"}, {"diagrams", "table"}, {"campaign", "lobby", "owner"}, {"screens"}]
"""The rooms of `device.ui`, likewise."""

BUILDERS = {"device.app.run", "device.owner.selftest"}
"""Where parts are picked and put together."""


def room(name: str, inside: str = "device") -> str:
    """Return the room of a package a module is in."""
    return name.removeprefix(f"{inside}.").partition(".")[0]


def floor(name: str, floors: list[set[str]] = FLOORS, inside: str = "device") -> int:
    """Return the height of a module."""
    for height, rooms in enumerate(floors):
        if room(name, inside) in rooms:
            return height
    raise AssertionError(f"{name} is in no room of {inside}: say what it may import")


DEVICE = [name for name in modules("device") if name not in ("device", "device.ui")]
RULES = [name for name in DEVICE if room(name) == "rules"]


@pytest.mark.parametrize("name", RULES)
def test_the_rules_know_only_themselves(name: str) -> None:
    """Pure: a subset of the standard library; no clock, file, log, pygame or other part of the device."""
    foreign = {used for used in imports(name) if not f"{used}.".startswith("device.rules.")}
    assert foreign <= STANDARD
    if name != "device.rules.deal":
        assert "random" not in foreign, "randomness only in the deal"


def test_the_rules_draw_from_the_given_generator_only() -> None:
    """`deal` takes its chance from its argument, never from the module of the same name."""
    used = {
        alias.name
        for node in ast.walk(tree(OURS["device.rules.deal"]))
        if isinstance(node, ast.ImportFrom) and node.module == "random"
        for alias in node.names
    }
    assert used == {"Random"}
    assert not [n for n in ast.walk(tree(OURS["device.rules.deal"])) if isinstance(n, ast.Import)]


@pytest.mark.parametrize("name", DEVICE)
def test_arrows_point_down(name: str) -> None:
    """No module imports a room above its own, nor another room at its height; so inside `ui`."""
    for used in imports(name) - {"device"}:
        if used in OURS and used.startswith("device."):
            assert room(used) == room(name) or floor(used) < floor(name), f"{name} imports {used}"
            if used.startswith("device.ui.") and name.startswith("device.ui."):
                mine, theirs = (floor(each, UI_FLOORS, "device.ui") for each in (name, used))
                same = room(used, "device.ui") == room(name, "device.ui")
                assert same or theirs < mine, f"{name} imports {used}"


@pytest.mark.parametrize("name", modules("hardware"))
def test_the_hardware_knows_nothing_of_the_device(name: str) -> None:
    """It could drive another game."""
    assert not [used for used in imports(name) if used.partition(".")[0] == "device"]


@pytest.mark.parametrize("name", DEVICE)
def test_drivers_are_picked_where_the_box_is_put_together(name: str) -> None:
    """Others know the ports, not the drivers; the settings read the table, to check what a config says."""
    used = {used for used in imports(name) if used.startswith("hardware.")}
    if name in BUILDERS:
        return
    assert not [driver for driver in used if driver.startswith("hardware.drivers")]
    if room(name) != "config":
        assert "hardware.registry" not in used
    if name != "device.headless.pilot":
        assert not [simulated for simulated in used if simulated.startswith("hardware.simulated")]


@pytest.mark.parametrize("name", [n for n in modules("hardware") if not n.startswith("hardware.drivers")])
def test_drivers_are_imported_only_when_chosen(name: str) -> None:
    """The registry names them; nothing imports a real part's libraries by itself."""
    heavy = {"gpiozero", "lgpio", "spidev", "rpi_ws281x", "_rpi_ws281x", "luma", "PIL"}
    assert not imports(name) & heavy


def test_nothing_goes_round_in_circles() -> None:
    """No module needs itself, by whatever way: for its types, inside a function or by its name in a text."""
    needs: Imports = {name: {used for used in imports(name) | named(name) if used in OURS} for name in OURS}
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " → ".join((*way[way.index(name) :], name))
        if name not in done:
            for used in sorted(needs[name] - {name}):
                visit(used, (*way, name))
            done.add(name)

    for name in OURS:
        visit(name, ())


def named(name: str) -> set[str]:
    """Return the modules of ours that a module names in a text, as `package.module` or `package.module:Class`."""
    texts = (n.value for n in ast.walk(tree(OURS[name])) if isinstance(n, ast.Constant) and isinstance(n.value, str))
    return {text.partition(":")[0] for text in texts} & OURS.keys()


def test_screens_never_hold_the_state() -> None:
    """They get `public(state)`; the state and its key stay in the session."""
    secrets = {"State", "Key", "key_view", "evolve", "apply", "play", "start"}
    for name, path in modules("device.ui".replace(".", "/")).items():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("device.rules"):
                assert not {alias.name for alias in node.names} & secrets, name


@pytest.mark.parametrize("name", [name for name in DEVICE if room(name) == "players"])
def test_players_never_see_a_state(name: str) -> None:
    """They get an observation; the game, its key and what changes it stay outside; no library but the standard one."""
    secrets = {"State", "Key", "key_view", "evolve", "apply", "step", "start", "deal", "Dealt"}
    for node in ast.walk(tree(OURS[name])):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("device.rules"):
            assert not {alias.name for alias in node.names} & secrets, name
    ours = {used for used in imports(name) if used in OURS}
    assert {room(used) for used in ours} <= {"players", "rules"}
    assert imports(name) - ours <= sys.stdlib_module_names


@pytest.mark.parametrize("name", [name for name in DEVICE if room(name) == "publish"])
def test_what_is_published_never_sees_a_game(name: str) -> None:
    """The fleet gets public facts; the game, the session and the store stay outside, and the broker's package waits."""
    ours = {used for used in imports(name) if used in OURS}
    assert {room(used) for used in ours} <= {"publish", "config", "files"}
    loaded = {node for node in tree(OURS[name]).body if isinstance(node, ast.Import | ast.ImportFrom)}
    assert not [node for node in loaded if "paho" in ast.unparse(node)], "imported only when a broker is configured"


CLOCKED = {"device.app.run", "device.headless.simulate", "device.headless.think", "device.owner.selftest"}
"""Where the clock is read: the loop, and what measures moves a second, a thought, and how long a part takes."""


@pytest.mark.parametrize("name", [n for n in DEVICE if floor(n) < floor("device.commands") and n not in CLOCKED])
def test_time_is_injected(name: str) -> None:
    """Nothing below the composition reads a clock or sleeps."""
    assert not imports(name) & {"time", "datetime"}


WALL_CLOCK = re.compile(
    r"\btime\.(time|time_ns|localtime|gmtime|ctime|strftime)\b|\b(datetime|date)\.(now|utcnow|today|fromtimestamp)\b"
    r"|CLOCK_REALTIME|CURRENT_(TIME|DATE)|unixepoch|julianday|from time import .*\b(time|time_ns|localtime|gmtime)\b"
)


def test_the_time_of_day_is_read_in_one_place() -> None:
    """A clock set back or forward, or none at all, changes no game and no result: only the fleet is told it."""
    read = {name for name, path in OURS.items() if WALL_CLOCK.search(path.read_text(encoding="utf-8"))}
    assert read == {"device.app.run"}


# Sizes and docstrings


@pytest.mark.parametrize("name", OURS)
def test_a_module_is_short(name: str) -> None:
    """Where one grows, a concept is missing."""
    assert len(OURS[name].read_text(encoding="utf-8").splitlines()) <= MAX_MODULE


@pytest.mark.parametrize("name", OURS)
def test_a_function_is_short(name: str) -> None:
    """The same."""
    for node in ast.walk(tree(OURS[name])):
        if isinstance(node, Function):
            assert (node.end_lineno or 0) - node.lineno < MAX_FUNCTION, node.name


@pytest.mark.parametrize("name", OURS)
def test_what_is_public_is_told(name: str) -> None:
    """Public modules, classes and functions have a docstring whose first line is one sentence on one line."""
    module = tree(OURS[name])
    if module.body:
        _told(module, name)
    for node in module.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            _told(node, node.name)
            for method in node.body:
                if isinstance(method, Function) and not method.name.startswith("_") and not _repeats(method):
                    _told(method, f"{node.name}.{method.name}")
        elif isinstance(node, Function) and not node.name.startswith("_"):
            _told(node, node.name)


def _repeats(method: Function) -> bool:
    """Tell whether a method is a setter or says that it overrides one."""
    names = {getattr(d, "attr", getattr(d, "id", "")) for d in method.decorator_list}
    return bool(names & {"setter", "override", "overload"})


def _told(node: ast.Module | ast.ClassDef | Function, name: str) -> None:
    text = ast.get_docstring(node)
    assert text, f"{name} has no docstring"
    first = text.splitlines()[0]
    assert first.endswith((".", ":", "!", "?")), f"{name}: {first}"


PROGRAMS = {"hardware.blank"}
"""What is run by itself, and may print."""


@pytest.mark.parametrize("name", OURS)
def test_nothing_is_left_to_do(name: str) -> None:
    """No notes to oneself, no dead code kept as a comment, nothing that prints."""
    text = OURS[name].read_text(encoding="utf-8")
    assert not re.search(r"\b(TODO|FIXME|XXX|HACK)\b", text)
    assert not re.search(r"^\s*#\s*(def|class|import|from \w+ import|return|if .*:$|for .*:$)\b", text, re.M)
    called = {n.func.id for n in ast.walk(tree(OURS[name])) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    assert not called & ({"breakpoint", "eval", "exec"} | (set() if name in PROGRAMS else {"print"}))


# Words that stay out

FORBIDDEN = {
    "d12478167056f775",
    "ee26e173de47e6c7",
    "c821b04e4c665dd9",
    "e8f14fa67ed5dd5b",
    "6166da3a9e4c7e1b",
    "b634de5db7a706a6",
    "21f0e9ac3a9cbe47",
    "deb3e2310aaf27d7",
    "c5e186d380b7a4e9",
    "a278ec672b10fb71",
    "dd3e011ac82c0567",
    "26934c3c909a7ff0",
    "88c7c6fd45361f41",
}
"""The beginnings of the SHA-256 of words and pairs of words in lower case: names that are others'."""


def hashed(word: str) -> str:
    """Return how a word is written down here."""
    return hashlib.sha256(word.encode()).hexdigest()[:16]


def tracked() -> list[Path]:
    """Return the text files that ship."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [ROOT / name for name in listed.split("\0") if name]
    binary = {".png", ".jpg", ".ttf", ".otf", ".wav", ".ogg", ".mo", ".gz", ".pdf", ".table", ".db"}
    return [path for path in paths if path.is_file() and path.suffix not in binary]


def test_foreign_names_stay_out() -> None:
    """No file names the publisher, its titles or its author; nor a place outside the project."""
    found = []
    for path in tracked():
        if ROOT / "tests" / "benchmarks" in path.parents:
            continue
        text = path.read_text(encoding="utf-8", errors="replace").lower()
        words = re.findall(r"[^\W\d_]+", text)
        singles = set(words)
        pairs = {f"{one} {two}" for one, two in pairwise(words)}
        found += [f"{path}: {word}" for word in singles | pairs if hashed(word) in FORBIDDEN]
    assert not found


def test_this_python_is_new_enough() -> None:
    """The oldest one the project promises."""
    assert sys.version_info >= (3, 11)
