"""What a hand does to a card to mean it, in words: as the settings say, it is held, tapped once, or tapped twice."""

from device.files.texts import Texts
from device.ui.kit.screen import Navigator

AGAIN = "again"
"""In place of a way to confirm: the first of two taps has chosen a card."""


def how(screens: Navigator) -> str:
    """Return what confirms a card now."""
    confirm = screens.context.preferences.confirm
    return AGAIN if confirm == "second_tap" and screens.touch.selected is not None else confirm


def to_guess(t: Texts, how: str) -> str:
    """Tell a side how to guess."""
    taps = {
        "instant": t("Tap a card to guess it"),
        "second_tap": t("Tap a card twice to guess it"),
        AGAIN: t("Tap the card again to guess it"),
    }
    return taps.get(how) or t("Hold a card to guess it")


def last_chance(t: Texts, how: str) -> str:
    """Tell a side how to guess in sudden death."""
    taps = {
        "instant": t("Tap a card: only agents now"),
        "second_tap": t("Tap a card twice: only agents now"),
        AGAIN: t("Tap the card again to guess it"),
    }
    return taps.get(how) or t("Hold a card: only agents now")


def team_to_guess(t: Texts, how: str, team: str) -> str:
    """Tell a team how to guess."""
    taps = {
        "instant": t("{team}: tap a card to guess it", team=team),
        "second_tap": t("{team}: tap a card twice to guess it", team=team),
        AGAIN: t("{team}: tap the card again to guess it", team=team),
    }
    return taps.get(how) or t("{team}: hold a card to guess it", team=team)


def team_last_chance(t: Texts, how: str, team: str) -> str:
    """Tell a team how to guess in sudden death."""
    taps = {
        "instant": t("{team}: tap a card, only your own agents now", team=team),
        "second_tap": t("{team}: tap a card twice, only your own agents now", team=team),
        AGAIN: t("{team}: tap the card again to guess it", team=team),
    }
    return taps.get(how) or t("{team}: hold a card, only your own agents now", team=team)


def to_cover_own(t: Texts, how: str, team: str) -> str:
    """Tell a spymaster how to cover an agent of their own team."""
    taps = {
        "instant": t("{team}: tap one of your agents to cover it", team=team),
        "second_tap": t("{team}: tap one of your agents twice to cover it", team=team),
        AGAIN: t("{team}: tap the card again to cover it", team=team),
    }
    return taps.get(how) or t("{team}: hold one of your agents to cover it", team=team)


def to_cover_enemy(t: Texts, how: str, team: str) -> str:
    """Tell a spymaster how to cover an agent of the simulated opponent."""
    taps = {
        "instant": t("{team}: tap an enemy agent to cover it", team=team),
        "second_tap": t("{team}: tap an enemy agent twice to cover it", team=team),
        AGAIN: t("{team}: tap the card again to cover it", team=team),
    }
    return taps.get(how) or t("{team}: hold an enemy agent to cover it", team=team)
