"""The same random games in another package's rules, the floor, and in ours."""

import random
import time

from codenames.game.board import Board
from codenames.game.card import Card
from codenames.game.color import CardColor
from codenames.game.move import PASS_GUESS, Guess, Hint
from codenames.game.state import new_game_state

from device.rules import deal, start, step
from device.rules.actions import GiveClue, Stop
from device.rules.actions import Guess as OurGuess
from device.rules.model import Phase, VersusOptions


def rival_moves_per_second(games: int, seed: int) -> float:
    """Play random legal games and return the moves a second, the dealing included."""
    rng, moves = random.Random(seed), 0
    colours = [CardColor.RED] * 9 + [CardColor.BLUE] * 8 + [CardColor.GRAY] * 7 + [CardColor.BLACK]
    began = time.perf_counter()
    for _ in range(games):
        rng.shuffle(colours)
        cards = [Card(word=f"card {number}", color=colour) for number, colour in enumerate(colours)]
        state = new_game_state(board=Board(language="english", cards=cards))
        while not state.is_game_over:
            state.process_hint(Hint(word=f"clue {len(state.given_hints)}", card_amount=rng.randrange(10)))
            moves += 1
            first = True
            while state.left_guesses > 0 and not state.is_game_over:
                open_cards = [place for place, card in enumerate(state.board) if not card.revealed]
                pick = rng.choice(open_cards if first else [*open_cards, PASS_GUESS])
                state.process_guess(Guess(card_index=pick))
                moves += 1
                first = False
    return moves / (time.perf_counter() - began)


def our_moves_per_second(games: int, seed: int) -> float:
    """Play the same kind of games by our rules and return the moves a second, the dealing included."""
    rng, moves = random.Random(seed), 0
    cards = [f"CARD {number}" for number in range(25)]
    began = time.perf_counter()
    for _ in range(games):
        state = start(deal(VersusOptions(), cards, rng))
        while state.public.phase is not Phase.OVER:
            team, turn = state.public.team, state.public.turn
            state = step(state, GiveClue(team, rng.randrange(10), f"clue {turn}"))[1]
            moves += 1
            first = True
            while state.public.phase is Phase.GUESS:
                table = state.public
                open_cards = [card for card, cover in zip(table.cards, table.covers, strict=True) if cover is None]
                pick = rng.choice(open_cards if first else [*open_cards, None])
                state = step(state, Stop(team) if pick is None else OurGuess(team, pick))[1]
                moves += 1
                first = False
    return moves / (time.perf_counter() - began)
