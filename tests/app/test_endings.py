"""The end of a game is seen on the board before the result takes its place."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from device.headless.pilot import Pilot
from device.rules.actions import Timeout
from device.rules.model import Phase
from device.ui.kit import theme
from device.ui.table import advice
from device.ui.table.end import FADE
from device.ui.table.ending import SECONDS, STILL, Ending
from device.ui.table.ending_kind import EndingKind as Kind
from device.ui.table.ending_kind import ending_kind, given_up
from device.ui.table.grid_view import last_card, places
from hardware.ports import Seat
from tests.app.campaign import teams, win, won
from tests.app.conftest import dealt, printed, texts
from tests.app.test_table_faults import clue, of, table


def fatal(pilot: Pilot, card: str) -> None:
    """Hold a card until it ends the game, and lift the finger."""
    pilot.down(f"card:{card}")
    for _ in range(60):
        if table(pilot).phase is Phase.OVER:
            break
        pilot.tick()
    pilot.up(f"card:{card}")


def by_the_assassin(pilot: Pilot) -> None:
    pilot.start(dealt())
    clue(pilot, "a", 2)
    fatal(pilot, of(pilot, Seat.A, "assassin")[0])


def by_the_last_agent(pilot: Pilot) -> None:
    pilot.start(dealt("versus"))
    clue(pilot, "b", 0)
    *cards, last = of(pilot, Seat.B, "red")
    for card in cards:
        pilot.hold(f"card:{card}")
    fatal(pilot, last)


def by_a_bystander_in_sudden_death(pilot: Pilot) -> None:
    pilot.start(dealt(tokens=1))
    clue(pilot, "a", 2)
    pilot.hold(f"card:{of(pilot, Seat.A, 'agent')[0]}")
    pilot.press("b")
    pilot.press("b")
    fatal(pilot, of(pilot, Seat.A, "bystander")[0])


def by_finding_all_in_sudden_death(pilot: Pilot) -> None:
    pilot.start(dealt("versus", ending="assassin"))
    clue(pilot, "b", 1)
    pilot.hold(f"card:{of(pilot, Seat.B, 'assassin')[0]}")
    *cards, last = of(pilot, Seat.B, "red")
    for card in cards:
        pilot.hold(f"card:{card}")
    fatal(pilot, last)


def by_time(pilot: Pilot) -> None:
    pilot.start(dealt(tokens=1, mistakes=0))
    clue(pilot, "a", 1)
    fatal(pilot, of(pilot, Seat.A, "bystander")[0])


def by_finding_the_assassin_last(pilot: Pilot) -> None:
    pilot.start(dealt("versus", ending="assassin"))
    clue(pilot, "b", 0)
    for card in of(pilot, Seat.B, "red"):
        pilot.hold(f"card:{card}")
    fatal(pilot, of(pilot, Seat.B, "assassin")[0])


def by_the_opponents_last_agent(pilot: Pilot) -> None:
    pilot.start(dealt("versus", opponent="simulated"))
    guessed, covered = (of(pilot, Seat.B, "blue")[n::2] for n in (0, 1))
    for ours, theirs in zip(guessed, covered, strict=True):
        clue(pilot, "b", 1)
        pilot.hold(f"card:{ours}")
        if theirs != covered[-1]:
            pilot.hold(f"card:{theirs}")
    fatal(pilot, covered[-1])


def by_giving_up(pilot: Pilot, timer: str = "off") -> None:
    pilot.start(dealt("versus", ending="assassin", timer=timer))
    clue(pilot, "b", 1)
    pilot.hold(f"card:{of(pilot, Seat.B, 'assassin')[0]}")
    pilot.tap("menu:a")
    pilot.tap("give_up")
    pilot.wait(0.5)
    pilot.down("confirm:a")
    pilot.up("confirm:a")


ENDS = [
    by_the_assassin,
    by_the_last_agent,
    by_a_bystander_in_sudden_death,
    by_finding_all_in_sudden_death,
    by_time,
    by_finding_the_assassin_last,
    by_the_opponents_last_agent,
    by_giving_up,
]


def still_on_the_board(pilot: Pilot) -> bool:
    return [target.name for target in pilot.kiosk.frame.targets] == ["skip"]


@pytest.mark.parametrize("ends", ENDS)
def test_an_end_is_seen_on_the_board_and_goes_on_by_itself(ends: Callable[[Pilot], None], pilot: Pilot) -> None:
    ends(pilot)
    assert pilot.screen == "end"
    assert still_on_the_board(pilot)
    assert pilot.dump()["lamps"] == {"a": False, "b": False}
    pilot.wait(1.4)
    assert still_on_the_board(pilot)
    pilot.wait(SECONDS - 1.4 + 0.1)
    assert {"show_keys:a", "show_keys:b"} <= {target.name for target in pilot.kiosk.frame.targets}
    assert SECONDS <= 2.5


def test_every_end_looks_different(make: Callable[..., Pilot]) -> None:
    seen = set()
    for each in ENDS:
        pilot = make()
        each(pilot)
        pilot.wait(0.7)
        seen.add(pilot.box.recordings["screen"].shown.get_buffer().raw)
    assert len(seen) == len(ENDS)


KINDS = {
    by_the_assassin: (Kind.ASSASSIN, "Assassin: "),
    by_the_last_agent: (Kind.AGENTS, "Red · The last agent: "),
    by_a_bystander_in_sudden_death: (Kind.MISSED, "The last chance was missed. Bystander: "),
    by_finding_all_in_sudden_death: (Kind.RESCUE, "At the very last moment! Red · The last agent: "),
    by_time: (Kind.TIME, "Time ran out. Bystander: "),
    by_finding_the_assassin_last: (Kind.FINALE, "Red wins! Assassin: "),
    by_the_opponents_last_agent: (Kind.OUTRUN, "Blue · The last agent: "),
    by_giving_up: (Kind.GIVEN_UP, "Red gave up."),
}


@pytest.mark.parametrize("ends", ENDS)
def test_every_end_is_of_its_own_kind_and_says_so(ends: Callable[[Pilot], None], pilot: Pilot) -> None:
    ends(pilot)
    kind, words = KINDS[ends]
    result, last = table(pilot).result, last_card(pilot.kiosk.context.session.last_move)
    assert result is not None
    assert ending_kind(result, last, given_up(pilot.kiosk.context.session)) is kind
    assert sum(record.text.startswith(words) for record in pilot.kiosk.frame.record) == 2, "at both edges"


@pytest.mark.parametrize("gives_up", [True, False])
def test_a_clock_that_ran_out_is_not_told_as_giving_up_nor_the_other_way_round(gives_up: bool, pilot: Pilot) -> None:
    """With the strict clock, who gave up was told to have missed the last chance."""
    if gives_up:
        by_giving_up(pilot, timer="strict")
    else:
        pilot.start(dealt("versus", ending="assassin", timer="strict"))
        clue(pilot, "b", 1)
        pilot.hold(f"card:{of(pilot, Seat.B, 'assassin')[0]}")
        pilot.kiosk.context.session.do(Timeout())
        pilot.tick()
    told = "Red gave up." if gives_up else "The last chance was missed."
    assert pilot.kiosk.screens.top._kind is (Kind.GIVEN_UP if gives_up else Kind.TIME)  # type: ignore[attr-defined]
    assert told in printed(pilot)
    pilot.wait(SECONDS + 0.1)
    assert told in printed(pilot)


@pytest.mark.parametrize("ends", [by_a_bystander_in_sudden_death, by_time])
def test_the_last_card_stays_to_be_seen_once_it_has_landed(ends: Callable[[Pilot], None], pilot: Pilot) -> None:
    """A bystander of these ends is no cover of the table: between landing and staging it must not vanish again."""
    ends(pilot)
    screen, fill = pilot.box.recordings["screen"].shown, theme.IDENTITIES["bystander"].fill
    last = last_card(pilot.kiosk.context.session.last_move)
    assert last is not None
    frame = pilot.kiosk.frame
    rect = frame.canvas.view(None).rect(places(frame.canvas, table(pilot))[table(pilot).cards.index(last.card)])
    spot = (rect.left + rect.w // 8, rect.top + rect.h // 2)
    pilot.wait(0.2)
    for _ in range(12):
        pilot.tick()
        assert screen.get_at(spot)[:3] == fill


def test_when_time_runs_out_it_gets_dark_from_both_edges(pilot: Pilot) -> None:
    by_time(pilot)
    frame, screen = pilot.kiosk.frame, pilot.box.recordings["screen"].shown
    boxes = [frame.canvas.view(None).rect(box) for box in places(frame.canvas, table(pilot))]
    column = [boxes[row * 5] for row in range(5)]

    def dark() -> list[bool]:
        return [sum(screen.get_at((rect.left + 6, rect.centery - 6))[:3]) < 360 for rect in column]

    pilot.wait(0.3)
    assert dark() == [False] * 5
    pilot.wait(0.4)
    assert dark() == [True, False, False, False, True]
    pilot.wait(0.25)
    assert dark() == [True, True, False, True, True]
    pilot.wait(0.4)
    assert dark() == [True] * 5


def test_the_last_card_is_named_at_both_edges(pilot: Pilot) -> None:
    by_the_assassin(pilot)
    card = of_last(pilot)
    for side in (Seat.A, Seat.B):
        assert any(r.seat is side and r.text == f"Assassin: {card}" for r in pilot.kiosk.frame.record)


def test_the_end_still_names_the_card(pilot: Pilot) -> None:
    by_the_assassin(pilot)
    pilot.settle()
    assert f"Assassin: {of_last(pilot)}" in texts(pilot)


def of_last(pilot: Pilot) -> str:
    return next(card for card, cover in zip(table(pilot).cards, table(pilot).covers, strict=True) if cover)


def test_the_assassins_card_grows_to_twice_its_size_with_a_red_rim(pilot: Pilot) -> None:
    by_the_assassin(pilot)
    screen, card = pilot.box.recordings["screen"].shown, of_last(pilot)
    pilot.wait(1.0)
    red = [
        (x, y)
        for x in range(0, screen.get_width(), 2)
        for y in range(0, screen.get_height(), 2)
        if screen.get_at((x, y))[:3] == theme.DANGER
    ]
    wide = max(x for x, _ in red) - min(x for x, _ in red)
    pilot.settle()
    pilot.press("a", "b", seconds=2.1)
    pilot.tap("confirm:a")
    pilot.tap("confirm:b")
    assert wide >= 1.9 * pilot.target(f"card:{card}").rect.w


def test_a_touch_skips_and_means_nothing_else(pilot: Pilot) -> None:
    by_the_assassin(pilot)
    pilot.tap("skip")
    assert "show_keys:a" in {target.name for target in pilot.kiosk.frame.targets}
    assert pilot.kiosk.context.session.keys_shown is False
    assert table(pilot).phase is Phase.OVER


def test_a_finger_that_is_still_down_when_the_end_comes_means_nothing(pilot: Pilot) -> None:
    by_the_assassin(pilot)
    pilot.down("skip")
    pilot.wait(3)
    before = texts(pilot)
    pilot.lift("skip")
    pilot.settle()
    assert (pilot.screen, texts(pilot)) == ("end", before)


@pytest.mark.parametrize("ends", ENDS)
def test_a_power_cut_during_the_ending_comes_back_to_the_end(ends: Callable[[Pilot], None], pilot: Pilot) -> None:
    ends(pilot)
    result = table(pilot).result
    pilot.wait(0.5)
    pilot.power_cut()
    assert pilot.screen == "end"
    assert not still_on_the_board(pilot)
    assert table(pilot).result == result


@pytest.mark.parametrize("ends", ENDS)
def test_without_movement_the_end_is_a_still_for_a_moment(ends: Callable[[Pilot], None], pilot: Pilot) -> None:
    pilot.kiosk.context.preferences.motion = False
    ends(pilot)
    assert still_on_the_board(pilot)
    screen = pilot.box.recordings["screen"]
    pilot.tick()
    before = screen.presented
    pilot.wait(STILL - 0.2)
    assert screen.presented == before
    pilot.wait(0.3)
    assert not still_on_the_board(pilot)


def test_an_abandoned_game_has_no_ending(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.tap("menu:a")
    pilot.tap("abandon")
    pilot.wait(0.5)
    pilot.down("confirm:a")
    pilot.up("confirm:a")
    assert not still_on_the_board(pilot)
    assert "show_keys:a" in {target.name for target in pilot.kiosk.frame.targets}


def test_the_frames_of_an_ending_leave_no_trace(pilot: Pilot) -> None:
    by_the_assassin(pilot)
    pilot.wait(1.0)
    shown = pilot.box.recordings["screen"].shown
    grown = shown.get_buffer().raw
    pilot.kiosk.screens.invalidate()
    pilot.tick()
    assert shown.get_buffer().raw == grown


def test_the_end_tells_the_best_clue_and_how_the_game_compares(pilot: Pilot) -> None:
    """Two games of Duet: in the second one, the first is what is usual."""
    for _ in range(2):
        pilot.start(dealt())
        clue(pilot, "a", 3)
        for card in of(pilot, Seat.A, "agent")[:3]:
            pilot.hold(f"card:{card}")
        pilot.press("b")
        clue(pilot, "b", 4)
        for card in of(pilot, Seat.B, "agent")[:4]:
            pilot.hold(f"card:{card}")
        fatal(pilot, of(pilot, Seat.B, "assassin")[0])
        pilot.settle()
        shown = texts(pilot)
        assert "3 of 3" in shown and "Best clue" in shown
        assert "4 of 4" not in shown, "a clue that led to the assassin is no good one"
        pilot.tap("home")
    assert "3.5 (usually 3.5)" in shown


def test_the_end_of_a_won_mission_bears_the_citys_stamp_and_the_row_of_wins(pilot: Pilot) -> None:
    teams(pilot, "Foxes")
    won(pilot, "berlin", "Foxes")
    pilot.tap("campaign")
    pilot.tap("city:prague")
    pilot.tap("start")
    win(pilot)
    assert "Prague" in printed(pilot)
    assert "2 · 2" in printed(pilot)


def test_a_clue_that_led_further_than_its_number_is_told_by_its_agents_alone(pilot: Pilot) -> None:
    by_the_last_agent(pilot)
    pilot.settle()
    assert "Best clue" in printed(pilot) and "9" in printed(pilot)
    assert "of 0" not in texts(pilot)


ADVICE = "Before each clue, look at your three assassins."


@pytest.mark.parametrize(("box", "told"), [((), True), (("a",), False), (("b",), True)])
def test_only_people_whose_own_clue_led_to_the_assassin_are_told_to_look_at_theirs(
    box: tuple[str, ...], told: bool, pilot: Pilot
) -> None:
    by_the_assassin(pilot)
    pilot.kiosk.context.partner.reset(box)
    pilot.settle()
    assert (ADVICE in printed(pilot)) is told


def test_after_a_guess_of_sudden_death_nobody_is_told_of_a_clue(pilot: Pilot) -> None:
    """There was none; the clue before it may be the best one."""
    pilot.start(dealt(tokens=1))
    clue(pilot, "a", 2)
    for card in of(pilot, Seat.A, "agent")[:2]:
        pilot.hold(f"card:{card}")
    pilot.press("b")
    pilot.press("b")
    fatal(pilot, of(pilot, Seat.A, "assassin")[0])
    pilot.settle()
    assert "2 of 2" in texts(pilot)
    assert ADVICE not in printed(pilot)


@pytest.mark.parametrize("keys", [False, True])
def test_the_end_says_that_the_memory_fails(keys: bool, pilot: Pilot) -> None:
    by_the_assassin(pilot)
    pilot.settle()
    if keys:
        pilot.tap("show_keys")
    assert "The memory fails" not in texts(pilot)
    pilot.fail("store")
    pilot.kiosk.screens.set_preference("muted", True)
    pilot.wait(15)
    assert "The memory fails" in texts(pilot)
    pilot.mend("store")
    assert "The memory fails" not in texts(pilot)


@pytest.mark.parametrize("grid", ["duet", "5x5", "5x4"])
def test_the_stamp_of_a_failed_mission_stands_clear_of_the_assassin_wherever_it_lies(grid: str, pilot: Pilot) -> None:
    if grid == "duet":
        by_the_assassin(pilot)
    else:
        pilot.start(dealt("versus", grid=grid))
        clue(pilot, "b", 1)
        fatal(pilot, of(pilot, Seat.B, "assassin")[0])
    pilot.wait(1.5)
    ending, canvas = pilot.kiosk.screens.top, pilot.kiosk.frame.canvas
    assert isinstance(ending, Ending) and ending._last is not None
    title = advice.title(pilot.kiosk.context.texts, ending._result)
    assert {record.seat for record in pilot.kiosk.frame.record if record.text == title} == {Seat.A, Seat.B}
    for name in table(pilot).cards:
        ending._last = replace(ending._last, card=name)
        card = canvas.view(None).rect(ending._large_box(canvas))
        stamps = [canvas.view(seat).rect(ending._stamp_room(canvas.view(seat))) for seat in (Seat.A, Seat.B)]
        assert all(stamp.h >= 12 * canvas.unit and not stamp.inflate(-2, -2).colliderect(card) for stamp in stamps), (
            name
        )
        assert not stamps[0].inflate(-2, -2).colliderect(stamps[1]), name
        assert stamps[0].y > stamps[1].y, name


@pytest.mark.parametrize("motion", [True, False])
def test_the_result_comes_up_out_of_the_board_where_movement_is_wanted(motion: bool, pilot: Pilot) -> None:
    pilot.kiosk.context.preferences.motion = motion
    by_the_last_agent(pilot)
    pilot.wait(1.0)
    pilot.down("skip")
    pilot.up("skip")
    screen = pilot.box.recordings["screen"]
    first, presented = screen.shown.get_buffer().raw, screen.presented
    assert "show_keys:a" in {target.name for target in pilot.kiosk.frame.targets}
    pilot.wait(FADE + 0.1)
    assert (screen.shown.get_buffer().raw != first) == motion
    assert (screen.presented > presented) == motion
    still = screen.presented
    pilot.wait(1.0)
    assert screen.presented == still
