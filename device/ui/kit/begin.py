"""Beginning a game from a screen."""

from collections.abc import Callable

from device.files.messages import joined
from device.game.last_choice import played_again
from device.game.pack_titles import titled
from device.game.start import Choice, TooFewCards, begin, missing_packs, rematch
from device.ui.kit.names import several
from device.ui.kit.screen import Navigator
from hardware.ports import Seat

MAX_GONE = 40
"""Letters of the packs' titles that fit beside a side."""


def begin_game(screens: Navigator, choice: Choice) -> bool:
    """Put a game on the table and go there; tell it and return False when the packs do not fill the grid."""
    context = screens.context
    try:
        begin(choice, context.session, context.packs, context.store, context.rng)
    except TooFewCards:
        screens.notify(context.texts("These packs do not have enough cards. Choose one more."))
        return False
    context.album.clear()
    screens.go("home", "table")
    return True


def play_on(screens: Navigator) -> None:
    """Go to the game that waits on the table, and tell which of its packs are gone, or have a fault by now."""
    screens.go("home", "table")
    setup = screens.context.session.setup
    if setup is not None:
        tell_missing(screens, setup.packs, setup.language)


def tell_missing(screens: Navigator, names: tuple[str, ...], language: str) -> None:
    """Tell which of the packs a game is to be played by are gone, and which have a fault by now."""
    context, t = screens.context, screens.context.texts
    missing = missing_packs(context.packs, names, language)
    gone = titled(context.store, [name for name in missing if name not in context.packs.faulty])
    faulty = titled(context.store, [name for name in missing if name in context.packs.faulty])
    room = MAX_GONE // 2 if gone and faulty else MAX_GONE
    away = t("Not here any more: {packs}", packs=several(gone, room)) if gone else ""
    spoilt = t("Has a fault: {packs}", packs=several(faulty, room)) if faulty else ""
    if missing:
        screens.notify(joined(away, spoilt, by=" · "))


def begin_asked(
    screens: Navigator, choice: Callable[[], Choice], wanted: Callable[[], tuple[str, ...]] = tuple
) -> None:
    """Begin a game; one that stands on the table is dropped only when agreed to.

    `wanted` tells by which packs it was to be played; those that are gone are told.
    """
    t = screens.context.texts

    def start() -> None:
        screens.context.packs.look_again_if_pictures_changed()
        names, chosen = wanted(), choice()
        if begin_game(screens, chosen):
            tell_missing(screens, names, chosen.setup.language)

    if screens.context.table is None:
        start()
        return
    question = t("The game on the table is dropped when a new one begins. Start it?")
    screens.ask(question, t("Start"), (screens.context.visit.seat or Seat.A,), start)


def begin_rematch(screens: Navigator, swapped: bool = False) -> None:
    """Leave the end of a game and play the same with fresh cards; `swapped`: the spymasters change teams for it."""
    from device.game.campaign import team_is_gone  # home begins games, and needs nothing of the campaign

    context = screens.context
    before = context.session.setup
    context.packs.look_again_if_pictures_changed()
    same = rematch(context.session, context.packs, swapped, team_is_gone(context.store, before))
    choice = played_again(context.store, context.preferences, context.packs, same)
    context.session.finish()
    if not begin_game(screens, choice):
        screens.go("home", "new_game")
    elif before is not None:
        tell_missing(screens, before.packs, before.language)
