"""The counter's screens at every size and in every language: both seats read the same, and can hit what there is."""

from collections.abc import Callable
from functools import partial

import pytest

from device.headless.pilot import Pilot
from tests.app.conftest import make  # noqa: F401 - a fixture
from tests.app.test_counter import leap, order, settings
from tests.ui import test_legible as legible
from tests.ui.redrawn import LANGUAGES, at_every_size, in_every_language
from tests.ui.test_layout import check, duet, duet_played

LONGEST = (
    "A cozinha fecha dentro de dez minutos: últimos pedidos ao balcão, por favor. "
    "Obrigado pela visita e até breve, amigos!!!"
)


def locked(pilot: Pilot) -> None:
    order(pilot, "lock", True)


def locked_with_a_game(pilot: Pilot) -> None:
    pilot.kiosk.context.pin.set_pin("1234")
    duet(pilot)
    locked(pilot)


def time_up(pilot: Pilot) -> None:
    duet(pilot)
    order(pilot, "session", 5)
    order(pilot, "session", 0)


def time_up_at_home(pilot: Pilot) -> None:
    order(pilot, "session", 1)
    leap(pilot, 61)


def message(pilot: Pilot) -> None:
    duet_played(pilot)
    order(pilot, "message", LONGEST)


def message_at_home(pilot: Pilot) -> None:
    order(pilot, "message", "Cake!")


def minutes_left(pilot: Pilot) -> None:
    duet(pilot)
    order(pilot, "session", 3)
    leap(pilot, 61)


WHOLE = (locked, locked_with_a_game, time_up, time_up_at_home)
SCREENS = (*WHOLE, message, message_at_home, minutes_left)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_of_the_counter_fits_every_panel_and_language_and_is_legible(
    screen: Callable[[Pilot], None],
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    pilot = make(settings=settings())
    screen(pilot)
    at_every_size(pilot, check)
    in_every_language(pilot, partial(_check, screen in WHOLE))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_minutes_left_are_told_in_every_language(language: str, make: Callable[..., Pilot]) -> None:  # noqa: F811
    pilot = make(settings=settings(), language=language)
    minutes_left(pilot)
    _check(False, pilot)


def _check(whole: bool, pilot: Pilot) -> None:
    check(pilot)
    if whole:
        legible.check(pilot)
    for record in pilot.kiosk.frame.record:
        if record.text == LONGEST:
            assert (record.cap >= legible.CAP_MM, record.squeezed >= legible.SQUEEZED) == (True, True)


def test_the_longest_line_is_as_long_as_a_line_may_be() -> None:
    assert len(LONGEST) == 120
