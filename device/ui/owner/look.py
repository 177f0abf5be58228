"""Looking through the packs of the USB stick, before it is asked what a copy may change."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from device.owner.copy_packs import Changed, changed
from device.owner.transfer import Progress
from device.ui.kit.fit import fault_of
from device.ui.kit.screen import Navigator
from device.ui.owner.transfer import TransferPage
from hardware.ports import Seat


class LookPage(TransferPage):
    """Goes when it is done, and hands over what it found."""

    key: ClassVar[str] = "look"

    def __init__(self, screens: Navigator, then: Callable[[Changed], object], seat: Seat | None = None) -> None:
        super().__init__(screens, seat)
        self._then = then
        self._found: Changed | None = None

    def _begin(self) -> Iterator[Progress]:
        context = self.context
        return changed(context.data, context.settings.usb, fault_of, context.packs.our_ids())

    def _title(self) -> str:
        return self.t("Copy from the stick")

    def _done(self, found: Any) -> None:
        self._steps, self._found = None, found

    def tick(self, now: float) -> None:
        """Do the next step; once all are done go, when nothing lies on top."""
        super().tick(now)
        if self._found is not None and self.screens.top is self:
            self.screens.close()
            self._then(self._found)
