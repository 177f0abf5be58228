"""What a box tells the fleet, and that it tells nothing else: the swap test on every byte."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from device import __version__
from device.app.fleet import Fleet, facts_of
from device.headless.pilot import Pilot
from device.owner.machine import Machine
from device.publish.outbox import Outbox, Outgoing
from device.publish.snapshot import Facts
from device.publish.topics import Topics
from device.rules.events import Dealt
from device.rules.model import Identity
from tests.app.conftest import WORDS, dealt
from tests.app.test_counter import leap, order, settings
from tests.rules.games import swapped

TOPICS = Topics("table-4", "homeassistant")


@dataclass
class Recorded:
    """A line that notes what would be sent."""

    outbox: Outbox = field(default_factory=Outbox)
    facts: Facts = field(default_factory=lambda: Facts(1200, False))
    sent: list[Outgoing] = field(default_factory=list)

    def wake(self) -> None:
        self.sent += self.outbox.take()

    def last(self) -> dict[str, Any]:
        """Return how the box stands."""
        return dict(json.loads(next(m.payload for m in reversed(self.sent) if m.topic == TOPICS.state)))

    def events(self) -> list[dict[str, Any]]:
        """Return what happened."""
        return [json.loads(m.payload) for m in self.sent if m.topic == TOPICS.event]


def listen(pilot: Pilot) -> Recorded:
    """Have a pilot's box tell the fleet."""
    line = Recorded()
    clock = lambda: f"2026-11-28T20:00:{int(pilot.now) % 60:02d}+00:00"  # noqa: E731
    pilot.kiosk.follow = Fleet(pilot.kiosk.screens, line, TOPICS, clock).tick
    pilot.kiosk.screens.invalidate()
    pilot.settle()
    return line


@pytest.fixture
def box(make: Callable[..., Pilot]) -> tuple[Pilot, Recorded]:
    pilot = make(settings=settings(fleet_title="Table 4"))
    return pilot, listen(pilot)


def test_a_box_at_home_says_all_there_is_to_say(box: tuple[Pilot, Recorded]) -> None:
    pilot, line = box
    assert line.last() == {
        "game": None,
        "phase": None,
        "turn": None,
        "agents_left": None,
        "screen": "home",
        "since": f"2026-11-28T20:00:{int(pilot.now) % 60:02d}+00:00",
        "language": "en",
        "locked": False,
        "session_left_s": None,
        "version": __version__,
        "faults": [],
        "storage_free_mb": 1200,
        "throttled": False,
    }
    assert {(m.topic, m.retain) for m in line.sent} == {(TOPICS.state, True), (TOPICS.discovery, True)}
    sent = len(line.sent)
    leap(pilot, 60)
    assert len(line.sent) == sent, "nothing new, nothing sent"


def test_a_game_is_followed_from_its_start_to_its_end(box: tuple[Pilot, Recorded]) -> None:
    pilot, line = box
    game = dealt(seed=1)
    pilot.start(game)
    assert (line.last()["game"], line.last()["phase"], line.last()["agents_left"]) == ("duet", "first_clue", 15)
    assert line.last()["screen"] == "playing"
    pilot.press("a")
    pilot.tap("digit:3")
    pilot.tap("confirm")
    hit = game.key.faces[0].index(Identity.AGENT)
    pilot.hold(f"card:{WORDS[hit]}")
    assert (line.last()["phase"], line.last()["agents_left"], line.last()["turn"]) == ("guess", 14, 1)
    pilot.tap("menu:a")
    pilot.tap("pause")
    assert line.last()["screen"] == "standing"
    pilot.tap("continue:a")
    pilot.hold(f"card:{WORDS[game.key.faces[0].index(Identity.ASSASSIN)]}")
    assert (line.last()["screen"], line.last()["phase"]) == ("end", "over")
    pilot.tap("home")
    assert line.last()["game"] is None
    started, ended = line.events()
    assert started == {"event_type": "game_started", "mode": "duet", "at": started["at"]}
    seconds = ended.pop("seconds")
    assert 1 <= seconds <= 60
    assert ended == {
        "event_type": "game_ended",
        "mode": "duet",
        "outcome": "lost",
        "reason": "assassin",
        "at": ended["at"],
    }


def test_after_a_power_cut_the_same_game_goes_on_and_has_not_begun_again(box: tuple[Pilot, Recorded]) -> None:
    pilot, _ = box
    pilot.start(dealt(seed=1))
    pilot.power_cut()
    line = listen(pilot)
    assert (line.last()["screen"], line.last()["game"]) == ("standing", "duet")
    order(pilot, "end_game")
    (ended,) = line.events()
    assert (ended["outcome"], ended["seconds"]) == ("abandoned", None)
    assert line.last()["game"] is None


def test_both_teams_agents_are_counted(box: tuple[Pilot, Recorded]) -> None:
    pilot, line = box
    pilot.start(dealt("versus", seed=4))
    assert sorted(line.last()["agents_left"].values()) == [8, 9]
    assert line.last()["game"] == "classic"


def test_faults_sleep_and_orders_are_told(box: tuple[Pilot, Recorded]) -> None:
    pilot, line = box
    pilot.fail("panel:a")
    pilot.fail("store")
    pilot.start(dealt(seed=1))
    assert line.last()["faults"] == ["panel:a", "store"]
    assert [event["part"] for event in line.events() if event["event_type"] == "fault"] == ["panel:a", "store"]
    pilot.mend("panel:a")
    pilot.mend("store")
    assert line.last()["faults"] == []
    order(pilot, "end_game")
    order(pilot, "lock", True)
    order(pilot, "session", 30)
    order(pilot, "language", "pl")
    assert (line.last()["locked"], line.last()["session_left_s"], line.last()["language"]) == (True, 1800, "pl")
    sent = len(line.sent)
    leap(pilot, 600)
    assert line.last()["session_left_s"] == 1200
    assert len(line.sent) - sent <= 11
    order(pilot, "lock", False)
    order(pilot, "session", 0)
    order(pilot, "session", 0)
    pilot.settle()
    leap(pilot, 130)
    assert line.last()["screen"] == "attract"
    pilot.press("a")
    assert line.events()[-1]["event_type"] == "woken"
    assert line.last()["screen"] == "home"


def test_what_is_the_owners_is_told_as_such(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=settings(pin="1234"))
    line = listen(pilot)
    pilot.tap("settings")
    assert line.last()["screen"] == "owner"
    for digit in "1234":
        pilot.tap(f"digit:{digit}")
    pilot.tap("confirm")
    assert (pilot.screen, line.last()["screen"]) == ("settings", "owner")


def test_the_owners_language_names_the_entities_and_guests_do_not(box: tuple[Pilot, Recorded]) -> None:
    pilot, line = box
    order(pilot, "language", "pl")
    assert len([m for m in line.sent if m.topic == TOPICS.discovery]) == 1
    pilot.kiosk.screens.set_default("language", "pl")
    pilot.settle()
    assert len([m for m in line.sent if m.topic == TOPICS.discovery]) == 2


class Hot(Machine):
    def throttled(self) -> int | None:
        return 0x50005

    def free_bytes(self, folder: object) -> int:
        return 1_239_999_999


class Mute(Hot):
    def throttled(self) -> int | None:
        return None


def test_the_machine_is_asked_for_its_facts(make: Callable[..., Pilot]) -> None:
    data = make().setup.data
    assert facts_of(Hot(), data) == Facts(1230, True)
    assert facts_of(Mute(), data) == Facts(1230, None)


# Secrecy

DUET = """press a, tap digit:3, tap confirm, hold 0, hold 1, press b, tap digit:2, tap confirm, tap menu:a, tap object,
 tap confirm:a, tap menu:b, tap pause, tap continue:b"""
SIMULATED = "press b, tap digit:2, tap confirm, hold 0, tap menu:b, tap abandon, tap confirm:b"
VERSUS = SIMULATED.replace("tap menu:b", "tap menu:b, tap object, hold 1, tap menu:b")
GAMES = {
    "duet": ("duet", {}),
    "strict": ("duet", {"timer": "strict"}),
    "mission": ("duet", {"mission": "berlin"}),
    "loose": ("duet", {"turn_order": "loose"}),
    "classic": ("versus", {}),
    "pictures": ("versus", {"grid": "5x4"}),
    "finale": ("versus", {"ending": "assassin"}),
    "simulated": ("versus", {"opponent": "simulated"}),
    "shared": ("versus", {"operatives": "shared"}),
}


def touched(game: Dealt, family: str) -> tuple[int, int]:
    """Return the two cards that are touched: an agent and a bystander; in versus an agent of each team."""
    face = game.key.faces[0]
    if family == "duet":
        hit = face.index(Identity.AGENT)
        return hit, face.index(Identity.BYSTANDER)
    starts, other = (
        (Identity.RED, Identity.BLUE)
        if face.count(Identity.RED) > face.count(Identity.BLUE)
        else (
            Identity.BLUE,
            Identity.RED,
        )
    )
    return face.index(starts), face.index(other)


@pytest.mark.parametrize("name", GAMES)
def test_the_swap_test_on_every_byte(make: Callable[..., Pilot], name: str) -> None:
    family, options = GAMES[name]
    game = dealt(family, seed=3, **options)
    places = touched(game, family)
    other = swapped(game, [place for place in range(len(game.cards)) if place not in places], by=3)
    assert game.key != other.key
    sent = []
    for each in (game, other):
        pilot = make(settings=settings(pin="8642"))
        line = listen(pilot)
        pilot.start(each)
        steps = SIMULATED if name == "simulated" else DUET if family == "duet" else VERSUS
        for verb, what in (step.split() for step in steps.split(",")):
            if verb == "hold":
                pilot.hold(f"card:{WORDS[places[int(what)]]}")
            else:
                getattr(pilot, verb)(what)
            order(pilot, "message", f"hello {what}")
            pilot.tap("resume:a")
        sent.append([(m.topic, m.payload, m.retain) for m in line.sent])
    assert len(sent[0]) >= 8
    assert sent[0] == sent[1]
    told = b" ".join(payload for _, payload, _ in sent[0]).decode()
    for word in (*WORDS, "8642", "hello"):
        assert word not in told


def test_a_teams_name_and_a_typed_clue_are_never_told(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=settings())
    line = listen(pilot)
    pilot.store.add_team("Owls of Room 9")
    pilot.tap("new_game")
    pilot.tap("option:clue_entry:typed")
    pilot.tap("start")
    pilot.press("a")
    pilot.type("zebra")
    pilot.tap("digit:2")
    pilot.tap("confirm")
    assert pilot.dump()["state"]["clue"]["word"] == "zebra"
    told = b" ".join(m.payload for m in line.sent).decode()
    assert "zebra" not in told
    assert "Owls" not in told
    assert not any(card in told for card in pilot.dump()["state"]["cards"])
