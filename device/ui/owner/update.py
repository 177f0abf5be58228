"""Taking an update from the USB stick: it is checked, handed over, and put in by the machine beside the running one."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

from device.files.places import is_there
from device.owner.transfer import Progress, TransferError
from device.owner.update_file import NAMES
from device.owner.updates import hand_over_steps
from device.owner.versions import ASKED, TAKEN, Versions
from device.ui.kit.screen import Navigator
from device.ui.owner.transfer import TransferPage
from hardware.ports import Seat

LOOK_SECONDS = 1.0
"""So often it is looked whether the machine still has what was handed over."""


class UpdatePage(TransferPage):
    """Hands an update on the stick over, and stays until the box starts with it."""

    key: ClassVar[str] = "update"

    def __init__(
        self,
        screens: Navigator,
        file: Path | None,
        seat: Seat | None = None,
        again: Callable[[], object] | None = None,
    ) -> None:
        """Begin with the file that was agreed to, where there was one."""
        self._file = file
        self._versions = Versions.here()
        self._before = self._versions.outcome_at
        self._look_at: float | None = None
        super().__init__(screens, seat, again)

    def _begin(self) -> Iterator[Progress]:
        context = self.screens.context
        path = self._file or context.settings.usb / NAMES  # none was found, and none was asked about
        return hand_over_steps(path, context.data, context.settings.update_key, self._versions)

    def tick(self, now: float) -> None:
        """Do the next step; once it is handed over, look whether it is refused, or came to nothing."""
        super().tick(now)
        if self._look_at is not None and now >= self._look_at:
            self._look_at = now + LOOK_SECONDS
            if (why := self._why_not()) is not None:
                self._look_at = None
                self._fail(why)

    def _why_not(self) -> str | None:
        """Say what came of the update, if it is over and not in: the machine may have ended it without a word."""
        versions, data = self._versions, self.context.data
        try:
            over = not any(is_there(data / name) for name in (ASKED, TAKEN)) and not versions.switched
        except OSError:
            over = False  # for all one knows
        outcome = versions.outcome
        if outcome and outcome[0] == "failed" and versions.outcome_at != self._before:
            return self._unchanged(self.t("The update could not be put in: {why}.", why=self.t.again(outcome[2])))
        if over:
            version = versions.cut_short or "?"
            return self.t("The update to version {version} was cut short. Put it in again.", version=version)
        return None

    def _title(self) -> str:
        return self.t("Update")

    def _finish(self) -> str:
        self._look_at = self.screens.now
        return self.t(
            "The update is being put in. That takes some minutes; then the box starts again by itself. "
            "Leave it switched on. You can take the stick out."
        )

    def _trouble(self, error: TransferError) -> str:
        t = self.t
        match error.trouble:
            case "no_file":
                text = t("There is no update in {place}. Put the right stick in.", place=self.context.settings.usb)
            case "foreign":
                text = t("That file is no update of this box.")
            case "machine":
                text = t("That update is for another kind of machine.")
            case "older":
                text = t("That update is not newer than what this box has.")
            case "unsigned":
                text = t("That update is not signed by the owner of this box.")
            case "damaged":
                text = t("The update is damaged.")
            case "not_installed":
                text = t("This box was not set up by its installer and cannot put an update in.")
            case _:
                return super()._trouble(error)
        return self._unchanged(text)
