"""The rules of Duet: two sides, a two-faced key, a token bank, sudden death."""

from device.rules import events as e
from device.rules.actions import Action, CoverCard, GiveClue, Guess, Object, Pass, Stop, Timeout, clues, guess
from device.rules.errors import IllegalAction
from device.rules.evolve import fold_events
from device.rules.model import Bank, DuetPublic, Identity, Phase, Result, Side, State, TokenKind

SIDES = (Side.A, Side.B)
STANDARD = 9
"""The tokens and mistakes of the standard game, the only one that is scored."""


def to_act(table: DuetPublic) -> tuple[Side, ...]:
    """Return the sides the game waits for; in sudden death those that may guess."""
    if table.phase in (Phase.FIRST_CLUE, Phase.CLUE):
        return table.givers
    if table.phase is Phase.GUESS and table.clue is not None:
        return (table.clue.side.other,)
    if table.phase is Phase.SUDDEN_DEATH:
        return tuple(side for side in SIDES if side.other not in table.finished)
    return ()


def legal(table: DuetPublic) -> tuple[Action, ...]:
    """Return what the sides may do now, from public facts alone."""
    sides = to_act(table)
    if table.phase in (Phase.FIRST_CLUE, Phase.CLUE):
        actions: list[Action] = [clue for side in sides for clue in clues(side)]
    else:
        actions = [guess(side, card) for side in sides for card in open_cards(table, side)]
    if table.phase is Phase.GUESS:
        actions += [Stop(side) for side in sides if table.guesses]
        actions += [Object(side) for side in sides if not table.objected]
    if table.phase in (Phase.CLUE, Phase.GUESS):
        actions.append(Timeout())
    return tuple(actions)


def open_cards(table: DuetPublic, side: Side) -> tuple[str, ...]:
    """Return the cards a side may touch: not covered, and not marked for it."""
    return tuple(
        card
        for card, cover, marks in zip(table.cards, table.covers, table.markers, strict=True)
        if cover is None and side not in marks
    )


def apply(state: State, action: Action) -> tuple[e.Event, ...]:
    """Return what an action causes.

    Raises:
        IllegalAction: the rules refuse it now.
    """
    table = state.public
    assert isinstance(table, DuetPublic)
    match action:
        case GiveClue():
            return _give_clue(table, action)
        case Guess():
            return _guess(state, table, action)
        case Stop():
            return _stop(table, action)
        case Object():
            return _object(table, action)
        case Timeout():
            return _timeout(table)
    assert isinstance(action, CoverCard | Pass)
    raise IllegalAction("wrong_phase", f"Duet has no such move; the phase is {table.phase}")


def _expect(table: DuetPublic, side: Side, *phases: Phase) -> None:
    if table.phase not in phases:
        raise IllegalAction("wrong_phase", f"not in the phase {table.phase}, only in {' or '.join(phases)}")
    if side not in to_act(table):
        raise IllegalAction("not_your_turn", f"side {side} is not to act in the phase {table.phase}")


def _give_clue(table: DuetPublic, action: GiveClue) -> tuple[e.Event, ...]:
    _expect(table, action.side, Phase.FIRST_CLUE, Phase.CLUE)
    if not isinstance(action.number, int) or not 0 <= action.number <= 9:
        raise IllegalAction("bad_number", f"{action.number}: a clue's number is 0 to 9")
    return (e.ClueGiven(action.side, action.word, action.number),)


def _stop(table: DuetPublic, action: Stop) -> tuple[e.Event, ...]:
    _expect(table, action.side, Phase.GUESS)
    if not table.guesses:
        raise IllegalAction("must_guess_first", f"side {action.side} must guess at least once")
    return _end_turn(table, (_taken(table, "kept", action.side),), "stop")


def _object(table: DuetPublic, action: Object) -> tuple[e.Event, ...]:
    _expect(table, action.side, Phase.GUESS)
    if table.objected:
        raise IllegalAction("already_objected", "this clue was objected to already")
    spent = (e.ClueObjected(action.side), _taken(table, "box"))
    return spent if table.bank.total > 1 else _end_turn(table, spent, "objection")


def _timeout(table: DuetPublic) -> tuple[e.Event, ...]:
    if table.phase not in (Phase.CLUE, Phase.GUESS):
        raise IllegalAction("wrong_phase", f"no clock runs in the phase {table.phase}")
    kept = table.phase is Phase.GUESS and table.guesses > 0
    token = _taken(table, "kept", to_act(table)[0]) if kept else _taken(table, "box")
    return _end_turn(table, (token,), "timeout")


def _guess(state: State, table: DuetPublic, action: Guess) -> tuple[e.Event, ...]:
    _expect(table, action.side, Phase.GUESS, Phase.SUDDEN_DEATH)
    if action.card not in table.cards:
        raise IllegalAction("unknown_card", f"{action.card}: no such card on the table")
    if table.covered(action.card):
        raise IllegalAction("covered", f"{action.card} is covered")
    place = table.cards.index(action.card)
    if action.side in table.markers[place]:
        raise IllegalAction("marked_for_you", f"{action.card} is marked for side {action.side}")
    identity = state.key.face(action.side.other)[place]
    revealed = e.Revealed(action.card, identity, action.side)
    if identity is Identity.AGENT:
        return _hit(state, table, revealed)
    if identity is Identity.ASSASSIN:
        return (revealed, e.Ended(Result("lost", "assassin")))
    if table.phase is Phase.SUDDEN_DEATH:
        return (revealed, e.Ended(Result("lost", "sudden_death")))
    return _mistake(table, revealed)


def _hit(state: State, table: DuetPublic, revealed: e.Revealed) -> tuple[e.Event, ...]:
    events: tuple[e.Event, ...] = (revealed,)
    after = fold_events(table, events)
    for side in SIDES:
        agents = (place for place, identity in enumerate(state.key.face(side)) if identity is Identity.AGENT)
        if side not in table.finished and all(after.covers[place] is not None for place in agents):
            events += (e.SideFinished(side),)
    sudden = table.phase is Phase.SUDDEN_DEATH
    if after.agents_left == 0:
        if not sudden:
            events += (_taken(table, "kept", revealed.by),)
        score = _score(fold_events(table, events), sudden)
        return (*events, e.Ended(Result("won", "sudden_death" if sudden else "agents", score=score)))
    if not sudden and e.SideFinished(revealed.by.other) in events:
        return _end_turn(table, (*events, _taken(table, "kept", revealed.by)), "finished")
    return events


def _score(table: DuetPublic, sudden: bool) -> int | None:
    if (table.options.tokens, table.options.mistakes) != (STANDARD, STANDARD):
        return None
    return 3 * table.bank.total + sum(table.kept) - sudden


def _mistake(table: DuetPublic, revealed: e.Revealed) -> tuple[e.Event, ...]:
    price = mistake_price(table.bank)
    if price is None:
        return (revealed, e.Ended(Result("lost", "time")))
    return _end_turn(table, (revealed, e.TokenSpent(*price, "card")), "bystander")


def mistake_price(bank: Bank) -> tuple[int, TokenKind] | None:
    """Return how many tokens a mistake takes, and of which kind; None where the bank cannot pay: the game is lost."""
    if bank.bystander:
        return 1, "bystander"
    return (2, "check") if bank.check >= 2 else None


def _taken(table: DuetPublic, to: e.Where, side: Side | None = None) -> e.TokenSpent:
    return e.TokenSpent(1, "check" if table.bank.check else "bystander", to, side)


def _end_turn(table: DuetPublic, events: tuple[e.Event, ...], why: e.EndOfTurn) -> tuple[e.Event, ...]:
    events += (e.TurnEnded(why),)
    return events if fold_events(table, events).bank.total else (*events, e.SuddenDeath())
