"""What tells a box, and what it saves, from others: settings that stay with the box whatever it brings back."""

import json
import os
import re
from contextlib import suppress
from typing import TypeGuard

from device.storage.store import Store, StoreError

BOX = "operator_box"
"""A setting that tells a box, with all that was played on it, from others: of its exports the newest is enough.

Empty, it was lost; without it nothing was saved yet, or another one's games were brought back."""
WAS = "operator_was"
"""A setting that tells what told this box from others before."""
OTHERS = "operator_others"
"""A setting that tells which exports a box has taken over, the last one first."""
MAX_OTHERS = 50
"""So many names, and exports, are remembered."""


def is_ident(value: object) -> TypeGuard[str]:
    """Tell whether a value may be what tells a box, or an export, from others."""
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{16}", value) is not None


def idents(value: object) -> tuple[str, ...]:
    """Return what tells boxes or exports from others, as far as a value is a list of that."""
    return tuple(filter(is_ident, value[:MAX_OTHERS])) if isinstance(value, list) else ()


def name_of(store: Store) -> str:
    """Return what tells a box from others, made up once; empty where it cannot be kept."""
    kept = store.setting(BOX)
    if is_ident(kept):
        return kept
    try:
        store.set_setting(BOX, made := os.urandom(8).hex())
    except StoreError:
        return ""
    return made


def names_of(store: Store) -> tuple[str, ...]:
    """Return what tells a box from others now, and did before."""
    settings = store.settings()
    return idents([settings.get(BOX), *idents(settings.get(WAS))])


def taken_over(store: Store) -> tuple[str, ...]:
    """Return which exports a box has taken over."""
    return idents(store.setting(OTHERS))


def with_taken_over(store: Store, exports: tuple[str, ...]) -> list[list[str]]:
    """Return the settings of a box that has taken exports over: with what another played it has no name yet."""
    return [[WAS, json.dumps(names_of(store))], [OTHERS, json.dumps(exports)]]


def lose_name(store: Store) -> None:
    """Have a box that lost some of its memory be another one: it may lack what an export of before holds.

    Raises:
        StoreError: it is not kept yet.
    """
    with suppress(StoreError):
        store.set_settings({WAS: names_of(store)})
    store.set_settings({BOX: "", OTHERS: None})


def is_anothers(store: Store, box: str) -> bool:
    """Tell whether an export is another box's than this one, as far as that is known.

    Raises:
        StoreError: the settings cannot be read.
    """
    names, settings = names_of(store), store.settings()
    if not names and (BOX in settings or (OTHERS in settings and WAS not in settings)):
        return False  # it was lost, or an older version did not keep it
    return box not in ("", *names)
