"""The session: undo, booking and the rules of the end, a store that fails and mends, and what listeners are told."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.game.session import WRITE_SECONDS, Change, Session
from device.headless.replay import Scenario, load_scenario
from device.rules import IllegalAction, deal, duet, legal, modes
from device.rules.actions import Abandon, Action, GiveClue, Guess, Object, Stop, Timeout, Undo
from device.rules.events import Event, Undone
from device.rules.model import DuetOptions, Identity, Phase, Public, Side, State, VersusOptions
from device.storage.store import FILE, Drawn, GameResult, GameSetup, Store, StoreError
from hardware.ports import Seat
from tests.rules.games import names

SCENARIOS = Path(__file__).parents[1] / "rules" / "scenarios"
ABOUT = GameSetup("duet", "en", ("lantern",), team="Owls")


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


def played(store: Store, name: str, about: GameSetup = ABOUT) -> Session:
    """Return a session in which a golden game was played, refused moves and all."""
    game = scenario(name)
    session = Session(store, fail)
    session.start(game.dealt, replace(about, mode=mode_of(game)))
    for action in game.moves:
        try:
            session.do(action)
        except IllegalAction:
            continue
    return session


def mode_of(game: Scenario) -> str:
    """Return a mode that plays a golden game."""
    return "duet" if isinstance(game.dealt.options, DuetOptions) else "classic"


def fail(error: Exception) -> None:
    """Have a listener's failure fail the test."""
    raise error


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


def test_undo_to_a_move_is_one_commit_and_one_change(store: Failing) -> None:
    """Back past several moves at once, and never to a move that does not stand."""
    session = Session(store, fail)
    session.start(deal(DuetOptions(), names(25), Random(1)), ABOUT)
    for action in (GiveClue(Side.A, 2), Object(Side.B), Timeout(), GiveClue(Side.B, 0)):
        session.do(action)
    session.do(Undo())
    seen: list[Change] = []
    session.subscribe(seen.append)
    statements: list[str] = []
    store._db.set_trace_callback(statements.append)
    assert session.undo_to(1) == (Undone(3), Undone(2))
    assert [statement.split()[0] for statement in statements] == ["BEGIN", "INSERT", "INSERT", "COMMIT"]
    assert [change.events for change in seen] == [(), (Undone(3), Undone(2))]
    for number in (1, 2, 5, -1):
        with pytest.raises(IllegalAction) as refused:
            session.undo_to(number)
        assert refused.value.code == "nothing_to_undo"
    assert restarted(store).public == session.public
    session.undo_to(0)
    assert not session.can_undo


def test_no_undo_to_a_move_once_the_keys_are_shown(store: Failing) -> None:
    """What was seen stays seen, however far one would go back."""
    session = played(store, "duet_lost_assassin")
    session.show_keys()
    before = session.public
    with pytest.raises(IllegalAction):
        session.undo_to(0)
    assert session.public is before


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), length=st.integers(1, 25), cuts=st.sets(st.integers(0, 24)))
def test_undo_to_any_move_survives_a_power_cut_at_any_step(seed: int, length: int, cuts: set[int]) -> None:
    """Random games, taken back now and then to a random move that stands; each step may be the process's last."""
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as directory:
        stores = [Store(Path(directory))]
        session = Session(stores[0])
        session.start(deal(DuetOptions(), names(25), rng), ABOUT)
        line = [(0, table(session))]
        for turn in range(length):
            if len(line) > 1 and rng.random() < 0.3:
                line = line[: rng.randrange(1, len(line))]
                session.undo_to(line[-1][0])
            elif moves := [move for move in legal(table(session)) if not isinstance(move, Abandon)]:
                session.do(rng.choice(moves))
                line.append((session.number, table(session)))
            assert session.public == line[-1][1]
            if turn in cuts:
                stores.append(Store(Path(directory)))
                session = Session(stores[-1])
                assert session.resume()
                assert session.public == line[-1][1]
        for each in stores:
            each.close()


# Booking


@pytest.mark.parametrize(
    ("name", "row"),
    [
        (
            "duet_won",
            GameResult("duet", "won", "agents", 3, 3, 15, 15, tokens=9, mistakes=9, score=21, team="Owls"),
        ),
        ("duet_lost_assassin", GameResult("duet", "lost", "assassin", 1, 1, 2, 1, tokens=9, mistakes=9, team="Owls")),
        (
            "duet_mission_vatican",
            GameResult("duet", "lost", "time", 4, 4, 5, 1, mission="vatican", tokens=8, mistakes=0, team="Owls"),
        ),
        ("versus_assassin", GameResult("classic", "won", "assassin", 1, 1, 1, 0, winner="blue", team="Owls")),
        (
            "versus_simulated_won",
            GameResult("classic", "won", "agents", 3, 2, 9, 9, winner="red", score=6, team="Owls"),
        ),
    ],
)
def test_a_result_is_booked_when_the_end_is_left(store: Failing, name: str, row: GameResult) -> None:
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


def test_a_result_is_booked_also_where_power_off_forgets_it(store: Failing) -> None:
    store.forgetful = "read-only file system"
    session = played(store, "duet_won")
    assert session.results() == []
    session.show_keys()
    assert session.unsaved is not None
    assert session.results() == store.results()
    assert len(store.results()) == 1


def test_a_result_that_waits_for_the_store_counts_already(store: Failing) -> None:
    """A mission just won did not open the next one, while the end of its game said so."""
    session = played(store, "duet_won")
    store.broken = True
    session.show_keys()
    (result,) = session.results()
    assert store.results() == []
    assert session.results("nobody") == []
    store.broken = False
    assert session.save()
    assert session.results() == store.results() == [result]


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
    assert store.used(["lantern"]) == {"lantern": {"SALT": 1}}
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


def test_a_game_that_later_rules_make_another_of_is_kept_aside(store: Failing, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake costs more than when it was made: the table people saw is no more to be had, and no other is shown."""
    session = Session(store, fail)
    session.start(deal(DuetOptions(mistakes=0), names(25), Random(1)), ABOUT)
    face = session.key(Seat.A)
    session.do(GiveClue(Side.A, 1))
    session.do(Guess(Side.B, table(session).cards[face.index(Identity.BYSTANDER)]))
    assert restarted(store).public == session.public
    monkeypatch.setattr(duet, "mistake_price", lambda bank: (3, "check"))
    with pytest.raises(StoreError, match="another table"):
        Session(store).resume()
    assert not Session(store).resume()
    monkeypatch.undo()
    (copy,) = store.path.parent.glob(f"{FILE}.*")
    folder = store.path.parent / "copy"
    folder.mkdir()
    shutil.copy(copy, folder / FILE)
    assert restarted(Store(folder)).public == session.public


def test_a_game_that_cannot_be_read_just_now_is_not_thrown_away(store: Failing) -> None:
    """Reading fails at the start; the game is there at the next one."""
    session = played(store, "duet_three_turns")
    store.unreadable = True
    with pytest.raises(StoreError):
        Session(store).resume()
    store.unreadable = False
    assert restarted(store).public == session.public


def test_a_memory_that_fails_and_works_again_is_told_without_a_move(store: Failing) -> None:
    """What is pending is written later by `save`, and listeners learn of it once."""
    session, seen = Session(store, fail), list[Change]()
    session.subscribe(seen.append)
    store.broken = True
    session.start(deal(DuetOptions(), names(25), Random(1)), ABOUT)
    session.do(GiveClue(Side.A, 1))
    store.broken = False
    session.save()
    session.save()
    assert [change.unsaved is None for change in seen] == [True, False, False, True]
    assert [change.of_the_table for change in seen] == [False, True, True, False]
    assert restarted(store).public == session.public


def test_what_is_owed_is_written_a_piece_at_a_time_and_in_order(store: Failing) -> None:
    """After an afternoon with a full memory the box stood still for so long that its watchdog ended it."""
    now = count(0.0, WRITE_SECONDS / 2)
    session, seen = Session(store, fail), list[Change]()
    session.clock = lambda: next(now)
    game = scenario("duet_won")
    session.start(game.dealt, ABOUT)
    store.broken = True
    for action in game.moves[:10]:
        session.do(action)
    assert not session.catching_up
    session.subscribe(seen.append)
    store.broken = False
    numbers = []
    while not session.save(WRITE_SECONDS):
        assert session.catching_up and session.behind and session.unsaved is not None
        numbers.append(restarted(store).number)
    assert numbers == [2, 4, 6, 8]
    assert not session.catching_up and not session.behind
    assert [change.unsaved is None for change in seen] == [False, True], "told once, when all is written"
    store.broken = True
    for _ in range(4):
        session.do(Undo())
    store.broken = False
    session.do(Undo())
    assert restarted(store).number == 12
    assert session.save(), "whoever asks for all waits for all"
    assert restarted(store).public == session.public


def test_a_directory_that_is_deleted_is_noticed_without_a_move(store: Failing) -> None:
    """By looking from time to time; a move after that is not taken for saved either."""
    session = Session(store)
    session.start(deal(DuetOptions(), names(25), Random(1)), ABOUT)
    assert session.save()
    shutil.rmtree(store.path.parent)
    assert not session.save()
    assert session.unsaved is not None and "gone" in session.unsaved
    session.do(GiveClue(Side.A, 1))
    assert session.unsaved is not None
    assert table(session).clue is not None


# Listeners and secrets


def test_who_subscribes_is_told_at_once_how_things_stand(store: Failing) -> None:
    """An empty table, or a game and shown keys; nothing of it is a change of the table."""
    session, seen = Session(store, fail), list[Change]()
    session.subscribe(seen.append)
    assert seen == [Change(None, (), None, snapshot=True)]
    session = played(store, "duet_lost_assassin")
    session.show_keys()
    seen.clear()
    session.subscribe(seen.append)
    assert seen == [Change(None, (), session.public, keys_shown=True, snapshot=True)]
    assert not seen[0].of_the_table


def test_shown_keys_are_told(store: Failing) -> None:
    """Once."""
    session, seen = played(store, "duet_lost_assassin"), list[Change]()
    session.subscribe(seen.append)
    session.show_keys()
    session.show_keys()
    assert [change.keys_shown for change in seen] == [False, True]
    assert seen[1].before is seen[1].after


def test_a_listener_that_fails_is_reported_and_stops_nothing(store: Failing) -> None:
    """The move stands, is saved, and the others are told."""
    reported: list[Exception] = []
    session, seen = Session(store, reported.append), list[Change]()

    def broken(change: Change) -> None:
        raise RuntimeError("broker gone")

    session.subscribe(broken)
    session.subscribe(seen.append)
    session.start(deal(DuetOptions(), names(25), Random(1)), ABOUT)
    session.do(GiveClue(Side.A, 1))
    assert [str(error) for error in reported] == ["broker gone"] * 3
    assert len(seen) == 3
    assert restarted(store).number == 1


def test_a_move_is_applied_once(store: Failing, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules are asked once for each action."""
    session = Session(store)
    session.start(deal(DuetOptions(), names(25), Random(1)), ABOUT)
    asked: list[object] = []
    apply = modes.apply

    def noted(state: State, action: Action) -> tuple[Event, ...]:
        asked.append(action)
        return apply(state, action)

    monkeypatch.setattr(modes, "apply", noted)
    session.do(GiveClue(Side.A, 1))
    assert asked == [GiveClue(Side.A, 1)]


def test_the_disk_comes_before_the_listeners(store: Failing) -> None:
    """What people see is saved already."""
    session = Session(store, fail)
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
    assert [change.before is None for change in seen] == [True, True, False, False, False, False]
    assert [change.after is None for change in seen] == [True, False, False, False, False, True]
    assert all(later.before == earlier.after for earlier, later in pairwise(seen))


def test_listeners_are_told_in_the_order_they_came(store: Failing) -> None:
    """And not of what was refused."""
    session, told = Session(store), []

    def listener(name: str) -> Callable[[Change], None]:
        return lambda change: told.append(name)

    session.subscribe(listener("screen"))
    session.subscribe(listener("lights"))
    told.clear()
    session.start(deal(VersusOptions(), names(25), Random(1)), ABOUT)
    with pytest.raises(IllegalAction):
        session.do(Stop(Side.RED))
    assert told == ["screen", "lights"]


def test_the_key_is_each_sides_own(store: Failing) -> None:
    """Side A's face and side B's; one key for both spymasters."""
    dealt = deal(DuetOptions(), names(25), Random(1))
    session = Session(store)
    session.start(dealt, ABOUT)
    assert (session.key(Seat.A), session.key(Seat.B)) == dealt.key.faces
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
