"""Where the box is put together: what is kept, what is shown, and the kiosk between them."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any, NamedTuple

from device.app.kiosk import Kiosk
from device.app.open import open_session, open_store
from device.app.threads import in_thread
from device.cards.library import PackLibrary
from device.config.preferences import Preferences, preferences
from device.config.settings import Settings
from device.files.assets import assets
from device.files.failures import print_failure
from device.files.messages import Message
from device.files.texts import Language, Texts, languages
from device.game.session import Session
from device.owner.orders import Orders
from device.owner.pin import Pin
from device.storage.store import Store
from device.ui.kit.album import Album
from device.ui.kit.context import Context
from device.ui.kit.fit import fault_of
from hardware.box import Box


class Opened(NamedTuple):
    """A data directory that was opened; `notes` are what people must know of it."""

    data: Path
    settings: Settings
    store: Store
    session: Session
    preferences: Preferences
    languages: Mapping[str, Language]
    album: Album
    notes: tuple[Message, ...]

    @property
    def texts(self) -> Texts:
        """Return the texts in the language of the screen."""
        return Texts(self.languages[self.preferences.language])


def open_data(
    data: Path,
    settings: Settings,
    chosen: Mapping[str, object],
    make: Callable[[Path], Store] = Store,
    report: Callable[[Exception], None] = print_failure,
) -> Opened:
    """Open a data directory; `chosen` are settings that come before those made on the screen.

    `report` is told of what fails in following the game, which goes on.
    """
    known = languages(assets())
    store, store_notes = open_store(data, make)
    session, session_notes = open_session(store, report)
    mine = preferences(settings, store, chosen)
    return Opened(data, settings, store, session, mine, known, Album(data / "album"), (*store_notes, *session_notes))


def pack_library(settings: Settings, data: Path, chosen: Preferences, *, fitting: bool = True) -> PackLibrary:
    """Return the packs of this box: ours, the data directory's and the USB folder's; `fitting`: fit to be printed.

    Lists that do not say their language have the owner's.
    """
    folders, fits = (data / "packs", settings.usb / "packs"), fault_of if fitting else None
    return PackLibrary(assets(), folders, fits, lambda: chosen.owners_language)


def build_kiosk(
    opened: Opened,
    box: Box,
    inputs: "SimpleQueue[Any]",
    rng: Random,
    selftest: Callable[[], Sequence[Mapping[str, object]]],
    notes: Sequence[str] = (),
    think_in: Callable[[Callable[[], None]], None] = in_thread,
    config: Path | None = None,
) -> Kiosk:
    """Return the kiosk of a box over a data directory; it begins by telling `notes` and those of the opening.

    `config` is the config file in use.
    """
    settings = opened.settings
    context = Context(
        session=opened.session,
        packs=pack_library(settings, opened.data, opened.preferences),
        store=opened.store,
        box=box,
        preferences=opened.preferences,
        languages=opened.languages,
        rng=rng,
        settings=settings,
        data=opened.data,
        album=opened.album,
        pin=Pin(opened.store, settings.pin),
        orders=Orders(opened.store, settings.fleet_allow if settings.fleet_broker else ()),
        selftest=selftest,
        config=config,
    )
    return Kiosk(context, inputs, " ".join(map(opened.texts.again, (*notes, *opened.notes))), think_in)
