"""What is imported and read while people look at home, so that nobody waits for it at a touch."""

from collections.abc import Callable, Iterator
from functools import partial

from device.app.threads import in_thread
from device.ui.kit.context import Context
from device.ui.screens import find_screen

SCREENS = ("new_game", "map", "how_to_play", "table", "menu", "ending", "end", "statistics", "settings")
"""What can be opened from home and in a game, the slowest first."""


class Ahead:
    """Reads what the screens show in the language in use; again after that was changed."""

    def __init__(self, context: Context, run_in: Callable[[Callable[[], None]], None] = in_thread) -> None:
        self._context, self._run_in = context, run_in
        self._language = ""

    def follow(self) -> None:
        """Called after each tick, first when home stands."""
        language = self._context.preferences.language
        if language != self._language:
            self._language = language
            self._run_in(partial(_read, self._context, language))


def _read(context: Context, language: str) -> None:
    """Read ahead; what cannot be read is told when its screen is opened."""
    for read in _readings(context, language):
        try:
            read()
        except Exception:
            continue


def _readings(context: Context, language: str) -> Iterator[Callable[[], object]]:
    """Yield what reads one thing each: a screen's code, then the files it shows."""
    from device.ui import diagrams
    from device.ui.campaign.chart import coasts
    from device.ui.lobby.how_to_play import leaves

    yield partial(context.packs.read_ours, language)
    for key in SCREENS:
        yield partial(find_screen, key)
    yield coasts
    yield partial(leaves, context.languages[language])
    yield diagrams.names
