"""The config as the box goes by it, written as the config file would say it."""

from pathlib import Path
from typing import Any

from device.config.config_file import SIDED, in_section, sections
from device.config.settings import Settings
from device.config.table import rows
from hardware import registry
from hardware.ports import SEATS
from hardware.spec import PartSpec

MASK = "••••"
"""What stands for a secret that is set."""


def config_as_dict(settings: Settings) -> dict[str, Any]:
    """Return the whole config as the file would say it, defaults filled in."""
    return {section: _section(settings, section) for section in sections()}


def config_to_show(settings: Settings) -> dict[str, Any]:
    """Return the whole config for others to read: of a secret that is set it tells no more than that."""
    told = config_as_dict(settings)
    for row in rows().values():
        if row.private == "always" and told[row.section][row.key]:
            told[row.section][row.key] = MASK
    return told


def _section(settings: Settings, section: str) -> dict[str, Any]:
    values = {key: _plain(getattr(settings, row.name)) for key, row in in_section(section).items()}
    if section not in registry.TABLE:
        return values
    chosen = getattr(settings.box, section)
    if section in SIDED:
        return {str(seat): _part(section, chosen[seat]) for seat in SEATS} | values
    return _part(section, chosen) | values


def _part(section: str, part: PartSpec) -> dict[str, Any]:
    return {"driver": part.driver, **registry.TABLE[section][part.driver].filled(part.params)}


def _plain(value: object) -> object:
    if isinstance(value, Path):
        return str(value)
    return list(value) if isinstance(value, tuple) else value
