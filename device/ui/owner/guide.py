"""The guide of the first start: asks for what only people at the box can tell, and writes the config by it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

from device.config.draft import Draft
from device.files.reader import Malformed, counted
from device.owner import first_start, guide_config
from device.storage.store import StoreError
from device.ui.kit import edges, saving, theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator, Notice, Screen
from device.ui.owner.guide_end import EndStep
from device.ui.owner.guide_lights import panel_steps
from device.ui.owner.guide_missing import asked
from device.ui.owner.guide_notes import Complaint, Notes
from device.ui.owner.guide_parts import LampStep, PressStep, SoundStep
from device.ui.owner.guide_screen import LanguageStep, SizeStep, TouchStep, UprightStep
from device.ui.owner.guide_step import MARGIN, GuideControl, Step
from hardware.ports import SEATS, Cell, Input, Pointer, Seat

LEFT_ALONE_SECONDS = 120.0
"""When nobody has touched or pressed anything for so long, the guide goes and everything is as before it."""
ESCAPE_SECONDS = 2.0
TOLD_SECONDS = 8.0
HEAD_H, FOOT_H, SIDE_W = 10.0, 4.4, 26.0
Make = Callable[[GuideControl], Step]


class Guide(Screen):
    """One question after another; nothing is written before the end, and the box is as before until then.

    Nobody is locked out: both buttons held, or nothing done at all, and everything goes back to what it was.
    """

    key: ClassVar[str] = "guide"
    shown_as: ClassVar[str] = "settings"

    def __init__(self, screens: Navigator, seat: Seat | None = None) -> None:
        """Begin.

        Raises:
            Malformed: what it would write took the place of a settings file with a fault.
            OtherInUse: that file is another than the one the box runs by.
        """
        super().__init__(screens)
        context = screens.context
        self._in_use = guide_config.in_use(context.settings, context.box.spec)
        self.draft = self._begun = guide_config.begin_draft(context.config, self._in_use, context.data)
        guide_config.see_in_use(self._begun, context.box)
        self._before = (context.box.spec, context.preferences.volume, context.preferences.language)
        self._defaults = dict(context.preferences.defaults)
        self._made: dict[str, object] = {}
        self.notes = Notes()
        self._told: Notice | None = None
        self._since: float | None = None
        self._both_since: float | None = None
        self._kept = False
        self._steps = self._plan()
        self._at = 0
        self._step = self._steps[0](self)

    def _plan(self) -> list[Make]:
        """Return the steps for the parts there are, each at the side where it is now; never another number of them."""
        spec, steps = self.draft.settings.box, list[Make]()
        steps.append(LanguageStep)
        if "rotate" in spec.screen.params:
            steps.append(UprightStep)
        steps += [TouchStep, SizeStep]
        pressed = [seat for seat in SEATS if spec.buttons[seat].driver != "none"]
        steps += [partial(PressStep, seat=seat) for seat in pressed]
        if len(pressed) == 2 and all(spec.buttons[seat].params.get("lamp", -1) != -1 for seat in SEATS):
            steps.append(partial(LampStep, seat=Seat.A))
        steps += panel_steps(spec, self._begun.settings.box)
        if spec.sound.driver != "none":
            steps.append(SoundStep)
        steps.append(lambda guide: EndStep(guide, self._keep))
        return steps

    # What steps may do

    @property
    def now(self) -> float:
        """Return the time."""
        return self.screens.now

    def change(self, draft: Draft) -> bool:
        """Have the box be as another draft says; where it cannot, nothing changes, and that is told."""
        box = self.context.box
        if box.refit(guide_config.with_parts_of(box.spec, draft.settings.box)):
            self.draft = draft
            self.screens.cancel_touches()
            self.again()
            self.notes.found.pop(f"untried:{self._at}", None)
            return True
        return self._failed()

    def having(self, blocks: Mapping[str, Mapping[str, Any]]) -> bool:
        """Change some values of the config, and the box with it; tell whether that could be done."""
        return self._changed(lambda: self.draft.having(blocks))

    def swap(self, section: str, only: tuple[str, ...] = ()) -> bool:
        """Exchange what the seats have in a section, and the box with it; tell whether that could be done."""
        done = self._changed(lambda: self.draft.swapped(section, only))
        self._steps = self._plan()
        return done

    def _changed(self, make: Callable[[], Draft]) -> bool:
        try:
            draft = make()
        except ValueError:
            return self._failed()
        return self.change(draft)

    def _failed(self) -> bool:
        line = self.t("That could not be tried on this box. Nothing was changed.")
        self.notes.note(f"untried:{self._at}", line)
        self.tell(line)
        return False

    def tell(self, line: str) -> None:
        """Tell a line for some seconds, while its step is asked; told as it goes, while the next one is."""
        self.screens.notify(line, seconds=TOLD_SECONDS)
        self._told = self.screens.notice

    def _untell(self) -> None:
        if self._told is not None and self.screens.notice is self._told:
            self.screens.notice = None

    def set_default(self, name: str, value: object) -> None:
        """Have a setting hold; it is kept as the owner's with all the rest."""
        self._made[name] = value
        self.context.preferences.try_out(name, value)
        self.again()

    def again(self) -> None:
        """Have the picture drawn anew."""
        self.screens.invalidate()

    def forward(self, amiss: Complaint | None = None) -> None:
        """Go to the next step; what is amiss in this one is told, and at the end, too."""
        self.notes.amiss[self._at] = amiss
        if amiss is not None:
            self.tell(amiss.line)
        self._skip()

    def _skip(self) -> None:
        self._go(self._at + 1)

    def _back(self) -> None:
        if self._at:
            self._go(self._at - 1)
        else:
            self._end()

    def _go(self, at: int) -> None:
        self._at = at
        told = self._told
        if told is not None and (self._last or told.until < self.now + TOLD_SECONDS):  # the last one tells it itself
            self._untell()
        self._ask()

    def _ask(self) -> None:
        self._step = asked(self, self._steps[self._at])
        self.screens.cancel_touches()
        self.again()

    # The end

    def _keep(self) -> None:
        """Write the config, and go home."""
        t, context = self.t, self.context
        if context.config is None:
            done = t("This box has no settings file: what was found holds until it is switched off.")
        else:
            try:
                if guide_config.begin_draft(context.config, self._in_use, context.data) != self._begun:
                    self.tell(t("The settings file was changed meanwhile. Begin the guide again."))
                    return
                guide_config.keep(self.draft, self._begun, context.config, context.data)
            except Malformed as fault:
                self.tell(t("The settings file has a fault: {fault}", fault=t.again(counted([fault]))))
                return
            except OSError as error:
                why = guide_config.why_not_kept(error)
                self.tell(t("The settings file could not be written: {why}", why=t.again(why)))
                return
            done = t("Kept. The guide can be started again: Settings, The box.")
        self._kept = True
        for name, value in self._made.items():
            self.screens.set_default(name, value)
        self._end(done)

    def _end(self, done: str = "") -> None:
        """Go home, turned as the step is, and tell what is done or not kept; it does not come by itself again."""
        try:
            first_start.end_for_good(self.context.store)
            unsaved = saving.not_kept(self.context)
        except StoreError:
            unsaved = saving.not_kept(self.context, failed=True)
        forgotten = done and self.context.config is None  # whatever the memory does
        told = done if forgotten else unsaved or done
        self.screens.face(self._step.facing or Seat.A)
        self.screens.go_home()
        if told:
            self.tell(told)

    def left(self) -> None:
        """Have everything as it was before the guide, unless it is kept."""
        self._untell()
        if self._kept:
            return
        spec, volume, language = self._before
        self.context.box.refit(spec, anyhow=True)
        preferences = self.context.preferences
        for name, value in (("volume", volume), ("language", language)):
            if name in self._made:
                now = getattr(preferences, name)  # the counter may have ordered another since
                preferences.try_out(name, self._defaults.get(name, value))
                preferences.try_out(name, value if now == self._made[name] else now, default=False)

    # Time, buttons, fingers

    def tick(self, now: float) -> None:
        """Leave when both buttons are held, or when nobody is there."""
        if self._since is None:
            self._since = now
        both = all(self.context.box.pressed(seat) for seat in SEATS)
        if not both:
            self._both_since = None
        elif self._both_since is None:
            self._both_since = now
        elif now - self._both_since >= ESCAPE_SECONDS:
            self._end()
            return
        if now - self._since >= LEFT_ALONE_SECONDS:
            self.screens.go_home()
            return
        self._step.tick(now)
        if self._step.stale:
            self._ask()

    def raw(self, given: Input) -> None:
        """Take note that somebody is there; what only wakes a dark screen is no answer, nor the second of two."""
        self._since = now = self.screens.now
        if isinstance(given, Pointer) and not self.screens.dark and now >= self.screens.unread_until:
            self._step.touched(given)

    def lit(self) -> frozenset[Seat]:
        """Return the seats whose button does something in this step."""
        return self._step.lit()

    def press(self, seat: Seat) -> None:
        """Take a short press."""
        self._step.press(seat)

    def situation(self) -> int:
        """Return the step: a press means what it meant when it began."""
        return self._at

    def cells(self, seat: Seat) -> tuple[Cell, ...] | None:
        """Return what a seat's key panel shows."""
        return self._step.cells(seat)

    @property
    def palette(self) -> str | None:
        """Return the palette whose red is red and whose blue is blue."""
        return "standard"

    # Layout and drawing

    def _parts(self, view: View) -> tuple[Box, Box, Box, Box, Box]:
        """Return the boxes of back, title, skip, body and foot."""
        inner = view.whole.inset(MARGIN, edges.HIGH)
        foot, rest = inner.cut_bottom(FOOT_H, 0.8)
        head, body = rest.cut_top(HEAD_H, 3.0)
        back, right = head.cut_left(SIDE_W, 2.0)
        skip, title = right.cut_right(SIDE_W, 2.0)
        return back, title, skip, body, foot

    @property
    def _last(self) -> bool:
        return self._at + 1 == len(self._steps)

    def layout(self, canvas: Canvas) -> None:
        """Lay out back, skip, and what the step asks for."""
        view = canvas.view(self._step.facing)
        back, _, skip, body, _ = self._parts(view)
        if not self._step.bare:
            self.touchable(view, "back", back, self._back)
            if not self._last:
                self.touchable(view, "skip", skip, self._skip)
        for answer, box in self._step.targets(view, body):
            self.touchable(view, answer.name, box, answer.act)

    def draw(self, canvas: Canvas) -> None:
        """Draw the step."""
        step, t = self._step, self.t
        view = canvas.view(step.facing)
        back, title, skip, body, foot = self._parts(view)
        widgets.ground(canvas)
        if not step.bare:
            widgets.button(view, back, t("Back") if self._at else t("Leave"))
            if not self._last:
                widgets.button(view, skip, t("Skip"))
        name = f"{step.title} · {self._at + 1} / {len(self._steps)}"
        view.text(name, title, theme.CAP_HEADING, theme.TEXT)
        step.draw(canvas, view, body)
        both = all(self.context.box.works(f"button:{seat}") for seat in SEATS)
        edges.draw(self, canvas, t("Both buttons held for two seconds: out of here") if both else "")
        if (notice := self.screens.notice) is not None:
            view.text(t.again(notice.text), foot, theme.CAP_SMALL, theme.WARN, weight="medium")
