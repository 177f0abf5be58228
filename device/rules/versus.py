"""The rules of versus: two teams, one key, and the variants for words and pictures alike."""

from device.rules import events as e
from device.rules.actions import Action, CoverCard, GiveClue, Guess, Object, Pass, Stop, Timeout, clues, guess
from device.rules.errors import IllegalAction
from device.rules.model import IDENTITY, UNLIMITED, Identity, Phase, Reason, Result, Side, State, VersusPublic


def to_act(table: VersusPublic) -> tuple[Side, ...]:
    """Return the team the game waits for."""
    return () if table.phase is Phase.OVER else (table.team,)


def legal(table: VersusPublic) -> tuple[Action, ...]:
    """Return what the teams may do now, from public facts alone; in the cover phase any open card."""
    team, phase = table.team, table.phase
    if phase is Phase.CLUE:
        return (*clues(team, UNLIMITED), Timeout())
    open_cards = [card for card, cover in zip(table.cards, table.covers, strict=True) if cover is None]
    if phase is Phase.COVER:
        covers = [CoverCard(team, card) for card in open_cards]
        return (*covers, Pass(team), Timeout()) if table.objecting else tuple(covers)
    actions: list[Action] = [guess(team, card) for card in open_cards]
    if table.guesses or phase is Phase.SUDDEN_DEATH:
        actions.append(Stop(team))
    if phase is Phase.GUESS and not _simulated(table):
        actions.append(Object(team.other))
    return (*actions, Timeout())


def apply(state: State, action: Action) -> tuple[e.Event, ...]:
    """Return what an action causes.

    Raises:
        IllegalAction: the rules refuse it now.
    """
    table = state.public
    assert isinstance(table, VersusPublic)
    match action:
        case GiveClue():
            return _give_clue(table, action)
        case Guess():
            return _guess(state, table, action)
        case Stop():
            return _stop(table, action)
        case Object():
            return _object(table, action)
        case CoverCard():
            return _cover(state, table, action)
        case Pass():
            return _pass(table, action)
    assert isinstance(action, Timeout)
    return _timeout(table)


def _simulated(table: VersusPublic) -> bool:
    return table.options.opponent == "simulated"


def _finale(table: VersusPublic) -> bool:
    return table.options.ending == "assassin"


def _expect(table: VersusPublic, side: Side, actor: Side, *phases: Phase) -> None:
    if table.phase not in phases:
        raise IllegalAction("wrong_phase", f"not in the phase {table.phase}, only in {' or '.join(phases)}")
    if side is not actor:
        raise IllegalAction("not_your_turn", f"{side} is not to do that in the phase {table.phase}")


def _place(table: VersusPublic, card: str) -> int:
    if card not in table.cards:
        raise IllegalAction("unknown_card", f"{card}: no such card on the table")
    if table.covered(card):
        raise IllegalAction("covered", f"{card} is covered")
    return table.cards.index(card)


def _won(table: VersusPublic, team: Side, reason: Reason) -> e.Ended:
    score = table.agents_left(team.other) if _simulated(table) else None
    return e.Ended(Result("won", reason, winner=team, score=score))


def _lost(table: VersusPublic, reason: Reason) -> e.Ended:
    if _simulated(table):
        return e.Ended(Result("lost", reason))
    return e.Ended(Result("won", reason, winner=table.team.other))


def _give_clue(table: VersusPublic, action: GiveClue) -> tuple[e.Event, ...]:
    _expect(table, action.side, table.team, Phase.CLUE)
    number = action.number
    if number != UNLIMITED and not (isinstance(number, int) and 0 <= number <= 9):
        raise IllegalAction("bad_number", f"{number}: a clue's number is 0 to 9, or unlimited")
    return (e.ClueGiven(action.side, action.word, number),)


def _guess(state: State, table: VersusPublic, action: Guess) -> tuple[e.Event, ...]:
    _expect(table, action.side, table.team, Phase.GUESS, Phase.SUDDEN_DEATH)
    place = _place(table, action.card)
    identity = state.key.face(action.side)[place]
    revealed = e.Revealed(action.card, identity, action.side)
    outcome = _sudden_guess if table.phase is Phase.SUDDEN_DEATH else _CONTACT[identity]
    return (revealed, *outcome(table, identity))


def _sudden_guess(table: VersusPublic, identity: Identity) -> tuple[e.Event, ...]:
    team = table.team
    if identity is not IDENTITY[team]:
        return (_lost(table, "sudden_death"),)
    if table.agents_left(team) > 1:
        return ()
    return (_won(table, team, "sudden_death"),)


def _assassin(table: VersusPublic, identity: Identity) -> tuple[e.Event, ...]:
    if not _finale(table):
        return (_lost(table, "assassin"),)
    if table.agents_left(table.team):
        return (e.SuddenDeath(),)
    return (_won(table, table.team, "assassin"),)


def _bystander(table: VersusPublic, identity: Identity) -> tuple[e.Event, ...]:
    return (e.TurnEnded("bystander"),)


def _agent(table: VersusPublic, identity: Identity) -> tuple[e.Event, ...]:
    team = table.team
    own = identity is IDENTITY[team]
    last = table.agents_left(team if own else team.other) == 1
    if own:
        if last and not _finale(table):
            return (_won(table, team, "agents"),)
        return (e.TurnEnded("limit"),) if _last_guess(table) else ()
    if last and _simulated(table):
        return (_lost(table, "enemy_agents"),)
    if last and not _finale(table):
        return (_won(table, team.other, "agents"),)
    return (e.TurnEnded("other_team"),)


_CONTACT = {
    Identity.ASSASSIN: _assassin,
    Identity.BYSTANDER: _bystander,
    Identity.RED: _agent,
    Identity.BLUE: _agent,
}


def _last_guess(table: VersusPublic) -> bool:
    left = table.guesses_left
    return left is not None and left <= 1


def _stop(table: VersusPublic, action: Stop) -> tuple[e.Event, ...]:
    _expect(table, action.side, table.team, Phase.GUESS, Phase.SUDDEN_DEATH)
    if table.phase is Phase.SUDDEN_DEATH:
        return (_lost(table, "sudden_death"),)
    if not table.guesses:
        raise IllegalAction("must_guess_first", f"{action.side} must guess at least once")
    return (e.TurnEnded("stop"),)


def _object(table: VersusPublic, action: Object) -> tuple[e.Event, ...]:
    if _simulated(table):
        raise IllegalAction("bad_side", f"{action.side}: the simulated opponent objects to nothing")
    _expect(table, action.side, table.team.other, Phase.GUESS)
    return (e.ClueObjected(action.side), e.TurnEnded("objection"))


def _cover(state: State, table: VersusPublic, action: CoverCard) -> tuple[e.Event, ...]:
    _expect(table, action.side, table.team, Phase.COVER)
    place = _place(table, action.card)
    owner = action.side if table.objecting else action.side.other
    if state.key.face(action.side)[place] is not IDENTITY[owner]:
        raise IllegalAction("not_your_card", f"{action.card} is not a card {action.side} may cover")
    covered = e.Covered(action.card, action.side, IDENTITY[owner])
    if table.agents_left(owner) > 1:
        return (covered,)
    if not table.objecting:
        return (covered, _lost(table, "enemy_agents"))
    return (covered,) if _finale(table) else (covered, _won(table, owner, "agents"))


def _pass(table: VersusPublic, action: Pass) -> tuple[e.Event, ...]:
    if not table.objecting:
        raise IllegalAction("wrong_phase", f"nothing to pass in the phase {table.phase}")
    _expect(table, action.side, table.team, Phase.COVER)
    return (e.Passed(action.side),)


def _timeout(table: VersusPublic) -> tuple[e.Event, ...]:
    if table.phase is Phase.SUDDEN_DEATH:
        return (_lost(table, "sudden_death"),)
    if table.phase is not Phase.COVER:
        return (e.TurnEnded("timeout"),)
    if not table.objecting:
        raise IllegalAction("wrong_phase", f"no clock runs in the phase {table.phase}")
    return (e.Passed(table.team),)
