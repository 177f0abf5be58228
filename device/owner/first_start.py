"""The guide of the first start: whether it is due, and taking note that it was ended."""

from device.config.settings import Settings
from device.storage.store import Store, StoreError

GUIDE_DONE = "guide_done"
"""A setting that stays with its box: what was set up is this one."""


def is_due(settings: Settings, store: Store) -> bool:
    """Tell whether to begin with the guide: on a real screen, where it was never ended and no game was ever played."""
    if not settings.guide or settings.box.screen.driver == "simulated":
        return False
    try:
        return not store.setting(GUIDE_DONE) and not store.has_results()
    except StoreError:
        return False


def end_for_good(store: Store) -> None:
    """Take note that the guide was ended: it does not come by itself again.

    Raises:
        StoreError: it could not be kept.
    """
    store.set_setting(GUIDE_DONE, True)
