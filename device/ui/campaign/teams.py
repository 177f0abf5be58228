"""Naming a team, its notes, deleting it: what the mission map asks for."""

import unicodedata
from collections.abc import Callable, Sequence
from functools import partial

from device.storage.store import StoreError, Team
from device.ui.kit.screen import Navigator
from hardware.ports import Seat

MAX_NAME = 24
MAX_NOTES = 120


def _same(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def name_team(screens: Navigator, teams: Sequence[Team], then: Callable[[str], object]) -> None:
    """Have a new team named, none of the others' names, and go on with it."""
    store = screens.context.store

    def title() -> str:
        return screens.context.texts("What is your team called?")

    def save(name: str) -> str | None:
        t = screens.context.texts
        if not name:
            return t("A team needs a name.")
        setup = screens.context.session.setup  # the game of a team that was deleted is not to count for another
        taken = [team.name for team in teams] + ([setup.team] if setup and setup.team else [])
        if _same(name) in map(_same, taken):
            return t("That name is taken.")
        try:
            store.add_team(name)
        except StoreError:
            return t("This could not be saved. Try again later.")
        screens.close()
        then(name)
        return None

    screens.open("writing", title=title, limit=MAX_NAME, then=save)


def write_notes(screens: Navigator, team: Team, then: Callable[[str], object]) -> None:
    """Have a team's notes written, and go on with the team."""
    store = screens.context.store

    def title() -> str:
        return screens.context.texts("Notes of {team}", team=team.name)

    def save(notes: str) -> str | None:
        try:
            store.set_notes(team.name, notes)
        except StoreError:
            return screens.context.texts("This could not be saved. Try again later.")
        then(team.name)
        return None

    screens.open("writing", title=title, limit=MAX_NOTES, then=save, text=team.notes)


def ask_delete(screens: Navigator, team: Team, then: Callable[[], object]) -> None:
    """Delete a team, once confirmed, and go on without it."""
    t, store = screens.context.texts, screens.context.store

    def delete() -> None:
        try:
            store.delete_team(team.name)
        except StoreError:
            screens.notify(t("This could not be saved. Try again later."))
        then()

    question = t("Delete {team}, with its map and notes?", team=team.name)
    setup = screens.context.session.setup
    if setup is not None and setup.team == team.name:
        question = t(
            "Delete {team}, with its map and notes? Its game on the table then counts for nobody.", team=team.name
        )
    seat = screens.context.visit.seat or Seat.A
    ask = partial(screens.ask, question, t("Delete"), (seat,), lambda: screens.guard(delete))
    screens.guard(ask)
