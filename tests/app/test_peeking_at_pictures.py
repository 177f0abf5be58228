"""Looking at a key on the touchscreen in a game with pictures: they are seen, and what each is."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from device.config.settings import Settings
from device.headless.pilot import Pilot
from device.ui.kit import photos
from device.ui.table import grid_view
from hardware.ports import Seat
from hardware.spec import BoxSpec, PartSpec
from tests.app.conftest import stick  # noqa: F401 - a fixture
from tests.app.test_own_packs import play_with
from tests.app.test_peeking import lift, look, shown
from tests.app.test_table_faults import of, table
from tests.cards.test_own_packs import album

NO_PANELS = BoxSpec(key_panels={seat: PartSpec("none") for seat in ("a", "b")})
GAMES = {
    "pictures": ("game:pictures",),
    "pictures, 5 × 5": ("game:pictures", "option:grid:5x5"),
    "words and pictures": ("game:classic", "pack:pictures"),
    "pictures alone for two": ("game:duet",),
    "words and pictures for two": ("game:duet", "pack:pictures"),
}


def begin(pilot: Pilot, game: str) -> list[str]:
    """Begin a game; return its cards that are pictures."""
    for name in ("new_game", *GAMES[game]):
        pilot.tap(name)
    if "alone" in game:
        pilot.kiosk.screens.top.packs = {"pictures"}  # type: ignore[attr-defined]
    pilot.tap("start")
    pilot.wait(1.0)
    pictures = [name for name in table(pilot).cards if pilot.kiosk.context.card(name).file is not None]
    assert pictures and ("words" in game) is (len(pictures) < len(table(pilot).cards))
    return pictures


def middles(pilot: Pilot, cards: list[str]) -> list[bytes]:
    """Return the pixels in the middle of each card."""
    screen, canvas = pilot.box.recordings["screen"].shown, pilot.kiosk.frame.canvas
    places = grid_view.places(canvas, table(pilot), pilot.kiosk.screens.dock)
    rects = [canvas.view(None).rect(places[table(pilot).cards.index(name)]) for name in cards]
    return [pygame.image.tobytes(screen.subsurface(r.inflate(-r.w // 2, -r.h // 2)), "RGB") for r in rects]


@pytest.mark.parametrize("game", GAMES)
def test_the_pictures_are_seen_with_what_each_is(game: str, make: Callable[..., Pilot]) -> None:
    """Their files' names stood there instead: elephant_mouse_seesaw."""
    pilot = make(settings=Settings(NO_PANELS))
    pictures = begin(pilot, game)
    before = pilot.box.recordings["screen"].shown.copy()
    seen = middles(pilot, pictures)
    assert len(set(seen)) == len(pictures)
    for side in ("a", "b") if "two" in game else ("b",):
        look(pilot, side)
        assert shown(pilot) == (side if "two" in game else "a"), "the key of spymasters is one"
        assert middles(pilot, pictures) == seen
        told = {record.text for record in pilot.kiosk.frame.record}
        assert told & set(table(pilot).cards) == set(table(pilot).cards) - set(pictures)
        lift(pilot, side)
        assert shown(pilot) == ""
        assert pilot.box.recordings["screen"].shown.get_buffer().raw == before.get_buffer().raw


def test_a_card_that_is_covered_says_no_more(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(NO_PANELS))
    begin(pilot, "pictures")
    pilot.press("b")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    name = of(pilot, Seat.B, "bystander")[0]
    pilot.hold(f"card:{name}")
    look(pilot, "b")
    blank = middles(pilot, [name])[0]
    assert {blank[i : i + 3] for i in range(0, len(blank), 3)} == {blank[:3]}


@pytest.mark.parametrize("entry", ["spoken", "typed"])
def test_beside_a_pad_too(entry: str, make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(NO_PANELS))
    pilot.kiosk.context.preferences.set("clue_entry", entry)
    pictures = begin(pilot, "pictures")
    pilot.press("b")
    assert pilot.kiosk.screens.top.key == ("typed_clue" if entry == "typed" else "clue_pad")
    seen, before = middles(pilot, pictures), pilot.box.recordings["screen"].shown.copy()
    look(pilot, "b")
    assert shown(pilot) or entry == "typed"
    assert middles(pilot, pictures) == seen
    assert not {record.text for record in pilot.kiosk.frame.record} & {*pictures}
    lift(pilot, "b")
    assert pilot.box.recordings["screen"].shown.get_buffer().raw == before.get_buffer().raw


def test_a_look_reads_no_picture(
    make: Callable[..., Pilot],
    stick: Path,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Photographs take long: they are read a few a drawing, before and whether or not somebody looks."""
    album(stick / "packs/Summer")
    pilot = make(settings=Settings(NO_PANELS, usb=stick))
    play_with(pilot, "Summer")
    pilot.wait(2.0)
    read: list[object] = []
    monkeypatch.setattr(photos, "read", read.append)
    look(pilot, "b")
    assert shown(pilot)
    assert not read
    assert not any("shot" in record.text for record in pilot.kiosk.frame.record)
