"""The last choices of each mode, kept as settings, so that one touch plays the same again."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from device.cards.library import PackLibrary
from device.cards.packs import ANY
from device.config.preferences import Preferences
from device.game.start import CHANCE, Choice, preferred, standard_packs
from device.rules.errors import InvalidValue
from device.rules.modes import MODES, STANDARD
from device.rules.options import OPTIONS, read_options
from device.rules.roles import TEMPERS
from device.rules.values import replace
from device.storage.rows import MAX_SETTING
from device.storage.store import Store, StoreError

SETTING = "last_choice:"
"""Before a mode, the name under which the store keeps how it was played last."""
LAST_MODE = "last_mode"
LAST_TEMPER = "last_temper"
_ENTRIES = ("spoken", "typed")
_SETUP = ("clue_entry", "relaxed", "shown_first")
"""What is chosen for a game, and no option of its rules, that settings prefer."""
KEPT_BY_GAMES = ("timer", *_SETUP)
"""The settings that hold from the next game on: one keeps what it began with."""


def remember(store: Store, preferences: Preferences, packs: PackLibrary, choice: Choice) -> None:
    """Keep a choice for the next time, but no team; what is as the settings prefer it stays theirs to change.

    Its packs are kept by their language: a list waits for its own, and what is chosen in another one leaves it alone.
    """
    setup = choice.setup
    options = {name: value for name, value in choice.options.items() if name != "mission"}
    if options.get("timer") == preferences.timer:
        del options["timer"]
    kept: dict[str, object] = {"options": options}
    kept |= {name: getattr(setup, name) for name in _SETUP if getattr(setup, name) != getattr(preferences, name)}
    with suppress(StoreError):
        settings = store.settings()
        chosen = _chosen_packs(store, packs, setup.mode)
        if {*setup.packs} != {*standard_packs(packs, setup.mode, setup.language)}:
            chosen |= _by_language(packs, setup.packs, setup.language)
        else:  # also those that a later version brings
            chosen = {each: names for each, names in chosen.items() if each not in (ANY, setup.language)}
        if chosen:
            kept["packs"] = chosen
        if setup.box:  # it reads what is typed; how people give clues among themselves stays as it was
            before = kept_choice(store, setup.mode)
            for name in _SETUP:
                kept.pop(name, None)
            kept |= {name: before[name] for name in _SETUP if name in before}
        others = [each for each in chosen if each not in (ANY, setup.language)]
        while any(chosen.values()) and len(json.dumps(kept)) > MAX_SETTING:  # an export leaves out what is longer
            if others:
                del chosen[others.pop(0)]
            else:
                max(chosen.values(), key=len).pop()
        named = {f"{SETTING}{setup.mode}": kept, LAST_MODE: setup.mode}
        if setup.box:
            named[LAST_TEMPER] = setup.temper
        new = {name: value for name, value in named.items() if settings.get(name) != value}
        if new:
            store.set_settings(new)


def forget(store: Store, name: str) -> None:
    """Let a setting that is made now hold for the next game of every mode, whatever was chosen for one before."""
    if name not in KEPT_BY_GAMES:
        return
    new: dict[str, object] = {}
    for mode in MODES:
        kept = kept_choice(store, mode)
        options = kept.get("options")
        if isinstance(options, dict) and name in options:
            new[f"{SETTING}{mode}"] = {**kept, "options": {key: each for key, each in options.items() if key != name}}
        elif name in kept:
            new[f"{SETTING}{mode}"] = {key: each for key, each in kept.items() if key != name}
    if new:
        with suppress(StoreError):  # they are written with the setting
            store.set_settings(new)


def forget_pack(store: Store, packs: PackLibrary, name: str) -> None:
    """Leave a pack that was taken out of the box for good out of every mode's choice, by its id; not while one is here.

    What was chosen beside it stays; where nothing was, ours stand in its place.
    """
    if name in {pack.id for pack in packs.custom()} | packs.faulty | packs.our_ids():
        return
    new: dict[str, object] = {}
    for mode in MODES:
        chosen = _chosen_packs(store, packs, mode)
        if not any(name in names for names in chosen.values()):
            continue
        left = {each: [other for other in names if other != name] for each, names in chosen.items()}
        if not left.get(ANY):
            left = {each: names for each, names in left.items() if names or each == ANY}
        kept = {key: each for key, each in kept_choice(store, mode).items() if key not in ("packs", "language")}
        new[f"{SETTING}{mode}"] = {**kept, "packs": left} if any(left.values()) else kept
    if new:
        with suppress(StoreError):
            store.set_settings(new)


def last_temper(store: Store) -> str:
    """Return how much the box dared last, or the even temper."""
    temper = _setting(store, LAST_TEMPER)
    return temper if isinstance(temper, str) and temper in TEMPERS else "even"


def last_mode(store: Store) -> str:
    """Return the mode that was played last, or the first one."""
    mode = _setting(store, LAST_MODE)
    return mode if isinstance(mode, str) and mode in MODES else next(iter(MODES))


def last_options(store: Store, mode: str) -> dict[str, Any]:
    """Return the options a mode was played with last, as far as they are options; empty where there are none."""
    return _options(mode, kept_choice(store, mode).get("options"))


def next_timer_and_entry(store: Store, preferences: Preferences, mode: str) -> tuple[str, str]:
    """Return the timer of a mode's next game and how its clues come, as `last_choice` has them."""
    kept = kept_choice(store, mode)
    entry, timer = kept.get("clue_entry"), _options(mode, kept.get("options")).get("timer", preferences.timer)
    return str(timer), str(entry) if entry in _ENTRIES else preferences.clue_entry


def remember_mode(store: Store, mode: str) -> None:
    """Keep which mode is played, as it was chosen before."""
    with suppress(StoreError):
        if store.setting(LAST_MODE) != mode:
            store.set_setting(LAST_MODE, mode)


def last_packs(store: Store, packs: PackLibrary, mode: str, language: str) -> tuple[str, ...]:
    """Return the ids of the packs chosen for a mode, here or not: those of any language, and those of this one.

    Where none was chosen in this one, the words chosen in others wait, and ours stand in their place.
    """
    chosen, usual = _chosen_packs(store, packs, mode), standard_packs(packs, mode, language)
    of_any, words = (usual, ()) if MODES[mode].cards == "pictures" else ((), usual)
    elsewhere = [names for each, names in chosen.items() if each != ANY]
    if elsewhere and not any(elsewhere):  # pictures alone
        words = ()
    return (*chosen.get(ANY, of_any), *chosen.get(language, words))


def last_choice(store: Store, preferences: Preferences, packs: PackLibrary, mode: str) -> Choice:
    """Return how a mode was played last; where that is not known, or no longer possible, as the settings prefer it."""
    standard = preferred(preferences, packs, mode)
    kept = kept_choice(store, mode)
    setup = standard.setup
    if kept.get("clue_entry") in _ENTRIES:
        setup = replace(setup, clue_entry=kept["clue_entry"])
    for name in ("relaxed", "shown_first"):
        if isinstance(kept.get(name), bool):
            setup = replace(setup, **{name: kept[name]})
    here = packs.find(last_packs(store, packs, mode, setup.language), setup.language)
    found = tuple(pack.id for pack in here if pack.language in (setup.language, ANY))
    setup = replace(setup, packs=found or setup.packs)
    options = {**standard.options, **_options(mode, kept.get("options"))}
    if options.get("opponent") == "simulated":  # nobody is there to be shown a clue
        setup = replace(setup, shown_first=False)
    return Choice(setup, options)


def last_mission(store: Store, preferences: Preferences, packs: PackLibrary, team: str, mission: str) -> Choice:
    """Return a team's mission, played as the standard mode was last; its tokens are its own."""
    last = last_choice(store, preferences, packs, STANDARD)
    options = {name: value for name, value in last.options.items() if name not in ("tokens", "mistakes")}
    return Choice(replace(last.setup, team=team), {**options, "mission": mission})


def played_again(store: Store, preferences: Preferences, packs: PackLibrary, choice: Choice) -> Choice:
    """Return a game to play again as the next one of its mode: with what was set since it began.

    A mission, which is no last choice, stays as it was begun, and so do the clues of a game with the box.
    """
    if "mission" in choice.options:
        return choice
    setup, last = choice.setup, last_choice(store, preferences, packs, choice.setup.mode)
    if not setup.box:
        setup = replace(setup, **{name: getattr(last.setup, name) for name in _SETUP})
    options = {**choice.options, "timer": last.options["timer"]}
    if last.options.get("starts") == CHANCE:
        options["starts"] = CHANCE
    return Choice(setup, options)


def kept_choice(store: Store, mode: str) -> dict[str, Any]:
    """Return how a mode was played last as the store has it; empty where it was never, or cannot be read."""
    kept = _setting(store, f"{SETTING}{mode}")
    return kept if isinstance(kept, dict) else {}


def _chosen_packs(store: Store, packs: PackLibrary, mode: str) -> dict[str, list[str]]:
    """Return the ids of the packs chosen for a mode by their language; versions before kept those of one, unsorted."""
    kept = kept_choice(store, mode)
    named = kept.get("packs")
    if isinstance(named, list):
        return _by_language(packs, _texts(named), str(kept.get("language"))) if named else {}
    return {each: _texts(names) for each, names in named.items()} if isinstance(named, dict) else {}


def _texts(names: object) -> list[str]:
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _by_language(packs: PackLibrary, names: Sequence[str], language: str) -> dict[str, list[str]]:
    """Part packs chosen in a language: those of any, and those of this one, of which some may be gone."""
    of_any = {pack.id for pack in packs.find(names, ANY) if pack.language == ANY}
    return {
        ANY: [name for name in names if name in of_any],
        language: [name for name in names if name not in of_any],
    }


def _setting(store: Store, name: str) -> object:
    """Return a setting; None where it was never made, or cannot be read just now."""
    try:
        return store.setting(name)
    except StoreError:
        return None


def _options(mode: str, kept: object) -> dict[str, Any]:
    """Return options that make a game of a mode, else none."""
    if not isinstance(kept, dict) or "mission" in kept:  # which is a team's, and never a last choice
        return {}
    game, checked = MODES[mode].game, dict(kept)
    if checked.get("starts") == CHANCE and "starts" in OPTIONS[game]:
        del checked["starts"]
    try:
        read_options(game, {**dict(MODES[mode].options), **checked})
    except InvalidValue:
        return {}
    return dict(kept)
