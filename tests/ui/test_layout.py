"""Every screen at every size: nothing overflows, nothing overlaps, everything can be hit and read."""

from collections.abc import Callable
from itertools import combinations, product

import pygame
import pytest

from device.config.settings import Settings
from device.headless.pilot import Pilot
from device.rules.model import Side
from device.ui.kit import theme
from device.ui.kit.docked import Docked
from device.ui.kit.typesetting import Setter
from device.ui.table.card import badge_spot, mirrored
from device.ui.table.grid_view import places
from hardware.ports import Seat
from tests.app.campaign import teams, win, won
from tests.app.conftest import dealt, make  # noqa: F401 - a fixture
from tests.app.test_table_faults import clue, of, sudden_finale
from tests.ui.redrawn import LANGUAGES, PANELS, at_every_size, in_every_language, noting, resize, translate

CARD_MM, KEY_MM, STRIP_MM = 12.0, 6.5, (9.0, 20.0)


def agents(pilot: Pilot, side: Side) -> list[str]:
    table = pilot.kiosk.context.table
    assert table is not None
    face = pilot.kiosk.context.session.key(side)
    return [card for card, told in zip(table.cards, face, strict=True) if told == "agent" and not table.covered(card)]


def marked(pilot: Pilot) -> str:
    """Return a card that is a bystander for both."""
    table = pilot.kiosk.context.table
    assert table is not None
    faces = [pilot.kiosk.context.session.key(side) for side in (Seat.A, Seat.B)]
    return next(card for card, a, b in zip(table.cards, *faces, strict=True) if a == b == "bystander")


def home(pilot: Pilot) -> None:
    """Stay at home."""


def new_duet(pilot: Pilot) -> None:
    pilot.tap("new_game")
    pilot.tap("option:tokens:11")


def new_classic(pilot: Pilot) -> None:
    pilot.tap("new_game")
    pilot.tap("game:classic")


def duet(pilot: Pilot) -> None:
    pilot.tap("new_game")
    pilot.tap("option:tokens:11")
    pilot.tap("start")


def duet_played(pilot: Pilot) -> None:
    duet(pilot)
    for giver in "ab":
        pilot.press(giver)
        pilot.tap("digit:9")
        pilot.tap("confirm")
        pilot.hold(f"card:{agents(pilot, Side(giver))[0]}")
        pilot.hold(f"card:{marked(pilot)}")
    pilot.press("a")
    pilot.tap("digit:9")
    pilot.tap("confirm")
    pilot.hold(f"card:{agents(pilot, Seat.A)[0]}")


def sides_panels_out(pilot: Pilot) -> None:
    duet_played(pilot)
    for part in ("panel:a", "panel:b", "button:a", "button:b"):
        pilot.fail(part)


def pad(pilot: Pilot) -> None:
    duet(pilot)
    pilot.press("b")
    pilot.tap("digit:7")


def typed(pilot: Pilot) -> None:
    pilot.tap("new_game")
    pilot.tap("option:clue_entry:typed")
    pilot.tap("start")
    pilot.press("b")
    pilot.type("sea")
    pilot.tap("digit:7")


def log(pilot: Pilot) -> None:
    duet_played(pilot)
    pilot.tap("log:b")


def menu(pilot: Pilot) -> None:
    duet_played(pilot)
    pilot.tap("menu:a")


def consent(pilot: Pilot) -> None:
    menu(pilot)
    pilot.tap("undo")
    pilot.tap("confirm:b")


def standing(pilot: Pilot) -> None:
    menu(pilot)
    pilot.tap("pause")


def end(pilot: Pilot) -> None:
    menu(pilot)
    pilot.tap("abandon")
    pilot.tap("confirm:a")


def keys(pilot: Pilot) -> None:
    end(pilot)
    pilot.tap("show_keys")


def classic(pilot: Pilot) -> None:
    pilot.start(dealt("versus"))
    pilot.press("b")
    pilot.tap("digit:unlimited")


def cover(pilot: Pilot) -> None:
    classic(pilot)
    pilot.tap("confirm")
    pilot.tap("menu:b")
    pilot.tap("object")


def new_typed(pilot: Pilot) -> None:
    new_classic(pilot)
    pilot.tap("option:clue_entry:typed")
    pilot.tap("option:timer:gentle")


def new_duet_typed(pilot: Pilot) -> None:
    new_typed(pilot)
    pilot.tap("game:duet")


def review(pilot: Pilot) -> None:
    new_typed(pilot)
    pilot.tap("option:shown_first")
    pilot.tap("start")
    pilot.press("b")
    pilot.type("w" * 40)
    pilot.tap("digit:2")
    pilot.tap("confirm")


def reviewed(pilot: Pilot) -> None:
    review(pilot)
    pilot.tap("cancel:b")


def long_clue(pilot: Pilot) -> None:
    review(pilot)
    pilot.tap("confirm:b")
    pilot.wait(85)


def clue_of_none(pilot: Pilot) -> None:
    classic(pilot)
    pilot.tap("digit:0")
    pilot.tap("confirm")
    pilot.wait(2)


def cover_enemy(pilot: Pilot) -> None:
    """Cover an enemy's agent after a turn against the simulated opponent."""
    pilot.start(dealt("versus", opponent="simulated"))
    clue(pilot, "b", 1)
    pilot.hold(f"card:{of(pilot, Side.RED, 'bystander')[0]}")
    pilot.wait(2)


def sudden(pilot: Pilot) -> None:
    sudden_finale(pilot)
    pilot.wait(2)


def long_log(pilot: Pilot) -> None:
    classic(pilot)
    pilot.tap("confirm")
    table = pilot.kiosk.context.table
    assert table is not None
    for card, told in zip(table.cards, pilot.kiosk.context.session.key(Side.RED), strict=True):
        if told == "red":
            pilot.hold(f"card:{card}")
            if pilot.screen == "end":
                break
    pilot.press("a", "b", seconds=2.1)
    pilot.tap("confirm:a")
    pilot.tap("confirm:b")
    pilot.tap("log:b")


def end_of_three(pilot: Pilot) -> None:
    new_classic(pilot)
    pilot.tap("option:operatives:shared")
    pilot.tap("start")
    pilot.press("b")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    pilot.tap("menu:a")
    pilot.tap("abandon")
    pilot.tap("confirm:a")


def swapped(pilot: Pilot) -> None:
    end_of_three(pilot)
    pilot.tap("swap:b")


def small_grid(pilot: Pilot) -> None:
    pilot.start(dealt("versus", grid="5x4"))


def map_without_teams(pilot: Pilot) -> None:
    pilot.tap("campaign")


def map_of_a_team(pilot: Pilot) -> None:
    teams(pilot, "Foxes", "The Long Evening Society", "Żółw", "Owls", "Ravens")
    for city in ("prague", "cairo", "moscow", "bangkok"):
        won(pilot, city, "Foxes")
    pilot.store.set_notes("Foxes", "Fridays, at Anna's place")
    pilot.tap("campaign")
    pilot.tap("city:los_alamos")


def naming(pilot: Pilot) -> None:
    pilot.tap("campaign")
    pilot.tap("new_team")
    pilot.tap("confirm")


def new_mission(pilot: Pilot) -> None:
    map_of_a_team(pilot)
    pilot.tap("city:rio_de_janeiro")
    pilot.tap("city:casablanca")
    pilot.tap("options")


def mission(pilot: Pilot) -> None:
    new_mission(pilot)
    pilot.tap("start")


def mission_won(pilot: Pilot) -> None:
    mission(pilot)
    win(pilot)


def statistics(pilot: Pilot) -> None:
    teams(pilot, "Foxes")
    won(pilot, "prague", "Foxes")
    pilot.tap("statistics")


SCREENS = [
    map_without_teams,
    map_of_a_team,
    naming,
    new_mission,
    mission,
    mission_won,
    statistics,
    home,
    new_duet,
    new_classic,
    duet,
    duet_played,
    sides_panels_out,
    pad,
    typed,
    log,
    menu,
    consent,
    standing,
    end,
    keys,
    classic,
    cover,
    small_grid,
    new_typed,
    new_duet_typed,
    review,
    reviewed,
    long_clue,
    clue_of_none,
    cover_enemy,
    sudden,
    long_log,
    end_of_three,
    swapped,
]


MADE_ONCE = [naming, typed, menu, consent, review, reviewed, mission_won, sides_panels_out]
"""Say, as they open, words in the language there is then: a notice, a question, the letters of a keyboard, a card."""


def check(pilot: Pilot) -> None:
    frame = pilot.kiosk.frame
    whole, unit = frame.canvas.surface.get_rect(), frame.canvas.unit
    for target in frame.targets:
        assert whole.contains(target.rect), target
        least = {"card": CARD_MM, "key": KEY_MM}.get(target.name.split(":")[0], STRIP_MM[0])
        assert target.rect.h >= least * unit - 1, target
        if target.name.split(":")[0] in ("menu", "log", "peek", "press"):
            assert target.rect.w >= STRIP_MM[1] * unit - 1, target
    for one, other in combinations(frame.targets, 2):
        shared = one.spots and other.spots
        for mine, theirs in product(one.seen, other.seen) if shared else ((one.rect, other.rect),):
            assert not mine.colliderect(theirs), (one.name, other.name)
    for text in frame.record:
        assert whole.contains(text.rect), text
    for first, second in combinations(frame.record, 2):
        both = first.rect.clip(second.rect)
        assert min(both.size) <= 1, (first, second)
    for text in frame.record:
        for target in frame.targets:
            for seen in target.seen:
                part = text.rect.clip(seen)
                inside = seen.contains(text.rect.inflate(-2, -2))
                assert min(part.size) <= 1 or inside, (text, target.name)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_fits_every_panel_and_language(screen: Callable[[Pilot], None], make: Callable[..., Pilot]) -> None:  # noqa: F811
    """Driven to once, seen at every size in pixels and in mm and in every language."""
    pilot = make()
    screen(pilot)
    check(pilot)
    at_every_size(pilot, check)
    for size, size_mm in PANELS:
        resize(pilot, size, size_mm)
        with noting(size_mm):
            check(pilot)
            true = min(size[0] / size_mm[0], size[1] / size_mm[1])
            strips = [t.rect for t in pilot.kiosk.frame.targets if t.name.split(":")[0] in ("menu", "log")]
            assert all(rect.h >= STRIP_MM[0] * true - 1 and rect.w >= STRIP_MM[1] * true - 1 for rect in strips)
    in_every_language(pilot, check)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_drawn_again_sets_and_paints_nothing_anew(
    screen: Callable[[Pilot], None],
    make: Callable[..., Pilot],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is kept of one drawing is enough for the next: a memory a little too small would forget all of it."""
    pilot = make()
    screen(pilot)
    made: list[object] = []
    set_anew, scale = Setter._set, pygame.transform.smoothscale
    monkeypatch.setattr(Setter, "_set", lambda self, text, *how: made.append(text) or set_anew(self, text, *how))
    monkeypatch.setattr(pygame.transform, "smoothscale", lambda *of: made.append(of) or scale(*of))

    def check(pilot: Pilot) -> None:
        pilot.kiosk.screens.invalidate()
        pilot.kiosk.frame.draw(pilot.now)
        made.clear()
        pilot.kiosk.screens.invalidate()
        pilot.kiosk.frame.draw(pilot.now)
        assert made == []

    at_every_size(pilot, check)


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
@pytest.mark.parametrize("screen", MADE_ONCE)
def test_what_is_said_as_a_screen_opens_fits_in_every_language(
    screen: Callable[[Pilot], None],
    language: str,
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    pilot = make(language=language)
    screen(pilot)
    check(pilot)


@pytest.mark.parametrize("screen", [duet_played, map_of_a_team, statistics])
def test_a_screen_drawn_anew_is_as_if_driven_to_there(
    screen: Callable[[Pilot], None],
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    """What the two tests above rest on: to the texts and targets it makes no difference."""
    anew, there = make(), make(size=(1280, 800), settings=Settings(size_mm=(217.0, 136.0)), language="pl")
    screen(anew)
    screen(there)
    translate(anew, "pl")
    resize(anew, (1280, 800), (217.0, 136.0))
    cards = {*_cards(anew), *_cards(there)}
    assert _seen(anew, cards) == _seen(there, cards)


def _seen(pilot: Pilot, cards: set[str]) -> list[tuple[str, pygame.Rect]]:
    """Return what is printed and can be touched, and where; cards by their places alone."""
    frame = pilot.kiosk.frame
    seen = [*((text.text, text.rect) for text in frame.record), *((t.name, t.rect) for t in frame.targets)]
    names = {f"card:{card}" for card in cards}
    return [(name.partition(":")[0] if name in names else name, rect) for name, rect in seen if name not in cards]


def _cards(pilot: Pilot) -> tuple[str, ...]:
    table = pilot.kiosk.context.table
    return () if table is None else table.cards


def test_words_are_never_set_smaller_than_legible(make: Callable[..., Pilot]) -> None:  # noqa: F811
    pilot = make()
    duet_played(pilot)
    unit = pilot.kiosk.frame.canvas.unit
    table = pilot.kiosk.context.table
    assert table is not None
    words = [text for text in pilot.kiosk.frame.record if text.text in table.cards and not table.covered(text.text)]
    assert len(words) == 2 * sum(not table.covered(card) for card in table.cards)
    for word in words:
        assert word.rect.h >= theme.CARD_LEGIBLE * unit - 1.5


@pytest.mark.parametrize("screen", [pad, typed, classic, log, long_log])
def test_the_board_stays_in_sight_beside_pads_and_the_log(
    screen: Callable[[Pilot], None],
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    pilot = make()
    screen(pilot)
    at_every_size(pilot, _board_in_sight)


def _board_in_sight(pilot: Pilot) -> None:
    frame, top = pilot.kiosk.frame, pilot.kiosk.screens.top
    assert isinstance(top, Docked)
    view = frame.canvas.view(top.seat)
    taken = view.rect(top.sheet(view))
    for card in _cards(pilot):
        words = [text for text in frame.record if text.text == card and not taken.colliderect(text.rect)]
        assert words, card
        assert all(word.cap >= theme.LEGIBLE - 0.01 and word.squeezed >= 0.7 for word in words), card
    assert _cards(pilot)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_small_board_keep_to_their_rows(language: str, make: Callable[..., Pilot]) -> None:  # noqa: F811
    """Also with what stands above and below a letter: a small board must not run its rows into each other."""
    pilot = make(language=language)
    typed(pilot)
    at_every_size(pilot, _words_in_their_rows)


def _words_in_their_rows(pilot: Pilot) -> None:
    frame, table = pilot.kiosk.frame, pilot.kiosk.context.table
    assert table is not None
    rows = [frame.canvas.view(None).rect(box) for box in places(frame.canvas, table, pilot.kiosk.screens.dock)]
    words = [text for text in frame.record if text.text in table.cards]
    assert len(words) == len(table.cards)
    for word in words:
        assert any(row.contains(word.rect.inflate(0, -2)) for row in rows), word


@pytest.mark.parametrize("box", [(), ("b",)])
def test_words_keep_clear_of_the_badges_of_the_keys(
    box: tuple[str, ...],
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    """Long words too, covered and open, with a word for each side and, beside the box, with one for all."""
    for language in LANGUAGES:
        pilot = make(language=language)
        duet_played(pilot)
        pilot.kiosk.context.partner.plays = box
        pilot.tap("menu:a")
        pilot.tap("abandon")
        pilot.tap("confirm:a")
        pilot.tap("show_keys")
        with noting(language):
            at_every_size(pilot, _words_clear_of_badges)


def _words_clear_of_badges(pilot: Pilot) -> None:
    frame, table = pilot.kiosk.frame, pilot.kiosk.context.table
    assert table is not None
    views = [frame.canvas.view(seat) for seat in (Seat.A, Seat.B)]
    grid = places(frame.canvas, table)
    badges = [view.rect(badge_spot(mirrored(view, place))) for view in views for place in grid]
    words = [text for text in frame.record if text.text in table.cards]
    assert len(words) >= len(table.cards)
    for word in words:
        assert word.rect.collidelist(badges) == -1, word
        assert word.squeezed >= 0.7, word


def test_each_side_reads_the_same(make: Callable[..., Pilot]) -> None:  # noqa: F811
    """Where the game is the same for both, side B's texts stand where side A's would if the table were turned."""
    pilot = make()
    duet(pilot)
    w, h = pilot.box.screen.surface.get_size()
    texts = pilot.kiosk.frame.record
    words = pilot.kiosk.context.table.cards if pilot.kiosk.context.table else ()
    mine = [text for text in texts if text.seat is Seat.A and text.text not in words]
    assert mine
    for text in mine:
        twin = text.rect.copy()
        twin.topleft = (w - text.rect.right, h - text.rect.bottom)
        others = [other.rect for other in texts if other.seat is Seat.B and other.text == text.text]
        assert any(abs(rect.x - twin.x) <= 1 and abs(rect.y - twin.y) <= 1 for rect in others)
