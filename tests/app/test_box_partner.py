"""The box at the table: it gives its clue, guesses slowly, is taken back with one touch, and never stops the game."""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Lock, Thread
from typing import Any

import pytest

from device.app import box_thinking
from device.app.box_partner import PATIENCE
from device.app.box_proposal import Recollection, Vocabulary
from device.cards.library import PackLibrary
from device.clues import CardWord
from device.files.assets import assets
from device.game import seating
from device.game.box_player import CheckedWords, box_player
from device.headless.pilot import Pilot
from device.players.box import BoxPlayer
from device.players.knowledge import Knowledge
from device.publish.command import Command
from device.rules import deal, to_act
from device.rules.actions import Abandon, GiveClue, Guess
from device.rules.actions import Object as Objection
from device.rules.events import Dealt
from device.rules.model import Identity, Phase, Side
from device.rules.options import read_options
from device.storage.store import CardContent, Drawn, GameSetup
from device.ui.kit.context import ClueStory
from device.ui.table.box_story import stories
from device.ui.table.prompts import box_says
from device.ui.table.typed_clue import checker
from hardware.ports import Seat
from tests.app.conftest import printed, texts
from tests.app.test_faults import names
from tests.app.test_table_faults import of
from tests.players.conftest import NAMES, smoke_table

STUCK = "The box could not think. Menu: take back or abandon"
NO_CARD = "The box sees no card in that word"
CLUES, GUESSES, LONG = 10.0, 6.0, 40.0
"""Seconds in which the box has given a clue, or touched a card; and after which it will do neither by itself."""


def game(family: str = "duet", seed: int = 1, **options: object) -> Dealt:
    """Return a game with cards that the box knows."""
    return deal(read_options(family, options), NAMES[:25], Random(seed))


@pytest.fixture(scope="module")
def player() -> BoxPlayer:
    """Return the box with a small knowledge of English."""
    return BoxPlayer(Knowledge(smoke_table(), CheckedWords("en", PackLibrary(assets()))))


@pytest.fixture
def known(player: BoxPlayer, monkeypatch: pytest.MonkeyPatch) -> BoxPlayer:
    """Have the box play with a small knowledge of English."""
    monkeypatch.setattr(box_thinking, "known_player", Known(player))
    return player


@pytest.fixture
def table(pilot: Pilot, known: BoxPlayer) -> Pilot:
    """Return a table at which the box is side B."""
    pilot.start(game(), ("b",))
    return pilot


class Known:
    """Stands in for what loads a table of words."""

    def __init__(self, player: BoxPlayer | None) -> None:
        self.player = player

    def __call__(self, *_: object) -> BoxPlayer | None:
        return self.player


def state(pilot: Pilot) -> dict[str, Any]:
    """Return what the table knows."""
    known: dict[str, Any] = pilot.dump()["state"]
    return known


def give(pilot: Pilot, word: str, number: int, seat: str = "a") -> None:
    """Give a clue from a seat, as people do."""
    pilot.press(seat)
    pilot.type(word)
    pilot.tap(f"digit:{number}")
    pilot.tap("confirm")


def test_the_box_gives_the_first_clue_when_nobody_else_does(table: Pilot) -> None:
    assert state(table)["clue"] is None
    table.wait(CLUES)
    clue = state(table)["clue"]
    assert (clue["side"], clue["number"] >= 1, bool(clue["word"])) == ("b", True, True)
    assert table.dump()["lamps"]["b"] is False
    assert not any(any(cell) for cell in table.dump()["panels"]["b"]), "nobody sits there"
    assert any(any(cell) for cell in table.dump()["panels"]["a"])


def test_people_who_are_first_are_not_hurried(table: Pilot) -> None:
    table.press("a")
    table.wait(3 * CLUES)
    assert (table.screen, state(table)["phase"]) == ("clue_pad", "first_clue")


def sudden_death(pilot: Pilot, **options: object) -> None:
    """Begin a game that is out of time at once; both sides may guess."""
    pilot.start(game(tokens=1, **options), ("b",))
    session = pilot.kiosk.context.session
    session.do(GiveClue(Side.A, 1, "ocean"))
    session.do(Guess(Side.B, of(pilot, Seat.A, "bystander")[0]))
    pilot.settle()
    assert (state(pilot)["phase"], state(pilot)["to_act"]) == ("sudden_death", ["a", "b"])


def leave_the_rest_to_the_box(pilot: Pilot) -> None:
    """Guess in sudden death until only the box may."""
    while state(pilot)["to_act"] != ["b"]:
        pilot.kiosk.context.session.do(Guess(Side.A, of(pilot, Seat.B, "agent")[0]))


def test_in_sudden_death_the_box_guesses_only_where_it_is_let(table: Pilot) -> None:
    """It guessed by itself every twelve seconds, while people thought or read, and lost the game."""
    sudden_death(table)
    session = table.kiosk.context.session
    moves = session.moves
    table.wait(LONG)
    assert session.moves == moves
    assert table.dump()["lamps"] == {"a": True, "b": True}
    assert {"I guess", "Let the box guess", "Out of time! You or the box?"} <= printed(table)
    table.press("b")
    assert table.dump()["lamps"] == {"a": False, "b": True}
    assert {"Out of time! Your partner guesses", "Let the box wait"} <= printed(table)
    table.wait(GUESSES)
    assert len(session.moves) == len(moves) + 1
    if state(table)["phase"] != "over":
        table.wait(LONG)
        assert len(session.moves) == len(moves) + 1, "the choice is open again"
        assert table.dump()["lamps"] == {"a": True, "b": True}


def test_a_box_that_was_let_guess_can_be_held_back(table: Pilot) -> None:
    sudden_death(table)
    moves = table.kiosk.context.session.moves
    table.press("b")
    table.wait(0.5)
    table.press("b")
    table.wait(LONG)
    assert table.kiosk.context.session.moves == moves
    assert table.dump()["box"]["says"] == "The box waits for your guess"


def test_where_its_button_fails_the_box_is_let_guess_by_a_touch(table: Pilot) -> None:
    table.fail("button:b")
    sudden_death(table)
    moves = table.kiosk.context.session.moves
    table.tap("press:b")
    table.wait(GUESSES)
    assert len(table.kiosk.context.session.moves) == len(moves) + 1


def test_a_box_that_knows_no_card_gives_the_guess_back(table: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    sudden_death(table)
    moves = table.kiosk.context.session.moves
    monkeypatch.setattr(box_thinking, "known_player", Known(None))
    table.press("b")
    table.wait(LONG)
    assert table.kiosk.context.session.moves == moves
    assert table.dump()["lamps"] == {"a": True, "b": True}
    table.press("b")
    table.wait(1.0)
    assert "The box could not think this time" in texts(table)


@pytest.mark.parametrize("hangs", [False, True])
def test_a_box_that_alone_may_guess_and_cannot_think_says_so(
    hangs: bool, table: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "The box looks at the cards" stood there for ever, and both lamps were dark."""
    sudden_death(table)
    session = table.kiosk.context.session
    if hangs:
        monkeypatch.setattr(table.kiosk._partner, "_run", [].append)
    monkeypatch.setattr(box_thinking, "known_player", Known(None))
    while state(table)["to_act"] != ["b"]:
        session.do(Guess(Side.A, of(table, Seat.B, "agent")[0]))
    moves = session.moves
    table.wait(PATIENCE + 1.0 if hangs else 1.0)
    assert "The box could not think this time" in texts(table)
    table.wait(LONG)
    assert session.moves == moves
    said = [record.seat for record in table.kiosk.frame.record if record.text == STUCK]
    assert sorted(str(seat) for seat in said) == ["a", "b"], "also where the people sit"
    table.tap("menu:a")
    assert table.target("undo").enabled and table.target("abandon").enabled
    table.tap("resume")
    table.tap("menu:a")
    table.tap("undo")
    table.tap("confirm:a")
    assert STUCK not in printed(table), "people are asked again"


def test_a_box_that_could_not_think_is_asked_again_when_people_come_back(
    table: Pilot, known: BoxPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    sudden_death(table)
    session = table.kiosk.context.session
    monkeypatch.setattr(box_thinking, "known_player", Known(None))
    while state(table)["to_act"] != ["b"]:
        session.do(Guess(Side.A, of(table, Seat.B, "agent")[0]))
    moves = session.moves
    table.wait(LONG)
    monkeypatch.setattr(box_thinking, "known_player", Known(known))
    table.tap("menu:a")
    table.tap("resume")
    table.wait(GUESSES)
    assert len(session.moves) == len(moves) + 1
    assert STUCK not in printed(table)


def test_who_claimed_the_guess_is_waited_for(table: Pilot) -> None:
    """The box touched a card while somebody looked for theirs, and lost the game."""
    sudden_death(table)
    moves = table.kiosk.context.session.moves
    table.wait(2.0)
    table.press("a")
    table.wait(LONG)
    assert table.kiosk.context.session.moves == moves
    assert table.dump()["box"]["says"] == "The box waits for your guess"
    assert table.dump()["lamps"] == {"a": True, "b": False}
    table.press("a")
    table.wait(LONG)
    assert table.kiosk.context.session.moves == moves


def test_the_box_guesses_slowly_and_ends_its_turn(table: Pilot) -> None:
    give(table, "ocean", 1)
    assert state(table)["phase"] == "guess"
    assert table.dump()["box"]["thinking"]
    table.wait(0.2)
    assert state(table)["guesses"] == 0, "it rests before it turns a card"
    cards = {target["name"]: target["enabled"] for target in table.dump()["targets"] if target["side"] is None}
    assert not any(cards.values()), "its guess is its own"
    turn = state(table)["turn"]
    for _ in range(12):
        table.wait(GUESSES)
        if state(table)["turn"] > turn or state(table)["phase"] == "over":
            break
    assert state(table)["turn"] > turn or state(table)["phase"] == "over"


def test_while_a_menu_is_open_it_does_not_wait_for_people(table: Pilot) -> None:
    give(table, "ocean", 1)
    table.tap("menu:a")
    table.wait(1.0)
    assert table.screen == "menu"
    assert table.dump()["box"]["says"] == "The box looks at the cards"


def test_an_undo_takes_back_the_peoples_last_move_with_what_the_box_did_since(table: Pilot) -> None:
    give(table, "ocean", 1)
    table.wait(GUESSES)
    assert table.kiosk.context.session.moves
    table.press("a", seconds=3.1)
    table.tap("undo")
    table.tap("confirm:a")
    assert state(table)["phase"] == "first_clue"
    assert not table.kiosk.context.session.moves


def test_an_objection_is_peoples_and_taken_back_alone(make: Callable[..., Pilot], known: BoxPlayer) -> None:
    """It counted as the box's: nothing could be taken back, or people's clue went with it."""
    pilot = make()
    pilot.start(game("versus"), ("red_spymaster", "blue_spymaster"))
    pilot.wait(CLUES)
    clue = state(pilot)["clue"]
    pilot.tap("menu:a")
    pilot.tap("object")
    pilot.tap("menu:a")
    assert "Take back the objection" in printed(pilot)
    pilot.tap("undo")
    pilot.tap("confirm:a")
    assert (state(pilot)["phase"], state(pilot)["clue"]) == ("guess", clue)

    pilot.start(game("versus"), ("blue_team",))
    give(pilot, "ocean", 1, seat="b")
    pilot.tap("menu:a")
    pilot.tap("object")
    pilot.press("a", "b", seconds=2.3)
    pilot.tap("confirm:a")
    pilot.tap("confirm:b")
    assert (state(pilot)["phase"], state(pilot)["clue"]["word"]) == ("guess", "ocean")


def test_the_menu_names_the_move_that_is_taken_back(table: Pilot) -> None:
    table.wait(CLUES)
    table.tap("menu:a")
    assert "undo" not in names(table), "the box gave its clue, and people have done nothing"
    table.tap("resume")
    card = of(table, Seat.B, "bystander")[0]
    table.hold(f"card:{card}")
    give(table, "ocean", 1)
    table.wait(GUESSES)
    assert len(table.kiosk.context.session.moves) > 3
    table.tap("menu:a")
    assert "Take back your clue" in printed(table)
    table.tap("undo")
    assert "Take back your last move, and what the box did since?" in printed(table)
    table.tap("confirm:a")
    table.tap("menu:a")
    assert f"Take back {card}" in printed(table)
    table.tap("undo")
    assert "Take back your last move?" in printed(table)


@pytest.mark.parametrize("guessing", [False, True])
def test_a_card_touched_while_the_box_plays_is_told_what_it_does(guessing: bool, table: Pilot) -> None:
    """While it thought of a clue, people were told to enter its number first."""
    if guessing:
        give(table, "ocean", 1)
    else:
        table.press("a")
        table.tap("cancel")
        table.kiosk.context.session.do(GiveClue(Side.A, 1, "ocean"))
        table.kiosk.context.session.do(Guess(Side.B, of(table, Seat.A, "bystander")[0]))
        assert state(table)["to_act"] == ["b"] and state(table)["phase"] == "clue"
    table.down(next(name for name in names(table) if name.startswith("card:")))
    table.wait(0.8)
    assert ("The box looks at the cards" if guessing else "The box thinks of a clue") in printed(table)
    assert "First the clue: its number is not entered yet" not in printed(table)


def test_a_pause_stops_the_box_and_a_power_cut_changes_nothing(table: Pilot) -> None:
    table.wait(CLUES)
    before = state(table)
    table.power_cut()
    assert table.screen == "standing"
    table.wait(3 * CLUES)
    table.tap("continue:a")
    assert state(table) == before
    assert table.dump()["box"]["plays"] == ["b"]


def test_the_same_game_gives_the_same_clue_after_a_power_cut(table: Pilot) -> None:
    table.power_cut()
    table.tap("continue:a")
    table.wait(CLUES)
    again = state(table)["clue"]
    table.start(game(), ("b",))
    table.wait(CLUES)
    assert state(table)["clue"] == again


def test_the_box_hears_no_clue_that_is_only_spoken(table: Pilot) -> None:
    """A number alone was taken, and the box guessed by nothing."""
    table.wait(0.1)
    table.press("a")
    table.tap("digit:2")
    for written in ("", "---"):
        table.type(written)
        table.tick()
        assert not table.target("confirm").enabled
        assert Seat.A not in table.kiosk.screens.top.lit()
        table.press("a")
        table.type("\n")
        assert table.screen == "clue_pad"
        assert state(table)["clue"] is None
    table.type(" ocean")
    table.tap("confirm")
    assert state(table)["clue"]["word"] == "--- ocean"


def test_people_who_guess_hear_it(table: Pilot) -> None:
    table.wait(0.1)
    table.press("a")
    table.kiosk.context.partner.plays = ("a",)
    table.tap("digit:2")
    table.tap("confirm")
    assert state(table)["clue"]["word"] is None


def test_a_word_the_box_does_not_know_is_told_at_once(table: Pilot) -> None:
    table.wait(0.1)
    table.press("a")
    table.type("zyzzyva")
    assert "The box does not know that word" in printed(table)
    table.kiosk.context.partner.plays = ("a",)
    table.kiosk.screens.invalidate()
    table.tick()
    assert "The box does not know that word" not in printed(table), "people are to guess by it"


def test_a_known_word_that_points_at_no_card_the_box_may_touch_is_told_at_once(table: Pilot) -> None:
    """A box that must guess would touch any card."""
    table.wait(0.1)
    table.press("a")
    table.type("ocean")
    assert NO_CARD not in printed(table)
    for _ in "ocean":
        table.tap("key:backspace")
    table.type("hospital")
    assert NO_CARD in printed(table)


def test_a_piece_of_a_card_is_no_clue_also_where_its_pack_is_gone(table: Pilot) -> None:
    """The pad heeds what is kept with the game; the box asked the packs, and the stick had been pulled out."""

    def said(**contents: CardContent) -> str:
        session = table.kiosk.context.session
        session.start(game(), GameSetup("duet", "en", ("ours",), box=("b",)), Drawn(contents=contents))
        table.kiosk.screens.go("home", "table")
        table.wait(CLUES)
        return str(state(table)["clue"]["word"])

    first = said()
    later = said(**{NAMES[0]: CardContent(parts=(first.upper(),))})
    cards = [CardWord(card.name, card.parts) for card in map(table.kiosk.context.card, NAMES[:25])]
    assert not checker("en").check(later, cards)


@pytest.mark.parametrize("fails", ["no words", "breaks", "hangs"])
def test_a_box_that_cannot_think_passes_politely(
    fails: str, make: Callable[..., Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = make()

    def broken(*_: object) -> BoxPlayer | None:
        if fails == "breaks":
            raise RuntimeError("no memory left")
        return None

    monkeypatch.setattr(box_thinking, "known_player", broken)

    def run(work: Callable[[], None]) -> None:
        if fails != "hangs":
            with contextlib.suppress(RuntimeError):
                work()

    monkeypatch.setattr(pilot.kiosk._partner, "_run", run)
    pilot.start(game(), ("b",))
    pilot.wait(2 * CLUES)
    assert state(pilot)["clue"] is None, "people may give the first clue"
    pilot.kiosk.context.session.do(GiveClue(Side.A, 1, "ocean"))
    pilot.kiosk.context.session.do(Guess(Side.B, of(pilot, Seat.A, "bystander")[0]))
    waited = 0.0
    while state(pilot)["clue"] is None and waited < PATIENCE + CLUES:
        pilot.wait(1.0)
        waited += 1.0
    assert state(pilot)["clue"] == {"side": "b", "word": None, "number": 1}
    assert "The box could not think this time" in printed(pilot), "a clue without a word is no thought of its"
    give_up = next(name for name in state(pilot)["cards"])
    assert pilot.target(f"card:{give_up}").enabled, "people go on"


@pytest.mark.parametrize("alone", [False, True])
def test_in_sudden_death_no_card_is_touched_without_a_thought(
    alone: bool, table: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The box took the first card that lay there, three seconds after it began to think, and lost the game."""
    thoughts: list[Callable[[], None]] = []
    monkeypatch.setattr(table.kiosk._partner, "_run", thoughts.append)
    sudden_death(table)
    if alone:
        leave_the_rest_to_the_box(table)
    session = table.kiosk.context.session
    moves = session.moves
    if not alone:
        table.press("b")
    table.wait(LONG)
    assert session.moves == moves
    thoughts[-1]()
    table.wait(GUESSES)
    assert len(session.moves) == len(moves) + 1, "what it thinks in the end is heard"


@pytest.mark.parametrize("fails", [False, True])
def test_a_slow_thought_takes_nothing_from_people(fails: bool, table: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[Callable[[], None]] = []
    monkeypatch.setattr(table.kiosk._partner, "_run", thoughts.append)
    table.start(game(), ("b",))
    table.wait(2 * CLUES)
    assert state(table)["clue"] is None
    if fails:
        monkeypatch.setattr(box_thinking, "known_player", Known(None))
    thoughts[-1]()
    table.wait(CLUES)
    assert (state(table)["clue"] is None) is fails
    assert (table.dump()["box"]["says"] == "The box waits for your clue") is fails


def test_the_box_is_both_spymasters_and_everyone_guesses(
    make: Callable[..., Pilot], player: BoxPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(box_thinking, "known_player", Known(player))
    pilot = make()
    pilot.start(game("versus", starts="red"), ("red_spymaster", "blue_spymaster"))
    pilot.wait(CLUES)
    assert state(pilot)["clue"]["side"] == "red"
    dump = pilot.dump()
    assert not any(any(cell) for panel in dump["panels"].values() for cell in panel), "nobody needs a key"
    assert pilot.target(f"card:{dump['state']['cards'][0]}").enabled


def test_a_rival_plays_its_whole_turn(
    make: Callable[..., Pilot], player: BoxPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(box_thinking, "known_player", Known(player))
    pilot = make()
    pilot.start(game("versus", starts="blue"), ("blue_team",))
    for _ in range(15):
        pilot.wait(GUESSES)
        if state(pilot)["to_act"] != ["blue"]:
            break
    assert state(pilot)["to_act"] in (["red"], [])


def test_nobody_passes_or_gives_up_for_the_box(make: Callable[..., Pilot], known: BoxPlayer) -> None:
    pilot = make()
    pilot.start(game("versus", starts="red"), ("blue_team",))
    give(pilot, "ocean", 1, seat="b")
    pilot.kiosk.context.session.do(Objection(Side.BLUE))
    pilot.tick()
    assert state(pilot)["phase"] == "cover"
    assert "pass" not in names(pilot) and "Cover nothing" not in printed(pilot)

    pilot.start(game("versus", ending="assassin", starts="blue"), ("blue_team",))
    session = pilot.kiosk.context.session
    session.do(GiveClue(Side.BLUE, 1, "ocean"))
    session.do(Guess(Side.BLUE, of(pilot, Seat.B, "assassin")[0]))
    pilot.tick()
    assert state(pilot)["phase"] == "sudden_death"
    pilot.tap("menu:a")
    assert "give_up" not in names(pilot)


def test_after_the_game_it_is_told_what_each_clue_meant(table: Pilot) -> None:
    table.wait(CLUES)
    clue = state(table)["clue"]["word"]
    assassin = next(card for card in of(table, Seat.B, "assassin") if f"card:{card}" in names(table))
    table.hold(f"card:{assassin}")
    table.wait(4.0)
    table.tap("box_story")
    assert table.screen == "box_story"
    shown = texts(table)
    assert clue in shown and "the box meant" in shown
    table.tap("back")
    assert table.screen == "end"
    assert not table.kiosk.context.session.can_undo, "what it meant tells of agents nobody has found"
    assert "undo" not in names(table)
    table.power_cut()
    assert table.screen == "end"
    table.wait(1.0)
    table.tap("box_story")
    assert clue in texts(table)
    table.tap("back")


def test_what_the_box_thought_can_be_opened_however_late_it_comes_to_mind(table: Pilot) -> None:
    """Found by players: the end was drawn by then, and its button never came."""
    table.wait(CLUES)
    table.hold(f"card:{next(card for card in of(table, Seat.B, 'assassin') if f'card:{card}' in names(table))}")
    table.wait(4.0)
    stories = table.kiosk.context.partner.stories
    late = Recollection(table.kiosk._partner._game, tuple(stories))
    stories.clear()
    table.kiosk.screens.invalidate()
    table.wait(1.0)
    assert "box_story" not in names(table)
    table.inputs.put(late)
    table.wait(1.0)
    table.tap("box_story")
    assert table.screen == "box_story"


@pytest.mark.parametrize("identity", ["assassin", "bystander"])
def test_the_card_the_box_feared_is_told_with_what_it_was(identity: str, table: Pilot) -> None:
    table.wait(CLUES)
    stories = table.kiosk.context.partner.stories
    feared = of(table, Seat.B, identity)[0]
    stories[0] = stories[0]._replace(feared=feared, feared_as=Identity(identity))
    fatal = next(card for card in of(table, Seat.B, "assassin") if f"card:{card}" in names(table))
    table.hold(f"card:{fatal}")
    table.wait(4.0)
    table.tap("box_story")
    assert f"It was afraid of {feared} · {identity.capitalize()}" in printed(table)


def test_what_the_box_fears_is_kept_with_what_it_is_on_its_own_key(table: Pilot) -> None:
    feared = []
    for seed in range(6):
        table.start(game(seed=seed), ("b",))
        table.wait(CLUES)
        story = table.kiosk.context.partner.stories[0]
        if story.feared is not None:
            feared.append(story.feared_as)
            assert story.feared in of(table, Seat.B, str(story.feared_as))
    assert feared


def test_what_is_known_of_words_is_that_of_this_game(table: Pilot) -> None:
    table.wait(0.1)
    partner = table.kiosk.context.partner
    assert partner.knows is not None and partner.knows("ocean")
    late = Vocabulary(table.kiosk._partner._game - 1, lambda word: False, lambda word, public, side: False)
    table.inputs.put(late)
    table.tick()
    assert partner.knows("ocean")


def test_advice_comes_at_once_in_a_game_that_is_taken_up_again(table: Pilot) -> None:
    table.wait(CLUES)
    assert state(table)["clue"] is not None, "it is people's turn to guess, and the box has nothing to do"
    table.power_cut()
    table.tap("continue:a")
    table.wait(0.1)
    partner = table.kiosk.context.partner
    assert partner.knows is not None and not partner.knows("zyzzyva")


def test_the_box_waits_while_both_ask_for_the_last_move_back(table: Pilot) -> None:
    """It touched a card under their fingers, and they were not asked."""
    give(table, "ocean", 2)
    table.wait(1.0)
    moves = len(table.kiosk.context.session.moves)
    table.press("a", "b", seconds=2.6)
    assert len(table.kiosk.context.session.moves) == moves
    assert "confirm" in names(table) or "confirm:a" in names(table), "they are asked"


@pytest.mark.parametrize("before", [0.1, 1.0, 2.0, 3.0])
def test_the_menu_opens_also_while_the_box_guesses(before: float, table: Pilot) -> None:
    """Its guess swallowed the hold, whenever one began."""
    give(table, "ocean", 2)
    table.wait(before)
    table.press("a", seconds=3.2)
    assert table.screen == "menu"


def test_the_boxs_guess_that_ended_the_game_is_told_with_its_clue(table: Pilot) -> None:
    """The box touches what its partner fears: whatever the clue, this is the last thing it does."""
    give(table, "ocean", 2)
    table.wait(0.2)
    fatal = of(table, Seat.A, "assassin")[0]
    table.kiosk.context.partner.stories.append(ClueStory(2, "ocean", "2", False, (fatal,)))
    table.kiosk.context.session.do(Guess(Side.B, fatal))
    table.wait(4.0)
    table.tap("box_story")
    assert f"Assassin: {fatal}" in printed(table)


def test_what_it_thought_is_known_after_a_power_cut(table: Pilot) -> None:
    table.wait(CLUES)
    table.hold(f"card:{of(table, Seat.B, 'agent')[0]}")
    table.press("a")
    give(table, "ocean", 2)
    table.wait(GUESSES)
    told = list(table.kiosk.context.partner.stories)
    assert [story.of_the_box for story in told[:2]] == [True, False]
    table.power_cut()
    table.tap("continue")
    table.wait(1.0)
    assert table.kiosk.context.partner.stories[: len(told)] == told


def test_what_is_taken_back_is_no_story(table: Pilot) -> None:
    give(table, "ocean", 2)
    table.wait(GUESSES)
    story, *_ = stories = table.kiosk.context.partner.stories
    assert (story.word, story.of_the_box, len(story.cards)) == ("ocean", False, 2)
    table.wait(GUESSES + CLUES)
    table.press("a", "b", seconds=2.2)
    table.tap("confirm:a")
    give(table, "farm", 1)
    table.wait(GUESSES)
    assert [story.word for story in stories[:1]] == ["farm"]


def test_the_box_is_chosen_on_new_game_with_its_temper(pilot: Pilot) -> None:
    pilot.tap("new_game")
    pilot.tap("game:duet")
    pilot.tap("box:plays")
    pilot.tap("box:temper")
    pilot.tap("start")
    setup = pilot.kiosk.context.session.setup
    assert setup is not None
    assert (setup.box, setup.temper, setup.clue_entry) == (("b",), "bold", "typed")


@pytest.mark.parametrize("touches", range(4))
def test_the_box_is_chosen_for_two_teams(pilot: Pilot, touches: int) -> None:
    pilot.tap("new_game")
    pilot.tap("game:classic")
    for _ in range(touches):
        pilot.tap("box:plays")
    pilot.tap("start")
    setup = pilot.kiosk.context.session.setup
    roles = [(), ("red_spymaster", "blue_spymaster"), ("blue_spymaster",), ("blue_team",)]
    assert setup is not None and setup.box == roles[touches]


def test_the_box_says_when_it_knows_too_few_of_the_cards(pilot: Pilot) -> None:
    standard = next(pack for pack in PackLibrary(assets()).packs("en") if pack.standard)
    known = [card.name for card in standard.cards[:15]]
    strange = (*known, *(f"ZQ{letter}XW" for letter in "ABCDEFGHIJ"))
    pilot.start(deal(read_options("duet", {}), strange, Random(1)), ("b",))
    pilot.wait(2.0)
    told = "The box does not know 10 of these cards"
    assert told in texts(pilot)
    for name in ("menu:a", "rules"):
        pilot.tap(name)
    assert told not in texts(pilot), "no cards are seen there"
    pilot.tap("back")
    assert told in texts(pilot)
    pilot.tap("home")
    assert told not in texts(pilot)
    pilot.tap("statistics")
    assert told not in texts(pilot)
    pilot.tap("back")
    pilot.tap("continue")
    assert told in texts(pilot)
    pilot.wait(9.0)
    assert told not in texts(pilot)


def test_a_game_with_the_box_that_nobody_of_them_won_is_told_in_the_statistics(pilot: Pilot) -> None:
    """The box gave both teams' clues, or the game was abandoned: the headline counted it, and no line."""
    for name in ("play:box", "menu:a", "abandon", "confirm:a", "home:a", "statistics"):
        pilot.tap(name)
        pilot.settle()
    assert "With the box: 1 played · won 0 · lost 0" in texts(pilot)


def test_a_script_may_give_the_box_a_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from device.commands import main

    key = "{a: 'AAAAAAAAAKKK.............', b: 'AAAKAAAAA...KK...........'}"
    wrong = tmp_path / "wrong.yaml"
    cards = ", ".join(NAMES[:25])
    wrong.write_text(f"- {{start: {{game: duet, cards: [{cards}], key: {key}, partner: c}}}}\n")
    assert main(["drive", str(wrong), "--out", str(tmp_path / "out")]) == 2
    assert "[1].start.partner: 'c': one of a, b" in capsys.readouterr().err


def test_people_at_both_sides_are_asked_where_the_box_gives_one_teams_clues(make: Callable[..., Pilot]) -> None:
    """Those of the other side had no say in what was taken back."""
    for roles, asked in (
        (("blue_spymaster",), {"a", "b"}),
        (("blue",), {"a", "b"}),
        (("red_spymaster", "blue_spymaster"), {"a"}),
    ):
        pilot = make()
        pilot.start(game("versus"), roles)
        table = pilot.kiosk.context.table
        assert table is not None
        people = seating.people_at(roles, table)
        assert {str(seat) for seat in people} == asked


def test_where_the_box_plays_both_sides_a_question_can_still_be_answered(make: Callable[..., Pilot]) -> None:
    """A game made by hand, with both sides the box's: the question whether to take back stood without a yes or no."""
    pilot = make()
    pilot.start(game(), ("a", "b"))
    pilot.kiosk.context.session.do(Abandon())
    pilot.settle()
    pilot.tap("undo")
    assert {"confirm:a", "cancel:b"} <= names(pilot)


def test_what_the_box_thought_at_a_clue_that_was_taken_back_is_not_told(make: Callable[..., Pilot]) -> None:
    pilot = make()
    pilot.start(game(), ("b",))
    pilot.kiosk.context.session.do(GiveClue(Side.A, 1, "ocean"))
    number = pilot.kiosk.context.session.number
    pilot.kiosk.context.partner.stories[:] = [ClueStory(number, "ocean", "1", False, ())]
    assert len(stories(pilot.kiosk.context)) == 1
    pilot.kiosk.context.session.undo_to(0)
    assert stories(pilot.kiosk.context) == []


@pytest.mark.parametrize("roles", [(), ("red_spymaster", "blue_spymaster"), ("blue_spymaster",)])
def test_spymasters_are_swapped_only_where_both_are_people(
    roles: tuple[str, ...], make: Callable[..., Pilot], known: BoxPlayer
) -> None:
    """The box gave Blue's clues in the next game as well, under "The spymasters have swapped"."""
    pilot = make()
    pilot.start(game("versus", operatives="shared"), roles)
    pilot.kiosk.context.session.do(Abandon())
    pilot.settle()
    assert pilot.screen == "end"
    assert ("swap:a" in names(pilot)) is not bool(roles)
    assert ("swap:a" in names(pilot)) is ("Next game: let the two spymasters swap teams." in printed(pilot))


def won(pilot: Pilot, roles: tuple[str, ...]) -> None:
    """Let people win a game of Duet, the box's moves too, and look at its end."""
    pilot.start(game(), roles)
    session = pilot.kiosk.context.session
    while session.public is not None and session.public.result is None:
        side = to_act(session.public)[0]
        if session.public.phase is not Phase.GUESS:
            session.do(GiveClue(side, 1, "ocean"))
            continue
        cards = zip(session.public.cards, session.public.covers, session.key(Seat(side.other)), strict=True)
        session.do(Guess(side, next(card for card, cover, key in cards if key is Identity.AGENT and cover is None)))
    pilot.wait(5)
    assert pilot.screen == "end"


def test_a_win_with_the_box_is_none_in_a_row(make: Callable[..., Pilot], known: BoxPlayer) -> None:
    """It was told as one more, and so was the next one without the box."""
    pilot, row = make(), "Wins in a row, now · ever"
    won(pilot, ())
    pilot.tap("home:a")
    won(pilot, ("b",))
    assert row not in printed(pilot)
    pilot.tap("home:a")
    won(pilot, ())
    assert {row, "2 · 2"} <= printed(pilot)


def test_buttons_that_are_stuck_do_not_stop_the_box(table: Pilot) -> None:
    """One whose hold had opened the menu, and then the other: no hold came due any more, and the box waited for it."""
    for seat in "ab":
        table.box.recordings[f"button:{seat}"].set(True, table.now)
        table.wait(3.2)
        assert table.screen == "menu"
        table.tap("resume")
    table.wait(2 * CLUES)
    assert state(table)["clue"] is not None


@pytest.mark.parametrize("roles", [("red_spymaster", "blue_spymaster"), ("red_spymaster",)])
def test_spymasters_are_told_to_sit_down_only_where_there_are_any(
    roles: tuple[str, ...], make: Callable[..., Pilot], known: BoxPlayer
) -> None:
    """Where the box gives all clues an edge said that only there the key is seen: it is seen nowhere."""
    pilot = make()
    pilot.start(game("versus"), roles)
    told = {
        "Spymasters sit here: only this side sees the key",
        "Guessers sit here, opposite the spymasters",
    } & printed(pilot)
    assert len(told) == (0 if len(roles) == 2 else 2)


def test_a_word_given_twice_in_a_row_is_told_twice(make: Callable[..., Pilot], known: BoxPlayer) -> None:
    """Where one side gives two clues: what the box made of the second one was left out."""
    pilot = make()
    pilot.start(game(turn_order="loose"), ("b",))
    session = pilot.kiosk.context.session
    for _ in range(2):
        session.do(GiveClue(Side.A, 1, "ocean"))
        while session.public is not None and session.public.phase is Phase.GUESS:
            pilot.wait(1.0)
    told = [(story.word, story.of_the_box) for story in stories(pilot.kiosk.context)]
    assert told == [("ocean", False)] * 2
    pilot.power_cut()
    pilot.tap("continue:a")
    pilot.wait(0.1)
    assert [(story.word, story.of_the_box) for story in stories(pilot.kiosk.context)][:2] == told


def over_pictures(pilot: Pilot) -> None:
    """Start a game of Duet over pictures in which the box is side B."""
    context = pilot.kiosk.context
    pictures = context.packs.packs("en", "pictures")[0].cards[:25]
    names = tuple(card.name for card in pictures)
    files = {card.name: CardContent(file=str(card.file)) for card in pictures}
    setup = GameSetup("duet", "en", clue_entry="typed", box=("b",))
    context.session.start(deal(read_options("duet", {}), names, Random(3)), setup, Drawn((), names, files))
    pilot.kiosk.screens.go("home", "table")


def test_where_nobody_sits_pictures_are_called_by_the_numbers_of_the_people(make: Callable[..., Pilot]) -> None:
    """The box said at its edge "hm, card 17?" of what was card 9 in everybody's count."""
    pilot = make(language="en")
    over_pictures(pilot)
    pilot.wait(0.2)
    table = pilot.kiosk.context.table
    assert table is not None
    card = table.cards[8]
    pilot.kiosk.context.partner.marker = card
    assert [box_says(pilot.kiosk.context, table, seat, None) for seat in Seat] == ["The box: hm, card 9?"] * 2
    pilot.kiosk.context.partner.rest()
    session = pilot.kiosk.context.session
    session.do(GiveClue(Side.B, 1, "ocean"))
    place = session.key(Seat.B).index("assassin")
    session.do(Guess(Side.A, table.cards[place]))
    pilot.settle()
    assert pilot.screen == "end"
    for seat in Seat:
        told = [record for record in pilot.kiosk.frame.record if record.seat is seat]
        assert f"Assassin: card {place + 1}" in {record.text for record in told}
        small = [record for record in told if record.text.isdigit()]
        small.sort(key=lambda record: (round(record.rect.centery, -1), record.rect.x))
        assert [record.text for record in small][:25] == [str(n) for n in range(1, 26)], "the same small board"


@pytest.mark.parametrize(("mode", "language"), [("pictures", "pl"), ("classic", "en")])
def test_over_pictures_the_box_speaks_the_language_of_the_screen(
    make: Callable[..., Pilot], mode: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dealt in English, it did not know "ryba" on a Polish screen, and gave "morning"."""
    asked: list[object] = []

    def known(*given: object) -> None:
        asked.append(given[0])

    monkeypatch.setattr(box_thinking, "known_player", known)
    pilot = make(language="en")
    for name in ("new_game", f"game:{mode}", "box:plays", "start", "menu:a", "settings", "language:pl"):
        pilot.tap(name)
    pilot.wait(0.2)
    assert asked[-1] == language
    for name in ("back", "resume"):
        pilot.tap(name)
    pilot.wait(CLUES)
    assert asked[-1] == language


def test_languages_that_are_tapped_through_load_no_more_than_the_last(
    make: Callable[..., Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each tap loaded a table beside the others: 20 of them took 600 MB, and a Zero 2 W has 512."""
    pilot, waiting, loaded, at_once = make(language="en"), list[Callable[[], None]](), list[str](), list[int]()
    for name in ("new_game", "game:pictures", "box:plays", "start", "menu:a", "settings"):
        pilot.tap(name)
    guard = Lock()

    def load(language: str, *_: object) -> None:
        loaded.append(language)
        at_once.append(int(guard.acquire(blocking=False)))
        time.sleep(0.01)
        guard.release()

    box_thinking.forget_player()
    monkeypatch.setattr(box_thinking, "box_player", load)
    pilot.kiosk._partner._run = waiting.append
    for language in ("es", "pl", "pt-PT", "pt-BR", "es", "pl"):
        pilot.tap(f"language:{language}")
    threads = [Thread(target=work) for work in waiting]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(waiting) == 6
    assert loaded == ["pl"]
    several = [Thread(target=box_thinking.known_player, args=(code, None, "even")) for code in ("en", "es", "pl")]
    for thread in several:
        thread.start()
    for thread in several:
        thread.join()
    assert at_once == [1] * len(loaded), "one after the other"
    box_thinking.forget_player()


@pytest.mark.parametrize("ends", ["before it is loaded", "while it is loaded"])
def test_what_is_loaded_for_a_game_that_is_over_does_not_stay(
    ends: str, make: Callable[..., Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game with the box that was left within its first second kept tens of megabytes until the next one with it."""
    pilot, waiting = make(language="en"), list[Callable[[], None]]()

    def end() -> None:
        pilot.kiosk.context.session.do(Abandon())
        pilot.kiosk.context.session.finish()
        pilot.kiosk.screens.go_home()
        pilot.tick()

    def load(*_: object) -> None:
        if ends == "while it is loaded":
            end()

    box_thinking.forget_player()
    monkeypatch.setattr(box_thinking, "box_player", load)
    pilot.kiosk._partner._run = waiting.append
    pilot.tap("play:box")
    assert len(waiting) == 1
    if ends == "before it is loaded":
        end()
    waiting[0]()
    assert box_thinking._loaded.cache_info().currsize == 0


def test_a_thought_that_nobody_wants_any_more_throws_nothing_away_that_is_in_use(
    make: Callable[..., Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of languages tapped through, the thread that came last did: all was loaded once more, beside what was in use."""
    pilot, waiting, loaded = make(language="en"), list[Callable[[], None]](), list[str]()
    pilot.start(game(), ("b",))
    box_thinking.forget_player()
    monkeypatch.setattr(box_thinking, "box_player", lambda language, *_: loaded.append(language))
    pilot.kiosk._partner._run = waiting.append
    for language in ("es", "pl"):
        pilot.kiosk.screens.set_language(language)
        pilot.tick()
    for work in (*reversed(waiting), waiting[-1]):
        work()
    assert (len(waiting) > 1, loaded) == (True, ["en"])
    box_thinking.forget_player()


def test_over_pictures_no_clue_is_given_that_was_thought_of_in_another_language(make: Callable[..., Pilot]) -> None:
    """The counter changed the language while people had the first clue left to them: "warm" came on a Polish screen."""
    pilot = make(language="en")
    context = pilot.kiosk.context
    over_pictures(pilot)
    pilot.wait(3)
    pilot.inputs.put(Command("language", "pl"))  # type: ignore[arg-type]
    pilot.wait(CLUES)
    assert context.table is not None and context.table.clue is not None and context.table.clue.word is not None
    words = [box_player(language, context.packs) for language in ("pl", "en")]
    assert [player is not None and player.guesser.knows(context.table.clue.word) for player in words] == [True, False]


@pytest.mark.parametrize(("mode", "language"), [("pictures", "pl"), ("classic", "en")])
def test_over_pictures_a_clue_is_checked_in_the_language_of_the_screen(
    make: Callable[..., Pilot], mode: str, language: str
) -> None:
    pilot = make(language="en")
    for name in (f"play:{mode}", "menu:a", "settings", "language:pl", "back", "resume"):
        pilot.tap(name)
    assert pilot.kiosk.context.clue_language == language
