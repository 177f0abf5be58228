"""The desk: what every screen works with, and the stack of screens."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from device.cards.packs import Card, Decks
from device.config.config_file import Settings
from device.config.preferences import Preferences, preferences
from device.files.texts import Language, Texts
from device.game.session import Session
from device.owner.pin import Operator
from device.rules.actions import Action
from device.rules.errors import IllegalAction
from device.rules.model import Phase, Public, Side
from device.storage.store import Store, StoreError
from device.ui.kit.touch import Touch
from hardware.box import Box

if TYPE_CHECKING:
    from device.ui.kit.screen import Screen

SCREENS: dict[str, str] = {
    "home": "device.ui.lobby.home:Home",
    "new_game": "device.ui.lobby.new_game:NewGame",
    "table": "device.ui.table.table:Table",
    "clue_pad": "device.ui.table.clue_pad:CluePad",
    "typed_clue": "device.ui.table.typed_clue:TypedClue",
    "clue_log": "device.ui.table.clue_log:ClueLog",
    "menu": "device.ui.table.menu:Menu",
    "consent": "device.ui.kit.consent:Consent",
    "clue_review": "device.ui.table.clue_review:ClueReview",
    "standing": "device.ui.table.paused:Standing",
    "end": "device.ui.table.end:End",
    "wipe": "device.ui.table.clean_screen:Wipe",
    "attract": "device.ui.lobby.attract:Attract",
    "settings": "device.ui.owner.settings_page:SettingsPage",
    "pin": "device.ui.owner.pin_pad:PinPad",
    "power": "device.ui.owner.power_page:PowerPage",
    "selftest": "device.ui.owner.selftest_page:SelftestPage",
    "label": "device.ui.owner.label_page:LabelPage",
    "credits": "device.ui.owner.credits_page:CreditsPage",
    "how_to_play": "device.ui.lobby.how_to_play:HowToPlay",
    "packs": "device.ui.owner.packs_page:PacksPage",
    "transfer": "device.ui.owner.transfer_page:TransferPage",
    "map": "device.ui.campaign.map:Map",
    "statistics": "device.ui.lobby.statistics_page:StatisticsPage",
    "writing": "device.ui.kit.writing:Writing",
}
"""The one table of screens: name, "module:Class", imported when first opened."""
OWNERS = ("settings", "power", "selftest", "packs")
"""The screens that are the owner's: opened through `Desk.guard`."""
NOTICE_SECONDS = 6.0


@dataclass(frozen=True, slots=True)
class Notice:
    """A line told on the screen for a moment; to one side, or to both."""

    text: str
    until: float
    side: Side | None = None


class Desk:
    """Holds the session, the texts, the decks and the parts for the screens, and the stack of screens.

    `version` grows with everything that changes what is drawn at rest.
    """

    def __init__(
        self,
        session: Session,
        texts: Texts,
        decks: Decks,
        store: Store,
        box: Box,
        preferences: Preferences,
        rng: Random,
    ) -> None:
        """Begin with an empty stack."""
        self.session, self.decks, self.store, self.box = session, decks, store, box
        self.texts = texts
        self.preferences = preferences
        self.rng = rng
        self.languages: dict[str, Language] = {}
        self.settings = Settings()
        self.data = Path()
        self.operator = Operator(store)
        self.dark = False
        self.selftest: Callable[[], Sequence[Mapping[str, object]]] = tuple
        self._faces: tuple[object, dict[str, Card]] = (None, {})
        self.stack: list[Screen] = []
        self.version = 0
        self.now = 0.0
        self.team: str | None = None
        self.notice: Notice | None = None
        self.touch = Touch(lambda: preferences.confirm, preferences.hold_seconds)
        self.clock_text = ""
        self.clock_low = False
        self.moved_on: Callable[[], None] = lambda: None

    @property
    def top(self) -> "Screen":
        """Return the screen that is touched."""
        return self.stack[-1]

    @property
    def table(self) -> Public | None:
        """Return the game on the table as everyone may see it."""
        return self.session.public

    @property
    def shown(self) -> "list[Screen]":
        """Return the screens that are seen: the last full one and what lies over it."""
        first = max((i for i, screen in enumerate(self.stack) if not screen.overlay), default=0)
        return self.stack[first:]

    @property
    def played(self) -> bool:
        """Tell whether a game was ever finished on this box."""
        try:
            return self.store.has_results()
        except StoreError:
            return True

    def card(self, name: str) -> Card:
        """Return a card of the game on the table: its parts, or its picture."""
        about = self.session.about
        if about is None:
            return Card(name)
        if self._faces[0] is not about:
            packs = self.decks.find(about.packs, about.language)
            if not about.packs:
                packs = (*self.decks.packs(about.language), *self.decks.packs(about.language, "pictures"))
            self._faces = (about, {card.name: card for pack in packs for card in pack.cards})
        return self._faces[1].get(name, Card(name))

    def stale(self) -> None:
        """Have the picture drawn anew."""
        self.version += 1

    def open(self, name: str, **given: Any) -> "Screen":
        """Put a screen on top."""
        screen = self._make(name, given)
        self.stack.append(screen)
        self._turned()
        return screen

    def ask(self, question: str, yes: str, sides: tuple[Side, ...], then: Callable[[], object]) -> None:
        """Ask the sides, and do something once all of them agreed."""
        self.open("consent", question=question, yes=yes, sides=sides, then=then)

    def go(self, *names: str) -> None:
        """Leave every screen for these, the last on top."""
        self.stack = [self._make(name, {}) for name in names]
        self._turned()

    def close(self) -> None:
        """Take the top screen away."""
        if len(self.stack) > 1:
            self.stack.pop()
            self._turned()

    def home_again(self) -> None:
        """Go home; a game that is on the table stands, with its keys hidden, until someone plays on."""
        table = self.table
        if table is None:
            self.go("home")
        else:
            self.go("home", "end" if table.phase is Phase.OVER else "standing")

    def close_to(self, name: str) -> None:
        """Take every screen above the one of this name away."""
        while len(self.stack) > 1 and self.top.name != name:
            self.stack.pop()
        self._turned()

    def do(self, action: Action) -> bool:
        """Do an action on the game; a refusal is told on the screen."""
        try:
            self.session.do(action)
        except IllegalAction as error:
            self.tell(self.refusal(error.code), Side.B if error.code == "not_your_card" else None)
            return False
        return True

    def refusal(self, code: str) -> str:
        """Put a refusal in plain words."""
        t = self.texts
        if code == "not_your_card":
            return t("That card cannot be covered. Choose another one.")
        if code == "nothing_to_undo":
            return t("There is no move to take back.")
        return t("That cannot be done now.")

    def tell(self, text: str, side: Side | None = None, seconds: float = NOTICE_SECONDS) -> None:
        """Tell a line for some seconds, to one side or to everyone."""
        self.notice = Notice(text, self.now + seconds, side)
        self.stale()

    def tick(self, now: float) -> None:
        """Let time pass: the screens', and a notice's."""
        for screen in list(self.shown):
            screen.tick(now)
        if self.notice is not None and now >= self.notice.until:
            self.notice = None
            self.stale()

    def guard(self, action: Callable[[], object], side: Side | None = None) -> None:
        """Do what only the owner may, once the PIN was entered at a side; at once where there is none or it is open."""
        if self.operator.is_open(self.now):
            action()
        else:
            self.open("pin", then=action, side=side)

    def clear_pin(self) -> None:
        """Let the owner in without a PIN until a new one is made."""
        t = self.texts
        try:
            self.operator.set_pin("")
        except StoreError:
            self.tell(t("This holds now, but could not be kept."))
            return
        told = t("The PIN is cleared. A new one can be made in the settings.")
        if self.operator.config_overruled:
            told = t("The PIN is cleared; that of the config file no longer counts. Make a new one in the settings.")
        self.tell(told, seconds=30.0)

    def again(self, swapped: bool = False) -> None:
        """Play the game that ended once more, with fresh cards; `swapped`: the spymasters change teams."""
        import_module("device.game.start").again(self, swapped)

    def prefer(self, name: str, value: object) -> None:
        """Make a setting; that it could not be kept is told."""
        with self._keeping():
            self.preferences.set(name, value)
        self.stale()

    def prefer_default(self, name: str, value: object) -> None:
        """Make a setting as the owner does; that it could not be kept is told."""
        with self._keeping():
            self.preferences.set_default(name, value)
        self._read_texts()

    def speak(self, language: str) -> None:
        """Change the language of the screen, until the box attracts new guests."""
        self.prefer("language", language)
        self._read_texts()

    def for_new_guests(self) -> None:
        """Return what guests changed to the owner's defaults."""
        with self._keeping():
            self.preferences.for_new_guests()
        self._read_texts()

    def read_again(self) -> None:
        """Have what the store holds hold at once: after an import."""
        self.preferences.take(preferences(self.settings, self.store, {"hints": self.preferences.hints}))
        self.operator.read()
        self.decks.look_again()
        self._read_texts()

    @contextmanager
    def _keeping(self) -> Iterator[None]:
        """Tell when what holds now could not be kept."""
        try:
            yield
        except StoreError:
            self.tell(self.texts("This holds now, but could not be kept."))

    def _read_texts(self) -> None:
        language = self.preferences.language
        if self.texts.language.code != language:
            self.texts = Texts(self.languages[language])
        self.stale()

    def _make(self, name: str, given: dict[str, Any]) -> "Screen":
        module, cls = SCREENS[name].split(":")
        screen: Screen = getattr(import_module(module), cls)(self, **given)
        return screen

    def _turned(self) -> None:
        self.moved_on()
        self.stale()
