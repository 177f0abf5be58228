"""The config file: one reader, a line for everything that is wrong with it."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, cast

from device.config.allowed import allowed as allowed_by
from device.config.fleet import NAME_WORDS
from device.config.setting import Setting
from device.config.settings import Settings
from device.config.table import rows
from device.files.messages import message, plainer
from device.files.reader import Malformed, Reader, first_of, load, shown, unknown_field, unquoted, within
from hardware import registry
from hardware.driver_spec import Param
from hardware.ports import PANEL_CELLS, SEATS
from hardware.spec import BoxSpec, PartSpec, Value

_DIGITS = re.compile(r"\d{4}")


def read_settings(path: Path, box: bool = False) -> tuple[Settings, list[Malformed]]:
    """Return the settings of a config file, and every fault in it; with a fault they are not to be used.

    Of a `box` a file without a real part is a fault: it lost them, and simulated ones show both keys on the screen.
    """
    try:
        content = load(path, _may_hold_secrets)
    except Malformed as fault:
        return Settings(), [fault]
    return settings_in(content, str(path), box)


def settings_in(content: object, file: str, box: bool = False) -> tuple[Settings, list[Malformed]]:
    """Return the settings that the content of a config file says, and every fault in it, as `read_settings`."""
    reader = _ConfigReader(file)
    whole = {} if content is None else content
    if not isinstance(whole, dict):
        with reader.noting():
            reader.mapping(whole, "", (), sections())
        return Settings(), reader.faults
    settings = reader.settings(whole)
    if box and not reader.faults:
        reader.see_parts(whole)
    return settings, first_of(reader.faults, file)


def sections() -> tuple[str, ...]:
    """Return the sections of the config file: those of the parts, and those of the table of settings."""
    return tuple(dict.fromkeys((*registry.TABLE, *(row.section for row in rows().values() if row.path))))


def in_section(section: str) -> dict[str, Setting[Any]]:
    """Return the settings of a section by their names in it."""
    return {row.key: row for row in rows().values() if row.section == section}


def _names_secret(name: object) -> bool:
    """Tell whether a setting of this name, or of its first word, may hold a secret, wherever it stands."""
    return any(name in (row.key, row.key.partition("_")[0]) for row in rows().values() if row.private)


def _speaks_of_secret(text: str) -> bool:
    """Tell whether a text names a setting that may hold a secret, and more: `pin=1234` where a mapping should be."""
    words = {row.key.partition("_")[0] for row in rows().values() if row.private}
    return any(word in text.casefold() and word != text for word in words)


def _holds_secret(value: object) -> bool:
    """Tell whether somewhere in a value there may be a secret."""
    parts = (each for each in within(value) if not isinstance(each, dict | list))
    return any(_names_secret(each) or (isinstance(each, str) and _speaks_of_secret(each)) for each in parts)


def _may_hold_secrets(section: str) -> bool:
    """Tell whether a secret may stand in a section, also under a mistyped name."""
    return any(row.private for row in in_section(section).values())


def _strayed(section: str, value: object) -> bool:
    """Tell whether a PIN, or an address with a password in it, may have got to a neighbour of its own place."""
    parts = [str(each) for each in within(value) if not isinstance(each, dict | list)]
    return (not section or _may_hold_secrets(section)) and any("@" in part or _DIGITS.search(part) for part in parts)


def _mistyped(name: object) -> bool:
    """Tell whether a name that is unknown may be repeated: of letters, it is one, while digits may be a PIN's."""
    return isinstance(name, str) and name.replace("_", "").replace("-", "").isalpha()


class _ConfigReader(Reader):
    """Reads section by section and goes on after a fault."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.faults: list[Malformed] = []

    def fail(self, place: str, value: object, allowed: str) -> NoReturn:
        """Raise `Malformed` for a value; one that may hold somebody's secret is not repeated."""
        if (_holds_secret([value]) and not _names_secret(value)) or (not place and _strayed("", value)):
            raise Malformed(self.file, place, "", allowed)
        super().fail(place, value, allowed)

    def _as_written(self, place: str, value: object) -> str:
        """Return a value as a message quotes it; digits may be a PIN's, which was looked for in the value alone."""
        told = super()._as_written(place, value)
        return shown(value) if any(map(str.isdigit, told)) else told

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Have what is raised meanwhile among the faults."""
        try:
            yield
        except Malformed as fault:
            self.faults.append(fault)

    def settings(self, content: Mapping[str, Any]) -> Settings:
        """Return what a config says; what is wrong in it has its default, and a fault."""
        for name in (name for name in content if name not in sections()):
            with self.noting():
                self._refuse(str(name) * _mistyped(name), name, unknown_field(sections()), private=not _mistyped(name))
        absent = self._absent(content)
        read = {name: self._section(content, name) for name in sections()}
        parts: dict[str, PartSpec] = {}
        for name in registry.TABLE:
            if name not in SIDED:
                parts[name] = self._part(name, name, read[name], absent)
                continue
            with self.noting():
                self.mapping(read[name], name, (), SEATS)
            for seat in SEATS:
                place = f"{name}.{seat}"
                block = self._block(read[name].get(seat, {"driver": absent}), place, {"driver": absent})
                parts[place] = self._part(name, place, block, absent)
        for name in read.keys() - registry.TABLE.keys():
            self._known_only(name, read[name], in_section(name))
        values = {row.name: self._setting(row, read[row.section]) for row in rows().values() if row.path}
        self._together(parts)
        if values["fleet_broker"] and not read["fleet"].get("name"):
            with self.noting():
                self.fail("fleet.name", "", message("{allowed}: each box has its own", allowed=NAME_WORDS))
        return Settings(_box(parts), **values)

    def _section(self, content: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        return self._block(content.get(name, {}), name, {})

    def _block(self, value: object, place: str, otherwise: Mapping[str, Any]) -> Mapping[str, Any]:
        with self.noting():
            if not isinstance(value, dict):
                self._refuse(place, value, message("a mapping"), private=_may_hold_secrets(place))
            return cast(Mapping[str, Any], value)
        return otherwise

    def _absent(self, content: Mapping[str, Any]) -> str:
        """A part left out is none when any part is real, else simulated."""
        blocks = [content.get(name) for name in registry.TABLE]
        blocks += [b for block in blocks if isinstance(block, dict) for b in block.values()]
        drivers = [block.get("driver", "simulated") for block in blocks if isinstance(block, dict)]
        return "simulated" if all(driver in ("simulated", "none") for driver in drivers) else "none"

    def see_parts(self, content: Mapping[str, Any]) -> None:
        """Note where nothing says on what a box is played."""
        if self._absent(content) == "simulated" and "driver" not in content.get("screen", {}):
            with self.noting():
                self.fail("screen", "driver", message("this field is missing"))

    def _part(self, section: str, place: str, block: Mapping[str, Any], absent: str) -> PartSpec:
        known = registry.TABLE[section]
        without = "auto" if section == "screen" and absent == "none" else absent
        driver = block.get("driver", without)
        with self.noting():
            self.choice(driver, f"{place}.driver", tuple(known))
        if not isinstance(driver, str) or driver not in known:
            return PartSpec(without)
        params = {param.name: param for param in known[driver].params}
        waiting = {}  # said without a driver, it waits for a real screen
        if section == "screen" and "driver" not in block and absent != "none":
            waiting = {param.name: param for param in known["auto"].params}
        self._known_only(place, block, {"driver": None, **params, **in_section(section), **waiting})
        for param in waiting.values():
            self._param(place, block, param)
        values = {name: self._param(place, block, param) for name, param in params.items()}
        return PartSpec(driver, known[driver].filled({name: v for name, v in values.items() if v is not None}))

    def _known_only(self, place: str, block: Mapping[str, Any], known: Mapping[str, object]) -> None:
        allowed = unknown_field(known.keys())
        unknown = [name for name in block if name not in known]
        told = [] if _may_hold_secrets(place) else [name for name in unknown if _mistyped(name)]
        if len(told) < len(unknown):  # a name may be the secret itself
            self.faults.append(Malformed(self.file, place, "", allowed))
        # What it is given may be a secret by whatever name.
        self.faults += [Malformed(self.file, f"{place}.{name}", "", allowed) for name in told]

    def _refuse(self, place: str, value: object, allowed: str, *, private: bool) -> NoReturn:
        """Raise `Malformed` for a value, which is not repeated where it may be somebody's secret."""
        if private:
            raise Malformed(self.file, place, "", allowed)
        self.fail(place, value, allowed)

    def _param(self, place: str, block: Mapping[str, Any], param: Param) -> Value | None:
        with self.noting():
            if param.name in block:
                value = block[param.name]
                self._check(f"{place}.{param.name}", value, param, text=param.type is str)
                return cast(Value, float(value) if param.type is float else value)
            if param.default is None:
                self.fail(place, param.name, message("is missing: {allowed}", allowed=allowed_by(param)))
        return None

    def _setting(self, row: Setting[Any], block: Mapping[str, Any]) -> object:
        with self.noting():
            if row.key in block:
                self._check(row.path, block[row.key], row, text=isinstance(row.default, str))
                return row.read(block[row.key])
        return row.default

    def _check(self, place: str, value: object, row: Param | Setting[Any], text: bool) -> None:
        if not row.accepts(value):
            private = isinstance(row, Setting) and (bool(row.private) or _strayed(row.section, value))
            allowed = row.allowed() if isinstance(row, Setting) else allowed_by(row)
            quoted = message("{allowed} (quote it)", allowed=allowed)
            self._refuse(place, value, quoted if text and unquoted(value) else allowed, private=private)

    def _together(self, parts: Mapping[str, PartSpec]) -> None:
        """What no single value shows: one pin used twice, two panels on the same stretch of a line."""
        pins: dict[int, str] = {}
        lines: dict[str, str] = {}
        buses: dict[str, tuple[str, str]] = {}
        for place, part in parts.items():
            row = registry.TABLE[place.partition(".")[0]][part.driver]
            params = part.params
            if any(param.name not in params for param in row.params):
                continue  # what is missing is said already
            for each in (row, row.lamp):
                for pin, use in each.pins(params) if each else ():
                    self._own_pin(pin, f"{place}.{use}" if use in params else use, pins)
            for bus in sorted({use for _, use in row.pins(params) if use not in params}):
                at, driver = buses.setdefault(bus, (place, part.driver))
                if driver != part.driver and not bus.startswith("I2C"):  # there each has an address, its `line`
                    theirs = {"place": at, "driver": driver, "bus": bus}
                    with self.noting():
                        allowed = message("another bus; {place} ({driver}) needs {bus} alone", **theirs)
                        self.fail(f"{place}.driver", part.driver, allowed)
            if misfit := row.fault(params):
                with self.noting():
                    allowed = message(misfit.allowed, **misfit.values)
                    self.fail(f"{place}.{misfit.name}", params[misfit.name], allowed)
            line = row.line(params)
            other = lines.setdefault(line, place)
            if line and other != place:
                with self.noting():
                    self._own_place(place, part, other, parts[other], line)

    def _own_place(self, place: str, part: PartSpec, other: str, first: PartSpec, line: str) -> None:
        """Two parts on one line: LEDs follow each other and are of one kind; anything else has it for itself."""
        row = registry.TABLE[place.partition(".")[0]][part.driver]
        theirs = row.alike(first.params)
        for name, value in row.alike(part.params).items():
            if value != theirs[name]:
                alike = message("as {place}: both are one line, {line}", place=f"{other}.{name}", line=line)
                self.fail(f"{place}.{name}", part.params[name], alike)
        if "first" not in part.params:
            same = message("a place of its own; {place} has the same one", place=other)
            self.fail(place, part.driver, plainer(f"a place of its own; {other} has {line}", same))
        if abs(int(part.params["first"]) - int(first.params["first"])) < PANEL_CELLS:
            apart = message("at least {n} away from {place} on one line", n=PANEL_CELLS, place=f"{other}.first")
            self.fail(f"{place}.first", part.params["first"], apart)

    def _own_pin(self, pin: int, use: str, pins: dict[int, str]) -> None:
        """A pin has one use; those of a bus are shared by the parts that are on it."""
        other = pins.setdefault(pin, use)
        if other != use:
            at, taken = (use, other) if "." in use else (other, use)
            with self.noting():
                self.fail(at, pin, message("a pin of its own; {place} uses it", place=taken))


SIDED = ("key_panels", "buttons")
"""The sections that have a part for each side."""


def _box(parts: Mapping[str, PartSpec]) -> BoxSpec:
    panels, buttons = ({seat: parts[f"{name}.{seat}"] for seat in SEATS} for name in SIDED)
    whole = {name: parts[name] for name in registry.TABLE if name not in SIDED}
    return BoxSpec(key_panels=panels, buttons=buttons, **cast(Any, whole))
