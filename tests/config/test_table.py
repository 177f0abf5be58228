"""A setting is a row: one added here is in the config file, in its check, on the settings page and in the store."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from device.commands import main
from device.config import table
from device.config.config_file import read_settings
from device.config.setting import TABS, Setting, Shown
from device.files.messages import message
from device.headless.pilot import Pilot
from tests.app.conftest import make  # noqa: F401 - a fixture
from tests.ui.test_layout import check


@pytest.fixture(autouse=True)
def sunrise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a row to the table."""
    words = {"slow": message("Slow"), "fast": message("Fast")}
    row = Setting("slow", "screen.sunrise", choices=tuple(words), shown=Shown("screen", message("Sunrise"), words))
    row.name = "sunrise"
    monkeypatch.setattr(table.Values, "sunrise", row, raising=False)


def config(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "config.yaml"
    path.write_text(text)
    return path


def test_the_config_file_takes_it_or_says_in_one_line_what_is_allowed(tmp_path: Path) -> None:
    settings, faults = read_settings(config(tmp_path, "screen: {sunrise: fast}"))
    assert (vars(settings)["sunrise"], faults) == ("fast", [])
    path = config(tmp_path, "screen: {sunrise: blink}")
    assert [str(fault) for fault in read_settings(path)[1]] == [f"{path}: screen.sunrise: 'blink': slow, fast"]


def test_config_check_prints_it_and_its_default(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, value in (("", "slow"), ("screen: {sunrise: fast}", "fast")):
        assert main(["config", "check", str(config(tmp_path, text))]) == 0
        assert json.loads(capsys.readouterr().out)["screen"]["sunrise"] == value


def test_a_touch_changes_it_over_the_config_and_a_power_cut_does_not(
    tmp_path: Path,
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    settings, _ = read_settings(config(tmp_path, "screen: {sunrise: slow}"))
    pilot = make(settings=settings)
    pilot.tap("settings")
    pilot.tap("page:screen")
    assert "Sunrise" in {line["text"] for line in pilot.dump()["text"]}
    pilot.tap("setting:sunrise:fast")
    check(pilot)
    for _ in range(2):
        assert pilot.kiosk.context.preferences.sunrise == "fast"  # type: ignore[attr-defined]
        pilot.power_cut()


def test_a_setting_that_is_no_row_is_refused() -> None:
    with pytest.raises(TypeError, match="moonrise"):
        table.Values({"moonrise": 1})


@pytest.mark.parametrize("name", table.rows())
def test_a_row_takes_its_default_and_all_it_offers_and_says_what_is_allowed(name: str) -> None:
    row = table.rows()[name]
    assert row.name == name
    assert row.accepts(row.default)
    assert row.allowed()
    assert row.path == "" or len(row.path.split(".")) == 2
    assert [value for value in (row.shown.choices() if row.shown else ()) if not row.accepts(value)] == []
    assert not row.accepts(None)
    assert not row.accepts([1])


def test_no_two_rows_stand_in_one_place() -> None:
    paths = [row.path for row in table.rows().values() if row.path]
    assert len(paths) == len(set(paths))


@pytest.mark.parametrize("label", ["a\0b", "\u200b", "\ud800", "x" * 25, "\x1b[2J", 7, None])
def test_a_label_that_cannot_be_shown_is_not_taken(label: object) -> None:
    assert not table.rows()["label"].accepts(label)


def test_every_row_that_is_shown_is_on_a_page_that_is_there() -> None:
    assert {row.shown.tab for row in table.rows().values() if row.shown} == TABS.keys() - {"owner"}
