"""A card's two words, one for each side: what belongs to the far word is never read as the near word's."""

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle, islice

import pytest

from device.config.settings import Settings
from device.headless.pilot import Pilot
from device.ui.kit import theme
from device.ui.table import grid_view
from tests.app.conftest import dealt, make  # noqa: F401 - a fixture
from tests.gallery.camera import PANELS, size_of

ACCENTED = ("ÁÑÃ", "CÁPITÁN", "RIÑÓN", "PËSTAÑA", "ŻÓŁĆ", "INFORMAÇÃO", "ÂNCORA", "ÉLÃ-ÇÃÓ", "DÓMINÓ", "PÃO")


@pytest.mark.parametrize("size", ["800x480", "1024x600", "1280x720", "1280x800", "1920x1080"])
def test_no_ink_touches_the_line_between_the_two_words(size: str, make: Callable[..., Pilot]) -> None:  # noqa: F811
    pilot = make(size=size_of(size), settings=Settings(size_mm=PANELS.get(size, (530.0, 300.0))))
    named = islice(cycle(ACCENTED), 25)
    words = tuple(word + "Ñ" * (number // len(ACCENTED)) for number, word in enumerate(named))
    pilot.start(replace(dealt(), cards=words))
    pilot.wait(5)
    canvas, shown, table = pilot.kiosk.frame.canvas, pilot.box.recordings["screen"].shown, pilot.kiosk.context.table
    assert table is not None
    darkest = sum(theme.PAPER_RULE) - 12
    for word, box in zip(words, grid_view.places(canvas, table), strict=True):
        card = canvas.view(None).rect(box)
        dark = [
            sum(1 for x in range(card.left + 6, card.right - 6) if sum(shown.get_at((x, y))[:3]) < darkest)
            for y in range(card.top, card.bottom)
        ]
        middle = round(box.centre[1] * canvas.unit) - card.top
        assert any(dark[3 : middle - 3]), word
        assert any(dark[middle + 3 : -3]), word
        assert not any(dark[middle - 2 : middle + 2]), (word, dark[middle - 4 : middle + 4])
