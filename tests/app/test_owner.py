"""The owner's side: the PIN, and how an owner who forgot it gets back in."""

from collections.abc import Callable
from pathlib import Path

import pytest

from device.app.pin_reset import BEGIN_SECONDS, HOLD_SECONDS, Recovery
from device.config.settings import Settings
from device.headless.pilot import Pilot
from device.owner.pin import FREE_TRIES, OPEN_SECONDS, WAIT_SECONDS, Pin
from device.storage.store import Store, StoreError
from tests.app.conftest import dealt, texts


def enter(pilot: Pilot, digits: str) -> None:
    for digit in digits:
        pilot.tap(f"digit:{digit}")
    pilot.tap("confirm")


def test_without_a_pin_the_settings_open_at_once(pilot: Pilot) -> None:
    pilot.tap("settings")
    assert pilot.screen == "settings"


def test_the_pin_of_the_config_is_asked_once_and_again_after_a_minute(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(pin="4711"))
    pilot.tap("settings")
    assert pilot.screen == "menu"
    enter(pilot, "4711")
    assert pilot.screen == "settings"
    pilot.tap("back")
    pilot.tap("settings")
    assert pilot.screen == "settings"
    pilot.tap("back")
    pilot.wait(OPEN_SECONDS)
    pilot.tap("settings")
    assert pilot.screen == "menu"


def test_settings_left_open_close_when_the_minute_is_over_and_stay_while_they_are_touched(
    make: Callable[..., Pilot],
) -> None:
    pilot = make(settings=Settings(pin="4711"))
    pilot.tap("settings")
    enter(pilot, "4711")
    pilot.wait(OPEN_SECONDS - 10)
    pilot.tap("page:sound")
    pilot.wait(OPEN_SECONDS - 10)
    assert pilot.screen == "settings"
    pilot.wait(15)
    assert pilot.screen == "home"


def test_a_wrong_pin_says_so_and_after_five_it_waits(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(pin="4711"))
    pilot.tap("settings")
    enter(pilot, "0000")
    assert pilot.screen == "menu"
    assert "That is not the PIN." in texts(pilot)
    for _ in range(FREE_TRIES - 1):
        enter(pilot, "0000")
    assert not pilot.target("digit:4").enabled
    assert "Too many wrong PINs. Wait 30 s." in texts(pilot)
    pilot.tap("back")
    pilot.tap("settings")
    assert not pilot.target("digit:4").enabled
    pilot.wait(WAIT_SECONDS)
    enter(pilot, "4711")
    assert pilot.screen == "settings"


def test_a_pin_made_on_the_screen_counts_after_a_power_cut_and_is_not_kept_readable(pilot: Pilot) -> None:
    pilot.tap("settings")
    pilot.tap("page:owner")
    pilot.tap("pin:set")
    enter(pilot, "123456")
    enter(pilot, "123455")
    assert "The two were not the same" in texts(pilot)
    enter(pilot, "123456")
    enter(pilot, "123456")
    assert pilot.screen == "settings"
    pilot.power_cut()
    pilot.tap("settings")
    assert pilot.screen == "menu"
    enter(pilot, "123456")
    assert pilot.screen == "settings"
    assert b"123456" not in b"".join(path.read_bytes() for path in pilot.setup.data.glob("*"))


def test_both_buttons_held_at_power_on_clear_the_pin_of_the_config_for_good(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(pin="4711"))
    pilot.press("a", "b", seconds=5)
    pilot.tap("settings")
    assert pilot.screen == "menu"
    pilot.power_cut()
    pilot.press("a", "b", seconds=HOLD_SECONDS + 0.5)
    assert "that of the config file no longer counts" in texts(pilot)
    pilot.power_cut()
    pilot.tap("settings")
    assert pilot.screen == "settings"


def test_both_buttons_held_later_clear_nothing(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(pin="4711"))
    pilot.wait(BEGIN_SECONDS + 1)
    pilot.press("a", "b", seconds=HOLD_SECONDS + 0.5)
    pilot.tap("settings")
    assert pilot.screen == "menu"


@pytest.mark.parametrize("gap", [0.5, 9.0])
def test_a_hold_that_was_broken_begins_anew(gap: float) -> None:
    recovery = Recovery()
    assert recovery.left(True, 0.0) == HOLD_SECONDS
    assert recovery.left(False, gap) is None
    assert recovery.left(True, gap + 0.5) == HOLD_SECONDS
    assert recovery.left(True, gap + HOLD_SECONDS) == pytest.approx(0.5)
    assert recovery.left(True, gap + HOLD_SECONDS + 0.5) == 0.0
    assert recovery.left(True, gap + HOLD_SECONDS + 1.0) is None


@pytest.mark.parametrize("digits", ["123", "123456789", "12a4", "１２３x"])
def test_what_is_no_pin_is_refused(digits: str, tmp_path: Path) -> None:
    operator = Pin(Store(tmp_path))
    with pytest.raises(ValueError, match="4 to 8 digits"):
        operator.set_pin(digits)
    assert not operator.has_pin


def test_once_cleared_no_pin_of_the_config_holds_but_another_one(tmp_path: Path) -> None:
    """An owner who wrote a new one into the config had an open box, and was not told."""
    Pin(Store(tmp_path), "5555").set_pin("")
    assert not Pin(Store(tmp_path), "5555").has_pin
    assert not Pin(Store(tmp_path)).has_pin
    again = Pin(Store(tmp_path), "5556")
    assert again.has_pin
    assert not again.config_overruled
    assert again.enter("5556", 0)
    again.set_pin("")
    assert not Pin(Store(tmp_path), "5556").has_pin
    Pin(Store(tmp_path), "5556").set_pin("1234")
    assert Pin(Store(tmp_path), "5557").enter("1234", 0)


def test_a_store_that_cannot_be_read_for_a_moment_is_no_store_without_a_pin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path)
    Pin(store).set_pin("4711")

    def failing() -> dict[str, object]:
        raise StoreError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(store, "settings", failing)
        pin = Pin(store)
    assert pin.has_pin
    assert pin.enter("4711", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(store, "settings", failing)
        pin.read()
        assert pin.has_pin


def test_the_pin_pad_of_a_menu_is_turned_to_the_side_that_asked(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(pin="4711"))
    pilot.start(dealt())
    pilot.tap("menu:b")
    pilot.tap("settings")
    assert pilot.target("digit:1").seat == "b"
    enter(pilot, "4711")
    assert pilot.screen == "settings"
    assert pilot.target("page:sound").seat == "b"
    pilot.tap("back")
    assert pilot.screen == "menu"


def test_the_pad_for_a_new_pin_closes_with_the_pins_minute(make: Callable[..., Pilot]) -> None:
    """A stranger who finds it open makes no PIN."""
    pilot = make(settings=Settings(pin="4711"))
    pilot.tap("settings")
    enter(pilot, "4711")
    pilot.tap("page:owner")
    pilot.tap("pin:set")
    pilot.wait(OPEN_SECONDS - 10)
    pilot.tap("digit:1")
    pilot.wait(OPEN_SECONDS - 10)
    assert "Operator PIN" in texts(pilot), "a digit keeps it open"
    pilot.wait(15)
    assert pilot.screen == "home"


def test_the_question_whether_to_remove_the_pin_closes_with_its_minute(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(pin="4711"))
    pilot.tap("settings")
    enter(pilot, "4711")
    pilot.tap("page:owner")
    pilot.tap("pin:clear")
    pilot.wait(OPEN_SECONDS + 1)
    assert pilot.screen == "home"
    assert pilot.kiosk.context.pin.has_pin


def test_wrong_pins_are_counted_beyond_a_power_cut(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(pin="4711"))
    pilot.tap("settings")
    for _ in range(FREE_TRIES):
        enter(pilot, "0000")
    pilot.power_cut()
    pilot.tap("settings")
    assert not pilot.target("digit:4").enabled
    pilot.wait(WAIT_SECONDS + 0.1)
    enter(pilot, "0000")
    assert not pilot.target("digit:4").enabled, "no five free ones again"
    pilot.wait(WAIT_SECONDS + 0.1)
    enter(pilot, "4711")
    assert pilot.screen == "settings"
    pilot.power_cut()
    pilot.tap("settings")
    assert pilot.target("digit:4").enabled


@pytest.mark.parametrize("late", [BEGIN_SECONDS + 0.02, BEGIN_SECONDS + 5, 3600.0])
@pytest.mark.parametrize("last", [0.0, 3.0, BEGIN_SECONDS])
def test_a_hold_that_begins_too_late_clears_nothing_however_far_apart_the_ticks_are(last: float, late: float) -> None:
    recovery = Recovery()
    for now in sorted({0.0, last}):
        assert recovery.left(False, now) is None
    for now in (late, late + 1.0, late + HOLD_SECONDS, late + 2 * HOLD_SECONDS):
        assert recovery.left(True, now) is None
    assert recovery.over


def test_a_box_asleep_since_power_on_keeps_its_pin(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(pin="4711"))
    pilot.now += 3600  # it slept, and the two buttons wake it
    pilot.press("a", "b", seconds=HOLD_SECONDS + 0.5)
    assert pilot.kiosk.context.pin.has_pin
