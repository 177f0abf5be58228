"""The guide's steps about the screen: language, which way up, where touches come down, how large it is."""

from functools import partial

from device.ui.kit import theme
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.owner.guide_notes import Complaint
from device.ui.owner.guide_step import MARGIN, Answer, GuideControl, Step
from hardware.ports import Pointer, Seat
from hardware.touch_map import fitting_map

TAKES_SECONDS = 5.0
"""A language that was chosen by a button is taken so long after the last press."""
TURNS_SECONDS = 4.0
MARKS = ((0.12, 0.2), (0.88, 0.2), (0.12, 0.8))
TRIES = 3
CARD_MM = 53.98
"""The short side of a bank card."""
SIZES = (0.95, 0.99, 1.01, 1.05)


class LanguageStep(Step):
    """Every language in its own name; by touch, or by button for whoever's touch goes astray."""

    def __init__(self, guide: GuideControl) -> None:
        super().__init__(guide)
        self._pressed_at: float | None = None

    @property
    def title(self) -> str:
        """Return the step's title."""
        return self.guide.t("Language")

    @property
    def lines(self) -> str:
        """Return the question."""
        t = self.guide.t
        told = t("Touch your language.")
        return f"{told} {t('A button goes to the next one.')}" if self.button_works else told

    def answers(self) -> tuple[Answer, ...]:
        """Return the languages."""
        context = self.guide.context
        return tuple(
            Answer(
                f"language:{code}",
                each.name,
                partial(self._take, code),
                "chosen" if code == context.preferences.language else "plain",
            )
            for code, each in context.languages.items()
        )

    def boxes(self, body: Box) -> tuple[Box, list[Box]]:
        """Return the boxes of the question and of the languages."""
        text, rest = body.cut_top(10.0, 3.0)
        return text, rest.cut_top(14.0)[0].columns(len(self.answers()), 2.4)

    def _take(self, code: str) -> None:
        self.guide.set_default("language", code)
        self.guide.forward()

    def lit(self) -> frozenset[Seat]:
        """Light both."""
        return self.both

    def press(self, seat: Seat) -> None:
        """Go to the next language; it is taken when nobody presses on."""
        codes = list(self.guide.context.languages)
        at = codes.index(self.guide.context.preferences.language)
        self.guide.set_default("language", codes[(at + 1) % len(codes)])
        self._pressed_at = self.guide.now

    def tick(self, now: float) -> None:
        """Take the language that was chosen by a button."""
        if self._pressed_at is not None and now - self._pressed_at >= TAKES_SECONDS:
            self.guide.forward()


class UprightStep(Step):
    """Turns to and fro until somebody touches it anywhere: so it needs no touch that comes down where it should."""

    bare = True

    def __init__(self, guide: GuideControl) -> None:
        super().__init__(guide)
        self._turned = False

    @property
    def facing(self) -> Seat | None:
        """Return how it is turned just now."""
        return Seat.B if self._turned else None

    @property
    def title(self) -> str:
        """Return the step's title."""
        return self.guide.t("Which way up?")

    @property
    def lines(self) -> str:
        """Return the question."""
        t = self.guide.t
        if not self.button_works:
            return t("Sit where side A is to be. Touch the screen anywhere while this is upright for you.")
        return t(
            "Sit where side A is to be. Touch the screen anywhere, or press a button, while this is upright for you."
        )

    def targets(self, view: View, body: Box) -> list[tuple[Answer, Box]]:
        """Return the whole screen."""
        return [(Answer("upright", "", self._take), view.whole)]

    def draw_answers(self, view: View, body: Box) -> None:
        """The whole screen is the answer."""

    def tick(self, now: float) -> None:
        """Turn round."""
        turned = int((now - self.begun) / TURNS_SECONDS) % 2 == 1
        if turned != self._turned:
            self._turned = turned
            self.guide.again()

    def lit(self) -> frozenset[Seat]:
        """Light both."""
        return self.both

    def press(self, seat: Seat) -> None:
        """Take it as it is turned now."""
        self._take()

    def _take(self) -> None:
        guide = self.guide
        rotate = int(guide.draft.settings.box.screen.params.get("rotate", 0))
        if self._turned and guide.having({"screen": {"rotate": (rotate + 180) % 360}}):
            guide.notes.exchanged("rotate", guide.t("The picture is turned round."))
        guide.forward()


class TouchStep(Step):
    """Three marks, one after the other; nothing else can be touched."""

    bare = True

    def __init__(self, guide: GuideControl) -> None:
        super().__init__(guide)
        self._touched: list[tuple[float, float]] = []
        self._tries = 0

    @property
    def title(self) -> str:
        """Return the step's title."""
        return self.guide.t("Touch")

    @property
    def lines(self) -> str:
        """Return the question."""
        t = self.guide.t
        told = t("Touch the middle of the ring: {n} of {all}.", n=self._at, all=3)
        return f"{told} {t('A button skips this.')}" if self.button_works else told

    @property
    def _at(self) -> int:
        return len(self._touched) + 1

    def draw(self, canvas: Canvas, view: View, body: Box) -> None:
        """Draw the mark to be touched."""
        room = body.centred(body.w * 0.6, body.h)
        view.text(self.lines, room, theme.CAP_HEADING, theme.TEXT, lines=3)
        x, y = MARKS[len(self._touched)]
        whole = canvas.view(None)
        for size, colour in ((9.0, theme.GOLD), (6.4, theme.GROUND), (2.0, theme.GOLD)):
            spot = Box(x * whole.width - size / 2, y * whole.height - size / 2, size, size)
            whole.panel(spot, colour, colour, size / 2)

    def lit(self) -> frozenset[Seat]:
        """Light both."""
        return self.both

    def press(self, seat: Seat) -> None:
        """Leave the touch as it is."""
        self.guide.forward()

    def touched(self, pointer: Pointer) -> None:
        """Take a finger that comes down; after the third one, find out how the sensor lies."""
        if pointer.kind != "down":
            return
        self._touched.append((pointer.x, pointer.y))
        if len(self._touched) == len(MARKS):
            self._judge()
        self.guide.again()

    def _judge(self) -> None:
        guide, touched = self.guide, self._touched
        now = guide.draft.settings.box.touch
        found, self._touched = fitting_map(now, MARKS, touched), []
        self._tries += 1
        if found is None and self._tries < TRIES:
            guide.tell(guide.t("Those touches do not fit the marks. Once more, please."))
            return
        if found is None:
            stays = guide.t("Touch stays as it was. A cable or the screen itself may be the cause.")
            guide.forward(Complaint(stays))
            return
        if found != now and guide.having({"touch": {"turn": found.turn, "mirror": found.mirror}}):
            guide.notes.note("touch", guide.t("Touch comes down where the finger is."))
        guide.forward()


class SizeStep(Step):
    """The outline of a bank card, made to fit a real one held against the glass."""

    def __init__(self, guide: GuideControl) -> None:
        super().__init__(guide)
        context = self.guide.context
        self._told = context.box.screen_mm
        self._wide = self._told[0] if self._told else self.guide.draft.settings.size_mm[0]

    @property
    def title(self) -> str:
        """Return the step's title."""
        return self.guide.t("How large is the screen?")

    @property
    def lines(self) -> str:
        """Return the question."""
        t, size = self.guide.t, self._size
        fits = t("Hold a bank card upright against the glass. Is the light field as wide as the card?")
        measures = t("The screen then measures {wide} × {high} mm.", wide=round(size[0]), high=round(size[1]))
        return f"{fits} {measures}"

    @property
    def _size(self) -> tuple[float, float]:
        """Return the size in mm: the one that is kept, else of another width and the picture's own shape.

        A card tells the width alone; with pixels that are not square the kept height is no other for that.
        """
        kept, size = self.guide.draft.settings.size_mm, self.guide.context.box.screen.surface.get_size()
        if round(self._wide, 1) == round(kept[0], 1):
            return kept
        return round(self._wide, 1), round(self._wide * size[1] / size[0], 1)

    def answers(self) -> tuple[Answer, ...]:
        """Return smaller, larger, and that it fits."""
        words = ("− −", "−", "+", "+ +")
        change = [
            Answer(f"frame:{name}", text, partial(self._scale, 1 / by))
            for name, text, by in zip(("less", "smaller", "larger", "more"), words, SIZES, strict=True)
        ]
        return (*change, Answer("confirm", self.guide.t("It fits"), self._take, "main"))

    def boxes(self, body: Box) -> tuple[Box, list[Box]]:
        """Return the boxes of the question and of the answers: beside the frame, at the right."""
        right = body.cut_left(self._frame(body).w, 6.0)[1]
        below, text = right.cut_bottom(23.0, 2.0)
        above, last = below.rows(2, 2.0)
        return text, [*above.columns(4, 1.4), last]

    def _frame(self, body: Box) -> Box:
        """Return the box that is as wide as a card's short side, if the screen is as large as is thought."""
        wide = (body.w + 2 * MARGIN) * CARD_MM / self._wide
        return Box(body.x, body.y, min(wide, body.w - 40.0), body.h)

    def draw(self, canvas: Canvas, view: View, body: Box) -> None:
        """Draw the frame beside the question."""
        frame = self._frame(body)
        view.fill(frame, theme.PAPER)
        view.text(self.lines, self.boxes(body)[0], theme.CAP_BODY, theme.TEXT, lines=8)
        self.draw_answers(view, body)

    def _scale(self, by: float) -> None:
        self._wide = min(999.0, max(60.0, self._wide * by))
        self.guide.again()

    def _take(self) -> None:
        guide, size = self.guide, self._size
        if size != guide.draft.settings.size_mm and guide.having({"screen": {"size_mm": size}}):
            measures = guide.t("The screen measures {wide} × {high} mm.", wide=round(size[0]), high=round(size[1]))
            guide.notes.note("size", measures)
        guide.forward()
