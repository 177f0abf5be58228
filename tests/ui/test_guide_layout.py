"""Every step of the guide at every size and in every language: it fits, and can be hit and read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from device.config.config_file import read_settings
from device.headless.pilot import Pilot
from tests.app.conftest import make  # noqa: F401 - a fixture
from tests.app.test_guide import CONFIG
from tests.ui.redrawn import LANGUAGES, at_every_size
from tests.ui.test_layout import check


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_fits(language: str, make: Callable[..., Pilot], tmp_path: Path) -> None:  # noqa: F811
    config = tmp_path / "config.yaml"
    config.write_text(CONFIG, encoding="utf-8")
    settings, _ = read_settings(config)
    pilot = make(language=language, settings=settings, config=config)
    pilot.kiosk.screens.open("guide")
    guide = pilot.kiosk.screens.top
    for at in range(len(guide._steps)):  # type: ignore[attr-defined]
        guide._go(at)  # type: ignore[attr-defined]
        pilot.settle()
        at_every_size(pilot, _check)


def _check(pilot: Pilot) -> None:
    check(pilot)
    squeezed = [text.text for text in pilot.kiosk.frame.record if text.squeezed <= 0.85]
    assert not squeezed
