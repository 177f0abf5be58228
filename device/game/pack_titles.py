"""What the owner's packs of games were called, kept as a setting: one that is gone can be told as people know it."""

import json
from collections.abc import Collection
from contextlib import suppress

from device.cards.library import PackLibrary
from device.storage.rows import MAX_SETTING
from device.storage.store import Store, StoreError

SETTING = "pack_titles"


def keep_titles(store: Store, packs: PackLibrary, ids: Collection[str]) -> None:
    """Keep the titles of those packs of some ids that are the owner's; where there is no room the oldest go."""
    new = packs.titles(ids)
    if not new:
        return
    with suppress(StoreError):
        before = _titles(store)
        if before.items() >= new.items():
            return
        kept = {**{name: title for name, title in before.items() if name not in new}, **new}
        while len(json.dumps(kept)) > MAX_SETTING:
            del kept[next(iter(kept))]
        store.set_setting(SETTING, kept)


def titled(store: Store, ids: Collection[str]) -> list[str]:
    """Return what people call some packs; one whose title was never kept goes by its id."""
    known: dict[str, str] = {}
    with suppress(StoreError):
        known = _titles(store)
    return [known.get(name, name) for name in ids]


def _titles(store: Store) -> dict[str, str]:
    kept = store.setting(SETTING)
    items = kept.items() if isinstance(kept, dict) else ()
    return {name: title for name, title in items if isinstance(title, str) and title.strip()}
