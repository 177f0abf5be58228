"""What every screen is given: the game, what is kept, the parts of the box."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from device.cards.library import PackLibrary
from device.cards.packs import Card
from device.config.preferences import Preferences
from device.config.settings import Settings
from device.files.texts import Language, Texts
from device.game.session import Session
from device.game.start import find_card
from device.owner.orders import Orders
from device.owner.pin import Pin
from device.rules.model import Identity, Public, Side
from device.storage.store import Store, StoreError
from device.ui.kit.album import Album
from hardware.box import Box
from hardware.ports import Seat


class Visit:
    """What the people at the table chose for their visit.

    `team` is the campaign team whose map they look at; `seat` the one that touched or pressed last, to which screens
    for everyone turn (None: side A, upright); `hints`: it is their first time, and the table helps.
    """

    def __init__(self) -> None:
        self.team: str | None = None
        self.seat: Seat | None = None
        self.hints = False

    def end(self) -> None:
        """Forget it all: other people come."""
        self.team, self.seat, self.hints = None, None, False


class ClockFace:
    """What the clock of a turn shows; empty while none runs, `low` in the last seconds."""

    def __init__(self) -> None:
        self.text = ""
        self.low = False


class ClueStory(NamedTuple):
    """What the box thought at a clue: the cards it meant, or took yours to mean; what it feared, and what that is.

    `move` is the number of the move at which it is told, to be dropped when that is taken back.
    """

    move: int
    word: str
    number: str
    of_the_box: bool
    cards: tuple[str, ...]
    feared: str | None = None
    feared_as: Identity | None = None


class Partner:
    """What people see of the box as a player.

    `plays` are its roles; `marker` is the card it thinks of; `stuck`: it had no thought where it alone may act, and
    only the menu leads on; `knows` tells whether it knows a clue's word, `sees`
    whether it points at any card a side may touch, once its words are loaded; `stories` what it thought at each clue of
    this game, to be shown after it.
    """

    def __init__(self) -> None:
        self.plays: tuple[str, ...] = ()
        self.thinking = self.stuck = False
        self.marker: str | None = None
        self.knows: Callable[[str], bool] | None = None
        self.sees: Callable[[str, Public, Side], bool] | None = None
        self.stories: list[ClueStory] = []

    def reset(self, plays: tuple[str, ...]) -> None:
        """Begin a game."""
        self.plays, self.knows, self.sees = plays, None, None
        self.rest()
        self.stories.clear()

    def think(self) -> None:
        """Begin to think."""
        self.rest()
        self.thinking = True

    def rest(self) -> None:
        """Be done with thinking."""
        self.thinking, self.stuck, self.marker = False, False, None


class Context:
    """Everything screens work with beside each other; there is one.

    `selftest` tries the parts and returns a line each; `data` is the data directory, `album`
    keeps the owner's pictures of the game on the table; `config` is the config file in use.
    """

    def __init__(
        self,
        *,
        session: Session,
        packs: PackLibrary,
        store: Store,
        box: Box,
        preferences: Preferences,
        languages: Mapping[str, Language],
        rng: Random,
        settings: Settings,
        data: Path,
        album: Album,
        pin: Pin,
        orders: Orders,
        config: Path | None = None,
        selftest: Callable[[], Sequence[Mapping[str, object]]] = tuple,
    ) -> None:
        self.session: Final = session
        self.packs: Final = packs
        self.store: Final = store
        self.box: Final = box
        self.preferences: Final = preferences
        self.languages: Final = languages
        self.rng: Final = rng
        self.settings: Final = settings
        self.data: Final = data
        self.album: Final = album
        self.pin: Final = pin
        self.orders: Final = orders
        self.config: Final = config
        self.selftest: Final = selftest
        self.visit: Final = Visit()
        self.clock: Final = ClockFace()
        self.partner: Final = Partner()

    @property
    def texts(self) -> Texts:
        """Return the texts in the language of the screen."""
        return _texts(self.languages[self.preferences.language])

    @property
    def table(self) -> Public | None:
        """Return the game on the table as everyone may see it."""
        return self.session.public

    @property
    def clue_language(self) -> str:
        """Return the language clues come in: that of the words on the table; pictures have none but the screen's."""
        setup, table = self.session.setup, self.table
        worded = table is None or any(self.card(name).file is None for name in table.cards)
        return setup.language if setup is not None and worded else self.preferences.language

    @property
    def unsaved(self) -> str | None:
        """Return why not all of the game on the table outlives a power cut; None where it does."""
        return self.session.unsaved or self.album.fault

    @property
    def played(self) -> bool:
        """Tell whether a game was ever finished on this box."""
        try:
            return self.store.has_results()
        except StoreError:
            return True

    def sound(self, name: str) -> None:
        """Sound a cue, or what moves beside them, unless muted."""
        if not self.preferences.muted and self.preferences.volume > 0:
            self.box.play(name, self.preferences.volume)

    def card(self, name: str) -> Card:
        """Return a card of the game on the table: its parts, or its picture."""
        return find_card(self.packs, self.session, name)


@lru_cache(maxsize=1)
def _texts(language: Language) -> Texts:
    return Texts(language)
