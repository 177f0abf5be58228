"""The counter's screens at every size and in every language: both seats read the same, and can hit what there is."""

from collections.abc import Callable

import pytest

from device.files.assets import assets
from device.files.texts import languages
from device.headless.pilot import Pilot
from tests.app.conftest import make  # noqa: F401 - a fixture
from tests.app.test_counter import leap, order, settings
from tests.ui import test_legible as legible
from tests.ui.test_layout import SIZES, check, duet, duet_played

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


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_of_the_counter_fits(
    screen: Callable[[Pilot], None],
    size: tuple[int, int],
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    pilot = make(size=size, settings=settings())
    screen(pilot)
    check(pilot)


@pytest.mark.parametrize("language", sorted(languages(assets())))
@pytest.mark.parametrize("screen", SCREENS)
def test_it_fits_in_every_language_and_is_legible(
    screen: Callable[[Pilot], None],
    language: str,
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    pilot = make(language=language, settings=settings(size_mm=(154.0, 86.0)))
    screen(pilot)
    check(pilot)
    if screen in WHOLE:
        legible.check(pilot)
    for record in pilot.kiosk.frame.record:
        if record.text == LONGEST:
            assert (record.cap >= legible.CAP_MM, record.squeezed >= legible.SQUEEZED) == (True, True)


def test_the_longest_line_is_as_long_as_a_line_may_be() -> None:
    assert len(LONGEST) == 120
