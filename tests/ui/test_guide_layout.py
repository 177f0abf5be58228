"""Every step of the guide at every size and in every language: it fits, and can be hit and read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from device.config.config_file import read_settings
from device.headless.pilot import PARTS, Pilot
from device.ui.owner.guide import Guide
from device.ui.owner.guide_lights import ColourStep, PlaceStep
from device.ui.owner.guide_missing import MissingStep
from device.ui.owner.guide_notes import Complaint, left_as_it_is
from hardware.ports import SEATS
from tests.app.conftest import make  # noqa: F401 - a fixture
from tests.app.test_guide import CONFIG
from tests.ui.redrawn import LANGUAGES, at_every_size
from tests.ui.test_layout import check


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_fits(language: str, make: Callable[..., Pilot], tmp_path: Path) -> None:  # noqa: F811
    pilot = _guided(language, make, tmp_path)
    guide = pilot.kiosk.screens.top
    for at in range(len(guide._steps)):  # type: ignore[attr-defined]
        guide._go(at)  # type: ignore[attr-defined]
        pilot.settle()
        at_every_size(pilot, _check)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_fits_where_no_part_works(language: str, make: Callable[..., Pilot], tmp_path: Path) -> None:  # noqa: F811
    pilot = _guided(language, make, tmp_path)
    for part in PARTS:
        pilot.fail(part)
    guide = pilot.kiosk.screens.top
    asked = set()
    for at in range(len(guide._steps)):  # type: ignore[attr-defined]
        guide._go(at)  # type: ignore[attr-defined]
        pilot.settle()
        at_every_size(pilot, _check)
        asked.add(type(guide._step))  # type: ignore[attr-defined]
    assert MissingStep in asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_has_room_for_every_part_and_all_advice(
    language: str,
    make: Callable[..., Pilot],  # noqa: F811
    tmp_path: Path,
) -> None:
    pilot = _guided(language, make, tmp_path)
    guide = pilot.kiosk.screens.top
    assert isinstance(guide, Guide)
    for about in ("buttons", "lamps", "key_panels", "rotate"):
        guide.notes.exchanged(about, guide.t("The key panels are exchanged."))
    for seat in SEATS:
        PlaceStep(guide, seat)._note()
        ColourStep(guide, (seat,))._note("GRBW")
    for part in PARTS:
        guide.notes.amiss[len(guide.notes.amiss)] = left_as_it_is(guide.t, part)
    plug = guide.t("Check the loudspeaker's plug. The config can name the sound card: sound, card.")
    stays = guide.t("Touch stays as it was. A cable or the screen itself may be the cause.")
    for line in (plug, stays):
        guide.notes.amiss[len(guide.notes.amiss)] = Complaint(line)
    guide._go(len(guide._steps) - 1)
    pilot.settle()
    at_every_size(pilot, _check)


def _guided(language: str, make: Callable[..., Pilot], folder: Path) -> Pilot:  # noqa: F811
    config = folder / "config.yaml"
    config.write_text(CONFIG, encoding="utf-8")
    settings, _ = read_settings(config)
    pilot = make(language=language, settings=settings, config=config)
    pilot.kiosk.screens.open("guide")
    return pilot


def _check(pilot: Pilot) -> None:
    check(pilot)
    squeezed = [text.text for text in pilot.kiosk.frame.record if text.squeezed <= 0.85]
    assert not squeezed
