"""Switching off, the label, the credits; how to play; the self-test."""

import math
from collections.abc import Callable

import pytest

from device.config.settings import Settings
from device.config.table import MAX_LABEL
from device.files.assets import assets
from device.files.credits import credits
from device.headless.pilot import Pilot
from device.rules.actions import Abandon
from device.ui.owner.probes import STEP_SECONDS
from hardware.ports import PANEL_CELLS, Pointer, TypedText
from hardware.spec import BoxSpec, PartSpec
from tests.app.conftest import dealt, texts


@pytest.mark.parametrize(("target", "asked"), [("power_off", "off"), ("restart", "reboot")])
def test_power_asks_first_and_says_what_it_would_do(target: str, asked: str, pilot: Pilot) -> None:
    power = pilot.box.recordings["power"]
    pilot.tap("power")
    pilot.tap(target)
    assert power.asked == []
    pilot.tap("cancel")
    assert power.asked == []
    pilot.tap(target)
    pilot.tap("confirm")
    assert power.asked == [asked]
    assert "This box is simulated" in texts(pilot)
    assert pilot.screen == "power"


@pytest.mark.parametrize("target", ["power_off", "restart"])
def test_what_was_told_last_is_told_in_the_language_of_now(target: str, pilot: Pilot) -> None:
    """At home in Polish it went on saying in English that this box is simulated."""
    pilot.tap("power")
    pilot.tap(target)
    pilot.tap("confirm")
    pilot.tap("back")
    pilot.tap("language:pl")
    assert "This box is simulated" not in texts(pilot) and "To pudełko jest symulowane" in texts(pilot)


def test_a_box_without_a_power_switch_says_to_pull_the_plug(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(box=BoxSpec()._replace(power=PartSpec("none"))))
    pilot.tap("power")
    pilot.tap("power_off")
    pilot.tap("confirm")
    assert "Pull the plug: nothing is lost." in texts(pilot)


@pytest.mark.parametrize("target", ["power_off", "restart"])
def test_a_machine_that_refuses_after_a_moment_is_told(
    target: str, make: Callable[..., Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An update of the system holds it on, say: for half a minute the box said that it is switching itself off."""
    pilot = make()
    monkeypatch.setattr(pilot.kiosk.box, "driver", lambda part: "logind")
    pilot.tap("power")
    pilot.tap(target)
    pilot.tap("confirm")
    assert "The box is" in texts(pilot)
    pilot.box.recordings["power"].fail("Operation inhibited")
    pilot.wait(2.0)
    assert "Pull the plug" in texts(pilot) and "The box is" not in texts(pilot)


def test_a_label_is_kept_and_has_at_most_so_many_letters(pilot: Pilot) -> None:
    pilot.tap("power")
    pilot.tap("label")
    pilot.type("cafe " * 6)
    pilot.tap("confirm")
    assert pilot.screen == "power"
    kept = ("cafe " * 6)[:MAX_LABEL].strip()
    assert kept in texts(pilot)
    pilot.power_cut()
    pilot.tap("power")
    assert kept in texts(pilot)
    pilot.tap("label")
    pilot.tap("key:backspace")
    pilot.tap("confirm")
    assert kept[:-1] in texts(pilot)


def test_a_label_has_no_letter_that_the_font_has_not(pilot: Pilot) -> None:
    pilot.tap("power")
    pilot.tap("label")
    pilot.inputs.put(TypedText("Стол 3"))
    pilot.settle()
    pilot.tap("confirm")
    assert pilot.kiosk.context.preferences.label == "3"


def test_the_credits_name_the_icons_authors_and_the_licences(pilot: Pilot) -> None:
    pilot.tap("power")
    pilot.tap("credits")
    told = texts(pilot)
    while pilot.target("next").enabled:
        pilot.tap("next")
        told += texts(pilot)
    for name in ("Barlow", "SIL", "OFL.txt", "CC BY 3.0", "Lorc", "Delapouite", "Changed:", "Sounds"):
        assert name in told


def test_how_to_play_opens_at_the_side_that_asked_and_goes_back_to_its_menu(pilot: Pilot) -> None:
    pilot.start(dealt("versus"))
    pilot.tap("menu:b")
    pilot.tap("rules")
    assert pilot.screen == "how_to_play"
    assert pilot.target("next").seat == "b"
    assert "Two rival teams" in texts(pilot)
    pilot.tap("turn")
    assert pilot.target("next").seat is None
    pilot.tap("turn")
    pilot.tap("back")
    assert pilot.screen == "menu"


def test_how_to_play_turns_its_pages(pilot: Pilot) -> None:
    pilot.tap("how_to_play")
    seen = {texts(pilot)}
    assert not pilot.target("previous").enabled
    while pilot.target("next").enabled:
        pilot.tap("next")
        seen.add(texts(pilot))
    assert len(seen) == 9
    pilot.tap("game:pictures")
    assert "Twenty pictures" in texts(pilot)


def selftest(pilot: Pilot, tab: str = "report") -> None:
    pilot.tap("settings")
    pilot.tap("page:owner")
    pilot.tap("selftest")
    pilot.tap(f"page:{tab}")


def test_the_self_test_names_a_part_that_fails_and_what_to_do(pilot: Pilot) -> None:
    pilot.fail("panel:a")
    selftest(pilot)
    assert "failed" in texts(pilot)
    assert "unplugged" in texts(pilot)
    pilot.mend("panel:a")
    pilot.tap("again")
    assert "failed" not in texts(pilot)


def test_every_led_of_both_panels_is_lit_alone_in_its_turn(pilot: Pilot) -> None:
    selftest(pilot, "lights")
    seen: dict[str, set[int]] = {"a": set(), "b": set()}
    for _ in range(PANEL_CELLS):
        for side in "ab":
            lit = [place for place, rgb in enumerate(pilot.box.recordings[f"panel:{side}"].rgb) if any(rgb)]
            assert len(lit) == 1
            seen[side].update(lit)
        pilot.wait(STEP_SECONDS)
    assert seen["a"] == seen["b"] == set(range(PANEL_CELLS))
    pilot.tap("page:report")
    assert not any(any(rgb) for side in "ab" for rgb in pilot.box.recordings[f"panel:{side}"].rgb)


def test_the_self_test_over_a_game_shows_no_key(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.tap("menu:a")
    pilot.tap("settings")
    pilot.tap("page:owner")
    pilot.tap("selftest")
    assert not any(any(rgb) for side in "ab" for rgb in pilot.dump()["panels"][side])


def test_a_button_is_echoed_with_its_bounce_and_lights_its_lamp(pilot: Pilot) -> None:
    selftest(pilot, "buttons")
    button = pilot.box.recordings["button:b"]
    for down, after in ((True, 0.0), (False, 0.004), (True, 0.009)):
        button.set(down, pilot.now + after)
    pilot.wait(0.2)
    assert "Bounced 9 ms, 3 contacts" in texts(pilot)
    assert pilot.box.recordings["lamp:b"].lit
    assert not pilot.box.recordings["lamp:a"].lit
    button.set(False, pilot.now)
    pilot.wait(0.2)
    assert "1 press" in texts(pilot)
    assert not pilot.box.recordings["lamp:b"].lit


def test_touches_are_shown_with_the_range_they_covered(pilot: Pilot) -> None:
    selftest(pilot, "touch")
    pilot._point("down", 50, (0, 479))
    pilot._point("move", 50, (799, 240))
    pilot.tick()
    assert "1 finger · across 0.001 to 0.999 · down 0.501 to 0.999" in texts(pilot)


@pytest.mark.parametrize("place", [math.nan, math.inf, 1e300])
def test_a_touch_that_is_nowhere_is_traced_at_the_edge(place: float, pilot: Pilot) -> None:
    """It was drawn where no pixel can be, and the page was left for home."""
    selftest(pilot, "touch")
    pilot.inputs.put(Pointer(1, "down", place, 0.5))
    pilot.settle()
    assert any(f"1 finger · across {edge} to {edge}" in texts(pilot) for edge in ("0.000", "1.000"))


def test_the_tone_is_heard_also_from_a_muted_box(pilot: Pilot) -> None:
    pilot.kiosk.screens.set_preference("muted", True)
    selftest(pilot, "sound")
    pilot.tap("tone")
    assert pilot.box.recordings["speaker"].volumes[-1] == 0.5


def test_no_page_of_the_credits_ends_with_a_heading(pilot: Pilot) -> None:
    headings = {told for told, heading in credits(assets()) if heading}
    pilot.tap("power")
    pilot.tap("credits")
    seen = set()
    while True:
        told = [record.text for record in pilot.kiosk.frame.record]
        last = told[told.index("Back one page") - 1]
        assert last not in headings
        seen |= headings & set(told)
        if not pilot.target("next").enabled:
            break
        pilot.tap("next")
    assert seen == headings
    assert {"Spytable", "Sounds", "Coastlines", "Typeface"} <= headings


def test_the_self_test_says_in_the_screens_language_that_a_part_is_unplugged(make: Callable[..., Pilot]) -> None:
    pilot = make(language="pl")
    pilot.fail("panel:a")
    selftest(pilot)
    assert "odłączone" in texts(pilot)
    assert "unplugged" not in texts(pilot)


def test_while_the_memory_fails_nothing_is_promised(pilot: Pilot) -> None:
    """What was played since would be gone."""
    pilot.tap("play:duet")
    pilot.fail("store")
    pilot.kiosk.context.session.do(Abandon())
    pilot.kiosk.screens.go("home", "power")
    pilot.settle()
    lost = "The memory fails: a power cut would lose what is new"
    assert lost in texts(pilot) and "Pulling the plug is safe" not in texts(pilot)
    pilot.tap("power_off")
    assert lost in texts(pilot)
    assert "waits for the next start" not in texts(pilot)


@pytest.mark.parametrize("target", ["power_off", "restart"])
def test_a_box_that_stays_on_promises_nothing_while_its_memory_fails(target: str, make: Callable[..., Pilot]) -> None:
    """It said that nothing is lost when the plug is pulled."""
    pilot = make(settings=Settings(box=BoxSpec()._replace(power=PartSpec("none"))))
    pilot.tap("play:duet")
    pilot.fail("store")
    pilot.kiosk.context.session.do(Abandon())
    pilot.kiosk.screens.go("home", "power")
    pilot.settle()
    pilot.tap(target)
    pilot.tap("confirm")
    assert "nothing is lost" not in texts(pilot) and "what is new is not saved" in texts(pilot)
