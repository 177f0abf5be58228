"""A page: a whole screen that belongs to an edge, with a way back."""

from collections.abc import Callable, Iterable
from typing import ClassVar

from device.ui.kit import edges, theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator, Screen
from device.ui.kit.target import Kind
from hardware.ports import Seat

HEAD_H = 10.0
FOOT_H = 4.4


class Page(Screen):
    """A whole screen, turned to the side that opened it or pressed since, with back and a line for what is told.

    A `guarded` page closes when the owner has not touched it for as long as the PIN stays open.
    """

    guarded: ClassVar[bool] = False

    def __init__(self, screens: Navigator, seat: Seat | None = None) -> None:
        super().__init__(screens)
        if seat is not None:
            screens.face(seat)

    @property
    def seat(self) -> Seat | None:
        """Return the side the page is turned to."""
        return self.facing

    def lit(self) -> frozenset[Seat]:
        """Return the side the page is not turned to: its press turns it there."""
        return frozenset((Seat.A,) if self.seat is Seat.B else (Seat.B,))

    def press(self, seat: Seat) -> None:
        """Turn to the side that pressed."""
        self.screens.face(seat)

    def view(self, canvas: Canvas) -> View:
        """Return the canvas as the page is turned."""
        return canvas.view(self.seat)

    def parts(self, view: View) -> tuple[Box, Box, Box, Box]:
        """Return the boxes of back, of the rest of the head, of the body and of the foot."""
        inner = view.whole.inset(4.0, edges.HIGH)
        foot, rest = inner.cut_bottom(FOOT_H, 0.8)
        head, body = rest.cut_top(HEAD_H, 3.0)
        back, right = head.cut_left(24.0, 2.0)
        return back, right, body, foot

    def tick(self, now: float) -> None:
        """Close the page when the owner has gone."""
        if self.guarded and not self.context.pin.is_open(now):
            self.screens.go_home()

    def touchable(
        self,
        view: View,
        name: str,
        box: Box,
        act: Callable[[], object],
        enabled: bool = True,
        kind: Kind = "tap",
        spots: Iterable[Box] = (),
    ) -> None:
        """Lay out a target; touching it keeps the owner's side open."""

        def touched() -> None:
            self.context.pin.stay_open(self.screens.now)
            act()

        super().touchable(view, name, box, touched if self.guarded else act, enabled, kind, spots)

    def layout(self, canvas: Canvas) -> None:
        """Lay out back."""
        view = self.view(canvas)
        self.touchable(view, "back", self.parts(view)[0], self.screens.close)

    def draw(self, canvas: Canvas) -> None:
        """Draw the ground, back, and what is told now."""
        view = self.view(canvas)
        widgets.ground(canvas)
        back, _, _, foot = self.parts(view)
        widgets.button(view, back, self.t("Back"))
        edges.draw(self, canvas, self.t("Button: {what}", what=self.t("Turn around")))
        if self.screens.notice is not None:
            view.text(self.t.again(self.screens.notice.text), foot, theme.CAP_SMALL, theme.WARN, weight="medium")

    def title(self, view: View, text: str, right: float = 0.0) -> None:
        """Draw the page's title beside back; `right` mm are left free at its right."""
        view.text(text, self.parts(view)[1].cut_right(right)[1], theme.CAP_HEADING, theme.TEXT, "left")
