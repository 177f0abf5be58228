"""The same random games in another package's rules: the floor for ours."""

import random
import time

from codenames.game.board import Board
from codenames.game.card import Card
from codenames.game.color import CardColor
from codenames.game.move import PASS_GUESS, Guess, Hint
from codenames.game.state import new_game_state


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
