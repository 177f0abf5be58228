"""The names that many screens print: teams, cities and cards, in the language of the screen."""

from collections.abc import Sequence

from device.files.reader import shortened
from device.files.texts import Texts
from device.game import seating
from device.rules.model import Side
from device.ui.kit.context import Context
from hardware.ports import Seat


def card_name(context: Context, name: str, seat: Seat | None) -> str:
    """Return what a card of the game on the table is called at a seat: its word, or a picture's number there."""
    shown, table = context.card(name), context.table
    if shown.file is None or table is None:
        return shown.name
    number = card_number(table.cards.index(name), len(table.cards), reader(context, seat))
    return context.texts("card {n}", n=number)


def reader(context: Context, seat: Seat | None) -> Seat | None:
    """Return the seat by whose count a card is called at a seat: where nobody sits, that of the people opposite."""
    if context.table is None:
        return seat
    people = seating.people_at(context.partner.plays, context.table)
    return seat if seat in people else people[0]


def card_number(place: int, count: int, seat: Seat | None) -> int:
    """Return the number of the card at a place (0 to `count` - 1, as A reads the grid) as a seat reads it, from 1."""
    return count - place if seat is Seat.B else place + 1


def team_name(t: Texts, team: Side) -> str:
    """Return a team's name."""
    return t("Red") if team is Side.RED else t("Blue")


def city_name(t: Texts, city: str) -> str:
    """Return a city's name in the language of the screen."""
    names = {
        "prague": t("Prague"),
        "berlin": t("Berlin"),
        "london": t("London"),
        "montreal": t("Montreal"),
        "los_alamos": t("Los Alamos"),
        "washington": t("Washington"),
        "paris": t("Paris"),
        "madrid": t("Madrid"),
        "monte_carlo": t("Monte Carlo"),
        "vatican": t("Vatican"),
        "cairo": t("Cairo"),
        "casablanca": t("Casablanca"),
        "bogota": t("Bogotá"),
        "rio_de_janeiro": t("Rio de Janeiro"),
        "baghdad": t("Baghdad"),
        "dubai": t("Dubai"),
        "mumbai": t("Mumbai"),
        "cape_town": t("Cape Town"),
        "sydney": t("Sydney"),
        "tokyo": t("Tokyo"),
        "moscow": t("Moscow"),
        "yakutsk": t("Yakutsk"),
        "shanghai": t("Shanghai"),
        "hong_kong": t("Hong Kong"),
        "bangkok": t("Bangkok"),
        "singapore": t("Singapore"),
    }
    return names[city]


def several(names: Sequence[str], most: int) -> str:
    """Return as many whole names as a line of so many characters holds, and how many more there are.

    Of the first one there is at least the beginning.
    """
    more = ""
    for count in range(min(len(names), most), 0, -1):
        more = f" (+ {len(names) - count})" if count < len(names) else ""
        line = ", ".join(names[:count])
        if len(line) + len(more) <= most:
            return line + more
    return shortened(names[0], most - len(more)) + more if names else ""
