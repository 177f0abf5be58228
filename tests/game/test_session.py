"""The session: undo, booking and the rules of the end, a store that fails and mends, and what listeners are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from device.game.session import Change, Session
from device.headless.replay import Scenario, load_scenario
from device.rules import IllegalAction, deal
from device.rules.actions import Abandon, GiveClue, Guess, Object, Stop, Timeout, Undo
from device.rules.events import Undone
from device.rules.model import DuetOptions, Phase, Public, Side, VersusOptions
from device.storage.store import About, Drawn, Row, Store, StoreError
from tests.rules.games import names

SCENARIOS = Path(__file__).parents[1] / "rules" / "scenarios"
ABOUT = About("duet", "en", ("lantern",), team="Owls")


class Failing(Store):
    """A store whose disk can fail and mend, in writing and in reading."""

    broken = False
    unreadable = False

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        if self.unreadable:
            raise StoreError(f"{self.path}: disk I/O error")
        return super()._rows(query, *values)

    @contextmanager
    def _commit(self) -> Iterator[Any]:
        if self.broken:
            raise StoreError(f"{self.path}: no space left")
        with super()._commit() as db:
            yield db


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Failing]:
    """Return a store with a team."""
    store = Failing(tmp_path / "data")
    store.add_team("Owls")
    yield store
    store.close()


def scenario(name: str) -> Scenario:
    """Return one of the golden games."""
    return load_scenario(SCENARIOS / f"{name}.yaml")


def played(store: Store, name: str, about: About = ABOUT) -> Session:
    """Return a session in which a golden game was played, refused moves and all."""
    game = scenario(name)
    session = Session(store)
    session.start(game.dealt, about)
    for action in game.moves:
        try:
            session.do(action)
        except IllegalAction:
            continue
    return session


def restarted(store: Store) -> Session:
    """Return the session of a process that starts now."""
    session = Session(Store(store.path.parent))
    assert session.resume()
    return session


def table(session: Session) -> Public:
    """Return the table."""
    assert session.public
    return session.public


GAMES = sorted(path.stem for path in SCENARIOS.glob("*.yaml"))


@pytest.mark.parametrize("name", GAMES)
def test_every_golden_game_stands_after_a_restart(store: Failing, name: str) -> None:
    """Undone moves, ends and all."""
    session = played(store, name)
    again = restarted(store)
    assert again.public == session.public
    assert again.clue_log() == session.clue_log()
    assert again.can_undo == session.can_undo


def test_an_empty_table(store: Failing) -> None:
    """Nothing to resume, nothing to undo."""
    session = Session(store)
    assert not session.resume()
    assert session.public is None
    assert not session.can_undo


# Undo


def test_undo_takes_back_again_and_again_and_across_a_restart(store: Failing) -> None:
    """To the very start, and no further."""
    session = Session(store)
    session.start(deal(DuetOptions(), names(25), Random(1)), ABOUT)
    tables = [table(session)]
    for action in (GiveClue(Side.A, 2), Object(Side.B), Timeout(), GiveClue(Side.B, 0)):
        session.do(action)
        tables.append(table(session))
    assert session.do(Undo()) == (Undone(4),)
    assert session.do(Undo()) == (Undone(3),)
    session = restarted(store)
    assert session.public == tables[2]
    assert session.do(Undo()) == (Undone(2),)
    session.do(Timeout())
    assert session.do(Undo()) == (Undone(8),)
    assert session.do(Undo()) == (Undone(1),)
    assert session.public == tables[0]
    assert not session.can_undo
    with pytest.raises(IllegalAction) as refused:
        session.do(Undo())
    assert refused.value.code == "nothing_to_undo"
    assert restarted(store).public == tables[0]


def test_undo_after_the_end_until_the_keys_are_shown(store: Failing) -> None:
    """What was seen stays seen."""
    session = played(store, "duet_lost_assassin")
    session.do(Undo())
    assert table(session).phase is Phase.GUESS
    session.do(Guess(Side.B, "GLACIER"))
    assert session.can_undo
    assert len(session.show_keys()) == 2
    for later in (session, restarted(store)):
        assert not later.can_undo
        with pytest.raises(IllegalAction) as refused:
            later.do(Undo())
        assert refused.value.code == "nothing_to_undo"


def test_a_new_game_can_be_undone_again(store: Failing) -> None:
    """The keys that were shown were those of the game before."""
    session = played(store, "duet_lost_assassin")
    session.show_keys()
    session.finish()
    session.start(deal(DuetOptions(), names(25), Random(1)), ABOUT)
    session.do(GiveClue(Side.A, 1))
    assert session.can_undo
    session.do(Undo())


# Booking


@pytest.mark.parametrize(
    ("name", "row"),
    [
        (
            "duet_won",
            Row("duet", "won", "agents", 3, 3, 15, 15, tokens=9, mistakes=9, score=21, team="Owls"),
        ),
        ("duet_lost_assassin", Row("duet", "lost", "assassin", 1, 1, 2, 1, tokens=9, mistakes=9, team="Owls")),
        (
            "duet_mission_vatican",
            Row("duet", "lost", "time", 4, 4, 5, 1, mission="vatican", tokens=8, mistakes=0, team="Owls"),
        ),
        ("versus_assassin", Row("duet", "won", "assassin", 1, 1, 1, 0, winner="blue", team="Owls")),
        ("versus_simulated_won", Row("duet", "won", "agents", 3, 2, 9, 9, winner="red", score=6, team="Owls")),
    ],
)
def test_a_result_is_booked_when_the_end_is_left(store: Failing, name: str, row: Row) -> None:
    """Once, and the table is clear."""
    session = played(store, name)
    assert store.results() == []
    session.finish()
    assert store.results() == [row]
    assert session.public is None
    assert not Session(store).resume()


def test_a_result_is_booked_once_when_the_keys_are_shown(store: Failing) -> None:
    """Not again by looking once more, by a restart, or by leaving."""
    session = played(store, "duet_won")
    session.show_keys()
    assert len(store.results()) == 1
    session.show_keys()
    session = restarted(store)
    assert session.keys_shown
    session.show_keys()
    session.finish()
    assert len(store.results()) == 1
    assert not Session(store).resume()


def test_a_power_cut_at_the_end_books_nothing_yet(store: Failing) -> None:
    """Back at the end screen, the end can still be undone, and is booked when it is left."""
    played(store, "duet_won")
    session = restarted(store)
    assert table(session).phase is Phase.OVER
    assert store.results() == []
    assert session.can_undo
    session.finish()
    assert len(store.results()) == 1


def test_an_undone_end_is_not_booked(store: Failing) -> None:
    """Only the result that stands."""
    session = played(store, "duet_lost_assassin")
    session.do(Undo())
    session.do(Guess(Side.B, "LANTERN"))
    session.do(Stop(Side.B))
    session.do(Abandon())
    session.finish()
    assert [(row.outcome, row.reason, row.hits, row.guesses) for row in store.results()] == [
        ("abandoned", "abandoned", 2, 2)
    ]


# A store that fails


def test_a_failing_store_loses_nothing_once_it_is_mended(store: Failing) -> None:
    """The game goes on, says why it is not saved, and everything owed is kept in order."""
    game = scenario("duet_won")
    session = Session(store)
    session.start(game.dealt, ABOUT)
    session.do(game.moves[0])
    store.broken = True
    for action in game.moves[1:5]:
        session.do(action)
    assert session.unsaved is not None and "no space left" in session.unsaved
    assert restarted(store).number == 1
    assert not session.save()
    store.broken = False
    session.do(game.moves[5])
    assert session.unsaved is None
    assert restarted(store).public == session.public


def test_a_store_that_fails_from_deal_to_booking(store: Failing) -> None:
    """A whole game, its used words and its result, saved by one later try."""
    store.broken = True
    game = scenario("duet_lost_assassin")
    session = Session(store)
    session.start(game.dealt, ABOUT, Drawn((("lantern", "SALT"),)))
    for action in game.moves:
        session.do(action)
    session.show_keys()
    assert not session.can_undo
    session.finish()
    second = scenario("duet_three_turns")
    session.start(second.dealt, ABOUT)
    session.do(second.moves[0])
    store.broken = False
    assert session.save()
    assert session.unsaved is None
    assert [row.outcome for row in store.results()] == ["lost"]
    assert store.used(["lantern"]) == {"lantern": {"SALT"}}
    assert restarted(store).public == session.public


def test_a_store_that_comes_and_goes(store: Failing) -> None:
    """Whenever it works, all that was owed is there."""
    game, rng = scenario("duet_loose_order"), Random(4)
    session = Session(store)
    session.start(game.dealt, ABOUT)
    for action in game.moves:
        store.broken = rng.random() < 0.5
        try:
            session.do(action)
        except IllegalAction:
            continue
        if not store.broken:
            assert restarted(store).public == session.public
    store.broken = False
    assert session.save()
    assert restarted(store).public == session.public


def test_a_game_that_cannot_be_read_just_now_is_not_thrown_away(store: Failing) -> None:
    """Reading fails at the start; the game is there at the next one."""
    session = played(store, "duet_three_turns")
    store.unreadable = True
    with pytest.raises(StoreError):
        Session(store).resume()
    store.unreadable = False
    assert restarted(store).public == session.public


# Listeners and secrets


def test_the_disk_comes_before_the_listeners(store: Failing) -> None:
    """What people see is saved already."""
    session = Session(store)
    seen: list[Change] = []

    def listen(change: Change) -> None:
        seen.append(change)
        if change.after:
            assert restarted(store).public == change.after

    session.subscribe(listen)
    session.start(deal(DuetOptions(), names(25), Random(1)), ABOUT)
    session.do(GiveClue(Side.A, 1))
    session.do(Undo())
    session.do(Abandon())
    session.finish()
    assert [change.before is None for change in seen] == [True, False, False, False, False]
    assert [change.after is None for change in seen] == [False, False, False, False, True]
    assert all(later.before == earlier.after for earlier, later in pairwise(seen))


def test_listeners_are_told_in_the_order_they_came(store: Failing) -> None:
    """And not of what was refused."""
    session, told = Session(store), []

    def listener(name: str) -> Callable[[Change], None]:
        return lambda change: told.append(name)

    session.subscribe(listener("screen"))
    session.subscribe(listener("lights"))
    session.start(deal(VersusOptions(), names(25), Random(1)), ABOUT)
    with pytest.raises(IllegalAction):
        session.do(Stop(Side.RED))
    assert told == ["screen", "lights"]


def test_the_key_is_each_sides_own(store: Failing) -> None:
    """Side A's face and side B's; one key for both spymasters."""
    dealt = deal(DuetOptions(), names(25), Random(1))
    session = Session(store)
    session.start(dealt, ABOUT)
    assert (session.key(Side.A), session.key(Side.B)) == dealt.key.faces
    versus = deal(VersusOptions(), names(25), Random(1))
    session.start(versus, ABOUT)
    assert session.key(Side.RED) == session.key(Side.BLUE) == versus.key.faces[0]


def test_the_clue_log_tells_what_each_clue_led_to(store: Failing) -> None:
    """Guesses in sudden death belong to no clue's turn, but stand behind the last one."""
    session = played(store, "duet_mission_vatican")
    told = [(entry.clue.word, [r.card for r in entry.revealed], entry.objected) for entry in session.clue_log()]
    assert told == [
        ("sea", ["HARBOR", "BUTTON"], True),
        ("fruit", ["ORANGE"], False),
        ("web", ["SPIDER"], False),
        ("fort", ["CASTLE"], False),
    ]
    session.do(Undo())
    assert [r.card for r in session.clue_log()[-1].revealed] == []
