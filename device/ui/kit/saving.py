"""What is said of something that was set, where it is not kept for good."""

from device.ui.kit.context import Context


def not_kept(context: Context, *, failed: bool = False) -> str:
    """Return for how long what was set holds; empty where it is kept. `failed`: the store did not take it."""
    t, store = context.texts, context.store
    if store.forgetful is not None and store.home is None:  # it stands in for one that nobody gets back to
        return t("This holds until the box is switched off.")
    if failed or store.forgetful is not None:
        return t("This holds now, and is saved once the memory works again.")
    return ""
