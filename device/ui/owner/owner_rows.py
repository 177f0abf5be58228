"""The last page of the settings: the PIN, packs, the USB stick, the self-test, power."""

from collections.abc import Callable
from functools import partial

from device.rules.model import Side
from device.ui.kit.stack import OWNERS, SCREENS, Desk
from device.ui.owner.choices import Choice, Line

SLOTS = 3


class OwnerRows:
    """Rows of what the owner does now and then."""

    def __init__(self, desk: Desk, side: Side | None) -> None:
        self._desk, self._side = desk, side

    def lines(self) -> list[Line]:
        """Return the rows."""
        t, has_pin = self._desk.texts, self._desk.operator.has_pin
        pin = [Choice("pin:set", t("Change the PIN") if has_pin else t("Make a PIN"), False, self._opens("pin"))]
        if has_pin:
            pin.append(Choice("pin:clear", t("Remove the PIN"), False, self._clear))
        stick = (
            Choice("export", t("Save everything"), False, self._opens("transfer", way="export")),
            Choice("import", t("Bring everything back"), False, self._ask_import),
        )
        words = {"packs": t("Your own cards"), "selftest": t("Self-test"), "power": t("Switch off")}
        box = [Choice(name, words[name], False, self._opens(name)) for name in words if name in SCREENS]
        return [
            Line(t("Operator PIN"), tuple(pin), SLOTS),
            Line(t("USB stick"), stick, SLOTS),
            Line(t("The box"), tuple(box), SLOTS),
        ]

    def _opens(self, name: str, **given: str) -> Callable[[], object]:
        opens = partial(self._desk.open, name, side=self._side, **given)
        return partial(self._desk.guard, opens, self._side) if name in OWNERS else opens

    def _asked(self) -> tuple[Side, ...]:
        return (self._side or Side.A,)

    def _clear(self) -> None:
        t = self._desk.texts
        question = t("Remove the PIN? Anyone can change the settings then.")
        self._desk.ask(question, t("Remove"), self._asked(), self._desk.clear_pin)

    def _ask_import(self) -> None:
        t = self._desk.texts
        question = t("What this box keeps is replaced by what is on the stick: teams, results, settings. Go on?")
        self._desk.ask(question, t("Go on"), self._asked(), self._opens("transfer", way="import"))
