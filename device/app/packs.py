"""The packs of a box, for commands that only read them: they go by what a box that starts there would."""

import argparse
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from device.app.build import pack_library
from device.app.run import command_line, settings_of
from device.cards.library import PackLibrary
from device.config.places import data_directory, readable_data_directory
from device.config.preferences import Preferences, laid_over
from device.config.settings import Settings
from device.files.assets import assets
from device.files.reader import Malformed
from device.storage.at_rest import stored_settings

if TYPE_CHECKING:
    from device.clues import CardWord
    from device.players.box import BoxPlayer


def packs(arguments: argparse.Namespace) -> PackLibrary:
    """Return the packs of this box.

    Raises:
        Malformed: the config that says where they are is no good.
    """
    settings, faults = settings_of(arguments)
    if faults:
        raise faults[0]
    return _library(arguments, settings, _chosen(arguments, settings, command_line(arguments)))


def owners_language(arguments: argparse.Namespace) -> str:
    """Return the language of lists that do not say theirs."""
    settings, _ = settings_of(arguments)
    return _chosen(arguments, settings, command_line(arguments)).owners_language


def visible_words(words: Sequence[str], arguments: argparse.Namespace) -> "list[CardWord]":
    """Return words as cards, with the parts and look-alikes all installed packs' cards of that name have."""
    from device.cards.visible import visible_words as as_cards

    settings, _ = settings_of(arguments)
    chosen = _chosen(arguments, settings, {})  # the language asked for is the clue's
    return as_cards(words, _library(arguments, settings, chosen, fitting=False).packs(arguments.lang))


def box_and_words(arguments: argparse.Namespace) -> "tuple[BoxPlayer | None, list[str]]":
    """Return the box as a player, if it knows the language asked for or set, and the words of our standard packs."""
    from device.game.box_player import box_player

    settings, _ = settings_of(arguments)
    chosen = _chosen(arguments, settings, command_line(arguments))
    language = str(chosen.language)
    box = box_player(language, _library(arguments, settings, chosen, fitting=False))
    standard = [pack for pack in PackLibrary(assets()).packs(language) if pack.standard]
    return box, list(dict.fromkeys(card.name for pack in standard for card in pack.cards))


def _chosen(arguments: argparse.Namespace, settings: Settings, given: Mapping[str, object]) -> Preferences:
    """Return what is chosen: by what is given, on the screen, by the config."""
    stored: dict[str, Any] = {}
    with suppress(Malformed):  # there is no place for one
        stored = stored_settings(data_directory(arguments.data_dir))
    return laid_over(settings, stored, given)


def _library(
    arguments: argparse.Namespace, settings: Settings, chosen: Preferences, *, fitting: bool = True
) -> PackLibrary:
    return pack_library(settings, readable_data_directory(arguments.data_dir), chosen, fitting=fitting)
