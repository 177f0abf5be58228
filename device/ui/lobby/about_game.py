"""The line beside the games of a new game: who plays the chosen one, and what a team plays it for."""

from device.cards.library import PackLibrary
from device.files.texts import Texts
from device.game.start import Choice
from device.rules.modes import MODES
from device.ui.kit.names import city_name


def about_game(t: Texts, choice: Choice, packs: PackLibrary, opponents: bool) -> str:
    """Return the line for what is chosen; `opponents`: there are two teams, each with a spymaster."""
    setup, mission = choice.setup, choice.options.get("mission")
    if setup.team is not None and mission is None:
        return t("No mission: the team's map stays as it is")
    if mission is not None:
        return t("The mission {city}, on the team's map", city=city_name(t, str(mission)))
    kinds = {pack.kind for pack in packs.find(setup.packs, setup.language)}
    if MODES[setup.mode].game == "duet" and "pictures" in kinds and not setup.box:
        return t("Pictures face side A")
    if kinds == {"pictures"}:
        return t("Pictures in place of words")
    if MODES[setup.mode].game == "duet":
        return t("1 or more, with the box") if setup.box else t("2 or more, all together")
    if not opponents:
        return t("One team alone")
    return t("Two teams") if setup.box else t("4 or more, two teams")
