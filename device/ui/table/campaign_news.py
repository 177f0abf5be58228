"""What a game that ended means to the team on the map, and beside the games before it."""

from collections.abc import Sequence
from typing import NamedTuple

from device.files.texts import Texts
from device.game.campaign import Progress, opened, progress
from device.game.session import Session
from device.rules.missions import MISSIONS
from device.rules.model import DuetPublic, Public
from device.rules.modes import MODES
from device.storage.store import GameResult
from device.ui.kit.names import city_name


class Past(NamedTuple):
    """What there was before the game that ended: the team's progress, and the Duet game before, if any."""

    progress: Progress | None
    before: GameResult | None


def past(session: Session, before: Sequence[GameResult] | None, teamless: bool = False) -> Past:
    """Return what results of before the game on the table say of its team; None: they cannot be read now.

    `teamless`: the team is gone.
    """
    if before is None:
        return Past(None, None)
    team = session.setup.team if session.setup is not None and not teamless else None
    rows = [row for row in before if team is None or row.team == team]
    return Past(progress(rows) if team is not None else None, rows[-1] if rows else None)


def mission(table: Public) -> str | None:
    """Return the city of a mission; None in any other game."""
    return table.options.mission if isinstance(table, DuetPublic) else None


def onward(table: Public, past: Past) -> str | None:
    """Return the city to look at on the map after a mission: one it newly opens, else its own."""
    city = mission(table)
    if city is None or past.progress is None or table.result is None or table.result.outcome != "won":
        return city
    return next(iter(opened(past.progress, city)), city)


def newly_won(table: Public, past: Past) -> str | None:
    """Return the city of a mission that was won for the first time."""
    city = mission(table)
    won = table.result is not None and table.result.outcome == "won"
    return city if won and past.progress is not None and city not in past.progress.done else None


def late(past: Past) -> bool:
    """Tell whether time ran out in the game before."""
    row = past.before
    if row is None or MODES[row.mode].game != "duet":
        return False
    return row.outcome == "lost" and row.reason in ("time", "sudden_death")


def news(t: Texts, table: Public, past: Past) -> str:
    """Return what a won mission brings: the city is done, and others are open now."""
    city = mission(table)
    if city is None or past.progress is None or table.result is None or table.result.outcome != "won":
        return ""
    name = city_name(t, city)
    if city in past.progress.done:
        return t("{city}: won once more.", city=name)
    if len(past.progress.done | {city}) == len(MISSIONS):
        return t("{city} is done, and with it all 26 missions. The world is safe!", city=name)
    now_open = ", ".join(city_name(t, each) for each in opened(past.progress, city))
    if not now_open:
        return t("{city} is done: the end of this road.", city=name)
    return t("{city} is done. Now open: {cities}", city=name, cities=now_open)
