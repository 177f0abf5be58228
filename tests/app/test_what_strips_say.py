"""What the edges say of a clue and of a duty, so that nobody has to ask: whose it is, how many, why."""

from collections.abc import Callable

import pygame
import pytest

from device.headless.pilot import Pilot
from device.rules.model import UNLIMITED, Identity, Number, Phase
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas
from device.ui.kit.lines import PromptLines
from device.ui.table import strip
from hardware.ports import Seat
from tests.app.conftest import dealt, texts
from tests.app.test_table_faults import clue, of, sudden_finale, table
from tests.app.test_typed_shown import shown_first


def at(pilot: Pilot, seat: Seat) -> str:
    return " | ".join(record.text for record in pilot.kiosk.frame.record if record.seat is seat)


def test_sudden_death_tells_those_who_guess_what_a_hand_does(pilot: Pilot) -> None:
    sudden_finale(pilot)
    pilot.wait(3)
    assert "Red: hold a card, only your own agents now" in at(pilot, Seat.A)
    assert "hold a card" not in at(pilot, Seat.B)


def test_covering_an_enemy_agent_tells_why(pilot: Pilot) -> None:
    pilot.start(dealt("versus", opponent="simulated"))
    clue(pilot, "b", 1)
    pilot.hold(f"card:{of(pilot, Seat.B, 'bystander')[0]}")
    pilot.wait(2)
    assert table(pilot).phase is Phase.COVER
    for seat in (Seat.A, Seat.B):
        assert "After each of your turns the enemy finds an agent" in at(pilot, seat)
    assert "Red covers an enemy agent" in at(pilot, Seat.A)


@pytest.mark.parametrize(("number", "words"), [(0, "no agent fits"), (UNLIMITED, "as many as you like")])
def test_a_number_without_pips_is_told_in_words_until_an_agent_is_found(
    number: Number, words: str, pilot: Pilot
) -> None:
    pilot.start(dealt("versus"))
    pilot.press("b")
    pilot.tap(f"digit:{number}")
    pilot.tap("confirm")
    pilot.wait(2)
    assert words in at(pilot, Seat.A) and words in at(pilot, Seat.B)
    pilot.hold(f"card:{of(pilot, Seat.B, 'red')[0]}")
    assert words not in texts(pilot)


def drawn(clue_text: str, found: int) -> bytes:
    """Return the pixels of a strip that differs only by how many agents of its clue are found."""
    canvas = Canvas(pygame.Surface((800, 480)), (154.0, 86.0))
    red = theme.SIDES["red"]
    lines = PromptLines("Red guesses", "", "", False)
    sign = widgets.SHAPES[Identity.RED]
    strip.draw(
        canvas, Seat.A, strip.StripContent(lines, clue_text, "Clues", "", "", "", red, strip.Pips(found, 3), sign=sign)
    )
    return bytes(canvas.surface.get_buffer().raw)


@pytest.mark.parametrize("clue_text", ["Clue: 3", "an extraordinarily long clue of words · 3", "w" * 40 + " · 3"])
def test_every_clue_shows_how_many_of_its_agents_are_found(clue_text: str) -> None:
    assert len({drawn(clue_text, found) for found in range(4)}) == 4


def test_a_clue_under_review_is_told_with_the_signs_of_both_teams(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose clue it is, and who is asked: the strip bears the sign of those it speaks to."""
    drawn: list[tuple[str, theme.Colour]] = []
    icon: Callable[..., None] = widgets.icon

    def spy(view: object, name: str, box: object, ink: theme.Colour, paper: theme.Colour) -> None:
        drawn.append((name, ink))
        icon(view, name, box, ink, paper)

    shown_first(pilot)
    pilot.kiosk.screens.invalidate()
    monkeypatch.setattr(widgets, "icon", spy)
    pilot.tick()
    red, blue = theme.SIDES["red"].bright, theme.SIDES["blue"].bright
    assert "Red would like to give: quartz · 2" in at(pilot, Seat.B)
    assert drawn.count(("ring", blue)) == 2, "in the strip and before the question"
    assert drawn.count(("diamond", red)) == 2, "before the clue, and in the guessers' strip"
