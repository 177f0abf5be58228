"""Copying the packs of the USB stick into the box."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from device.files.messages import Message
from device.owner.copy_packs import Changed, copy_packs
from device.owner.transfer import Progress, TransferError
from device.ui.kit.fit import fault_of
from device.ui.kit.screen import Navigator
from device.ui.owner.transfer import TransferPage
from hardware.ports import Seat


class CopyPage(TransferPage):
    """Copies what was agreed to."""

    key: ClassVar[str] = "copy"

    def __init__(
        self, screens: Navigator, agreed: Changed, seat: Seat | None = None, again: Callable[[], object] | None = None
    ) -> None:
        self._agreed = agreed
        super().__init__(screens, seat, again)

    def _begin(self) -> Iterator[Progress]:
        context = self.context
        ids, usb = context.packs.our_ids(), context.settings.usb
        return copy_packs(context.store, context.data, usb, fault_of, self._agreed, ids)

    def _title(self) -> str:
        return self.t("Copy from the stick")

    def _finish(self) -> str:
        self.context.packs.look_again()
        return self.t("The packs are in the box now. You can take the stick out.")

    def _trouble(self, error: TransferError) -> str:
        match error.trouble:
            case "no_packs":
                none = self.t("There is no pack without a fault in {place}.", place=self.context.settings.usb / "packs")
                faulty = isinstance(error.text, Message)  # else nothing lies there
                return f"{none} {self.t('Not used:')} {self.t.again(error.text)}" if faulty else none
            case _:
                return super()._trouble(error)
