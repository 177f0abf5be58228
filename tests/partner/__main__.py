"""How good a partner the box is: with itself, and on boards whose clues people gave.

    python -m tests.partner [LANG …] [--games N] [--seed S] [--temper careful|even|bold]
        plays N 9-9 Duet games (default 50) box with box, on the shipped standard packs: how many are won, the mean
        number of its clues, how many games an assassin ended, and how many of the cards a clue meant are found among
        the first n guesses of its turn (n: the clue's number)
    python -m tests.partner --boards FILE [--misses]
        lets it guess from people's clues: how many of the n meant cards are among its n best, and how often one of the
        cards never to touch is; `--misses` tells each board on which a meant card is not
    python -m tests.partner [LANG …] --clues N
        N clues of its own on fresh boards, in the format of the boards, for others to guess from

A file of boards is YAML, documents parted by `---`, each one clue on one board:

    lang: en
    cards: [WHALE, ISLAND, …]      # the open cards, as the packs spell them: 20 or 25, or what is left of them
    clue: ocean
    number: 3
    meant: [WHALE, SHIP, ISLAND]   # the cards the giver meant
    assassins: [RIVER]             # cards that must not be guessed (may be left out)
    avoid: [SALT]                  # bystanders the giver was careful about (may be left out)

Boards that measure are made by people who have not seen the associations, and are not used to improve them.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import yaml

from device.cards.library import PackLibrary
from device.files.assets import assets
from device.game.box_player import box_player
from device.game.observe import observe
from device.headless.simulate import Log, draw, play
from device.players.box import BoxPlayer
from device.players.observation import Observation
from device.players.temper import TEMPERS
from device.rules import deal, start
from device.rules.actions import Action, GiveClue
from device.rules.clue_log import LogEntry
from device.rules.model import Clue, Identity, Phase, Side, VersusOptions, VersusPublic
from device.rules.options import read_options

LANGUAGES = ("en", "es", "pl", "pt-PT", "pt-BR")
BOARD = {"lang", "cards", "clue", "number", "meant"}


def box(language: str, temper: str) -> BoxPlayer:
    """Return the box as a player; leave when it has no table for the language."""
    player = box_player(language, PackLibrary(assets()), TEMPERS[temper])
    if player is None:
        raise SystemExit(f"{language}: no table; run assets/associations/build.py")
    return player


def words(language: str) -> list[str]:
    """Return the words of the shipped standard packs."""
    packs = (pack for pack in PackLibrary(assets()).packs(language) if pack.standard)
    return list(dict.fromkeys(card.name for pack in packs for card in pack.cards))


def games(language: str, count: int, seed: int, temper: str) -> str:
    """Play box with box and return what came of it."""
    player, rng, options = box(language, temper), Random(seed), read_options("duet", {})
    won = assassin = meant = found = numbers = clues = 0
    for _ in range(count):
        meaning: list[Sequence[str]] = []
        sides = dict.fromkeys((Side.A, Side.B), _Noted(player, meaning))
        state, log = play(options, draw(options, words(language), rng), sides, rng)
        assert state.public.result is not None
        won += state.public.result.outcome == "won"
        assassin += state.public.result.reason == "assassin"
        clues += len(log)
        numbers += sum(int(entry.clue.number) for entry in log)
        meant += sum(map(len, meaning))
        found += sum(_found(entry, means) for entry, means in zip(log, meaning, strict=True))
    return (
        f"{language}: {won / count:.0%} of {count} games won, {assassin / count:.1%} ended by an assassin; "
        f"mean number {numbers / clues:.2f}; {found / max(1, meant):.0%} of the meant cards among the first guesses"
    )


class _Noted:
    """A box that notes what its clues mean."""

    def __init__(self, player: BoxPlayer, meaning: list[Sequence[str]]) -> None:
        self._player, self._meaning = player, meaning

    def act(self, observation: Observation, rng: Random) -> Action:
        """Return what the box does."""
        if observation.public.phase in (Phase.FIRST_CLUE, Phase.CLUE):
            idea = self._player.giver.think(observation, rng)
            self._meaning.append(idea.means if idea else ())
            return GiveClue(observation.side, idea.number if idea else 1, idea.word if idea else None)
        return self._player.act(observation, rng)


def _found(entry: LogEntry, means: Sequence[str]) -> int:
    guesses = [each.card for each in entry.revealed[: len(means)] if each.identity is Identity.AGENT]
    return len(set(guesses) & set(means))


def read_boards(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the boards of a file; leave where one is no board."""
    for number, board in enumerate(yaml.safe_load_all(path.read_text(encoding="utf-8")), 1):
        if board is None:
            continue
        if not isinstance(board, dict) or not board.keys() >= BOARD or not board["meant"]:
            raise SystemExit(f"{path}: document {number}: a board has {', '.join(sorted(BOARD))}, and a card is meant")
        named = [*board["meant"], *board.get("assassins", ()), *board.get("avoid", ())]
        strange = [name for name in named if name not in board["cards"]]
        if strange:
            raise SystemExit(f"{path}: document {number}: not among its cards: {', '.join(map(str, strange))}")
        yield board


def best(player: BoxPlayer, board: dict[str, Any]) -> tuple[list[str], bool]:
    """Return the cards of a board, best first, and whether the clue is known; nobody sees a key."""
    clue = Clue(Side.RED, board["number"], str(board["clue"]))
    cards = tuple(board["cards"])
    table = VersusPublic(
        options=VersusOptions(), cards=cards, covers=(None,) * len(cards), phase=Phase.GUESS, clue=clue, team=Side.RED
    )
    log: Log = (LogEntry(clue),)
    thought = player.guesser.think(Observation(Side.RED, table, None, log))
    return [candidate.card for candidate in thought.candidates], thought.known


def boards(path: Path, temper: str, misses: bool) -> Iterator[str]:
    """Let the box guess on every board of a file and yield a line a language."""
    players: dict[str, BoxPlayer] = {}
    sums: dict[str, list[int]] = {}
    for board in read_boards(path):
        language = str(board["lang"])
        if language not in players:
            players[language] = box(language, temper)
        order, known = best(players[language], board)
        meant, first = board["meant"], order[: len(board["meant"])]
        right = len(set(meant) & set(first))
        feared = len(set(board.get("assassins", ())) & set(first))
        avoided = len(set(board.get("avoid", ())) & set(first))
        row = (1, len(meant), right, first[:1] != [] and first[0] in meant, feared > 0, avoided > 0, not known)
        sums[language] = [a + int(b) for a, b in zip(sums.get(language, [0] * 7), row, strict=True)]
        if misses and right < len(meant):
            yield f"  {language} {board['clue']} {board['number']}: meant {meant}, guessed {first}, known {known}"
    for language, (count, meant_cards, right, top, feared, avoided, unknown) in sorted(sums.items()):
        yield (
            f"{language}: {count} boards: {right / meant_cards:.2f} of the meant cards among the best n; "
            f"the first guess meant {top / count:.2f}; an assassin among the best n {feared / count:.2f}, "
            f"a card to avoid {avoided / count:.2f}; clue not known {unknown / count:.2f}"
        )


def own_clues(language: str, count: int, seed: int, temper: str) -> Iterator[str]:
    """Yield clues of the box on fresh Duet boards, as documents."""
    player, rng, options = box(language, temper), Random(seed), read_options("duet", {})
    for _ in range(count):
        state = start(deal(options, draw(options, words(language), rng), rng))
        idea = player.giver.think(observe(state, Side.A, ()), rng)
        if idea is None or not idea.means:
            continue
        face = dict(zip(state.public.cards, state.key.face(Side.A), strict=True))
        feared = [card for card, identity in face.items() if identity is Identity.ASSASSIN]
        board = {"lang": language, "cards": list(state.public.cards), "clue": idea.word, "number": idea.number}
        board |= {"meant": list(idea.means), "assassins": feared}
        yield "---\n" + yaml.safe_dump(board, allow_unicode=True, sort_keys=False, width=1000, default_flow_style=None)


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*", metavar="LANG")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--temper", choices=TEMPERS, default="even")
    parser.add_argument("--boards", type=Path)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--clues", type=int)
    given = parser.parse_args()
    if given.boards:
        told: Iterator[str] = boards(given.boards, given.temper, given.misses)
    elif given.clues:
        chosen = given.languages or LANGUAGES
        told = (line for each in chosen for line in own_clues(each, given.clues, given.seed, given.temper))
    else:
        told = (games(each, given.games, given.seed, given.temper) for each in given.languages or LANGUAGES)
    for line in told:
        sys.stdout.write(f"{line.rstrip()}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
