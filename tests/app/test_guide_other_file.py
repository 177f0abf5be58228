"""The guide where the settings file is another by now than the one the box runs by: people answer for the box."""

from collections.abc import Callable
from pathlib import Path

import pytest

from device.app.run import _guide_first
from device.config.config_file import read_settings
from device.config.settings import Settings
from device.headless.pilot import Pilot
from device.owner.guide_config import OtherInUse
from device.ui.owner.guide import Guide
from hardware.touch_map import TouchMap
from tests.app.conftest import make, texts  # noqa: F401 - a fixture
from tests.app.miswired import Person, Truth
from tests.app.test_guide import CONFIG, WRONG, go_through, machine, person  # noqa: F401 - fixtures

OPEN = CONFIG.replace('operator: {pin: "4711"}\n', "")
KEYS = """screen: {driver: x11, size_mm: [154, 86]}
buttons: {a: {driver: key, key: "1"}, b: {driver: key, key: "2"}}
operator: {guide: false}
"""
OTHER = "The box does not yet run by its settings file. It has to start again before the guide."


def before_the_guide(tmp_path: Path, machine: object, config: str) -> Person:  # noqa: F811
    """Go to the page the guide begins from, in a box of real drivers with this config."""
    path = tmp_path / "config.yaml"
    path.write_text(config, encoding="utf-8")
    someone = Person(tmp_path / "data", path, machine, Truth())  # type: ignore[arg-type]
    for name in ("settings", "page:owner"):
        someone.tap(name)
    return someone


@pytest.mark.parametrize(
    ("config", "was", "is_now"),
    [
        (KEYS, '"1"}, b: {driver: key, key: "2"', '"2"}, b: {driver: key, key: "1"'),
        (OPEN, "first: 0}", "first: 0, order: RGB}"),
        (OPEN, "pin: 17", "pin: 5"),
        (OPEN, "kmsdrm", "wayland"),
        (OPEN, "mixer", "none"),
        (OPEN, "[154, 86]", "[222, 125]"),
        (OPEN, "sound:", "touch: {turn: 90}\nsound:"),
    ],
)
def test_a_file_with_other_parts_than_those_that_run_waits_for_the_start(
    tmp_path: Path,
    machine: object,  # noqa: F811
    config: str,
    was: str,
    is_now: str,
) -> None:
    """It asked about what ran and wrote what the file said, exchanged: the right buttons became the wrong ones."""
    someone = before_the_guide(tmp_path, machine, config)
    path = tmp_path / "config.yaml"
    path.write_text(config.replace(was, is_now), encoding="utf-8")
    before = path.read_bytes()
    assert before != config.encode()
    someone.tap("guide")
    assert OTHER in texts(someone)
    someone.tap("confirm:a")
    assert someone.screen == "power"
    with pytest.raises(OtherInUse):
        someone.kiosk.screens.open("guide")
    _guide_first(someone.kiosk, troubled=False)
    assert someone.screen == "power"
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.glob("config*")] == ["config.yaml"]


def test_a_box_that_started_safely_is_not_asked_about(tmp_path: Path, machine: object) -> None:  # noqa: F811
    someone = before_the_guide(tmp_path, machine, "screen: {driver: auto}\n")
    (tmp_path / "config.yaml").write_text(OPEN)
    someone.tap("guide")
    assert OTHER in texts(someone)


def test_a_file_that_waits_for_the_next_start_is_another_one(
    tmp_path: Path,
    machine: object,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    someone = before_the_guide(tmp_path, machine, OPEN)
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/none")
    waiting = someone.setup.data / "update" / "config.yaml"
    waiting.parent.mkdir()
    waiting.write_text(OPEN.replace("first: 25", "first: 50"))
    someone.tap("guide")
    assert OTHER in texts(someone)


@pytest.mark.parametrize(
    ("was", "is_now"),
    [("# a comment", "# another one"), ("sound:", 'operator: {pin: "7777"}\nsound:'), ("volume: 0.5", "volume: 0.3")],
)
def test_what_is_no_part_is_kept_and_stands_in_no_way(
    tmp_path: Path,
    machine: object,  # noqa: F811
    was: str,
    is_now: str,
) -> None:
    someone = before_the_guide(tmp_path, machine, OPEN)
    path = tmp_path / "config.yaml"
    path.write_text(OPEN.replace(was, is_now), encoding="utf-8")
    expected, _ = read_settings(path)
    someone.tap("guide")
    go_through(someone)
    assert someone.screen == "home"
    assert read_settings(path) == (expected, [])


def test_after_its_own_end_the_guide_goes_on_from_what_it_found(person: Callable[..., Person]) -> None:  # noqa: F811
    someone = person(**WRONG["all of it"])
    go_through(someone)
    someone.kiosk.screens.open("guide")
    guide = someone.kiosk.screens.top
    assert isinstance(guide, Guide)
    settings, _ = read_settings(someone.setup.config or Path())
    assert guide.draft.settings == settings


def test_without_a_settings_file_it_goes_on_from_what_holds_until_the_box_is_off(
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    """Touch that the guide had put right was wrong again as soon as the next guide changed the screen's size."""
    pilot = make()
    for change in ({"touch": {"turn": 180, "mirror": True}}, {"screen": {"size_mm": [222, 125]}}):
        pilot.kiosk.screens.open("guide")
        guide = pilot.kiosk.screens.top
        assert isinstance(guide, Guide)
        assert guide.having(change)  # type: ignore[arg-type]
        guide._keep()
    assert pilot.box.spec.touch == TouchMap(180, True)
    assert pilot.box.spec.size_mm == (222, 125)
    assert pilot.setup.settings == Settings()
