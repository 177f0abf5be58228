"""Writing a short text with the on-screen keyboard: a team's name, its notes."""

from collections.abc import Callable
from typing import ClassVar

from device.ui.kit import fit, theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.keyboard import Keyboard
from device.ui.kit.screen import Navigator, Screen

BUTTON_W = 27.0


class Writing(Screen):
    """Takes a text of at most `limit` letters; `then` keeps it, or returns in plain words why it cannot be so."""

    key: ClassVar[str] = "writing"
    shown_as: ClassVar[str] = "map"

    def __init__(
        self,
        screens: Navigator,
        title: Callable[[], str],
        limit: int,
        then: Callable[[str], str | None],
        text: str = "",
    ) -> None:
        super().__init__(screens)
        self.limit, self.then, self.text = limit, then, text
        self.refused = ""
        self._title, self._language = title, self.t.language
        self._keyboard = Keyboard(lambda: self.t.language.keyboard, self.typed, self.erase)

    @property
    def title(self) -> str:
        """Return what is to be written, in the language of now."""
        return self._title()

    def tick(self, now: float) -> None:
        """Let go of what was said in another language, which the counter may have changed."""
        if self._language is not self.t.language:
            self._language, self.refused = self.t.language, ""
            self.screens.invalidate()

    def typed(self, text: str) -> None:
        """Take letters from the screen's keyboard or an attached one; those beyond the limit are dropped."""
        self.text = fit.typed(self.text, text, self.limit)
        self.refused = ""
        self.screens.invalidate()

    def erase(self) -> None:
        """Take the last letter back."""
        self.text, self.refused = self.text[:-1], ""

    def submit(self) -> None:
        """Have the text kept; stay where it cannot be."""
        refused = self.then(" ".join(self.text.split()))
        self.refused = refused or ""
        if refused is None and self.screens.top is self:
            self.screens.close()

    def _boxes(self, view: View) -> tuple[Box, Box, Box, Box, Box]:
        inner = view.whole.inset(3.0, 2.0)
        title, rest = inner.cut_top(4.6, 0.9)
        line, keys = rest.cut_top(9.6, 1.4)
        cancel, line = line.cut_left(BUTTON_W, 1.4)
        confirm, field = line.cut_right(BUTTON_W, 1.4)
        return title, cancel, field, confirm, keys

    def layout(self, canvas: Canvas) -> None:
        """Lay out the keys, cancel and confirm."""
        view = canvas.view(self.facing)
        _, cancel, _, confirm, keys = self._boxes(view)
        self.touchable(view, "cancel", cancel, self.screens.close)
        self.touchable(view, "confirm", confirm, self.submit)
        self._keyboard.lay_out(self, view, keys)

    def draw(self, canvas: Canvas) -> None:
        """Draw what is written so far, and the keys."""
        view = canvas.view(self.facing)
        widgets.ground(canvas)
        title, cancel, field, confirm, keys = self._boxes(view)
        colour = theme.WARN if self.refused else theme.SOFT
        view.text(self.refused or self.title, title, theme.CAP_BODY, colour)
        widgets.button(view, cancel, self.t("Cancel"))
        widgets.button(view, confirm, self.t("Done"), theme.CAP_PROMPT, "main")
        view.panel(field, theme.PAPER, theme.PAPER_EDGE, 0.8, 0.2)
        room = field.inset(2.0, 0.9)
        view.text(self.text + "|", room, theme.CAP_PROMPT, theme.INK, "left", lines=2, recorded=self.text)
        self._keyboard.draw(view, keys)
