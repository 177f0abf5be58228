"""A new game's page: what belongs together stands together; what a button does keeps clear of the glass edge."""

from collections.abc import Callable

import pytest

from device.headless.pilot import Pilot
from device.ui.kit import chips
from tests.app.conftest import make, printed  # noqa: F401 - a fixture
from tests.ui import test_layout as screens
from tests.ui.redrawn import at_every_size, in_every_language

PAIRS = {
    "new_classic": [
        ("option:grid:5x4", "option:starts:red"),
        ("option:ending:assassin", "box:plays"),
        ("option:opponent:simulated", "option:operatives:two"),
    ],
    "new_duet": [("option:turn_order:loose", "box:plays")],
    "new_typed": [
        ("option:clue_entry:typed", "option:relaxed"),
        ("option:relaxed", "option:shown_first"),
        ("option:timer:strict", "option:clue_seconds:less"),
        ("option:clue_seconds:more", "option:guess_seconds:less"),
    ],
}
GLASS_MM, ROWS_MM = 1.3, 1.0


def labels_apart(pilot: Pilot) -> None:
    """A row's explanation is nearer to its own title than to the next one, and touches neither."""
    canvas = pilot.kiosk.frame.canvas
    left = min(record.rect.left for record in pilot.kiosk.frame.record)
    column = [record.rect for record in pilot.kiosk.frame.record if record.rect.left <= left + 2 * canvas.unit]
    column = sorted(column, key=lambda rect: rect.top)
    titles, abouts = column[::2], column[1::2]
    assert len(titles) == len(abouts) >= 5
    for title, about, following in zip(titles, abouts, titles[1:], strict=False):
        assert about.top > title.bottom - 0.2 * canvas.unit
        assert following.top - about.bottom >= 0.4 * canvas.unit, (about, following)


@pytest.mark.parametrize("scene", sorted(PAIRS))
def test_choices_that_share_a_row_stand_apart(scene: str, make: Callable[..., Pilot]) -> None:  # noqa: F811
    pilot = make()
    getattr(screens, scene)(pilot)
    unit = pilot.kiosk.frame.canvas.unit
    for one, other in PAIRS[scene]:
        assert pilot.target(other).rect.left - pilot.target(one).rect.right >= 3 * chips.GAP * unit, (one, other)


@pytest.mark.parametrize("scene", sorted(PAIRS))
def test_an_explanation_stands_with_its_own_row(scene: str, make: Callable[..., Pilot]) -> None:  # noqa: F811
    pilot = make()
    getattr(screens, scene)(pilot)
    at_every_size(pilot, labels_apart)
    in_every_language(pilot, labels_apart)


@pytest.mark.parametrize("page", ["home", "new_game", "settings", "statistics"])
def test_what_the_button_does_keeps_clear_of_the_glass_edge(page: str, make: Callable[..., Pilot]) -> None:  # noqa: F811
    pilot = make()
    if page != "home":
        pilot.tap(page)

    def clear(pilot: Pilot) -> None:
        canvas = pilot.kiosk.frame.canvas
        high = canvas.surface.get_height()
        for record in pilot.kiosk.frame.record:
            assert min(record.rect.top, high - record.rect.bottom) >= GLASS_MM * canvas.unit - 1, record

    at_every_size(pilot, clear)
    in_every_language(pilot, clear)


def test_the_line_below_cards_is_about_a_pack_that_is_chosen(make: Callable[..., Pilot]) -> None:  # noqa: F811
    """A pack left out was described, as if it were played."""
    pilot = make()
    pilot.tap("new_game")
    page = pilot.kiosk.screens.top
    one, other, *_ = (pack for pack in page._available() if pack.about)
    page.packs = {one.id}
    pilot.tap(f"pack:{other.id}")
    assert page._pack_about() == other.about
    pilot.tap(f"pack:{other.id}")
    assert page._pack_about() == one.about
    pilot.tap(f"pack:{one.id}")  # the last one stays
    assert page._pack_about() == one.about


def test_what_a_team_plays_for_is_told(make: Callable[..., Pilot]) -> None:  # noqa: F811
    """A game of nine tokens and nine mistakes was the team's first mission, and nothing said so."""
    pilot = make()
    pilot.kiosk.context.store.add_team("Foxes")
    pilot.tap("new_game")
    pilot.tap("game:duet")
    assert "2 or more, all together" in printed(pilot)
    pilot.tap("team:Foxes")
    assert "The mission Prague, on the team's map" in printed(pilot)
    pilot.tap("option:tokens:8")
    assert "No mission: the team's map stays as it is" in printed(pilot)
