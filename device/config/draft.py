"""A config being changed: what the file says, with some values set, and everything else as it stands."""

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from device.config.config_file import read_settings, settings_in
from device.config.settings import Settings, on_a_box
from device.config.show import config_as_dict
from device.files.places import is_file, is_folder, is_there
from device.files.reader import Malformed, load, number_of
from device.files.replacing import replacing

HEAD = "# Written by the guide of the first start; what it does not ask about is as it was.\n"
MAX_KEPT = 9
"""So many configs of before stay beside the one in use (as in systemd/take-config)."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The content of a config file without a fault, and the settings it gives; every change is another draft."""

    content: Mapping[str, Any]
    settings: Settings = field(compare=False)

    @classmethod
    def of(cls, files: tuple[Path | None, ...], settings: Settings) -> "Draft":
        """Begin with the first file that is there and has no fault, where there is none with the settings in use.

        Raises:
            Malformed: what is there has a fault; nothing may take its place.
        """
        fault: Malformed | None = None
        for file in files:
            if file is not None and _may_be_there(file):
                found, faults = read_settings(file, on_a_box())
                if not faults:
                    return cls(load(file) or {}, found)
                fault = faults[0]
                fault.number = number_of(faults)
        if fault is not None:
            raise fault
        return cls(config_as_dict(settings), settings)

    def having(self, blocks: Mapping[str, Mapping[str, Any]]) -> "Draft":
        """Set values in blocks ("screen", "key_panels.a").

        Raises:
            ValueError: a config with these values would have a fault.
        """
        content = deepcopy(dict(self.content))
        for place, values in blocks.items():
            block = content
            for name in place.split("."):
                block = block.setdefault(name, {})
            block.update({name: list(each) if isinstance(each, tuple) else each for name, each in values.items()})
        return self._checked(content)

    def swapped(self, section: str, only: tuple[str, ...] = ()) -> "Draft":
        """Exchange what the two sides have in a section, or only some values of it.

        Raises:
            ValueError: a config with these values would have a fault.
        """
        content = deepcopy(dict(self.content))
        sides = content.get(section) or {}
        a, b = sides.get("a", {}), sides.get("b", {})
        if not only:
            sides["a"], sides["b"] = b, a
            return self._checked(content)
        for name in only:
            mine, theirs = a.pop(name, None), b.pop(name, None)
            a.update({} if theirs is None else {name: theirs})
            b.update({} if mine is None else {name: mine})
        return self._checked(content)

    def _checked(self, content: Mapping[str, Any]) -> "Draft":
        settings, faults = settings_in(content, "config")
        if faults:
            raise ValueError(str(faults[0]))
        return Draft(content, settings)

    @property
    def text(self) -> str:
        """Return the config file."""
        return HEAD + yaml.safe_dump(dict(self.content), sort_keys=False, allow_unicode=True, default_flow_style=None)


def _may_be_there(path: Path) -> bool:
    try:
        return is_there(path)
    except OSError:  # who reads it says why not
        return True


def replace_config(path: Path, text: str) -> None:
    """Put a config file in the place of another, or where its link leads, by one rename; the old one stays beside it.

    Raises:
        OSError: it could not be written; the file is as it was.
    """
    path, content = path.resolve(), text.encode()
    old = path.read_bytes() if path.exists() else None
    if old == content:
        return
    with replacing(path) as file:
        file.write(content)
        if old is not None:
            mode = stat.S_IMODE(path.stat().st_mode)
            os.fchmod(file.fileno(), mode)
            _keep_beside(path, old, mode)


def _keep_beside(path: Path, old: bytes, mode: int) -> None:
    """Keep what a config file had under a name no other has, unless it is kept already; of `MAX_KEPT` the last goes."""
    names = (f"{path.name}.before{'' if number == 1 else f'-{number}'}" for number in range(1, MAX_KEPT + 1))
    place = None
    for place in (each for each in map(path.with_name, names) if not is_folder(each)):
        if not is_file(place):
            break
        with suppress(OSError):  # one that cannot be read is another
            if place.read_bytes() == old:
                return
    if place is None:  # somebody's folders have all of the names
        return
    with replacing(place) as kept:
        os.fchmod(kept.fileno(), mode)
        kept.write(old)
