"""Random games in plain values: options of every kind, keys, and moves both wise and foolish."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from device.rules import deal, start
from device.rules.events import Dealt
from device.rules.missions import MISSIONS
from device.rules.model import Identity, Key, Options, Side, State, VersusPublic
from device.rules.views import as_json

Json = dict[str, Any]
SIDES = {"duet": ("a", "b"), "versus": ("red", "blue")}
VERSUS_VARIANTS = [
    {"grid": grid, "starts": starts, "ending": ending, **rest}
    for grid in ("5x5", "5x4")
    for starts in ("red", "blue")
    for ending in ("standard", "assassin")
    for rest in ({}, {"opponent": "simulated"}, {"operatives": "shared"})
]
DUET_BANKS: list[Json] = [
    *({"mission": name} for name in MISSIONS),
    *({"tokens": tokens, "mistakes": mistakes} for tokens in range(1, 12) for mistakes in range(tokens + 1)),
]


def any_options(rng: Random) -> tuple[str, Json]:
    """Draw a game and some options for it, one of every combination."""
    if rng.random() < 0.5:
        return "versus", dict(rng.choice(VERSUS_VARIANTS))
    bank = rng.choice([{}, {"tokens": 10}, {"tokens": 11}, rng.choice(DUET_BANKS), rng.choice(DUET_BANKS)])
    return "duet", {**bank, "turn_order": rng.choice(["strict", "loose"])}


def swapped(game: Dealt, places: Sequence[int], by: int = 1) -> Dealt:
    """Return the game with the identities of some cards moved on among themselves, on both faces alike."""
    faces = []
    for face in game.key.faces:
        moved = list(face)
        for place, source in zip(places, (*places[by:], *places[:by]), strict=True):
            moved[place] = face[source]
        faces.append(tuple(moved))
    return replace(game, key=Key(tuple(faces)))


def names(count: int) -> list[str]:
    """Return the names of so many cards."""
    return [f"CARD{number}" for number in range(count)]


def new_game(options: Options, rng: Random) -> State:
    """Deal a game of made-up cards."""
    count = 20 if getattr(options, "grid", "5x5") == "5x4" else 25
    return start(deal(options, names(count), rng))


@dataclass(frozen=True)
class Player:
    """Moves at random; `helpful` is the share of moves that fit the phase, `wise` of touches that know the key."""

    helpful: float
    wise: float

    def move(self, rng: Random, state: State) -> Json:
        """Draw a move, as a scenario tells it."""
        table = as_json(state.public)
        sides = SIDES[table["game"]]
        if rng.random() >= self.helpful:
            verbs = ["clue", "guess", "stop", "object", "cover", "pass", "timeout", "undo", "abandon"]
            return self._of(rng, state, table, rng.choices(verbs, [6, 6, 6, 6, 6, 6, 2, 4, 0.2])[0], rng.choice(sides))
        weights = {"guess": 12, "stop": 3, "object": 1, "timeout": 0.5}
        if table["phase"] in ("first_clue", "clue"):
            weights = {"clue": 12, "timeout": 0.5}
        elif table["phase"] == "cover":
            weights = {"cover": 12, "pass": 1, "timeout": 0.5}
        verb = rng.choices(list(weights), list(weights.values()))[0]
        side = rng.choice(table["to_act"] or sides)
        if verb == "object" and table["game"] == "versus":
            side = sides[1 - sides.index(side)]
        return self._of(rng, state, table, verb, side)

    def _of(self, rng: Random, state: State, table: Json, verb: str, side: str) -> Json:
        if verb in ("timeout", "undo", "abandon"):
            return {verb: {}}
        body: Json = {"side": side}
        if verb == "clue":
            body["number"] = rng.choice([0, 1, 2, 2, 3, 3, 4, 9, "unlimited", rng.choice([5, -1, 10, 99])])
            if rng.random() < 0.5:
                body["word"] = rng.choice(["tide", "north", "copper"])
        elif verb in ("guess", "cover"):
            body["card"] = self._card(rng, state, table, verb, side)
        return {verb: body}

    def _card(self, rng: Random, state: State, table: Json, verb: str, side: str) -> str:
        cards: list[str] = table["cards"]
        bare = [card for card in cards if card not in table["covers"]]
        if not bare or rng.random() < 0.03:
            return rng.choice([*cards, "NOWHERE"])
        right = [card for card in bare if card in right_cards(state, verb, Side(side))]
        return rng.choice(right if right and rng.random() < self.wise else bare)


def right_cards(state: State, verb: str, side: Side) -> set[str]:
    """Return the cards a side would touch or cover if it knew the key."""
    versus = isinstance(state.public, VersusPublic)
    wanted = Identity(side) if versus else Identity.AGENT
    if isinstance(state.public, VersusPublic) and verb == "cover" and state.public.options.opponent == "simulated":
        wanted = Identity(side.other)
    face = state.key.face(side if versus else side.other)
    return {card for card, identity in zip(state.public.cards, face, strict=True) if identity is wanted}


def any_player(rng: Random) -> Player:
    """Draw a way of playing."""
    return Player(rng.choice([0.6, 0.9, 0.97, 1.0]), rng.choice([0.0, 0.5, 0.9, 0.97]))
