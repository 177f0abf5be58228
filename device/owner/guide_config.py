"""The config file as the guide of the first start changes it."""

from pathlib import Path

from device.config.config_file import Settings, on_a_box
from device.config.draft import Draft, replace_config
from device.owner.config_file import HANDED, hand_over_config


def begin_draft(config: Path | None, settings: Settings, data: Path) -> Draft:
    """Return the config to go on from: one that waits for the next start of a box, else the file in use.

    Raises:
        Malformed: the file has a fault; the guide would lose all that is in it.
    """
    waiting = data / HANDED if config is not None and on_a_box() else None
    return Draft.of((waiting, config), settings)


def keep(draft: Draft, config: Path, data: Path) -> None:
    """Replace the config file; a box that may not write its own hands it over for the next start.

    Raises:
        OSError: it could not be written; nothing was changed.
    """
    try:
        replace_config(config, draft.text)
    except OSError:
        if not on_a_box():
            raise
        hand_over_config(draft.text, data)
