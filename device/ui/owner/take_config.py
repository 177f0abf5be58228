"""Taking the settings file of the USB stick for the next start of the box."""

from collections.abc import Iterator
from typing import ClassVar

from device.owner.config_file import NAME, take_config
from device.owner.transfer import Progress, TransferError
from device.ui.owner.transfer import TransferPage


class TakeConfigPage(TransferPage):
    """Hands the file over to the machine, where that will take it."""

    key: ClassVar[str] = "take_config"

    def _begin(self) -> Iterator[Progress]:
        return take_config(self.context.data, self.context.settings.usb, self.context.config)

    def _title(self) -> str:
        return self.t("Settings file")

    def _finish(self) -> str:
        return self.t("The settings file holds from the next start of the box.")

    def _trouble(self, error: TransferError) -> str:
        match error.trouble:
            case "no_config":
                return self.t("There is no {file} in {place}.", file=NAME, place=self.context.settings.usb)
            case "no_place":
                return self.t("This box has no settings file that another one could replace.")
            case "config":
                return self.t("The settings file has a fault: {fault}", fault=self.t.again(error.text))
            case _:
                return super()._trouble(error)
