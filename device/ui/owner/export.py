"""Saving everything to the USB stick."""

from collections.abc import Iterator
from typing import ClassVar

from device.owner.archive import FILE
from device.owner.backup import export_steps
from device.owner.transfer import Progress
from device.ui.owner.transfer import TransferPage


class ExportPage(TransferPage):
    """Writes one file for everything the box keeps."""

    key: ClassVar[str] = "export"
    brings: ClassVar[bool] = False

    def _begin(self) -> Iterator[Progress]:
        context = self.context
        context.session.save()
        return export_steps(context.store, context.data, context.settings.usb)

    def _title(self) -> str:
        return self.t("Save everything")

    def _finish(self) -> str:
        if self.context.session.behind:
            return self.t("{file} is saved, without what was played since the memory fails.", file=FILE)
        if self._lacks:
            return self.t("Saved as {file}, but not everything. You can take the stick out.", file=FILE)
        return self.t("Everything is saved as {file}. You can take the stick out.", file=FILE)
