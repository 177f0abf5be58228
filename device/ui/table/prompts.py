"""What each edge says, in plain words, from the public table alone."""

from collections.abc import Sequence

from device.files.texts import Texts
from device.game import seating
from device.game.seating import Press
from device.rules import to_act
from device.rules.duet import mistake_price
from device.rules.model import UNLIMITED, Clue, DuetPublic, Phase, Public, Side, VersusPublic
from device.ui.kit.context import Context
from device.ui.kit.lines import PromptLines
from device.ui.kit.names import card_name, city_name, team_name
from device.ui.table import touching
from hardware.ports import Seat


def lines(
    t: Texts,
    table: Public,
    seat: Seat,
    claim: Seat | None,
    entry: str,
    how: str = "hold",
    roles: Sequence[str] = (),
    several: bool = False,
) -> PromptLines:
    """Return what a seat's edge says; `how` a card is confirmed: see `touching`.

    `roles` are the box's. `several`: a clue may have several words.
    """
    press = seating.press(table, seat, claim, roles)
    button = _button(t, table, press, entry, seating.box_sits(roles, table, seat))
    if isinstance(table, DuetPublic):
        main, active = _duet(t, table, seat, claim, how, several)
        if claim is None and seating.people_choose(roles, table):
            main = t("Out of time! You or the box?")
        return PromptLines(main, _duet_more(t, table, seat), button, active)
    assert isinstance(table, VersusPublic)
    main, active = _versus(t, table, seat, how, several)
    return PromptLines(main, _versus_more(t, table), button, active)


def box_says(context: Context, table: Public, seat: Seat, claim: Seat | None) -> str:
    """Return what stands at a seat's edge where the box plays; nothing once the game is over."""
    t, partner = context.texts, context.partner
    if table.phase is Phase.OVER:
        return ""
    if partner.marker is not None:
        return t("The box: hm, {card}?", card=card_name(context, partner.marker, seat))
    if partner.stuck:
        return t("The box could not think. Menu: take back or abandon")
    guesses = seating.box_guesses(partner.plays, table, claim)
    acts = seating.box_acts(partner.plays, table) and (
        guesses or not seating.people_may_act(partner.plays, table)
    )  # or would: a menu
    if (acts or partner.thinking) and table.phase in (Phase.FIRST_CLUE, Phase.CLUE):
        return t("The box thinks of a clue")
    if acts or partner.thinking:
        return t("The box looks at the cards")
    if table.phase in (Phase.GUESS, Phase.SUDDEN_DEATH):
        return t("The box waits for your guess")
    return t("The box waits for your clue")


def opening(t: Texts, table: Public, seat: Seat, roles: Sequence[str], swapped: bool, together: bool) -> str:
    """Return what an edge says until the first clue of two teams: who sits there, or that the spymasters `swapped`.

    `together`: all sit at side A.
    """
    if not isinstance(table, VersusPublic) or table.turn > 1 or table.phase is not Phase.CLUE:
        return ""
    if swapped:
        return t("The spymasters have swapped: who led Red leads Blue now")
    if not seating.sees_key(table, Seat.B, roles):
        return ""
    if together and seat is Seat.B:
        return t("The key is here, for spymasters only")
    if together:
        return t("All sit here; the key is opposite")
    if seat is Seat.B:
        return t("Spymasters sit here: only this side sees the key")
    return t("Guessers sit here, opposite the spymasters")


def hint(t: Texts, table: Public, seat: Seat, claim: Seat | None, panel: bool) -> str:
    """Return a line that helps new people, in place of how it stands; empty where none is needed, or there is news.

    `panel`: the side has a key panel that works.
    """
    if isinstance(table, VersusPublic):
        return _versus_hint(t, table, seat)
    if not isinstance(table, DuetPublic) or table.objected or table.finished:
        return ""
    match table.phase:
        case Phase.FIRST_CLUE:
            return t("Your key panel: bright lights are agents, pulsing white ones assassins") if panel else ""
        case Phase.CLUE if seat in seating.givers(table):
            return t("Link cards that are agents on your key, and none that is an assassin")
        case Phase.GUESS if seat is seating.claimed(table, claim):
            if mistake_price(table.bank) is None:
                return ""  # it ends the game
            return t("A bystander ends the turn, an assassin ends the game")
        case Phase.GUESS:
            return t("Say nothing more and keep a straight face")
    return ""


def _versus_hint(t: Texts, table: VersusPublic, seat: Seat) -> str:
    finale = table.options.ending == "assassin"
    looked_for = finale and not table.agents_left(table.team)
    if table.objected or looked_for:
        return ""
    match table.phase:
        case Phase.CLUE if seat is Seat.B:
            return t("Link agents of your team on the key, and never the assassin")
        case Phase.GUESS if seat is Seat.B:
            return t("Say nothing more and keep a straight face")
        case Phase.GUESS if not finale:  # there the assassin begins sudden death
            return t("Your agents let you go on; the assassin loses the game")
    return ""


def refusal(t: Texts, table: Public, card: str, claim: Seat | None, entry: str) -> str:
    """Return why a card cannot be touched now."""
    if table.covered(card):
        return t("That card is already covered")
    if table.phase in (Phase.FIRST_CLUE, Phase.CLUE):
        if entry == "typed":
            return t("First the clue: it is not given yet")
        return t("First the clue: its number is not entered yet")
    if table.phase is Phase.SUDDEN_DEATH and seating.claimed(table, claim) is None:
        return t("First press the button of the side that guesses")
    return t("That card has been tried already")


def clue_text(t: Texts, clue: Clue, short: bool = False) -> str:
    """Return a clue as it is written: the word if it was typed, and the number; `short` without a label."""
    number = "∞" if clue.number == UNLIMITED else str(clue.number)
    if clue.word:
        return f"{clue.word} · {number}"
    return number if short else t("Clue: {number}", number=number)


def clue_note(t: Texts, table: Public) -> str:
    """Return in words what a clue's number means that no pips can tell, while none of its agents is found."""
    if table.clue is None or table.guesses:
        return ""
    return {0: t("no agent fits"), UNLIMITED: t("as many as you like")}.get(table.clue.number, "")


def _button(t: Texts, table: Public, press: Press | None, entry: str, of_the_box: bool) -> str:
    match press:
        case Press.CLAIM_CLUE:
            first = table.phase is Phase.FIRST_CLUE
            return t("I give the first clue") if first else t("I give the next clue")
        case Press.OPEN_PAD:
            return t("Type the clue") if entry == "typed" else t("Enter the number")
        case Press.STOP:
            return t("End the turn")
        case Press.CLAIM_GUESS:
            return t("Let the box guess") if of_the_box else t("I guess")
        case Press.UNCLAIM_GUESS:
            return t("Let the box wait") if of_the_box else t("I'd rather not guess")
    return ""


def _duet(t: Texts, table: DuetPublic, seat: Seat, claim: Seat | None, how: str, several: bool) -> tuple[str, bool]:
    guessing = seating.claimed(table, claim)
    match table.phase:
        case Phase.FIRST_CLUE:
            return t("Who gives the first clue?"), True
        case Phase.CLUE if len(seating.givers(table)) > 1:
            return t("Who gives the next clue?"), True
        case Phase.CLUE:
            if Side(seat) not in to_act(table):
                return t("Your partner thinks of a clue"), False
            return t("Your clue: words and a number") if several else t("Your clue: one word and a number"), True
        case Phase.GUESS if seat is guessing:
            going_on = table.guesses and how != touching.AGAIN
            return (t("Guess on, or end the turn") if going_on else touching.to_guess(t, how)), True
        case Phase.GUESS:
            return t("Your partner guesses"), False
        case Phase.SUDDEN_DEATH if guessing is None:
            return t("Out of time! Who guesses?"), True
        case Phase.SUDDEN_DEATH if seat is guessing:
            return touching.last_chance(t, how), True
        case Phase.SUDDEN_DEATH:
            return t("Out of time! Your partner guesses"), False
    return t("The game is over"), False


def _duet_more(t: Texts, table: DuetPublic, seat: Seat) -> str:
    left = t.n("{n} agent left to find", "{n} agents left to find", table.agents_left)
    if table.phase is Phase.SUDDEN_DEATH:
        return f"{t('one wrong card loses')} · {left}"
    if table.objected:
        return f"{left} · {t('the clue was called invalid')}"
    if table.finished and table.phase is not Phase.OVER:
        mine = Side(seat) in table.finished
        done = t("your side has no more clues to give") if mine else t("your partner has no more clues to give")
        return f"{left} · {done}"
    if table.options.mistakes < table.options.tokens and table.phase not in (Phase.OVER, Phase.SUDDEN_DEATH):
        price = mistake_price(table.bank)
        costs = t("a mistake loses the game")
        if price is not None:
            costs = t.n("a mistake costs {n} token", "a mistake costs {n} tokens", price[0])
        left = f"{left} · {costs}"
    mission = table.options.mission
    return f"{city_name(t, mission)} · {left}" if mission is not None else left


def _versus(t: Texts, table: VersusPublic, seat: Seat, how: str, several: bool) -> tuple[str, bool]:
    team = team_name(t, table.team)
    spymaster = seat is Seat.B
    match table.phase:
        case Phase.CLUE:
            if spymaster and several:
                return t("{team}: your clue, words and a number", team=team), True
            if spymaster:
                return t("{team}: your clue, one word and a number", team=team), True
            return t("{team}: wait for the clue", team=team), False
        case Phase.GUESS if spymaster:
            return t("{team} guesses", team=team), False
        case Phase.GUESS:
            if table.guesses and how != touching.AGAIN:
                return t("{team}: guess on, or end the turn", team=team), True
            return touching.team_to_guess(t, how, team), True
        case Phase.COVER if spymaster:
            cover = touching.to_cover_own if table.objecting else touching.to_cover_enemy
            return cover(t, how, team), True
        case Phase.COVER:
            mine, enemy = t("{team} covers an agent", team=team), t("{team} covers an enemy agent", team=team)
            return (mine if table.objecting else enemy), False
        case Phase.SUDDEN_DEATH if spymaster:
            return t("{team}: only your own agents now", team=team), False
        case Phase.SUDDEN_DEATH:
            return touching.team_last_chance(t, how, team), True
    return t("The game is over"), False


def _versus_more(t: Texts, table: VersusPublic) -> str:
    found = t("To find: Red {red}, Blue {blue}", red=table.agents_left(Side.RED), blue=table.agents_left(Side.BLUE))
    if table.phase is Phase.SUDDEN_DEATH:
        return f"{t('one wrong card loses')} · {found}"
    if table.phase is Phase.COVER and table.objecting:
        return t("The clue was called invalid")
    if table.phase is Phase.COVER:
        return t("After each of your turns the enemy finds an agent")
    if table.options.ending == "assassin" and not table.agents_left(table.team) and table.phase is not Phase.OVER:
        return t("All agents are found: now find the assassin")
    left = table.guesses_left
    if left is None:
        return found
    return f"{found} · " + str(t.n("{n} guess left", "{n} guesses left", left))
