"""Playing missions fast, with the key known."""

from device.headless.pilot import Pilot
from device.rules import to_act
from device.rules.actions import GiveClue, Guess, Stop
from device.rules.model import DuetPublic, Phase, Side
from device.storage.store import GameResult


def table(pilot: Pilot) -> DuetPublic:
    """Return the Duet table."""
    public = pilot.kiosk.context.table
    assert isinstance(public, DuetPublic)
    return public


def cards(pilot: Pilot, giver: Side, identity: str) -> list[str]:
    """Return the uncovered cards of an identity on the giver's face."""
    face = pilot.kiosk.context.session.key(giver)
    both = zip(table(pilot).cards, face, strict=True)
    return [card for card, told in both if told == identity and not table(pilot).covered(card)]


def clue(pilot: Pilot) -> Side:
    """Give a clue by whichever side may, if none stands; return the side."""
    standing = table(pilot).clue
    if standing is not None:
        return standing.side
    giver = table(pilot).givers[0]
    pilot.kiosk.context.session.do(GiveClue(giver, 9))
    return giver


def win(pilot: Pilot) -> None:
    """Win the game on the table, without a mistake."""
    session = pilot.kiosk.context.session
    while table(pilot).result is None:
        giver = clue(pilot)
        for card in cards(pilot, giver, "agent"):
            if table(pilot).phase is Phase.GUESS:
                session.do(Guess(giver.other, card))
        if table(pilot).phase is Phase.GUESS:
            session.do(Stop(giver.other))
    pilot.settle()


def lose(pilot: Pilot) -> None:
    """Meet the assassin."""
    giver = clue(pilot)
    pilot.kiosk.context.session.do(Guess(giver.other, cards(pilot, giver, "assassin")[0]))
    pilot.settle()


def mistake(pilot: Pilot) -> None:
    """Give a clue that hits a bystander of the giver's face, which the guesser has not marked before."""
    giver = clue(pilot)
    at = table(pilot).cards.index
    fresh = [card for card in cards(pilot, giver, "bystander") if giver.other not in table(pilot).markers[at(card)]]
    pilot.kiosk.context.session.do(Guess(giver.other, fresh[0]))
    pilot.settle()


def lose_by_time(pilot: Pilot) -> None:
    """Spend the bank on mistakes, and touch a wrong card in sudden death."""
    while table(pilot).phase is not Phase.SUDDEN_DEATH:
        mistake(pilot)
    guesser = to_act(table(pilot))[0]
    at = table(pilot).cards.index
    wrong = [card for card in cards(pilot, guesser.other, "bystander") if guesser not in table(pilot).markers[at(card)]]
    pilot.kiosk.context.session.do(Guess(guesser, wrong[0]))
    pilot.settle()


def teams(pilot: Pilot, *names: str) -> None:
    """Add teams."""
    for name in names:
        pilot.store.add_team(name)


def won(pilot: Pilot, city: str, team: str) -> None:
    """Book a mission as won by a team."""
    row = GameResult("duet", "won", "agents", 5, 5, 16, 15, mission=city, tokens=9, mistakes=9, team=team)
    pilot.store.book(row, leave=True)
