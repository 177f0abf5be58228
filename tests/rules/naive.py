"""Model both games a second time, naively: mutable dictionaries, one method a verb, no code shared with the product."""

from __future__ import annotations

import copy
from typing import Any

Json = dict[str, Any]


class Refused(Exception):
    """Carry the error code of a move that is not allowed."""


OTHER = {"a": "b", "b": "a", "red": "blue", "blue": "red"}
CODES = {"A": "agent", "K": "assassin", ".": "bystander"}
TEAM_CODES = {"R": "red", "B": "blue", "K": "assassin", ".": "bystander"}


class Naive:
    """Hold one game; `play` answers each move with an error code or with the events and the table."""

    def __init__(self, options: Json, cards: list[str]) -> None:
        self.options = options
        self.cards = cards
        self.past: list[tuple[int, Json]] = []
        self.g: Json = {
            "phase": "clue",
            "to_act": [],
            "turn": 1,
            "clue": None,
            "objected": False,
            "guesses": 0,
            "covers": {},
            "result": None,
        }
        self.events: list[Json] = []

    def play(self, line: int, verb: str, side: str | None = None, **more: Any) -> str | tuple[list[Json], Json]:
        """Make the move of a line; a refused one leaves everything as it was."""
        self.events = []
        if verb == "undo":
            if not self.past:
                return "nothing_to_undo"
            taken_back, self.g = self.past.pop()
            return [{"type": "undone", "move": taken_back}], self.state()
        before = copy.deepcopy(self.g)
        try:
            if self.g["phase"] == "over":
                raise Refused("game_over")
            if verb == "abandon":
                self.end("abandoned", None, "abandoned", None)
            elif verb == "timeout":
                self.timeout()
            else:
                getattr(self, "pass_" if verb == "pass" else verb)(side, **more)
        except Refused as refused:
            self.g = before
            return str(refused)
        self.past.append((line, before))
        return self.events, self.state()

    def say(self, type_: str, **fields: Any) -> None:
        self.events.append({"type": type_, **fields})

    def need_phase(self, *phases: str) -> None:
        if self.g["phase"] not in phases:
            raise Refused("wrong_phase")

    def need_turn(self, side: str | None) -> None:
        if side not in self.g["to_act"]:
            raise Refused("not_your_turn")

    def need_card(self, card: str) -> None:
        if card not in self.cards:
            raise Refused("unknown_card")
        if card in self.g["covers"]:
            raise Refused("covered")

    def quiet(self) -> None:
        self.g.update(clue=None, guesses=0, objected=False)

    def end_turn(self, why: str) -> None:
        self.quiet()
        self.g["turn"] += 1
        self.say("turn_ended", why=why)

    def end(self, outcome: str, winner: str | None, reason: str, score: int | None) -> None:
        self.quiet()
        result = {"outcome": outcome, "winner": winner, "score": score, "reason": reason}
        self.g.update(phase="over", to_act=[], result=result)
        self.say("ended", result=result)

    def timeout(self) -> None:
        raise NotImplementedError

    def state(self) -> Json:
        raise NotImplementedError


class NaiveDuet(Naive):
    """Duet, its missions and its looser turn order."""

    def __init__(self, options: Json, cards: list[str], key: Json) -> None:
        super().__init__(options, cards)
        self.face = {s: {c: CODES[x] for c, x in zip(cards, key[s], strict=True)} for s in "ab"}
        mistakes = options["mistakes"]
        self.g.update(
            phase="first_clue",
            to_act=["a", "b"],
            bank={"bystander": mistakes, "check": options["tokens"] - mistakes},
            kept={"a": 0, "b": 0},
            markers={},
            finished=[],
            last=None,
            row=0,
        )

    def bank_total(self) -> int:
        return int(self.g["bank"]["bystander"] + self.g["bank"]["check"])

    def uncovered_agents(self, side: str) -> int:
        return sum(1 for c in self.cards if self.face[side][c] == "agent" and c not in self.g["covers"])

    def agents_left(self) -> int:
        both = [c for c in self.cards if "agent" in (self.face["a"][c], self.face["b"][c])]
        return sum(1 for c in both if self.g["covers"].get(c, {}).get("identity") != "agent")

    def spend(self, count: int, kind: str, to: str, side: str | None = None) -> None:
        self.g["bank"][kind] -= count
        if to == "kept":
            self.g["kept"][side] += count
        keeper = {"side": side} if side else {}
        self.say("token_spent", count=count, kind=kind, to=to, **keeper)

    def spend_check_first(self, to: str, side: str | None = None) -> None:
        self.spend(1, "check" if self.g["bank"]["check"] else "bystander", to, side)

    def next_clue(self) -> None:
        """Say who may clue after the turn of the last giver."""
        open_sides = [s for s in "ab" if s not in self.g["finished"]]
        last = self.g["last"]
        may = ["a", "b"] if self.options["turn_order"] == "loose" and self.g["row"] < 2 else [OTHER[last]]
        may = [s for s in may if s in open_sides] or open_sides
        self.g.update(phase="clue", to_act=may)

    def sudden_death_if_empty(self) -> None:
        if self.bank_total() == 0:
            self.quiet()
            self.g.update(phase="sudden_death", to_act=[s for s in "ab" if self.uncovered_agents(OTHER[s])])
            self.say("sudden_death")

    def close_turn(self, why: str) -> None:
        self.end_turn(why)
        self.next_clue()
        self.sudden_death_if_empty()

    def clue(self, side: str, number: Any, word: str | None = None) -> None:
        self.need_phase("first_clue", "clue")
        self.need_turn(side)
        if number not in range(10):
            raise Refused("bad_number")
        g = self.g
        g["row"] = g["row"] + 1 if g["last"] == side else 1
        g.update(last=side, phase="guess", to_act=[OTHER[side]])
        g.update(clue={"side": side, "word": word, "number": number}, guesses=0, objected=False)
        self.say("clue_given", side=side, word=word, number=number)

    def guess(self, side: str, card: str) -> None:
        self.need_phase("guess", "sudden_death")
        self.need_turn(side)
        g = self.g
        marks = g["markers"].get(card, [])
        if card in self.cards and len(marks) == 2:
            raise Refused("covered")
        self.need_card(card)
        if side in marks:
            raise Refused("marked_for_you")
        sudden = g["phase"] == "sudden_death"
        identity = self.face[OTHER[side]][card]
        self.say("revealed", card=card, identity=identity, by=side)
        if identity == "assassin":
            g["covers"][card] = {"identity": "assassin", "by": side}
            self.end("lost", None, "assassin", None)
        elif identity == "bystander":
            self.miss(side, card, sudden)
        else:
            self.hit(side, card, sudden)

    def miss(self, side: str, card: str, sudden: bool) -> None:
        if sudden:
            self.end("lost", None, "sudden_death", None)
            return
        bank = self.g["bank"]
        self.g["markers"][card] = sorted([*self.g["markers"].get(card, []), side])
        if bank["bystander"]:
            self.spend(1, "bystander", "card")
        elif bank["check"] >= 2:
            self.spend(2, "check", "card")
        else:
            self.end("lost", None, "time", None)
            return
        self.close_turn("bystander")

    def hit(self, side: str, card: str, sudden: bool) -> None:
        g = self.g
        g["covers"][card] = {"identity": "agent", "by": side}
        if not sudden:
            g["guesses"] += 1
        for s in "ab":
            if s not in g["finished"] and not self.uncovered_agents(s):
                g["finished"] = sorted([*g["finished"], s])
                self.say("side_finished", side=s)
        if self.agents_left() == 0:
            if not sudden:
                self.spend_check_first("kept", side)
            self.end("won", None, "sudden_death" if sudden else "agents", self.score(sudden))
        elif sudden:
            g["to_act"] = [s for s in "ab" if self.uncovered_agents(OTHER[s])]
        elif OTHER[side] in g["finished"]:
            self.spend_check_first("kept", side)
            self.close_turn("finished")

    def score(self, sudden: bool) -> int | None:
        if (self.options["tokens"], self.options["mistakes"]) != (9, 9):
            return None
        return int(3 * self.bank_total() + sum(self.g["kept"].values()) - sudden)

    def stop(self, side: str) -> None:
        self.need_phase("guess")
        self.need_turn(side)
        if not self.g["guesses"]:
            raise Refused("must_guess_first")
        self.spend_check_first("kept", side)
        self.close_turn("stop")

    def object(self, side: str) -> None:
        self.need_phase("guess")
        self.need_turn(side)
        if self.g["objected"]:
            raise Refused("already_objected")
        self.g["objected"] = True
        self.say("clue_objected", side=side)
        self.spend_check_first("box")
        if self.bank_total() == 0:
            self.close_turn("objection")

    def cover(self, side: str, card: str) -> None:
        raise Refused("wrong_phase")

    def pass_(self, side: str) -> None:
        raise Refused("wrong_phase")

    def timeout(self) -> None:
        self.need_phase("clue", "guess")
        g = self.g
        if g["phase"] == "guess":
            if g["guesses"]:
                self.spend_check_first("kept", g["to_act"][0])
            else:
                self.spend_check_first("box")
            self.close_turn("timeout")
            return
        self.spend_check_first("box")
        self.end_turn("timeout")
        if self.options["turn_order"] == "strict":
            turned = OTHER[g["to_act"][0]]
            if turned not in g["finished"]:
                g["to_act"] = [turned]
        self.sudden_death_if_empty()

    def state(self) -> Json:
        g = copy.deepcopy(self.g)
        del g["last"], g["row"]
        shape = {"game": "duet", "options": self.options, "cards": self.cards, **g}
        return {**shape, "guesses_left": None, "agents_left": self.agents_left()}


class NaiveVersus(Naive):
    """Red against blue, or one team against the simulated opponent; both endings."""

    def __init__(self, options: Json, cards: list[str], key: str) -> None:
        super().__init__(options, cards)
        self.key = {c: TEAM_CODES[x] for c, x in zip(cards, key, strict=True)}
        self.simulated = options["opponent"] == "simulated"
        self.finale = options["ending"] == "assassin"
        self.g.update(team=options["starts"], to_act=[options["starts"]])

    def left(self, team: str) -> int:
        return sum(1 for c in self.cards if self.key[c] == team and c not in self.g["covers"])

    def win(self, team: str, reason: str) -> None:
        """End the game for a team; the simulated opponent never wins, the playing team loses."""
        mine = self.options["starts"]
        if not self.simulated:
            self.end("won", team, reason, None)
        elif team == mine:
            self.end("won", mine, reason, self.left(OTHER[mine]))
        else:
            self.end("lost", None, reason, None)

    def close_turn(self, why: str) -> None:
        self.end_turn(why)
        if self.simulated:
            self.g.update(phase="cover", to_act=[self.g["team"]])
        else:
            self.to_clue(OTHER[self.g["team"]])

    def to_clue(self, team: str) -> None:
        self.g.update(phase="clue", team=team, to_act=[team])

    def clue(self, side: str, number: Any, word: str | None = None) -> None:
        self.need_phase("clue")
        self.need_turn(side)
        if number != "unlimited" and number not in range(10):
            raise Refused("bad_number")
        self.g.update(phase="guess", clue={"side": side, "word": word, "number": number}, guesses=0)
        self.say("clue_given", side=side, word=word, number=number)

    def guesses_left(self) -> Any:
        number: Any = self.g["clue"]["number"] if self.g["phase"] == "guess" else 0
        return None if number in (0, "unlimited") else int(number) + 1 - int(self.g["guesses"])

    def guess(self, side: str, card: str) -> None:
        self.need_phase("guess", "sudden_death")
        self.need_turn(side)
        self.need_card(card)
        identity = self.key[card]
        self.g["covers"][card] = {"identity": identity, "by": side}
        self.say("revealed", card=card, identity=identity, by=side)
        if self.g["phase"] == "sudden_death":
            if identity != side:
                self.win(OTHER[side], "sudden_death")
            elif not self.left(side):
                self.win(side, "sudden_death")
            return
        self.g["guesses"] += 1
        if identity == "assassin":
            self.assassin(side)
        elif identity == "bystander":
            self.close_turn("bystander")
        elif self.simulated and identity != side and not self.left(identity):
            self.win(identity, "enemy_agents")
        elif not self.finale and not self.left(identity):
            self.win(identity, "agents")
        elif identity != side:
            self.close_turn("other_team")
        elif self.guesses_left() == 0:
            self.close_turn("limit")

    def assassin(self, side: str) -> None:
        if not self.finale:
            self.win(OTHER[side], "assassin")
        elif not self.left(side):
            self.win(side, "assassin")
        else:
            self.quiet()
            self.g.update(phase="sudden_death", to_act=[side])
            self.say("sudden_death")

    def stop(self, side: str) -> None:
        self.need_phase("guess", "sudden_death")
        self.need_turn(side)
        if self.g["phase"] == "sudden_death":
            self.win(OTHER[side], "sudden_death")
            return
        if not self.g["guesses"]:
            raise Refused("must_guess_first")
        self.close_turn("stop")

    def object(self, side: str) -> None:
        if self.simulated:
            raise Refused("bad_side")
        self.need_phase("guess")
        if side == self.g["team"]:
            raise Refused("not_your_turn")
        self.say("clue_objected", side=side)
        self.end_turn("objection")
        self.g.update(phase="cover", team=side, to_act=[side])

    def cover(self, side: str, card: str) -> None:
        self.need_phase("cover")
        self.need_turn(side)
        self.need_card(card)
        owner = OTHER[side] if self.simulated else side
        if self.key[card] != owner:
            raise Refused("not_your_card")
        self.g["covers"][card] = {"identity": owner, "by": side}
        self.say("covered", card=card, side=side)
        if self.simulated and not self.left(owner):
            self.win(owner, "enemy_agents")
        elif not self.simulated and not self.finale and not self.left(owner):
            self.win(owner, "agents")
        else:
            self.to_clue(side)

    def pass_(self, side: str) -> None:
        if self.simulated:
            raise Refused("wrong_phase")
        self.need_phase("cover")
        self.need_turn(side)
        self.say("passed", side=side)
        self.to_clue(side)

    def timeout(self) -> None:
        phase, team = self.g["phase"], self.g["team"]
        if phase == "sudden_death":
            self.win(OTHER[team], "sudden_death")
        elif phase != "cover":
            self.close_turn("timeout")
        elif self.simulated:
            raise Refused("wrong_phase")
        else:
            self.pass_(team)

    def state(self) -> Json:
        g = copy.deepcopy(self.g)
        del g["team"]
        left = {team: self.left(team) for team in ("red", "blue")}
        shape = {"game": "versus", "options": self.options, "cards": self.cards, **g}
        return {**shape, "guesses_left": self.guesses_left(), "agents_left": left}
