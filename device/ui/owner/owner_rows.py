"""The last page of the settings: the PIN, packs, the USB stick, the self-test, power."""

from collections.abc import Callable
from functools import partial

from device.files.places import is_file
from device.files.reader import Malformed, counted, printable, shortened
from device.owner.archive import FILE, export_in, label_of, summary_of
from device.owner.guide_config import OtherInUse
from device.owner.names import is_anothers
from device.owner.update_file import newest
from device.storage.store import StoreError
from device.ui.kit.screen import Navigator
from device.ui.owner.choices import Choice, Line
from hardware.ports import Seat

SLOTS = 3
MAX_NAME = 60
"""Characters of a file's name in a question."""


class OwnerRows:
    """Rows of what the owner does now and then."""

    def __init__(self, screens: Navigator, seat: Seat | None) -> None:
        self._screens, self._seat = screens, seat

    def lines(self) -> list[Line]:
        """Return the rows."""
        t, has_pin = self._screens.context.texts, self._screens.context.pin.has_pin
        pin = [Choice("pin:set", t("Change the PIN") if has_pin else t("Make a PIN"), False, self._opens("pin"))]
        if has_pin:
            pin.append(Choice("pin:clear", t("Remove the PIN"), False, self._clear))
        stick = (
            Choice("export", t("Save everything"), False, self._ask_export),
            Choice("import", t("Bring everything back"), False, self._ask_import),
            Choice("update", t("Update"), False, self._ask_update),
            Choice("config", t("Settings file"), False, self._opens("take_config")),
        )
        words = {"packs": t("Your own cards"), "selftest": t("Self-test"), "power": t("Switch off")}
        box = [Choice(name, words[name], False, self._opens(name)) for name in words]
        box.append(Choice("guide", t("Guide"), False, self._begin_guide))
        return [
            Line(t("Operator PIN"), tuple(pin), SLOTS),
            Line(t("USB stick"), stick, SLOTS),
            Line(t("The box"), tuple(box), SLOTS),
        ]

    def _opens(self, name: str, **given: object) -> Callable[[], object]:
        return partial(self._screens.open, name, seat=self._seat, **given)

    def _begin_guide(self) -> None:
        """Begin with the guide, unless what it would write took the place of a settings file it is not about."""
        t = self._screens.context.texts
        try:
            self._screens.open("guide", seat=self._seat)
        except Malformed as fault:
            self._screens.notify(t("The settings file has a fault: {fault}", fault=t.again(counted([fault]))))
        except OtherInUse:
            question = t("The box does not yet run by its settings file. It has to start again before the guide.")
            self._screens.ask(question, t("Start again"), self._asked(), self._opens("power"))

    def _asked(self) -> tuple[Seat, ...]:
        return (self._seat or Seat.A,)

    def _clear(self) -> None:
        t = self._screens.context.texts
        question = t("Remove the PIN? Anyone can change the settings then.")
        self._screens.ask(question, t("Remove"), self._asked(), self._screens.clear_pin)

    def _ask_export(self) -> None:
        """Ask before a newer export has fewer games in it than the one of before, which then lies beside it."""
        context = self._screens.context
        t, begin = context.texts, self._opens("export", again=self._ask_export)
        found = summary_of(context.settings.usb / FILE)
        try:
            here = len(context.session.results())
        except StoreError:
            here = 0
        if found is None or len(found.results) <= here or self._is_anothers(found.box):
            begin()
            return
        there = len(found.results)
        question = t(
            "Games saved on the stick: {there}, in this box: {here}. Those are kept beside. Go on?",
            there=there,
            here=here,
        )
        self._screens.ask(question, t("Go on"), self._asked(), begin)

    def _ask_import(self) -> None:
        """Ask whether to replace what the box keeps, once there is something to replace it with."""
        t, ident, box, question = self._screens.context.texts, "", "", ""
        newest = self._screens.context.settings.usb / FILE
        try:
            path = export_in(newest.parent)
            there = is_file(path)
            ident, box = label_of(path)
            if path != newest and is_file(newest):
                question = t("The newest saved file is damaged: {file} is used instead.", file=path.name) + " "
        except OSError:
            there = True  # for all one knows
        begin = self._opens("restore", agreed=ident, again=self._ask_import)
        if not there:
            begin()
            return
        if self._is_anothers(box):
            question += t("Another box saved what is on the stick.") + " "
        question += t(
            "What this box keeps is replaced by what is on the stick: teams, results, settings, "
            "packs of the same name; pictures are added to those in the box. Go on?"
        )
        self._screens.ask(question, t("Go on"), self._asked(), begin)

    def _is_anothers(self, box: str) -> bool:
        """Tell whether an export is another box's than this one, as far as both are known."""
        try:
            return is_anothers(self._screens.context.store, box)
        except StoreError:
            return False

    def _ask_update(self) -> None:
        """Ask whether to put in the update on the stick, if there is one."""
        t, update = self._screens.context.texts, newest(self._screens.context.settings.usb)
        begin = self._opens("update", file=update, again=self._ask_update)
        if update is None:
            begin()
            return
        file = shortened(printable(update.name), MAX_NAME)
        question = t("Put {file} in? The box starts again by itself; games and settings stay.", file=file)
        self._screens.ask(question, t("Go on"), self._asked(), begin)
