"""The owner's screens at every size and in every language: nothing overflows, everything can be hit and read."""

from collections.abc import Callable
from functools import partial

import pytest

from device.files.messages import message
from device.headless.pilot import Pilot
from hardware.registry import TABLE
from tests.app.conftest import dealt, make  # noqa: F401 - a fixture
from tests.cards.test_own_packs import album, words
from tests.ui.redrawn import LANGUAGES, at_every_size, in_every_language
from tests.ui.test_layout import check


def settings(tab: str, pilot: Pilot) -> None:
    pilot.tap("settings")
    pilot.tap(f"page:{tab}")


def settings_without_colours(pilot: Pilot) -> None:
    settings("colours", pilot)
    pilot.tap("setting:palette:mono")


def settings_with_a_pin(pilot: Pilot) -> None:
    pilot.kiosk.context.pin.set_pin("1234")
    pilot.kiosk.context.pin.enter("1234", pilot.now)
    settings("owner", pilot)


def pin(pilot: Pilot) -> None:
    settings("owner", pilot)
    pilot.tap("pin:set")


def pin_waits(pilot: Pilot) -> None:
    pilot.kiosk.context.pin.set_pin("1234")
    pilot.tap("settings")
    for _ in range(5):
        for _ in range(8):
            pilot.tap("digit:0")
        pilot.tap("confirm")


def stick(pilot: Pilot) -> None:
    settings("owner", pilot)
    pilot.tap("export")
    pilot.wait(0.2)


def no_packs(pilot: Pilot) -> None:
    settings("owner", pilot)
    pilot.tap("packs")


def bad_packs(pilot: Pilot) -> None:
    folder = pilot.setup.data / "packs"
    folder.mkdir()
    for n in range(7):
        (folder / f"a_pack_that_is_no_good_number_{n}.yaml").write_text("id: 5\n")
    no_packs(pilot)


def own_packs(pilot: Pilot) -> None:
    folder = pilot.setup.data / "packs"
    album(folder / "Our summer holidays in Portugal")
    words(folder / "club.yaml", title="Rindfleischetikettierung " * 2 + "tag")
    (folder / "a_pack_that_is_no_good.yaml").write_text("id: 5\n")
    no_packs(pilot)


def taking_out(pilot: Pilot) -> None:
    own_packs(pilot)
    pilot.tap("take_out:1")


def power(pilot: Pilot) -> None:
    pilot.tap("power")
    pilot.tap("power_off")
    pilot.tap("confirm")


def label(pilot: Pilot) -> None:
    pilot.tap("power")
    pilot.tap("label")
    pilot.type("Wieża przy oknie i barze")


def credits(pilot: Pilot) -> None:
    pilot.tap("power")
    pilot.tap("credits")


def rules(game: str, pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.tap("menu:b")
    pilot.tap("rules")
    pilot.tap(f"game:{game}")
    check(pilot)
    while pilot.target("next").enabled:
        pilot.tap("next")
        check(pilot)


def parts_out(pilot: Pilot) -> None:
    for part in ("panel:a", "button:a", "speaker"):
        pilot.fail(part)
    settings("owner", pilot)
    pilot.tap("selftest")


PART_OF = {"key_panels": "panel:a", "buttons": "button:a", "sound": "speaker"}


def parts_of_every_driver_out(pilot: Pilot) -> None:
    """Every remedy there is, under the longest reason."""
    why = message("{files} cannot be read: there would be a picture and no touch", files="/dev/input/event0")
    lines = [
        {
            "part": PART_OF.get(section, section),
            "driver": driver,
            "status": "failed",
            "why": why,
            "do": message(row.remedy),
        }
        for section, rows in TABLE.items()
        for driver, row in rows.items()
        if row.remedy
    ]
    object.__setattr__(pilot.kiosk.context, "selftest", lambda: lines)
    settings("owner", pilot)
    pilot.tap("selftest")
    while pilot.target("next").enabled:
        check(pilot)
        pilot.tap("next")


def selftest(tab: str, pilot: Pilot) -> None:
    settings("owner", pilot)
    pilot.tap("selftest")
    pilot.tap(f"page:{tab}")
    if tab == "buttons":
        pilot.press("a", "b")
    if tab == "touch":
        pilot.down("page:sound")


def attract(pilot: Pilot) -> None:
    pilot.now += 125
    pilot.tick()


SCREENS: dict[str, Callable[[Pilot], None]] = {
    **{f"settings_{tab}": partial(settings, tab) for tab in ("game", "sound", "colours", "screen", "owner")},
    **{
        each.__name__: each
        for each in (settings_with_a_pin, settings_without_colours, pin, pin_waits, stick, no_packs, bad_packs)
    },
    **{
        each.__name__: each
        for each in (own_packs, taking_out, power, label, credits, parts_out, parts_of_every_driver_out, attract)
    },
    **{f"rules_{game}": partial(rules, game) for game in ("duet", "classic", "pictures")},
    **{f"selftest_{tab}": partial(selftest, tab) for tab in ("lights", "buttons", "touch", "sound")},
}
MADE_ONCE = (
    *("stick", "bad_packs", "own_packs", "taking_out", "power", "label", "parts_of_every_driver_out"),
    *("rules_duet", "rules_classic", "rules_pictures"),
)
"""Say, as they open, words in the language there is then, or are looked at page by page."""


@pytest.mark.parametrize("screen", SCREENS)
def test_an_owners_screen_fits_every_panel_and_language(screen: str, make: Callable[..., Pilot]) -> None:  # noqa: F811
    pilot = make()
    SCREENS[screen](pilot)
    check(pilot)
    at_every_size(pilot, check)
    in_every_language(pilot, check)


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
@pytest.mark.parametrize("screen", MADE_ONCE)
def test_what_is_said_as_it_opens_fits_in_every_language(
    screen: str,
    language: str,
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    pilot = make(language=language)
    SCREENS[screen](pilot)
    check(pilot)
