"""The guide of the first start: whether it is due, and keeping what it found."""

import os
from pathlib import Path

from device.config.config_file import Settings
from device.config.draft import Draft, replace_config
from device.owner.config_file import HANDED, hand_over_config
from device.storage.store import Store, StoreError

_DONE = "guide_done"


def is_due(settings: Settings, store: Store) -> bool:
    """Tell whether to begin with the guide: on a real screen, where it was never ended and no game was ever played."""
    if not settings.guide or settings.box.screen.driver == "simulated":
        return False
    try:
        return not store.settings().get(_DONE) and not store.has_results()
    except StoreError:
        return False


def end_for_good(store: Store) -> None:
    """Take note that the guide was ended: it does not come by itself again.

    Raises:
        StoreError: it could not be kept.
    """
    store.set_setting(_DONE, True)


def begin_draft(config: Path | None, settings: Settings, data: Path) -> Draft:
    """Return the config to go on from: one that waits for the next start, else the file in use."""
    waiting = data / HANDED if config is not None else None
    return Draft.of((waiting, config), settings)


def keep(draft: Draft, config: Path, data: Path) -> None:
    """Replace the config file; a box that may not write its own hands it over for the next start.

    Raises:
        OSError: it could not be written; nothing was changed.
    """
    try:
        replace_config(config, draft.text)
    except OSError:
        if "NOTIFY_SOCKET" not in os.environ:
            raise
        hand_over_config(draft.text, data)
