"""What everybody is to notice at once: a new clue, how a guess ended the turn, sudden death."""

from collections.abc import Iterable
from typing import NamedTuple

from device.files.texts import Texts
from device.rules import events as e
from device.rules.model import Identity, Phase, Public, Side, VersusPublic
from device.ui.kit import fit, theme
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.names import team_name
from device.ui.table import prompts
from hardware.ports import SEATS

CLUE_SECONDS, TURN_SECONDS, SUDDEN_SECONDS = 1.5, 0.8, 1.5
CAP_CLUE, CAP_TURN = 8.4, 4.6


class Moment(NamedTuple):
    """A line shown large at both edges for some seconds; `cap` is its cap height in mm."""

    text: str
    seconds: float
    cap: float
    accent: theme.Accent


def moment(t: Texts, table: Public, happened: Iterable[e.Event]) -> Moment | None:
    """Return what is to be noticed of a change of the table; None where nothing is."""
    events = tuple(happened)
    if any(isinstance(event, e.Undone) for event in events) or table.phase is Phase.OVER:
        return None
    if any(isinstance(event, e.ClueGiven) for event in events) and table.clue is not None:
        clue = prompts.clue_text(t, table.clue)
        return Moment(clue, CLUE_SECONDS, CAP_CLUE, theme.SIDES[str(table.clue.side)])
    if any(isinstance(event, e.SuddenDeath) for event in events):
        text = f"{t('Sudden death')}: {t('one wrong card loses')}"
        return Moment(text, SUDDEN_SECONDS, CAP_TURN, theme.LOST)
    revealed = next((event for event in events if isinstance(event, e.Revealed)), None)
    ended = next((event for event in events if isinstance(event, e.TurnEnded)), None)
    if revealed is not None and _only_assassin_left(table, revealed):
        text = t("All agents are found: now find the assassin")
        return Moment(text, SUDDEN_SECONDS, CAP_TURN, theme.SIDES[str(revealed.by)])
    if ended is None:
        return None
    return _end_of_turn(t, ended, revealed)


def _only_assassin_left(table: Public, revealed: e.Revealed) -> bool:
    """Tell whether a team has found its last agent in a finale; one that touched the other's is not meant."""
    if not isinstance(table, VersusPublic) or table.options.ending != "assassin":
        return False
    return revealed.identity.value == revealed.by.value and table.agents_left(revealed.by) == 0


def _end_of_turn(t: Texts, ended: e.TurnEnded, revealed: e.Revealed | None) -> Moment:
    over, accent = t("The turn is over"), theme.IDENTITIES["bystander"]
    text = over
    if revealed is not None and ended.why in ("bystander", "other_team", "limit"):
        identity = revealed.identity
        accent = theme.IDENTITIES[identity]
        known = {Identity.BYSTANDER: t("Bystander"), Identity.AGENT: t("Agent")}
        kind = known.get(identity) or team_name(t, Side(identity.value))
        text = f"{kind}. {over}"
    elif ended.why == "timeout":
        text = t("Time ran out.")
    elif ended.why == "objection":
        text = t("The clue was called invalid")
    return Moment(text, TURN_SECONDS, CAP_TURN, accent)


def draw(canvas: Canvas, shown: Moment) -> None:
    """Draw a moment at both edges: a clue over the cards nearest to them, anything else in the strips."""
    for seat in SEATS:
        if shown.cap > CAP_TURN:
            _band(canvas.view(seat), shown)
        else:
            _strip(canvas.view(seat), shown)


def _strip(view: View, shown: Moment) -> None:
    strip = Box(0, view.height - theme.STRIP_H, view.width, theme.STRIP_H)
    view.canvas.hide_texts(view.rect(strip))
    view.fill(strip, theme.STRIP)
    view.fill(Box(0, strip.y, view.width, 0.5), shown.accent.bright)
    view.text(shown.text, strip.inset(6.0, 1.6), shown.cap, shown.accent.bright, weight="bold")


def _band(view: View, shown: Moment) -> None:
    wide = view.width - 2 * theme.COLUMN_W
    high = shown.cap + 6.0
    if view.canvas.setter.width(shown.text, shown.cap, "bold") > wide - 8.0:
        high += shown.cap * 1.5
    band = Box(theme.COLUMN_W, view.height - theme.STRIP_H - 1.2 - high, wide, high)
    view.canvas.hide_texts(view.rect(band))
    view.shadow(band, 1.6, 2.0, 190)
    view.panel(band, theme.STRIP, shown.accent.bright, 1.6, 0.6)
    text, room, colour = (
        fit.in_two(view.canvas.setter, shown.text, wide - 8.0),
        band.inset(4.0, 2.6),
        shown.accent.bright,
    )
    view.text(text, room, shown.cap, colour, weight="bold", lines=2, leading=1.5, recorded=shown.text)
