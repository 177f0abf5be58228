"""Whole games the box plays: legal to the end, alike with the same chance, and blind to the other face."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from device.game.observe import observe
from device.headless.replay import Scenario
from device.headless.simulate import Log, choose, play, simulate
from device.headless.think import NoThought, think
from device.players.box import BoxPlayer
from device.players.observation import Player
from device.players.random_player import RandomPlayer
from device.rules import IllegalAction, deal, start, step
from device.rules.actions import Action
from device.rules.clue_log import extend_log
from device.rules.events import Dealt
from device.rules.model import DuetPublic, Face, Key, Phase, Side, State, VersusPublic
from device.rules.options import read_options
from tests.players.conftest import NAMES

GAMES: list[tuple[str, dict[str, object]]] = [
    ("duet", {}),
    ("duet", {"turn_order": "loose", "tokens": 4}),
    ("duet", {"mission": "vatican"}),
    ("versus", {}),
    ("versus", {"grid": "5x4", "ending": "assassin"}),
    ("versus", {"opponent": "simulated"}),
    ("versus", {"opponent": "simulated", "ending": "assassin", "starts": "blue"}),
    ("versus", {"timer": "strict", "operatives": "shared"}),
]


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.parametrize("kinds", ["box,box", "box,random", "random,box"])
def test_the_box_plays_every_game_to_its_end(game: str, options: dict[str, object], kinds: str, box: BoxPlayer) -> None:
    players: list[Player] = [box if kind == "box" else RandomPlayer() for kind in kinds.split(",")]
    one, again = (simulate(game, options, 4, 7, players, NAMES) for _ in range(2))
    assert sum(one["outcomes"].values()) == 4
    assert (one["moves"], one["outcomes"]) == (again["moves"], again["outcomes"])


def test_with_itself_it_does_better_than_chance(box: BoxPlayer) -> None:
    """Duet, 11 tokens, on boards of the smoke set; chance finds about three agents."""
    found, boards = 0, 12
    for seed in range(boards):
        rng = Random(seed)
        state, _ = play(read_options("duet", {"tokens": 11}), rng.sample(NAMES, 25), {Side.A: box, Side.B: box}, rng)
        assert isinstance(state.public, DuetPublic)
        found += 15 - state.public.agents_left
    assert found / boards > 11


def begun(game: str, options: dict[str, Any], moves: int, seed: int, box: BoxPlayer) -> tuple[Dealt, list[Action]]:
    """Return a deal and the first moves of a game that the box or chance plays."""
    rng = Random(seed)
    dealt = deal(read_options(game, options), rng.sample(NAMES, 20 if options.get("grid") == "5x4" else 25), rng)
    state, log, actions = start(dealt), Log(), list[Action]()
    players: dict[Side, Player] = {side: rng.choice((box, RandomPlayer())) for side in Side}
    while len(actions) < moves and state.public.phase is not Phase.OVER:
        actions.append(choose(state, log, players, rng))
        events, state = step(state, actions[-1])
        log = extend_log(log, events)
    return dealt, actions


def played(dealt: Dealt, actions: list[Action]) -> tuple[State, Log]:
    """Return a game after its moves."""
    state, log = start(dealt), Log()
    for action in actions:
        events, state = step(state, action)
        log = extend_log(log, events)
    return state, log


def line(dealt: Dealt, actions: list[Action], side: Side, box: BoxPlayer, seed: int) -> dict[str, Any] | str:
    """Return what `think` says, its time apart, or why it says nothing."""
    try:
        told = think(Scenario(dealt, tuple(actions)), side, box, seed)
    except NoThought as why:
        return str(why)
    assert told.pop("seconds") >= 0
    return told


def swapped(face: Face, places: list[int], rng: Random) -> Face:
    """Return a face with the identities of some places shuffled."""
    others = [face[place] for place in places]
    rng.shuffle(others)
    mixed = dict(zip(places, others, strict=True))
    return tuple(mixed.get(place, identity) for place, identity in enumerate(face))


@given(st.sampled_from(GAMES), st.integers(0, 40), st.integers(0, 2**16), st.sampled_from(list(Side)))
@settings(max_examples=150, deadline=None)
def test_another_face_the_same_line(
    box: BoxPlayer, kind: tuple[str, dict[str, Any]], moves: int, seed: int, side: Side
) -> None:
    """What the side does not see may change, as long as the table does not: its line stays."""
    dealt, actions = begun(*kind, moves, seed, box)
    state, log = played(dealt, actions)
    sides = (Side.A, Side.B) if isinstance(state.public, DuetPublic) else (Side.RED, Side.BLUE)
    assume(side in sides)
    rng, faces = Random(seed), dealt.key.faces
    if isinstance(state.public, DuetPublic):
        mine, theirs = dealt.key.face(side), dealt.key.face(side.other)
        untouched = [
            place
            for place, cover in enumerate(state.public.covers)
            if not (cover and cover.by is side) and side not in state.public.markers[place]
        ]
        for identity in sorted(set(mine)):
            theirs = swapped(theirs, [place for place in untouched if mine[place] is identity], rng)
        faces = (mine, theirs) if side is Side.A else (theirs, mine)
    else:
        assert isinstance(state.public, VersusPublic)
        assume(state.public.phase not in (Phase.CLUE, Phase.COVER))
        open_places = [place for place, cover in enumerate(state.public.covers) if cover is None]
        faces = (swapped(faces[0], open_places, rng),)
    other = replace(dealt, key=Key(faces))
    try:
        after, _ = played(other, actions)
    except IllegalAction:
        assume(False)
    assume(after.public == state.public)
    assert line(dealt, actions, side, box, seed) == line(other, actions, side, box, seed)
    assert observe(state, side, log) == observe(after, side, log)


@given(st.integers(0, 30), st.integers(0, 2**16), st.sampled_from([Side.A, Side.B]))
@settings(max_examples=40, deadline=None)
def test_the_same_game_and_seed_the_same_line(box: BoxPlayer, moves: int, seed: int, side: Side) -> None:
    dealt, actions = begun("duet", {}, moves, seed, box)
    assert line(dealt, actions, side, box, seed) == line(dealt, actions, side, box, seed)
