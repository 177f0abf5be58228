"""From what was chosen to a game on the table."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from random import Random

from device.cards.library import PackLibrary
from device.cards.packs import Card, draw
from device.config.preferences import Preferences
from device.files.assets import assets
from device.files.places import is_file
from device.game.pack_titles import keep_titles
from device.game.session import Session
from device.rules.deal import deal, grid_size
from device.rules.model import DuetOptions
from device.rules.modes import MODES
from device.rules.options import OPTIONS, read_options
from device.rules.values import asdict, dataclass, field, replace
from device.storage.store import GameSetup, Store, StoreError

CHANCE = "chance"
"""In place of the team that starts: one is drawn with the cards."""


class TooFewCards(Exception):
    """The chosen packs do not fill the grid."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A game as chosen: what it is about, and the options that differ from its mode's defaults."""

    setup: GameSetup
    options: Mapping[str, object] = field(default_factory=dict)


def begin(choice: Choice, session: Session, packs: PackLibrary, store: Store, rng: Random) -> None:
    """Draw cards, deal, and put the game on the table.

    Raises:
        TooFewCards: the packs do not fill the grid; nothing changed.
    """
    setup = choice.setup
    mode = MODES[setup.mode]
    chosen = {**dict(mode.options), **choice.options}
    if chosen.get("starts") == CHANCE:
        chosen["starts"] = rng.choice([str(team) for team in OPTIONS[mode.game]["starts"]])
    options = read_options(mode.game, chosen)
    try:
        used = store.used(setup.packs)
    except StoreError:
        used = {}
    found = packs.find(setup.packs, setup.language)
    keep_titles(store, packs, setup.packs)
    try:
        drawn = draw(found, used, grid_size(options), rng)
    except ValueError:
        raise TooFewCards from None
    session.start(deal(options, drawn.names, rng), setup, drawn)


def rematch(session: Session, packs: PackLibrary, swapped: bool = False, teamless: bool = False) -> Choice:
    """Return the game on the table as a choice, to play the same again; without its packs, with all of their kind.

    `swapped`: the spymasters change teams for it. `teamless`: nobody's campaign goes on with it, and a mission is a
    game of its tokens and mistakes.
    """
    setup, table = session.setup, session.public
    assert setup is not None and table is not None
    options = asdict(table.options)
    if teamless:
        setup = replace(setup, team=None)
        options["mission"] = None
    elif isinstance(table.options, DuetOptions) and table.options.mission is not None:
        del options["tokens"], options["mistakes"]
    options = {name: value for name, value in options.items() if value is not None}
    found = packs.find(setup.packs, setup.language) or packs.packs(setup.language, MODES[setup.mode].cards)
    return Choice(replace(setup, swapped=swapped, packs=tuple(pack.id for pack in found)), options)


def preferred(preferences: Preferences, packs: PackLibrary, mode: str) -> Choice:
    """Return a game as the settings prefer it, with our packs of its kind."""
    language = preferences.language
    setup = GameSetup(
        mode,
        language,
        standard_packs(packs, mode, language),
        clue_entry=preferences.clue_entry,
        relaxed=preferences.relaxed,
        shown_first=preferences.shown_first and MODES[mode].game != "duet",
    )
    return Choice(setup, {"timer": preferences.timer})


def with_box(choice: Choice, roles: tuple[str, ...] = ("b",), temper: str = "even") -> Choice:
    """Return a game in which the box plays; in Duet clues are typed, one word each, for it to read."""
    setup = replace(choice.setup, box=roles, temper=temper, shown_first=False)
    if MODES[setup.mode].game == "duet":
        setup = replace(setup, clue_entry="typed", relaxed=False)
    return Choice(setup, choice.options)


def standard_packs(packs: PackLibrary, mode: str, language: str) -> tuple[str, ...]:
    """Return the packs a mode is played with unless others are chosen: ours of its kind."""
    kind = MODES[mode].cards
    theirs = {pack.id for pack in packs.custom()}
    same = packs.packs(language, kind)
    ours = tuple(pack.id for pack in same if pack.id not in theirs and pack.standard)
    return ours or tuple(pack.id for pack in same[:1])


def missing_packs(packs: PackLibrary, names: tuple[str, ...], language: str) -> tuple[str, ...]:
    """Return the ids of those packs that are not here any more: deleted, on a stick that was pulled out, or faulty."""
    here = {pack.id for pack in packs.find(names, language)}
    return tuple(name for name in names if name not in here)


def find_card(packs: PackLibrary, session: Session, name: str) -> Card:
    """Return a card of the game on the table by name: what was kept of it with the game, else what its pack says.

    A picture is kept with every game that keeps anything: what is not kept is a word, whatever pictures are called.
    """
    kept = session.contents.get(name)
    if kept is not None:
        file = None if kept.file is None else Path(kept.file) if kept.mark else _ours_now(kept.file)
        return Card(name, kept.parts, kept.allow, file, kept.mark)
    card = _cards(packs, session.setup).get(name) if session.setup else None
    return Card(name) if card is None or (card.file is not None and session.contents) else card


@lru_cache(maxsize=64)
def _ours_now(file: str) -> Path:
    """Return where a picture of ours lies in this version: the one that dealt it goes when a third is put in."""
    here = assets() / file.rpartition(f"/{assets().name}/")[2]
    return here if is_file(here) else Path(file)


@lru_cache(maxsize=1)
def _cards(packs: PackLibrary, setup: GameSetup) -> dict[str, Card]:
    found = packs.find(setup.packs, setup.language)
    if not setup.packs:
        found = (*packs.packs(setup.language), *packs.packs(setup.language, "pictures"))
    words_last = sorted(found, key=lambda pack: pack.kind == "words")  # of a word and a picture the word is meant
    return {card.name: card for pack in words_last for card in pack.cards}
