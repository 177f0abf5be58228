"""Naming a team, its notes, deleting it: what the mission map asks for."""

import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING

from device.rules.model import Side
from device.storage.store import StoreError

if TYPE_CHECKING:
    from device.ui.campaign.map import Map

LONGEST_NAME = 24
LONGEST_NOTES = 120


def _same(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def name_team(screen: "Map", then: Callable[[], object] = lambda: None) -> None:
    """Have a team named, show its map, and go on."""
    desk, t = screen.desk, screen.t

    def keep(name: str) -> str | None:
        if not name:
            return t("A team needs a name.")
        if any(_same(team.name) == _same(name) for team in screen.teams):
            return t("There is a team of that name already.")
        try:
            desk.store.add_team(name)
        except StoreError:
            return t("This could not be kept. Try again later.")
        desk.close()
        screen.choose(name)
        then()
        return None

    desk.open("writing", title=t("What is your team called?"), limit=LONGEST_NAME, then=keep)


def write_notes(screen: "Map") -> None:
    """Have the notes of the team on the map written."""
    desk, t, team = screen.desk, screen.t, screen.team
    assert team is not None
    name = team.name

    def keep(notes: str) -> str | None:
        try:
            desk.store.set_notes(name, notes)
        except StoreError:
            return t("This could not be kept. Try again later.")
        screen.read(name)
        return None

    title = t("Notes of {team}", team=name)
    desk.open("writing", title=title, limit=LONGEST_NOTES, then=keep, text=team.notes)


def ask_delete(screen: "Map") -> None:
    """Delete the team on the map, once confirmed."""
    desk, t, team = screen.desk, screen.t, screen.team
    assert team is not None
    name = team.name

    def delete() -> None:
        try:
            desk.store.delete_team(name)
        except StoreError:
            desk.tell(t("This could not be kept. Try again later."))
        screen.page = 0
        screen.choose(None)

    question = t("Delete {team}, with its map and notes?", team=name)
    desk.guard(lambda: desk.ask(question, t("Delete"), (Side.A,), delete))
