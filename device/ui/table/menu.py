"""The menu at a side's edge."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar, NamedTuple

from device.game import seating
from device.game.seating import people_move
from device.rules.actions import Abandon, Action, CoverCard, GiveClue, Guess, Stop, Undo
from device.rules.actions import Object as Objection
from device.rules.model import DuetPublic, Phase, VersusPublic
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.context import Context
from device.ui.kit.geometry import Box
from device.ui.kit.names import card_name, team_name
from device.ui.kit.screen import Navigator
from device.ui.kit.sliding import SheetScreen
from hardware.ports import Seat

WIDTH, HEAD_H, ROW_H, GAP = 132.0, 4.0, 9.6, 1.6
ICON = 4.6
WARNS = ("abandon", "give_up", "power")
"""Items in a warning colour: something ends."""


class Item(NamedTuple):
    """One thing to do: its target's name, its icon, its words, what it does."""

    name: str
    icon: str
    words: str
    act: Callable[[], object]


class Menu(SheetScreen):
    """What a side can do besides playing on, in three groups; a touch beside it plays on."""

    key: ClassVar[str] = "menu"
    overlay: ClassVar[bool] = True
    live: ClassVar[bool] = True

    def __init__(self, screens: Navigator, seat: Seat) -> None:
        super().__init__(screens)
        self.seat = seat

    def changed(self) -> None:
        """Close when the game moved on."""
        self.screens.close_to("table")

    def groups(self) -> list[tuple[str, list[Item]]]:
        """Return what applies now: to this turn, to the table, to the box."""
        t, muted = self.t, self.context.preferences.muted
        turn = [Item("resume", "after", t("Play on"), self.screens.close)]
        if seating.first_of(self.public, Objection) is not None and not self._allowed:
            turn.append(Item("object", "objection", t("Object to the clue"), self._object))
        if (to_undo := undoable(self.context)) is not None:
            turn.append(Item("undo", "back", undo_words(self.context, to_undo[1], self.seat), self._undo))
        of_the_box = seating.box_sits(self.context.partner.plays, self.public, Seat.A)
        if isinstance(self.public, VersusPublic) and self.public.phase is Phase.SUDDEN_DEATH and not of_the_box:
            turn.append(Item("give_up", "flag", t("Give up"), self._give_up))
        table = [
            Item("rules", "log", t("How to play"), partial(self._open, "how_to_play")),
            Item("pause", "pause", t("Pause"), self._pause),
            Item("home", "house", t("Home"), partial(self.screens.go, "home")),
            Item("abandon", "flag", t("Abandon the game"), self._abandon),
        ]
        box = [
            Item("mute", "speaker", t("Unmute") if muted else t("Mute"), self._mute),
            Item("wipe", "cloth", t("Wipe the screen"), self._wipe),
            Item("settings", "gear", t("Settings"), partial(self._open, "settings")),
            Item("power", "power", t("Switch off"), partial(self._open, "power")),
        ]
        return [(t("This turn"), turn), (t("The table"), table), (t("The box"), box)]

    @property
    def _allowed(self) -> bool:
        """Tell whether the clue was shown to the other spymaster first, and allowed: then it is valid."""
        setup, clue = self.context.session.setup, self.public.clue
        return bool(setup and setup.shown_first and clue and clue.word)

    def _object(self) -> None:
        """Object; in Duet, where it costs a token, once it is confirmed."""
        action, t = seating.first_of(self.public, Objection), self.t
        self.screens.close()
        if action is None:
            return
        if not isinstance(self.public, DuetPublic):
            self.screens.do(action)
            return
        if self.public.bank.total > 1:
            question = t("Object to the clue? It costs a token, and guessing goes on.")
        else:
            question = t("Object to the clue? It costs the last token, and sudden death begins.")
        self.screens.ask(question, t("Object"), (self.seat,), partial(self.screens.do, action))

    def _undo(self) -> None:
        self.screens.close()
        ask_undo(self.screens)

    def _give_up(self) -> None:
        t, team = self.t, seating.actor(self.public, Seat.A)
        self.screens.close()
        question = t("Give up? Then the game is lost for {team}.", team=team_name(t, team))
        self.screens.ask(question, t("Give up"), (self.seat,), lambda: self.screens.do(Stop(team)))

    def _open(self, key: str) -> None:
        self.screens.open(key, seat=self.seat)

    def _pause(self) -> None:
        self.screens.close()
        self.screens.open("standing", paused=True)

    def _mute(self) -> None:
        self.screens.set_preference("muted", not self.context.preferences.muted)

    def _wipe(self) -> None:
        self.screens.close()
        self.screens.open("clean_screen")

    def _abandon(self) -> None:
        t = self.t
        self.screens.close()
        question = t("Abandon this game? It is neither won nor lost.")
        self.screens.ask(question, t("Abandon"), (self.seat,), lambda: self.screens.do(Abandon()))

    def _boxes(self, view: View) -> tuple[Box, list[tuple[Box, list[Box]]]]:
        """Return the sheet, and for each group where its heading and its items are."""
        groups = self.groups()
        most = max(len(items) for _, items in groups)
        high = HEAD_H + most * (ROW_H + GAP) + 5.0
        sheet = Box((view.width - WIDTH) / 2, view.height - high - theme.STRIP_H - 1.2, WIDTH, high)
        places = []
        for (_, items), column in zip(groups, sheet.inset(3.0, 2.6).columns(len(groups), 3.0), strict=True):
            head, room = column.cut_top(HEAD_H, 1.0)
            spots = [Box(room.x, room.y + n * (ROW_H + GAP), room.w, ROW_H) for n in range(len(items))]
            places.append((head, spots))
        return sheet, places

    def layout(self, canvas: Canvas) -> None:
        """Lay out the items, and what lies beside the menu: touched, it closes."""
        view = canvas.view(self.seat)
        sheet, places = self._boxes(view)
        beside = (
            Box(0, 0, view.width, sheet.y),
            Box(0, sheet.y, sheet.x, sheet.h),
            Box(sheet.right, sheet.y, view.width - sheet.right, sheet.h),
        )
        for number, box in enumerate(beside, 1):
            self.touchable(view, f"beside:{number}", box, self.screens.close)
        for (_, items), (_, spots) in zip(self.groups(), places, strict=True):
            for item, box in zip(items, spots, strict=True):
                self.touchable(view, item.name, box, item.act)

    def draw(self, canvas: Canvas) -> None:
        """Draw the menu over the table."""
        view = canvas.view(self.seat)
        sheet, places = self._boxes(view)
        widgets.veil(view)
        self.sliding.sheet(view, sheet)
        for (title, items), (head, spots) in zip(self.groups(), places, strict=True):
            view.text(title, head, theme.CAP_SMALL, theme.SOFT, "left", "medium")
            for item, box in zip(items, spots, strict=True):
                _draw(view, box, item)


def _draw(view: View, box: Box, item: Item) -> None:
    main = item.name == "resume"
    widgets.button(view, box, "", kind="main" if main else "plain")
    accent = view.accent
    ink = accent.ink if main else theme.WARN if item.name in WARNS else theme.TEXT
    sign, words = box.inset(2.0, 0.8).cut_left(ICON, 1.6)
    widgets.icon(view, item.icon, sign.centred(ICON, ICON), ink, accent.fill if main else theme.RAISED)
    view.text(item.words, words, theme.CAP_BODY, ink, "left", lines=2)


def undoable(context: Context) -> tuple[int, Action] | None:
    """Return the move that is taken back next, people's where the box plays, and the number of the one before it."""
    session = context.session
    return people_move(context.partner.plays, session.moves) if session.can_undo else None


def undo_words(context: Context, move: Action, seat: Seat) -> str:
    """Return what taking a move back means, by its name, at a seat."""
    t = context.texts
    match move:
        case GiveClue():
            return t("Take back your clue") if context.partner.plays else t("Take back the clue")
        case Guess(card=card) | CoverCard(card=card):
            return t("Take back {card}", card=card_name(context, card, seat))
        case Stop():
            return t("Take back the end of the turn")
        case Objection():
            return t("Take back the objection")
    return t("Take back the last move")


def ask_undo(screens: Navigator) -> None:
    """Ask both sides whether the last move is taken back; where the box plays, people alone, and for theirs."""
    t, context = screens.context.texts, screens.context
    to_undo, roles = undoable(context), context.partner.plays
    if to_undo is None:
        shown = t("The keys were shown: nothing can be taken back any more.")
        screens.notify(shown if context.session.keys_shown else t("There is no move to take back."))
        return
    if not roles:
        both = (Seat.A, Seat.B)
        screens.ask(t("Take back the last move?"), t("Take it back"), both, lambda: screens.do(Undo()))
        return
    (number, move), table = to_undo, context.table
    seats = seating.people_at(roles, table) if table is not None else ()
    question = t("Take back your last move?")
    if context.session.moves[-1][1] is not move:
        question = t("Take back your last move, and what the box did since?")
    screens.ask(question, t("Take it back"), seats, lambda: context.session.undo_to(number))
