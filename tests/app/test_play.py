"""Playing Duet as people would: through every screen, by touch and by button."""

import json
import re
from collections.abc import Callable

import pygame
import pytest

from device.config.settings import Settings
from device.headless.pilot import Pilot
from device.rules.model import Identity, Phase
from hardware.ports import Seat
from hardware.spec import BoxSpec, PartSpec
from tests.app.campaign import cards, table
from tests.app.conftest import WORDS, dealt, texts


def test_a_whole_game_from_home_to_its_end_and_home_again(pilot: Pilot) -> None:
    assert pilot.screen == "home"
    pilot.tap("new_game")
    assert pilot.screen == "new_game"
    pilot.tap("option:tokens:10")
    pilot.tap("start")
    assert pilot.screen == "table"
    assert table(pilot).options.tokens == 10
    giver = Seat.A
    pilot.press("a")
    while table(pilot).phase is not Phase.OVER:
        assert pilot.screen == "clue_pad"
        pilot.tap("digit:2")
        pilot.tap("confirm")
        for card in cards(pilot, giver, "agent")[:3]:
            pilot.hold(f"card:{card}")
            if table(pilot).phase is not Phase.GUESS:
                break
        if table(pilot).phase is Phase.GUESS:
            pilot.press(giver.other)
        if table(pilot).phase is Phase.CLUE:
            giver = giver.other if giver.other not in table(pilot).finished else giver
            pilot.press(giver)
    assert pilot.screen == "end"
    result = table(pilot).result
    assert result is not None and result.outcome == "won"
    pilot.tap("show_keys")
    pilot.tap("home")
    assert pilot.screen == "home"
    assert pilot.kiosk.context.table is None


def test_again_deals_fresh_words(pilot: Pilot) -> None:
    pilot.tap("new_game")
    pilot.tap("start")
    before = set(table(pilot).cards)
    pilot.press("b")
    pilot.tap("digit:0")
    pilot.press("b")
    pilot.hold(f"card:{cards(pilot, Seat.B, 'assassin')[0]}")
    assert pilot.screen == "end"
    pilot.tap("again:b")
    assert pilot.screen == "table"
    assert not before & set(table(pilot).cards)


def test_again_after_a_game_whose_packs_are_gone_takes_the_first_there_is(pilot: Pilot) -> None:
    pilot.start(dealt(tokens=3))
    pilot.tap("menu:a")
    pilot.tap("abandon")
    pilot.tap("confirm:a")
    pilot.tap("again")
    assert pilot.screen == "table"
    assert table(pilot).options.tokens == 3
    assert not set(WORDS) & set(table(pilot).cards)


def test_the_first_game_on_a_box_is_explained_and_later_ones_are_not(pilot: Pilot) -> None:
    pilot.kiosk.context.preferences.hints = True
    told = []
    for _ in range(2):
        pilot.tap("new_game")
        pilot.tap("start")
        told.append({record.text for record in pilot.kiosk.frame.record})
        pilot.tap("menu:a")
        pilot.tap("abandon")
        pilot.tap("confirm:a")
        pilot.tap("home")
    hint = "Your key panel: bright lights are agents, pulsing white ones assassins"
    assert [hint in texts for texts in told] == [True, False]


def test_nobody_is_explained_a_panel_that_is_not_there(make: Callable[..., Pilot]) -> None:
    none = PartSpec("none")
    pilot = make(settings=Settings(BoxSpec(key_panels={"a": none, "b": PartSpec("simulated")})))
    pilot.kiosk.context.preferences.hints = True
    pilot.tap("play:duet")
    told = [(record.seat, record.text) for record in pilot.kiosk.frame.record if "key panel" in record.text]
    assert [seat for seat, _ in told] == ["b"]


def test_a_pack_that_cannot_be_used_is_named_to_the_owner_and_not_to_guests(pilot: Pilot) -> None:
    folder = pilot.setup.data / "packs"
    folder.mkdir()
    (folder / "broken.yaml").write_text("id: [")
    pilot.tap("new_game")
    assert not any("broken.yaml" in record.text for record in pilot.kiosk.frame.record)
    pilot.tap("back")
    for target in ("settings", "page:owner", "packs"):
        pilot.tap(target)
    assert any("broken.yaml" in record.text for record in pilot.kiosk.frame.record)


def test_packs_too_small_for_the_grid_are_told(pilot: Pilot) -> None:
    folder = pilot.setup.data / "packs"
    folder.mkdir()
    cards = [{"id": f"tile{n}", "file": "tile.png"} for n in range(20)]
    pack = {"id": "tiny", "title": "Tiny", "language": "any", "kind": "pictures", "cards": cards}
    pygame.image.save(pygame.Surface((64, 64)), str(folder / "tile.png"))
    (folder / "tiny.yaml").write_text(json.dumps(pack))
    pilot.tap("new_game")
    for pack in ("tiny", "en-compass", "en-lantern"):
        pilot.tap(f"pack:{pack}")
    pilot.tap("start")
    assert pilot.screen == "new_game"
    assert any("do not have enough cards" in record.text for record in pilot.kiosk.frame.record)


@pytest.mark.parametrize("language", ["en", "es", "pl", "pt-BR", "pt-PT"])
@pytest.mark.parametrize("game", ["duet", "versus"])
def test_first_games_are_helped_without_colours_that_no_panel_may_show(
    game: str, language: str, make: Callable[..., Pilot]
) -> None:
    """With *No colours* the lights are grey, and the hint spoke of bright colours."""
    pilot = make(language=language)
    pilot.kiosk.context.preferences.hints, pilot.kiosk.context.preferences.palette = True, "mono"
    deal = dealt(game)
    pilot.start(deal)
    if game == "versus":
        pilot.press("b")
        pilot.tap("digit:1")
        pilot.tap("confirm")
        key = pilot.kiosk.context.session.key(Seat.B)
        pilot.hold(f"card:{deal.cards[key.index(Identity.BYSTANDER)]}")
    public = pilot.kiosk.context.table
    assert public is not None and public.phase in (Phase.FIRST_CLUE, Phase.CLUE)
    assert re.findall(r"(?i)colou?r\w*|kolor\w*|\bcor(?:es)?\b", texts(pilot)) == []
