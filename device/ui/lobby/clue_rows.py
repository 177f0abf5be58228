"""How clues come and how long turns last: two rows of a new game."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from device.files.texts import Texts
from device.game.start import Choice
from device.rules.model import VersusOptions
from device.ui.kit.chips import Chip, Row, begin

SECONDS = (15, 30, 45, 60, 90, 120, 150, 180, 240, 300, 420, 600)
"""The times a clock can be set to on the screen."""
_DEFAULTS = VersusOptions()


@dataclass(slots=True)
class ClueChoices:
    """What is chosen, from what the settings prefer; times in seconds."""

    entry: str
    relaxed: bool
    shown_first: bool
    timer: str
    clue_seconds: int = _DEFAULTS.clue_seconds
    guess_seconds: int = _DEFAULTS.guess_seconds

    @classmethod
    def of(cls, choice: Choice, shown_first: bool) -> "ClueChoices":
        """Return how clues come and how long turns last in a choice."""
        setup, options = choice.setup, choice.options
        times = {name: int(str(options[name])) for name in ("clue_seconds", "guess_seconds") if name in options}
        return cls(setup.clue_entry, setup.relaxed, shown_first, str(options.get("timer", "off")), **times)

    def options(self) -> dict[str, object]:
        """Return the game's options that are chosen here."""
        return {"timer": self.timer, "clue_seconds": self.clue_seconds, "guess_seconds": self.guess_seconds}

    def clue_row(self, t: Texts, opponents: bool) -> Row:
        """Return how clues come; `opponents`: there is another team whose spymaster may see a clue first."""
        words = {"spoken": t("Spoken"), "typed": t("Typed")}
        chips = [self._one("clue_entry", "entry", value, text) for value, text in words.items()]
        if self.entry == "typed":
            chips += begin([self._flag("relaxed", t("Several words allowed"))])
            if opponents:
                chips += begin([self._flag("shown_first", t("Opponents check it first"))])
        setup = {
            "spoken": t("Said aloud; only the number is entered"),
            "typed": t("Typed in; the box looks at their form"),
        }
        return Row(t("Clues"), tuple(chips), 4.0, setup[self.entry])

    def timer_row(self, t: Texts) -> Row:
        """Return the timer and, where there is one, the times of its two clocks."""
        words = {"off": t("No timer"), "gentle": t("Gentle"), "strict": t("Strict")}
        chips = [self._one("timer", "timer", value, text) for value, text in words.items()]
        if self.timer != "off":
            chips += begin(self._stepper("clue_seconds", t("Clue: {time}", time=clock(self.clue_seconds))))
            chips += begin(self._stepper("guess_seconds", t("Guesses: {time}", time=clock(self.guess_seconds))))
        setup = {
            "off": t("Take your time."),
            "gentle": t("It only reminds you"),
            "strict": t("Time's up: the turn is over"),
        }
        return Row(t("Timer"), tuple(chips), 6.6, setup[self.timer])

    def _one(self, option: str, field: str, value: str, words: str) -> Chip:
        return Chip(f"option:{option}:{value}", words, getattr(self, field) == value, partial(self._set, field, value))

    def _flag(self, field: str, words: str) -> Chip:
        chosen: bool = getattr(self, field)
        return Chip(f"option:{field}", words, chosen, partial(self._set, field, not chosen))

    def _stepper(self, field: str, words: str) -> list[Chip]:
        now: int = getattr(self, field)
        less, more = bisect_left(SECONDS, now) - 1, bisect_right(SECONDS, now)
        return [
            Chip(f"option:{field}:less", "−", False, self._to(field, less), share=0.5),
            Chip("", words.replace("\xa0", " "), False, None, share=0.8),
            Chip(f"option:{field}:more", "+", False, self._to(field, more), share=0.5),
        ]

    def _to(self, field: str, place: int) -> Callable[[], object]:
        return partial(self._set, field, SECONDS[max(0, min(place, len(SECONDS) - 1))])

    def _set(self, field: str, value: object) -> None:
        setattr(self, field, value)


def clock(seconds: int) -> str:
    """Return a time in minutes and seconds."""
    return f"{seconds // 60}:{seconds % 60:02d}"
