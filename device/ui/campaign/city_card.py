"""The card of the selected city: its mission, its bank as tokens, the team's record there, the start and its cards."""

from device.files.texts import Texts
from device.game.campaign import Progress, way_to
from device.rules.missions import MISSIONS
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box
from device.ui.kit.names import city_name

STEP_W, START_W, GAP = 10.0, 50.0, 1.0
OPTIONS_W = 21.0
NAME_W = 33.0
TOKEN = 4.5


def boxes(band: Box) -> tuple[Box, Box, Box, Box, Box]:
    """Return where the step back, the card, the step on, the start and the choice of cards are."""
    before, rest = band.cut_left(STEP_W, GAP)
    start, rest = rest.cut_right(START_W, GAP)
    after, card = rest.cut_right(STEP_W, GAP)
    options, start = start.cut_left(OPTIONS_W, GAP)
    return before, card, after, start, options


def draw(view: View, band: Box, city: str, progress: Progress, t: Texts) -> None:
    """Draw the band below the map."""
    before, card, after, start, options = boxes(band)
    for box, name in ((before, "before"), (after, "after")):
        widgets.button(view, box, "")
        widgets.icon(view, name, box.centred(6.5, 6.5), theme.TEXT, theme.RAISED)
    view.shadow(card, 1.0, 1.0, 120)
    view.panel(card, theme.PAPER, theme.PAPER_EDGE, 1.0, 0.2)
    title, rest = card.inset(2.4, 1.4).cut_left(NAME_W, 2.0)
    _title(view, title, city, progress, t)
    view.fill(Box(title.right + 1.0, card.y + 2.0, 0.15, card.h - 4.0), theme.PAPER_RULE)
    _bank(view, rest, city, t)
    playable = city in progress.open
    words = start_words(city, progress, t)
    widgets.button(view, start, words, theme.CAP_PROMPT, "main" if playable else "off")
    widgets.button(view, options, t("Cards and rules"), kind="plain" if playable else "off")


def start_words(city: str, progress: Progress, t: Texts) -> str:
    """Return what starting does, or why the mission is closed."""
    if city not in progress.open:
        return t("Closed: win {city} first", city=city_name(t, way_to(city) or city))
    return t("Play again") if city in progress.done else t("Start the mission")


def _title(view: View, box: Box, city: str, progress: Progress, t: Texts) -> None:
    name, rest = box.cut_top(box.h * 0.42, 0.5)
    view.text(city_name(t, city), name, 3.8, theme.INK, "left", "bold")
    mission, record = rest.cut_top(rest.h * 0.5)
    m = MISSIONS[city]
    state = t("done") if city in progress.done else t("open") if city in progress.open else t("closed")
    view.text(f"{m.turns}–{m.mistakes} · {state}", mission, theme.CAP_PROMPT, theme.INK, "left")
    label = t("Won {won} · lost {lost}", won=progress.wins.get(city, 0), lost=progress.losses.get(city, 0))
    if progress.with_box.get(city):
        label += f" · {t('with the box: {n}', n=progress.with_box[city])}"
    view.text(label, record, theme.CAP_SMALL, theme.INK_SOFT, "left", "medium")


def _bank(view: View, box: Box, city: str, t: Texts) -> None:
    mission = MISSIONS[city]
    row, words = box.cut_top(box.h * 0.34)
    pitch = min(TOKEN + 0.7, row.w / mission.turns)
    size = min(TOKEN, pitch - 0.4, row.h)
    for n in range(mission.turns):
        face = "bystander" if n < mission.mistakes else "check"
        widgets.token(view, Box(row.x + n * pitch, row.centre[1] - size / 2, size, size), face)
    turns = t.n("{n} token", "{n} tokens", mission.turns)
    first, second = words.cut_top(words.h * 0.38)
    view.text(turns, first, theme.CAP_BODY, theme.INK, "left")
    view.text(
        _mistakes(mission.turns, mission.mistakes, t),
        second,
        theme.CAP_SMALL,
        theme.INK_SOFT,
        "left",
        "medium",
        2,
        leading=1.4,
    )


def _mistakes(turns: int, mistakes: int, t: Texts) -> str:
    if mistakes == turns:
        return t("Any of them may be a mistake.")
    if mistakes == 0:
        return t("No room for mistakes: each costs two tokens.")
    return t.n(
        "{n} mistake costs one token, any more two.", "{n} mistakes cost one token each, any more two.", mistakes
    )
