"""The guide's steps about buttons, lamps and sound."""

from typing import ClassVar

from device.ui.owner.guide_notes import Complaint, left_as_it_is
from device.ui.owner.guide_step import Answer, GuideControl, Step
from hardware.ports import Seat

LAMP = ("lamp", "lamp_inverted", "lamp_pwm")
TONE, TONE_VOLUME = "start", 0.5
LOUDER = (0.1, 0.3, 0.5, 0.7, 1.0)


class SeatStep(Step):
    """A step for one seat's part of a `kind`, turned to it."""

    kind: ClassVar[str]

    def __init__(self, guide: GuideControl, seat: Seat) -> None:
        super().__init__(guide)
        self.seat = seat
        self.part = f"{self.kind}:{seat}"

    @property
    def facing(self) -> Seat | None:
        """Return how the screen is turned."""
        return Seat.B if self.seat is Seat.B else None

    @property
    def name(self) -> str:
        """Return the seat's letter as it is printed."""
        return str(self.seat).upper()


class PressStep(SeatStep):
    """Whichever button comes when the one at this seat is pressed is this seat's."""

    kind = "button"

    @property
    def title(self) -> str:
        """Return the step's title."""
        return self.guide.t("Button {side}", side=self.name)

    @property
    def lines(self) -> str:
        """Return the question."""
        return self.guide.t("Press the button at side {side}: the one at this edge.", side=self.name)

    def answers(self) -> tuple[Answer, ...]:
        """Return that nothing comes of it."""
        t = self.guide.t
        return (Answer("nothing", t("It does nothing"), self._nothing),)

    def lit(self) -> frozenset[Seat]:
        """Light both: a press of either tells something."""
        return self.both

    def press(self, seat: Seat) -> None:
        """Take a press; where the other seat's button comes first, the two are exchanged, if they differ at all."""
        guide, t = self.guide, self.guide.t
        buttons = guide.draft.settings.box.buttons
        if seat is not self.seat and (self.seat is Seat.B or buttons[Seat.A] == buttons[Seat.B]):
            guide.tell(t("That was the button of the other side. Press the one at this edge."))
            return
        if seat is not self.seat:
            if not guide.swap("buttons"):
                return
            guide.notes.exchanged("buttons", t("The buttons are exchanged."))
            guide.notes.forget_amiss("lamp")
        guide.forward()

    def _nothing(self) -> None:
        self.guide.forward(left_as_it_is(self.guide.t, self.part))


class LampStep(SeatStep):
    """The lamp of one seat alone is lit."""

    kind = "lamp"

    @property
    def title(self) -> str:
        """Return the step's title."""
        return self.guide.t("Lamp {side}", side=self.name)

    @property
    def lines(self) -> str:
        """Return the question."""
        return self.guide.t("The lamp in the button at this edge should be lit, and the other one dark.")

    def answers(self) -> tuple[Answer, ...]:
        """Return what may be seen."""
        t = self.guide.t
        return (
            Answer("yes", t("So it is"), self.guide.forward, "main"),
            Answer("other", t("It is the other way round"), self._other),
            Answer("nothing", t("None is lit"), self._nothing),
        )

    def lit(self) -> frozenset[Seat]:
        """Light this seat's."""
        return frozenset((self.seat,))

    def _other(self) -> None:
        if self.guide.swap("buttons", LAMP):
            self.guide.notes.exchanged("lamps", self.guide.t("The lamps are exchanged."))
        self.guide.forward()

    def _nothing(self) -> None:
        self.guide.forward(left_as_it_is(self.guide.t, self.part))


class SoundStep(Step):
    """A tone, louder if need be."""

    part = "speaker"

    @property
    def title(self) -> str:
        """Return the step's title."""
        return self.guide.t("Sound")

    @property
    def lines(self) -> str:
        """Return the question."""
        return self.guide.t("A tone was played. Did you hear it?")

    def answers(self) -> tuple[Answer, ...]:
        """Return what may be heard."""
        t = self.guide.t
        return (
            Answer("yes", t("Yes"), self.guide.forward, "main"),
            Answer("tone", t("Once more"), self.enter),
            Answer("louder", t("Louder"), self._louder),
            Answer("nothing", t("I hear nothing"), self._nothing),
        )

    def enter(self) -> None:
        """Play the tone, also on a box that is muted."""
        self.guide.context.box.play(TONE, self.guide.context.preferences.volume or TONE_VOLUME)

    def _louder(self) -> None:
        now = self.guide.context.preferences.volume
        self.guide.set_default("volume", next((level for level in LOUDER if level > now), LOUDER[-1]))
        self.enter()

    def _nothing(self) -> None:
        t = self.guide.t
        plug = t("Check the loudspeaker's plug. The config can name the sound card: sound, card.")
        self.guide.forward(Complaint(plug, self.part))
