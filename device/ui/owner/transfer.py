"""A way to or from the USB stick, done on a page: progress, then the result in plain words."""

from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar

from device.owner.transfer import PIECE, Progress, TransferError, more_of
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.page import Page
from device.ui.kit.screen import Navigator
from hardware.ports import Seat

SMALL = 8
"""So many small files are done in a tick, or as much of a large one as one step takes."""


class TransferPage(Page):
    """Does a step at each tick; back is open when it is done. `brings`: something comes into the box.

    `_lacks`: something could not be taken along.
    """

    shown_as: ClassVar[str] = "settings"
    brings: ClassVar[bool] = True

    def __init__(self, screens: Navigator, seat: Seat | None = None, again: Callable[[], object] | None = None) -> None:
        """Begin; `again` is how another try begins, if not by this page at once."""
        super().__init__(screens, seat)
        self._again = again or partial(screens.open, self.key, seat=seat)
        self._steps: Iterator[Progress] | None = self._begin()
        self._progress = Progress(0, 1)
        self._said = ""
        self._failed = self._lacks = False
        self._begun = False

    def _begin(self) -> Iterator[Progress]:
        """Return the steps; the last one may return what could not be taken along."""
        raise NotImplementedError

    def _title(self) -> str:
        """Return what the page is called."""
        raise NotImplementedError

    def _finish(self) -> str:
        """Return what is told when all is done."""
        raise NotImplementedError

    def _trouble(self, error: TransferError) -> str:
        """Return what is told of a failure."""
        t, folder = self.t, self.context.settings.usb
        match error.trouble:
            case "no_folder":
                return t("There is no USB stick in {place}. Put one in and try again.", place=folder)
            case "other":
                return t("Something else is on the stick by now. Nothing was changed on this box.")
            case "unfinished":
                return t("The memory card failed in between: packs are new from the next start, nothing else changed.")
            case "limits":
                told = t.again(error.text)
            case _:
                told = t("The stick or the memory card did not take it: {why}", why=t.again(error.text))
        return self._unchanged(told) if self.brings else told

    @property
    def busy(self) -> bool:
        """Tell whether something is read or written."""
        return self._steps is not None

    def tick(self, now: float) -> None:
        """Do the next step; the first tick only shows that it begins."""
        if self._steps is None:
            return
        if not self._begun:
            self._begun = True
            return
        self.context.pin.stay_open(now)
        room = PIECE
        try:
            while room > 0:
                self._progress = next(self._steps)
                room -= max(self._progress.size, PIECE // SMALL)
        except StopIteration as ended:
            self._done(ended.value or ())
        except TransferError as error:
            self._fail(self._trouble(error))
        self.screens.invalidate()

    def left(self) -> None:
        """Let go of what is half done: no beginning of a file stays on a stick, and the store may be closed next."""
        if isinstance(self._steps, Generator):
            with suppress(TransferError):
                self._steps.close()

    def _done(self, left_out: Any) -> None:
        """Tell how it went, and of what could not be taken along: the lines that the last step returned."""
        self._steps, self._lacks = None, bool(left_out)
        self._said = self._finish()
        if left_out:
            self._said = f"{self._said} {self.t('Not used:')} {self.t.again(more_of(left_out))}"

    def _fail(self, text: str) -> None:
        self._steps, self._failed, self._said = None, True, text
        self.screens.invalidate()

    def _unchanged(self, text: str) -> str:
        """Return why nothing was brought into the box."""
        return f"{text.removesuffix('.')}. {self.t('Nothing was changed on this box.')}"

    def _try_again(self) -> None:
        """Begin anew, for another stick may be in now: with what is asked first, where something would be replaced."""
        self.screens.close()
        self.screens.guard(self._again, self.seat)  # the owner may have gone

    def _boxes(self, view: View) -> tuple[Box, Box]:
        """Return where it is told how it goes, and where it is tried again."""
        _, _, body, _ = self.parts(view)
        said, rest = body.cut_top(body.h * 0.6, 2.0)
        return said.centred(min(said.w, 112.0), min(said.h, 30.0)), rest.cut_top(11.0)[0].centred(40.0, 11.0)

    def layout(self, canvas: Canvas) -> None:
        """Lay out back, once it is done, and where it failed another try."""
        if self._steps is None:
            super().layout(canvas)
        if self._failed:
            view = self.view(canvas)
            self.touchable(view, "again", self._boxes(view)[1], self._try_again)

    def draw(self, canvas: Canvas) -> None:
        """Draw how far it is, or how it went."""
        view, t = self.view(canvas), self.t
        if self._steps is None:
            super().draw(canvas)
        else:
            widgets.ground(canvas)
        self.title(view, self._title())
        middle, again = self._boxes(view)
        if self._steps is None:
            colour = theme.WARN if self._failed else theme.TEXT
            view.text(self._said, middle, theme.CAP_PROMPT, colour, lines=5)
            if self._failed:
                widgets.button(view, again, t("Try again"), kind="main")
            return
        line, bar = middle.rows(2, 2.0)
        view.text(t("Working. Leave the stick in."), line, theme.CAP_PROMPT, theme.TEXT)
        bar = bar.centred(bar.w, 4.0)
        view.panel(bar, theme.STRIP, theme.LINE, 1.4, 0.2)
        part = self._progress.done / max(1, self._progress.total)
        if part > 0:
            view.panel(Box(bar.x, bar.y, max(4.0, bar.w * part), bar.h), theme.GOLD, None, 1.4)
