"""Bringing back from the USB stick what a box saved."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from device.owner.archive import FILE
from device.owner.backup import import_steps
from device.owner.transfer import Progress, TransferError
from device.ui.kit.screen import Navigator
from device.ui.owner.transfer import TransferPage
from hardware.ports import Seat


class RestorePage(TransferPage):
    """Replaces what the box keeps by what an export holds."""

    key: ClassVar[str] = "restore"

    def __init__(
        self, screens: Navigator, agreed: str, seat: Seat | None = None, again: Callable[[], object] | None = None
    ) -> None:
        self._agreed = agreed
        super().__init__(screens, seat, again)

    def _begin(self) -> Iterator[Progress]:
        context = self.context
        context.session.save()
        return import_steps(context.store, context.data, context.settings.usb, self._agreed)

    def _title(self) -> str:
        return self.t("Bring everything back")

    def _finish(self) -> str:
        self.screens.reload()
        if self._lacks:
            return self.t("Teams, results and settings are back, but not all cards of your own.")
        return self.t("Everything is back: teams, results, settings and cards of your own.")

    def _trouble(self, error: TransferError) -> str:
        t, folder = self.t, self.context.settings.usb
        match error.trouble:
            case "no_export":
                return t("There is no {file} in {place}.", file=FILE, place=folder)
            case "damaged":
                return f"{t('The saved file is damaged. Nothing was changed on this box.')} {t.again(error.text)}"
            case "version":
                return t("The saved file comes from another version of the box. Nothing was changed.")
            case _:
                return super()._trouble(error)
