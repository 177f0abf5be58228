"""The menu at a side's edge."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from device.game.roles import people_move
from device.rules.actions import Abandon, Stop, Undo
from device.rules.actions import Object as Objection
from device.rules.model import Phase, Side, VersusPublic
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box, grid
from device.ui.kit.names import team_name
from device.ui.kit.screen import Navigator, Screen
from device.ui.table import seats as who

Item = tuple[str, str, Callable[[], object]]
COLUMNS = 3
ROW_H = 11.0


class Menu(Screen):
    """What a side can do besides playing on."""

    key: ClassVar[str] = "menu"
    overlay: ClassVar[bool] = True
    live: ClassVar[bool] = True

    def __init__(self, screens: Navigator, side: Side) -> None:
        super().__init__(screens)
        self.side = side

    def changed(self) -> None:
        """Close when the game moved on."""
        self.screens.close_to("table")

    def items(self) -> list[Item]:
        """Return what applies now: name, words, what it does."""
        t, screens = self.t, self.screens
        items: list[Item] = [("resume", t("Play on"), screens.close)]
        if who.first_of(self.public, Objection) is not None and not self._allowed:
            items.append(("object", t("Object to the clue"), self._object))
        if screens.context.session.can_undo:
            items.append(("undo", t("Take back the last move"), self._undo))
        if isinstance(self.public, VersusPublic) and self.public.phase is Phase.SUDDEN_DEATH:
            items.append(("give_up", t("Give up"), self._give_up))
        items.append(("rules", t("How to play"), partial(self._open, "how_to_play")))
        items.append(("pause", t("Pause"), self._pause))
        items.append(("mute", t("Unmute") if screens.context.preferences.muted else t("Mute"), self._mute))
        items.append(("wipe", t("Wipe the screen"), self._wipe))
        items.append(("settings", t("Settings"), partial(self._open, "settings")))
        items.append(("power", t("Switch off"), partial(self._open, "power")))
        items.append(("abandon", t("Abandon the game"), self._abandon))
        return items

    @property
    def _allowed(self) -> bool:
        """Tell whether the clue was shown to the other spymaster first, and allowed: then it is valid."""
        about, clue = self.context.session.about, self.public.clue
        return bool(about and about.shown_first and clue and clue.word)

    def _object(self) -> None:
        action = who.first_of(self.public, Objection)
        self.screens.close()
        if action is not None:
            self.screens.do(action)

    def _undo(self) -> None:
        self.screens.close()
        ask_undo(self.screens)

    def _give_up(self) -> None:
        t, team = self.t, who.actor(self.public, Side.A)
        self.screens.close()
        question = t("Give up? Then the game is lost for {team}.", team=team_name(t, team))
        self.screens.ask(question, t("Give up"), (self.side,), lambda: self.screens.do(Stop(team)))

    def _open(self, key: str) -> None:
        self.screens.open(key, side=self.side)

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
        self.screens.ask(question, t("Abandon"), (self.side,), lambda: self.screens.do(Abandon()))

    def _boxes(self, view: View) -> tuple[Box, list[Box]]:
        count = len(self.items())
        rows = -(-count // COLUMNS)
        w = 122.0
        h = rows * (ROW_H + 2.0) - 2.0 + 6.0
        sheet = Box((view.width - w) / 2, view.height - h - theme.STRIP_H - 1.2, w, h)
        return sheet, grid(sheet.inset(3.0), COLUMNS, rows, 2.0)

    def layout(self, canvas: Canvas) -> None:
        """Lay out the items; the first stands nearest to the side's right hand."""
        view = canvas.view(self.side)
        _, boxes = self._boxes(view)
        for (name, _, act), box in zip(self.items(), boxes, strict=False):
            self.touchable(view, name, box, act)

    def draw(self, canvas: Canvas) -> None:
        """Draw the menu over the table."""
        view = canvas.view(self.side)
        sheet, boxes = self._boxes(view)
        widgets.veil(view)
        widgets.sheet(view, sheet)
        for (name, words, _), box in zip(self.items(), boxes, strict=False):
            widgets.button(view, box, words, kind="main" if name == "resume" else "plain")


def ask_undo(screens: Navigator) -> None:
    """Ask both sides whether the last move is taken back."""
    t = screens.context.texts
    if not screens.context.session.can_undo:
        screens.notify(t("There is no move to take back."))
        return
    roles, session = screens.context.partner.plays, screens.context.session
    if not roles:
        both = (Side.A, Side.B)
        screens.ask(t("Take back the last move?"), t("Take it back"), both, lambda: screens.do(Undo()))
        return
    number = people_move(roles, session.moves)
    if number is None:
        screens.notify(t("There is no move to take back."))
        return
    side = Side.B if str(Side.A) in roles else Side.A
    screens.ask(t("Take back your last move?"), t("Take it back"), (side,), lambda: session.undo_to(number))
