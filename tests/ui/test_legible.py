"""What is drawn at the table is legible: every text's cap height and contrast, as rendered at 800×480 on 154×86 mm."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from device.config.settings import Settings
from device.headless.pilot import Pilot
from device.ui.kit import theme
from device.ui.kit.canvas import TextRecord
from hardware.ports import Seat
from tests.app.conftest import dealt, make  # noqa: F401 - a fixture
from tests.app.test_endings import by_the_assassin, by_the_last_agent
from tests.ui import test_layout as screens
from tests.ui import test_owner_layout as owners
from tests.ui.redrawn import noting, translate
from tests.ui.test_theme import contrast

CAP_MM, MIN_CONTRAST, SQUEEZED = 2.2, 7.0, 0.7
SEVEN_INCH = Settings(size_mm=(154.0, 86.0))


def assassin_seen(pilot: Pilot) -> None:
    by_the_assassin(pilot)
    pilot.wait(1.5)


def win_seen(pilot: Pilot) -> None:
    by_the_last_agent(pilot)
    pilot.wait(1.5)


WHOLE = [
    *(screens.duet, screens.duet_played, screens.small_grid, screens.standing, screens.end),
    *(screens.long_clue, screens.cover, screens.end_of_three, assassin_seen, win_seen),
    *(screens.clue_of_none, screens.cover_enemy, screens.sudden),
]
OVER = [screens.classic, screens.pad, screens.typed, screens.menu, screens.log, screens.review]


def enabled(pilot: Pilot, over: bool) -> Iterator[TextRecord]:
    """Yield the texts to be read; over the table only those of what can be touched, not what lies dimmed below."""
    targets = [
        t for t in pilot.kiosk.frame.targets if t.enabled and not t.name.startswith(("menu:", "log:", "beside:"))
    ]
    for record in pilot.kiosk.frame.record:
        if record.colour != theme.DIM and (not over or any(t.rect.contains(record.rect) for t in targets)):
            yield record


def check(pilot: Pilot, over: bool = False) -> None:
    screen = pilot.box.recordings["screen"].shown
    found = 0
    for record in enabled(pilot, over):
        found += 1
        assert record.cap >= CAP_MM - 0.01, (record.text, record.cap)
        assert record.squeezed >= SQUEEZED, (record.text, record.squeezed)
        area = record.rect.inflate(2, 2).clip(screen.get_rect())
        pixels = Counter(
            screen.get_at((x, y))[:3] for x in range(area.left, area.right) for y in range(area.top, area.bottom)
        )
        ground = next(colour for colour, _ in pixels.most_common() if colour != record.colour)
        assert contrast(record.colour, ground) >= MIN_CONTRAST, (record.text, record.colour, ground)
    assert found


@pytest.mark.parametrize("screen", WHOLE)
def test_every_text_at_the_table_is_legible(screen: Callable[[Pilot], None], make: Callable[..., Pilot]) -> None:  # noqa: F811
    pilot = make(settings=SEVEN_INCH, language="pl")
    screen(pilot)
    for language in ("pl", "en", "pt-PT"):
        translate(pilot, language)
        with noting(language):
            check(pilot)


@pytest.mark.parametrize("screen", OVER)
def test_every_text_over_the_table_is_legible(
    screen: Callable[[Pilot], None],
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    pilot = make(settings=SEVEN_INCH)
    screen(pilot)
    check(pilot, over=True)


EVERYWHERE = {
    **{each.__name__: each for each in screens.SCREENS if each not in (*WHOLE, *OVER)},
    **{name: each for name, each in owners.SCREENS.items() if name not in ("selftest_touch", "bad_packs")},
}
"""All but one with a finger on a button, and one with a test's long paths."""


@pytest.mark.parametrize("screen", EVERYWHERE)
def test_every_text_of_every_other_screen_is_legible(
    screen: str,
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    pilot = make(settings=SEVEN_INCH, language="pl")
    EVERYWHERE[screen](pilot)
    shown = pilot.box.recordings["screen"].shown
    over = pilot.kiosk.screens.top.overlay
    for record in enabled(pilot, over):
        if not any(letter.isalnum() for letter in record.text):
            continue  # a dash has no letter to be read by
        assert record.cap >= CAP_MM - 0.01, (record.text, record.cap)
        assert record.squeezed >= SQUEEZED, (record.text, record.squeezed)
        area = record.rect.inflate(2, 2).clip(shown.get_rect())
        pixels = Counter(
            shown.get_at((x, y))[:3] for x in range(area.left, area.right) for y in range(area.top, area.bottom)
        )
        ground = next(colour for colour, _ in pixels.most_common() if colour != record.colour)
        assert contrast(record.colour, ground) >= MIN_CONTRAST, (record.text, record.colour, ground)


@pytest.mark.parametrize(
    ("size", "size_mm", "cap"), [((800, 480), (154.0, 86.0), 3.0), ((1280, 800), (217.0, 136.0), 5.5)]
)
def test_short_words_fill_their_half_of_the_card(
    size: tuple[int, int],
    size_mm: tuple[float, float],
    cap: float,
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    pilot = make(size=size, settings=Settings(size_mm=size_mm))
    pilot.start(dealt())
    unit, true = pilot.kiosk.frame.canvas.unit, min(size[0] / size_mm[0], size[1] / size_mm[1])
    words = [record for record in pilot.kiosk.frame.record if record.text == "WORDA"]
    assert len(words) == 2
    assert all(word.cap * unit / true >= cap for word in words)


def test_teams_differ_by_shape_where_colours_do_not(make: Callable[..., Pilot]) -> None:  # noqa: F811
    """In grey the covers of both teams are told apart by their corners: a filled diamond, a ring with a hole."""
    pilot = make()
    pilot.start(dealt("versus"))
    pilot.press("b")
    pilot.tap("digit:2")
    pilot.tap("confirm")
    corners = []
    for identity in ("red", "blue"):
        table = pilot.kiosk.context.table
        assert table is not None
        face = pilot.kiosk.context.session.key(Seat.B)
        card = next(name for name, told in zip(table.cards, face, strict=True) if told == identity)
        pilot.hold(f"card:{card}")
        rect, unit = pilot.target(f"card:{card}").rect, pilot.kiosk.frame.canvas.unit
        screen = pilot.box.recordings["screen"].shown
        middle = (rect.left + round(3.2 * unit), rect.top + round(3.2 * unit))
        accent = theme.IDENTITIES[identity]
        corners.append(screen.get_at(middle)[:3] == accent.ink)
    assert corners == [True, False]


def test_no_seat_has_the_colour_of_a_team() -> None:
    for seat in ("a", "b"):
        for team in ("red", "blue"):
            for mine, theirs in ((theme.SIDES[seat].bright, theme.SIDES[team].bright),):
                assert sum((x - y) ** 2 for x, y in zip(mine, theirs, strict=True)) ** 0.5 >= 55
