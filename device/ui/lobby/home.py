"""Home: three games that start with one touch, and everything else one can do."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from device.game.box_words import knows_words
from device.game.last_cards import last_cards
from device.game.last_choice import (
    last_choice,
    last_mode,
    last_options,
    last_packs,
    last_temper,
    next_timer_and_entry,
    remember_mode,
)
from device.game.start import Choice, with_box
from device.rules.model import Phase
from device.rules.modes import MODES, STANDARD
from device.ui.kit import edges, faults, theme, widgets
from device.ui.kit.begin import begin_asked, play_on
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator, Screen
from device.ui.lobby import tiles
from hardware.ports import Seat

Item = tuple[str, str, Callable[[], object]]
TURN_W, FIRST_W, ROW_H, GAP = 24.0, 38.0, 9.2, 1.6
NOTICE_H = 4.4


class Home(Screen):
    """Where every game begins; turned to the side that touched or pressed last."""

    key: ClassVar[str] = "home"
    at_rest: ClassVar[bool] = True
    calm: ClassVar[bool] = True
    breathes: ClassVar[bool] = True

    def __init__(self, screens: Navigator) -> None:
        super().__init__(screens)
        self._last = last_mode(screens.context.store)
        self._options = {mode: last_options(screens.context.store, mode) for mode in MODES}

    # What one can do

    def play(self, mode: str) -> None:
        """Begin a mode as it was played last; a game on the table is dropped only when agreed to."""
        self._begin(mode, partial(self._chosen, mode))

    def _begin(self, mode: str, choice: Callable[[], Choice]) -> None:
        store, packs, language = self.context.store, self.context.packs, self.context.preferences.language
        begin_asked(self.screens, choice, lambda: last_packs(store, packs, mode, language))

    def _chosen(self, mode: str) -> Choice:
        context = self.context
        remember_mode(context.store, mode)
        return last_choice(context.store, context.preferences, context.packs, mode)

    def _with_box(self) -> None:
        self._begin(STANDARD, lambda: with_box(self._chosen(STANDARD), temper=last_temper(self.context.store)))

    def _play_on(self) -> None:
        table = self.context.table
        if table is not None and table.phase is Phase.OVER:
            self.screens.go("home", "end")
        else:
            play_on(self.screens)

    def items(self) -> list[Item]:
        """Return the choices beside the games: name, words, what it does."""
        t, screens = self.t, self.screens
        words = {
            "new_game": ("new_game", t("Options")),
            "campaign": ("map", t("Campaign")),
            "how_to_play": ("how_to_play", t("How to play")),
            "statistics": ("statistics", t("Statistics")),
            "settings": ("settings", t("Settings")),
            "power": ("power", t("Switch off")),
        }
        others: list[Item] = [(name, text, partial(screens.open, key)) for name, (key, text) in words.items()]
        return (
            [("play:box", t("With the box"), self._with_box), *others]
            if knows_words(self.context.preferences.language)
            else others
        )

    def lit(self) -> frozenset[Seat]:
        """Return both sides: a press begins."""
        return frozenset((Seat.A, Seat.B))

    def press(self, seat: Seat) -> None:
        """Turn to the side that pressed, and play on, or play what was played last."""
        self.screens.face(seat)
        if self.context.table is not None:
            self._play_on()
        else:
            self.play(self._last)

    def _help(self) -> None:
        self.context.visit.hints = not self.context.visit.hints

    def _turn(self) -> None:
        self.screens.face(Seat.A if self.facing is Seat.B else Seat.B)

    # Layout and drawing

    def _boxes(self, view: View) -> tuple[Box, list[Box], list[Box], list[Box]]:
        """Return the head, the tiles' boxes (the game on the table first), the other choices' and the languages'."""
        inner = edges.between(view.whole).inset(4.0, 0.6)
        below, rest = inner.cut_bottom(ROW_H, GAP)
        if self._warning:
            rest = rest.cut_bottom(NOTICE_H, 0.6)[1]
        row, rest = rest.cut_bottom(ROW_H, GAP)
        head, games = rest.cut_top(ROW_H, 1.2)
        count = len(MODES) + (self.context.table is not None)
        languages = below.columns(len(self.context.languages), 2.0)
        return head, games.columns(count, 3.0), row.columns(len(self.items()), GAP), languages

    @property
    def _warning(self) -> str:
        return faults.line(self.screens, None)

    def layout(self, canvas: Canvas) -> None:
        """Lay out the games, the other choices and the languages."""
        view = canvas.view(self.facing)
        head, games, others, languages = self._boxes(view)
        if self.context.table is not None:
            first, *games = games
            self.touchable(view, "continue", first, self._play_on)
        for mode, box in zip(MODES, games, strict=True):
            self.touchable(view, f"play:{mode}", box, partial(self.play, mode))
        for (name, _, act), box in zip(self.items(), others, strict=True):
            self.touchable(view, name, box, act)
        for code, box in zip(self.context.languages, languages, strict=True):
            self.touchable(view, f"language:{code}", box, partial(self.screens.set_language, code))
        turn, rest = head.cut_right(TURN_W, GAP)
        self.touchable(view, "turn", turn, self._turn)
        self.touchable(view, "first_time", rest.cut_right(FIRST_W)[0], self._help)

    def draw(self, canvas: Canvas) -> None:
        """Draw the folders of the games, and what else one can do."""
        t, view = self.t, canvas.view(self.facing)
        widgets.ground(canvas)
        head, games, others, languages = self._boxes(view)
        self._head(view, head)
        if self.context.table is not None:
            first, *games = games
            _waiting(view, first, t("Play on"), t("The game on the table"))
        names = {name: t(mode.title) for name, mode in MODES.items()}
        for mode, box in zip(MODES, games, strict=True):
            options = self._options[mode]
            timing = next_timer_and_entry(self.context.store, self.context.preferences, mode)
            cards = last_cards(self.context.store, mode, self.context.preferences.language)
            words = names[mode], tiles.who(t, mode, options), tiles.brief(t, mode, options, *timing, cards)
            tiles.draw(view, box, mode, words, mode == self._last and self.context.table is None)
        for (_, words_of, _), box in zip(self.items(), others, strict=True):
            widgets.button(view, box, words_of, theme.CAP_BODY)
        for language, box in zip(self.context.languages.values(), languages, strict=True):
            here = language.code == self.context.preferences.language
            if here:
                view.panel(box, None, theme.GOLD, 1.4, 0.25)
            view.text(language.name, box.inset(1, 0), theme.CAP_SMALL, theme.TEXT if here else theme.SOFT, lines=2)
        if self._warning:
            above = others[0].bottom + 0.5
            place = Box(7, above, view.width - 14, NOTICE_H)
            view.text(self._warning, place, theme.CAP_SMALL, theme.WARN, weight="medium")
        what = t("Play on") if self.context.table is not None else t("Play {game}", game=names[self._last])
        edges.draw(self, canvas, t("Button: {what}", what=what))

    def _head(self, view: View, head: Box) -> None:
        t = self.t
        turn, rest = head.cut_right(TURN_W, GAP)
        first, title = rest.cut_right(FIRST_W, 3.0)
        name, lines = title.cut_left(min(44.0, title.w * 0.5), 2.0)
        view.text("SPYTABLE", name, 5.0, theme.GOLD, "left", "bold")
        above, below = lines.rows(2, 0.4)
        view.text(t("One word points to many cards"), above, theme.CAP_SMALL, theme.TEXT, "left", "medium")
        view.text(t("2 to 8 people · 15 to 30 minutes"), below, theme.CAP_SMALL, theme.SOFT, "left", "medium")
        on = self.context.visit.hints
        words = t("The table helps you") if on else t("First time here?")
        widgets.button(view, first, words, theme.CAP_BODY, "chosen" if on else "plain")
        widgets.button(view, turn, t("Turn around"), theme.CAP_SMALL)


def _waiting(view: View, box: Box, words: str, more: str) -> None:
    """Draw the tile of the game that waits on the table."""
    widgets.button(view, box, "", kind="main")
    ink = theme.SIDES["b" if view.seat is Seat.B else "a"].ink
    first, second = box.inset(2.0, box.h * 0.3).rows(2, 1.0)
    view.text(words, first, theme.CAP_HEADING, ink, lines=2)
    view.text(more, second, theme.CAP_SMALL, ink, weight="medium", lines=2)
