"""What a strip says where there is little room: the prompt stays, whatever fails; its pill holds its words."""

from collections.abc import Callable

import pytest

from device.headless.pilot import Pilot
from device.ui.kit import theme
from device.ui.kit.typesetting import SQUEEZED
from device.ui.table import prompts, strip
from hardware.ports import SEATS, Seat
from tests.app.conftest import dealt, make  # noqa: F401 - a fixture
from tests.ui.redrawn import at_every_size, in_every_language
from tests.ui.test_layout import duet, duet_played, marked, sides_panels_out

EDGE_MM = 1.3


def prompt_and_fault(pilot: Pilot) -> None:
    """Check that both sides are told what to do and what fails, clear of the glass's edge."""
    t, table, canvas = pilot.kiosk.context.texts, pilot.kiosk.context.table, pilot.kiosk.frame.canvas
    assert table is not None
    for seat in SEATS:
        mine = [record for record in pilot.kiosk.frame.record if record.seat is seat]
        main = prompts.lines(t, table, seat, None, "spoken").main
        assert main in [record.text for record in mine], main
        warned = [record for record in mine if record.colour == theme.WARN]
        assert warned, [record.text for record in mine]
        for record in warned:
            edge = canvas.surface.get_height() - record.rect.bottom if seat is Seat.A else record.rect.top
            assert edge >= EDGE_MM * canvas.unit - 1, (record, edge)


def test_whatever_fails_both_sides_are_told_who_acts(make: Callable[..., Pilot]) -> None:  # noqa: F811
    pilot = make()
    sides_panels_out(pilot)
    pilot.wait(5)
    at_every_size(pilot, prompt_and_fault)
    in_every_language(pilot, prompt_and_fault)


def test_the_key_for_a_button_that_is_out_looks_like_one(make: Callable[..., Pilot]) -> None:  # noqa: F811
    """It is raised from the strip; where the button works, or does nothing, the strip is bare there."""
    pilot = make()
    duet_played(pilot)
    screen = pilot.box.recordings["screen"].shown

    def raised() -> dict[Seat, bool]:
        found = {}
        for seat in SEATS:
            view = pilot.kiosk.frame.canvas.view(seat)
            rect = view.rect(strip.zones(view, False).button.inset(2.0, 2.0))
            found[seat] = any(
                screen.get_at((x, rect.centery))[:3] == theme.RAISED for x in range(rect.left, rect.right)
            )
        return found

    assert raised() == {Seat.A: False, Seat.B: False}
    for seat in SEATS:
        pilot.fail(f"button:{seat}")
    pilot.wait(5)
    assert raised() == {Seat.A: False, Seat.B: True}


def test_the_words_of_the_pill_stand_in_one_line_inside_it(make: Callable[..., Pilot]) -> None:  # noqa: F811
    for scene, english in ((duet, "Clues so far"), (duet_played, "Clues")):
        pilot = make()
        scene(pilot)

        def inside(pilot: Pilot, english: str = english) -> None:
            canvas = pilot.kiosk.frame.canvas
            words = pilot.kiosk.context.texts(english)
            found = [record for record in pilot.kiosk.frame.record if record.text == words]
            assert {record.seat for record in found} == set(SEATS)
            for record in found:
                assert record.rect.h < 2 * record.cap * canvas.unit, record
                assert record.squeezed == 1, record

        at_every_size(pilot, inside)
        in_every_language(pilot, inside)


def told_beside_the_clue(pilot: Pilot) -> None:
    """Check that both strips tell more than the prompt, and that all can be read."""
    for seat in SEATS:
        mine = [record for record in pilot.kiosk.frame.record if record.seat is seat]
        squeezed = [record for record in mine if record.squeezed < SQUEEZED]
        assert not squeezed
        assert [record for record in mine if "15" in record.text], [record.text for record in mine]


def test_beside_a_spoken_clue_it_is_told_how_many_agents_are_left(make: Callable[..., Pilot]) -> None:  # noqa: F811
    """In Polish the clue left room for the prompt alone: no agents left, no price of a mistake, no objection."""
    pilot = make()
    for name in ("play:duet", None, "digit:3", "confirm"):
        if name is None:
            pilot.press("a")
        else:
            pilot.tap(name)
    pilot.wait(1)
    at_every_size(pilot, told_beside_the_clue)
    in_every_language(pilot, told_beside_the_clue)


@pytest.mark.parametrize(
    "options", [{"mission": "washington"}, {"mission": "vatican"}, {"tokens": 9, "mistakes": 2}], ids=str
)
def test_beside_a_spoken_clue_the_city_gives_way_before_the_agents_left(
    make: Callable[..., Pilot],  # noqa: F811
    options: dict[str, object],
) -> None:
    """In every language but English only the price of a mistake was told in a mission."""
    pilot = make()
    pilot.start(dealt("duet", **options))
    pilot.press("a")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    pilot.wait(1)
    at_every_size(pilot, told_beside_the_clue)
    in_every_language(pilot, told_beside_the_clue)


@pytest.mark.parametrize("confirm", ["hold", "instant", "second_tap"])
def test_beside_a_spoken_clue_guessers_are_told_how_many_guesses_they_have(
    make: Callable[..., Pilot],  # noqa: F811
    confirm: str,
) -> None:
    """In Spanish and Portuguese how to guess took both lines."""
    pilot = make()
    pilot.kiosk.context.preferences.set("confirm", confirm)
    pilot.tap("play:classic")
    pilot.press("b")
    pilot.tap("digit:9")
    pilot.tap("confirm")

    def told(pilot: Pilot) -> None:
        for seat in SEATS:
            mine = [record for record in pilot.kiosk.frame.record if record.seat is seat]
            assert not [record for record in mine if record.squeezed < SQUEEZED]
            assert [record for record in mine if "10" in record.text], [record.text for record in mine]

    at_every_size(pilot, told)
    in_every_language(pilot, told)


@pytest.mark.parametrize("mode", ["duet", "classic"])
def test_where_several_words_are_allowed_the_prompt_asks_for_them(make: Callable[..., Pilot], mode: str) -> None:  # noqa: F811
    for allowed, asked in ((False, "one word and a number"), (True, "words and a number")):
        pilot = make()
        pilot.kiosk.context.preferences.set("clue_entry", "typed")
        pilot.kiosk.context.preferences.set("relaxed", allowed)
        pilot.tap(f"play:{mode}")
        if mode == "duet":  # there it is asked at the side whose turn it is
            pilot.press("a")
            pilot.tap("digit:1")
            pilot.tap("confirm")
            pilot.hold(f"card:{marked(pilot)}")
        told = [record.text for record in pilot.kiosk.frame.record if record.seat is Seat.B]
        assert [text for text in told if text.endswith(asked)], told
