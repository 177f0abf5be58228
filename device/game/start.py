"""From what was chosen to a game on the table."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace

from device.cards.packs import draw
from device.rules.deal import deal, grid_size
from device.rules.model import DuetOptions
from device.rules.modes import MODES
from device.rules.options import read_options
from device.storage.store import About, StoreError
from device.ui.kit.stack import Desk


@dataclass(frozen=True, slots=True)
class Choice:
    """A game as chosen: what it is about, and the options that differ from its mode's defaults."""

    about: About
    options: Mapping[str, object] = field(default_factory=dict)


def begin(desk: Desk, choice: Choice) -> bool:
    """Draw cards, deal, and go to the table; tell it and return False when the packs do not fill the grid."""
    about = choice.about
    mode = MODES[about.mode]
    options = read_options(mode.game, {**dict(mode.options), **choice.options})
    packs = desk.decks.find(about.packs, about.language)
    try:
        used = desk.store.used(about.packs)
    except StoreError:
        used = {}
    try:
        drawn = draw(packs, used, grid_size(options), desk.rng)
    except ValueError:
        desk.tell(desk.texts("These packs do not have enough cards. Choose one more."))
        return False
    dealt = deal(options, [name for _, name in drawn.cards], desk.rng)
    desk.session.start(dealt, about, drawn)
    desk.go("home", "table")
    return True


def again(desk: Desk, swapped: bool = False) -> None:
    """Leave the end of a game and play the same with fresh cards; without its packs, with all of their kind.

    `swapped`: the spymasters change teams for it.
    """
    about, table = desk.session.about, desk.table
    assert about is not None and table is not None
    given = asdict(table.options)
    if isinstance(table.options, DuetOptions) and table.options.mission is not None:
        del given["tokens"], given["mistakes"]
    given = {name: value for name, value in given.items() if value is not None}
    packs = desk.decks.find(about.packs, about.language)
    packs = packs or desk.decks.packs(about.language, MODES[about.mode].cards)
    again_about = replace(about, swapped=swapped, packs=tuple(pack.id for pack in packs))
    desk.session.finish()
    if not begin(desk, Choice(again_about, given)):
        desk.go("home", "new_game")
