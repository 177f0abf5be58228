"""What is said after a game: the result, its reason, the score, what to try next."""

from device.files.texts import Texts
from device.rules.missions import FIRST
from device.rules.model import DuetPublic, Public, Result, Side, VersusPublic
from device.ui.kit.names import team_name


def title(t: Texts, result: Result) -> str:
    """Return the result in a word or three."""
    if result.winner is Side.RED:
        return t("Red wins!")
    if result.winner is Side.BLUE:
        return t("Blue wins!")
    return {"won": t("Mission accomplished!"), "lost": t("Mission failed")}.get(result.outcome, t("Game abandoned"))


def reason(t: Texts, table: Public, result: Result, stopped: bool) -> str:
    """Return why it ended; `stopped`: it was given up."""
    if isinstance(table, VersusPublic) and result.outcome != "abandoned":
        return _versus_reason(t, table, result, stopped)
    won = result.outcome == "won"
    match result.reason:
        case "agents":
            return t("All agents are found.")
        case "assassin":
            return t("You met the assassin.")
        case "time":
            return t("Time ran out.")
        case "sudden_death":
            found = t("All agents are found, at the very last moment.")
            return found if won else t("Time had run out, and that was not an agent.")
    return t("Neither won nor lost.")


def _versus_reason(t: Texts, table: VersusPublic, result: Result, stopped: bool) -> str:
    finale = table.options.ending == "assassin"
    won = result.outcome == "won"
    match result.reason:
        case "agents":
            return t("All of their agents are found.")
        case "enemy_agents":
            return t("The enemy's agents are all found.")
        case "assassin" if finale and won:
            return t("All agents found, and the assassin last of all.")
        case "assassin" if result.winner is None:
            return t("You met the assassin.")
        case "assassin":
            return t("The other team met the assassin.")
        case "sudden_death" if result.winner is table.team:
            return t("All agents are found, at the very last moment.")
        case "sudden_death" if stopped:
            return t("{team} gave up.", team=team_name(t, table.team))
    return t("The last chance was missed.")


def score(t: Texts, result: Result, mission: bool = False) -> str:
    """Return the score with a word of praise, where there is one; in a `mission` the campaign is known."""
    if result.score is None:
        return ""
    if result.winner is not None:
        return _enemies(t, result.score)
    n = result.score
    label = t.n("Score: {n} point", "Score: {n} points", n)
    if n > 10 and not mission:
        return f"{label} – {t('now try the campaign')}"
    if n >= 9:
        return f"{label} – {t('outstanding')}"
    return f"{label} – {t('very good')}" if n > 5 else label


def _enemies(t: Texts, n: int) -> str:
    label = t.n("{n} enemy agent still hidden", "{n} enemy agents still hidden", n)
    praise = {
        1: t("better than losing"),
        2: t("the picture sharpens"),
        3: t("fine teamwork"),
        4: t("true spymasters"),
        5: t("headquarters would hire you"),
        6: t("incredible"),
    }
    return f"{label} – {praise.get(n, t('beyond belief'))}"


def next_time(t: Texts, table: Public, late_before: bool, own_clue: bool, swap: bool) -> str:
    """Return a line of advice for the next game.

    `late_before`: time ran out in the game before this one, too; `own_clue`: a clue of people led to the last guess;
    `swap`: two spymasters may change teams.
    """
    result = table.result
    if not isinstance(table, DuetPublic) or result is None or result.outcome == "abandoned":
        return t("Next game: let the two spymasters swap teams.") if swap else ""
    tokens, mission = table.options.tokens, table.options.mission
    if result.outcome == "won":
        if mission is not None or (result.score or 0) > 10:
            return ""
        return t("Next: the campaign.") if tokens <= 9 else t("Next time, try it with 9 tokens.")
    if result.reason == "assassin":
        return t("Before each clue, look at your three assassins.") if own_clue else ""
    if late_before and tokens < 10 and mission in (None, FIRST):
        return t("Out of time again? Try 10 or 11 tokens.")
    return ""
