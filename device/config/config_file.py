"""The config file: one reader, one frozen `Settings`, a line for everything that is wrong with it."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from device.files.assets import assets
from device.files.reader import Malformed, Reader, load, quote_hint
from device.files.texts import languages
from device.rules.options import OPTIONS
from hardware.palette import PALETTES
from hardware.ports import SIDES, Side
from hardware.registry import TABLE, Param
from hardware.spec import BoxSpec, Leds, PartSpec, Value

CONFIG_PATH = Path("/etc/spytable/config.yaml")
SEATS = ("opposite", "same_side")
CONFIRM = ("hold", "second_tap", "instant")
CLUE_ENTRY = ("spoken", "typed")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the owner set in the config file; times in seconds, levels 0-1, sizes in mm."""

    box: BoxSpec = field(default_factory=BoxSpec)
    seats: str = "opposite"
    confirm: str = "hold"
    hold_seconds: float = 0.6
    volume: float = 0.5
    day: float = 1.0
    night: float = 0.4
    dim_after_seconds: int = 120
    blank_after_seconds: int = 900
    language: str = "en"
    timer: str = "off"
    clue_entry: str = "spoken"
    pin: str = ""
    usb: Path = Path("/media/spytable")


def safe_settings() -> Settings:
    """Return what runs when the config is no good: on a box its screen and nothing else, on a PC the simulated box."""
    if "NOTIFY_SOCKET" not in os.environ:
        return Settings()
    none = PartSpec("none")
    both: dict[Side, PartSpec] = {"a": none, "b": none}
    return Settings(BoxSpec(PartSpec("auto"), both, both, none, none, PartSpec("logind")))


def config_path(given: str | None) -> Path | None:
    """Return the config file to read: the one given, $SPYTABLE_CONFIG, else the machine's if it has one."""
    named = given or os.environ.get("SPYTABLE_CONFIG")
    if named:
        return Path(named)
    return CONFIG_PATH if CONFIG_PATH.exists() else None


def data_directory(given: str | None) -> Path:
    """Return where the box keeps things: given, $SPYTABLE_DATA, the service's state directory, else the user's."""
    for named in (given, os.environ.get("SPYTABLE_DATA"), os.environ.get("STATE_DIRECTORY", "").split(":")[0]):
        if named:
            return Path(named)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "spytable"


def runtime_directory() -> Path | None:
    """Return where a service keeps what a reboot forgets; None when this is no service."""
    named = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return Path(named) if named else None


def read_settings(path: Path) -> tuple[Settings, list[Malformed]]:
    """Return the settings of a config file, and every fault in it; with a fault they are not to be used."""
    checker = _Checker(str(path))
    try:
        content = load(path)
        content = checker.mapping({} if content is None else content, "", (), _SECTIONS)
    except Malformed as fault:
        return Settings(), [fault]
    settings = checker.read(content)
    return settings, checker.faults


_SECTIONS = (
    "screen",
    "touch",
    "key_panels",
    "leds",
    "buttons",
    "sound",
    "backlight",
    "power",
    "defaults",
    "operator",
)
_PARTS = ("screen", "key_panels", "buttons", "sound", "backlight", "power")
_DEFAULT = Settings()
_EXTRA: dict[str, tuple[Param, ...]] = {
    "screen": (Param("seats", str, _DEFAULT.seats, choices=SEATS),),
    "sound": (Param("volume", float, _DEFAULT.volume, 0, 1),),
    "backlight": (
        Param("day", float, _DEFAULT.day, 0, 1),
        Param("night", float, _DEFAULT.night, 0, 1),
        Param("dim_after_seconds", int, _DEFAULT.dim_after_seconds, 1, 86400),
        Param("blank_after_seconds", int, _DEFAULT.blank_after_seconds, 1, 86400),
    ),
}
"""What a part's section holds beside its driver and the driver's own parameters."""
_PLAIN: dict[str, tuple[Param, ...]] = {
    "touch": (
        Param("confirm", str, _DEFAULT.confirm, choices=CONFIRM),
        Param("hold_seconds", float, _DEFAULT.hold_seconds, 0.2, 3),
    ),
    "leds": (
        Param("brightness", float, _DEFAULT.box.leds.brightness, 0, 1),
        Param("max_milliamps", int, _DEFAULT.box.leds.max_milliamps, 50, 10000),
        Param("palette", str, _DEFAULT.box.leds.palette, choices=tuple(PALETTES)),
    ),
    "defaults": (
        Param("language", str, _DEFAULT.language, choices=tuple(languages(assets()))),
        Param("timer", str, _DEFAULT.timer, choices=cast(tuple[Value, ...], OPTIONS["duet"]["timer"])),
        Param("clue_entry", str, _DEFAULT.clue_entry, choices=CLUE_ENTRY),
    ),
    "operator": (
        Param("pin", str, _DEFAULT.pin, words='4 to 8 digits in quotes, or ""'),
        Param("usb", str, str(_DEFAULT.usb), words="a folder"),
    ),
}


class _Checker(Reader):
    """Reads section by section and goes on after a fault."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.faults: list[Malformed] = []

    @contextmanager
    def _kept(self) -> Iterator[None]:
        try:
            yield
        except Malformed as fault:
            self.faults.append(fault)

    def read(self, content: Mapping[str, Any]) -> Settings:
        absent = self._absent(content)
        given = {name: dict(section) for name in _SECTIONS if (section := self._section(content, name)) is not None}
        size_mm = _DEFAULT.box.size_mm
        with self._kept():
            size_mm = self._size_mm(given.get("screen", {}))
        for name in ("key_panels", "buttons"):
            with self._kept():
                self.mapping(given.get(name, {}), name, (), SIDES)
        sided = {
            name: {side: self._part(name, side, given, absent) for side in SIDES} for name in ("key_panels", "buttons")
        }
        whole = {name: self._part(name, None, given, absent) for name in _PARTS if name not in sided}
        values = {name: self._values(name, given.get(name, {}), params) for name, params in _PLAIN.items()}
        extra = {name: {p.name: whole[name][1][p.name] for p in params} for name, params in _EXTRA.items()}
        box = BoxSpec(
            screen=whole["screen"][0],
            key_panels={side: part for side, (part, _) in sided["key_panels"].items()},
            buttons={side: part for side, (part, _) in sided["buttons"].items()},
            sound=whole["sound"][0],
            backlight=whole["backlight"][0],
            power=whole["power"][0],
            leds=Leds(**cast(Any, values["leds"])),
            size_mm=size_mm,
        )
        self._together(box)
        self._pin_digits(values["operator"]["pin"])
        defaults, operator = values["defaults"], values["operator"]
        flat: dict[str, Any] = {
            **values["touch"],
            **defaults,
            **extra["screen"],
            **extra["sound"],
            **extra["backlight"],
        }
        return Settings(box=box, pin=str(operator["pin"]), usb=Path(str(operator["usb"])), **flat)

    def _section(self, content: Mapping[str, Any], name: str) -> Mapping[str, Any] | None:
        if name not in content:
            return None
        with self._kept():
            if not isinstance(content[name], dict):
                self.fail(name, content[name], "a mapping")
            return cast(Mapping[str, Any], content[name])
        return {}

    def _absent(self, content: Mapping[str, Any]) -> str:
        """A part left out is none when any part is real, else simulated."""
        blocks = [content.get(name) for name in _PARTS]
        blocks += [b for block in blocks if isinstance(block, dict) for b in block.values()]
        drivers = {block.get("driver", "simulated") for block in blocks if isinstance(block, dict)}
        return "simulated" if all(driver in ("simulated", "none") for driver in drivers) else "none"

    def _part(
        self, name: str, side: Side | None, given: Mapping[str, dict[str, Any]], absent: str
    ) -> tuple[PartSpec, dict[str, Value]]:
        section = given.get(name, {})
        place = name if side is None else f"{name}.{side}"
        if side is not None:
            section = section.get(side, {"driver": absent})
            if not isinstance(section, dict):
                with self._kept():
                    self.fail(place, section, "a mapping with driver")
                section = {"driver": absent}
        rows, extra = TABLE[name], _EXTRA.get(name, ())
        if name == "screen" and "driver" not in section and absent != "none":
            extra = (*extra, *rows["auto"].params)
        without = "auto" if name == "screen" and absent == "none" else absent
        driver = str(section.get("driver", without))
        with self._kept():
            self.choice(section.get("driver", without), f"{place}.driver", tuple(rows))
        row = rows.get(driver)
        own = row.params if row else ()
        skipped = {"driver", "size_mm"} if name == "screen" else {"driver"}
        known = None if row is None else (*own, *extra)
        body = {key: value for key, value in section.items() if key not in skipped}
        values = self._values(place, body, known if known is not None else extra, strict=row is not None)
        names = {param.name for param in own}
        return PartSpec(driver, {k: v for k, v in values.items() if k in names}), values

    def _values(
        self, place: str, body: Mapping[str, Any], params: tuple[Param, ...], strict: bool = True
    ) -> dict[str, Value]:
        known = {param.name: param for param in params}
        if strict:
            for name, value in body.items():
                if name not in known:
                    with self._kept():
                        self.fail(f"{place}.{name}", value, f"unknown; known here are {', '.join(known) or 'none'}")
        return {name: value for name, param in known.items() if (value := self._value(place, body, param)) is not None}

    def _value(self, place: str, body: Mapping[str, Any], param: Param) -> Value | None:
        where = f"{place}.{param.name}"
        with self._kept():
            if param.name not in body:
                if param.default is None:
                    self.fail(place, param.name, f"is missing: {param.allowed()}")
                return param.default
            value = body[param.name]
            if not param.accepts(value):
                self.fail(where, value, param.allowed() + (quote_hint(value) if param.type is str else ""))
            return cast(Value, float(value) if param.type is float else value)
        return param.default

    def _size_mm(self, screen: Mapping[str, Any]) -> tuple[float, float]:
        if "size_mm" not in screen:
            return _DEFAULT.box.size_mm
        value, place = screen["size_mm"], "screen.size_mm"
        allowed = "two numbers from 50 to 1000: the picture's width and height in mm, landscape"
        numbers = self.listing(value, place, "numbers")
        if len(numbers) != 2 or any(type(n) not in (int, float) or not 50 <= n <= 1000 for n in numbers):
            self.fail(place, value, allowed)
        width, height = (float(number) for number in numbers)
        if height > width:
            self.fail(place, value, allowed)
        return width, height

    def _pin_digits(self, pin: Value) -> None:
        with self._kept():
            if pin and not (str(pin).isascii() and str(pin).isdigit() and 4 <= len(str(pin)) <= 8):
                self.fail("operator.pin", pin, '4 to 8 digits in quotes, or ""')

    def _together(self, box: BoxSpec) -> None:
        """What no single value shows: one pin used twice, two panels on the same stretch of a chain."""
        taken: dict[int, str] = {}
        parts = {f"key_panels.{side}": box.key_panels[side] for side in SIDES}
        parts |= {f"buttons.{side}": box.buttons[side] for side in SIDES} | {"sound": box.sound}
        for place, part in parts.items():
            for name in ("pin", "lamp", "dc", "rst"):
                pin = part.params.get(name, -1)
                if part.driver in ("none", "simulated") or not isinstance(pin, int) or pin < 0:
                    continue
                other = taken.setdefault(pin, f"{place}.{name}")
                if other != f"{place}.{name}" and not (part.driver == "ws281x_pwm" and name == "pin"):
                    with self._kept():
                        self.fail(f"{place}.{name}", pin, f"a pin of its own; {other} uses it")
        a, b = (box.key_panels[side] for side in SIDES)
        if a.driver == b.driver == "ws281x_spi":
            line = [(p.params.get("bus"), p.params.get("device")) for p in (a, b)]
            first = [int(p.params.get("first", 0)) for p in (a, b)]
            if line[0] == line[1] and abs(first[0] - first[1]) < 25:
                with self._kept():
                    self.fail("key_panels.b.first", first[1], "at least 25 away from key_panels.a.first on one line")
