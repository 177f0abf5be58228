"""The grid, the ending and the players of two teams: rows of a new game."""

from collections.abc import Callable, Mapping

from device.files.texts import Texts
from device.game.start import CHANCE
from device.ui.kit.chips import Chip, Row, begin
from device.ui.lobby.box_chips import ALL_CLUES, BLUE, BLUE_CLUES


def versus_rows(
    t: Texts,
    options: Mapping[str, object],
    roles: tuple[str, ...],
    chips: Callable[[str, dict[str, str]], tuple[Chip, ...]],
) -> list[Row]:
    """Return the rows of two teams; `chips` makes the choices of an option from the words for its values.

    `roles` are the box's.
    """
    starts = {"red": t("Red starts"), "blue": t("Blue starts"), CHANCE: t("By chance")}
    grid = (*chips("grid", {"5x5": "5 × 5", "5x4": "5 × 4"}), *begin(chips("starts", starts)))
    guessers = begin(chips("operatives", {"two": t("Each has guessers"), "shared": t("One guesser for both")}))
    if options.get("opponent") == "simulated":
        guessers = ()
    finale = options.get("ending") == "assassin"
    return [
        Row(t("Grid"), grid, 5.0, t("Who starts has one more to find")),
        Row(
            t("Ending"),
            chips("ending", {"standard": t("All agents found"), "assassin": t("Assassin finale")}),
            about=t("First all agents, then the assassin") if finale else t("The first team with all agents wins"),
        ),
        Row(
            t("Players"),
            (*chips("opponent", {"team": t("Two teams"), "simulated": t("One team alone")}), *guessers),
            4.0,
            _players(t, options, roles),
        ),
    ]


def _players(t: Texts, options: Mapping[str, object], roles: tuple[str, ...]) -> str:
    """Return for whom the chosen players are."""
    if options.get("opponent") == "simulated":
        return t("1 or more, against the box's pace") if roles else t("2 or more, against the box's pace")
    if options.get("operatives") == "shared":
        for_all = {
            ALL_CLUES: t("1 or more, guessing for both teams"),
            BLUE_CLUES: t("2: one spymaster, one guesser"),
        }
        return for_all.get(roles, t("3: two spymasters, one guesser"))
    with_box = {
        ALL_CLUES: t("2 or more: all of you guess"),
        BLUE_CLUES: t("3 or more: Blue needs no spymaster"),
        BLUE: t("2 or more: you are team Red"),
    }
    return with_box.get(roles, t("4 or more: a spymaster and guessers each"))
