"""The settings as rows of choices, page by page."""

from collections.abc import Callable, Sequence
from functools import partial

from device.files.texts import Texts
from device.ui.kit.screen import Navigator
from device.ui.owner.choices import Choice, Line

VOLUMES = (0.1, 0.3, 0.5, 0.7, 1.0)
LED_LEVELS = (0.1, 0.2, 0.4, 0.7, 1.0)
DAY_LEVELS = (0.2, 0.4, 0.6, 0.8, 1.0)
NIGHT_LEVELS = (0.05, 0.1, 0.2, 0.4, 0.6)
DIM_SECONDS = (30, 60, 120, 300, 600)
BLANK_SECONDS = (300, 600, 900, 1800, 3600)


class Rows:
    """Builds the rows of the settings for a screens."""

    def __init__(self, screens: Navigator) -> None:
        self._screens = screens

    @property
    def _t(self) -> Texts:
        return self._screens.context.texts

    def game(self) -> list[Line]:
        """Return what belongs to playing."""
        t = self._t
        languages = tuple(
            Choice(
                f"language:{code}",
                language.name,
                code == self._screens.context.preferences.language,
                partial(self._screens.set_default, "language", code),
            )
            for code, language in self._screens.context.languages.items()
        )
        seats = {"opposite": t("Opposite"), "same_side": t("Same side")}
        confirm = {"hold": t("Hold the card"), "second_tap": t("Tap twice"), "instant": t("Tap once")}
        entry = {"spoken": t("Spoken"), "typed": t("Typed")}
        timer = {"off": t("No timer"), "gentle": t("Gentle"), "strict": t("Strict")}
        return [
            Line(t("Language"), languages),
            self._line(t("Seats of two teams"), "seats", seats, self._seats_hint()),
            self._line(t("To guess"), "confirm", confirm, self._confirm_hint()),
            self._clue_line(entry),
            self._line(t("Timer"), "timer", timer, self._timer_hint()),
        ]

    def _seats_hint(self) -> str:
        t = self._t
        if self._screens.context.preferences.seats == "opposite":
            return t("Every card shows its word to both sides.")
        return t("Each word stands once and larger, towards side A.")

    def _confirm_hint(self) -> str:
        t = self._t
        hints = {
            "hold": t("A ring fills while the card is held."),
            "second_tap": t("The first touch chooses, the second one guesses."),
            "instant": t("A touch guesses at once: mind your sleeves."),
        }
        return hints[self._screens.context.preferences.confirm]

    def _clue_line(self, entry: dict[str, str]) -> Line:
        t, preferences = self._t, self._screens.context.preferences
        if preferences.clue_entry == "spoken":
            hint = t("The word is said aloud, only its number is entered.")
            return self._line(t("Clues"), "clue_entry", entry, hint)
        line = self._line(t("Clues"), "clue_entry", entry)
        words = {"relaxed": t("Several words allowed"), "shown_first": t("Opponents check it first")}
        flags = (
            Choice(f"setting:{name}", text, getattr(preferences, name), self._set(name, not getattr(preferences, name)))
            for name, text in words.items()
        )
        return Line(line.label, (*line.choices, *flags))

    def _timer_hint(self) -> str:
        t = self._t
        hints = {
            "off": t("Take your time."),
            "gentle": t("Light and sound tell when the time is up."),
            "strict": t("The turn ends when the time is up."),
        }
        return hints[self._screens.context.preferences.timer]

    def sound(self, try_it: Callable[[], object]) -> list[Line]:
        """Return sound and motion; `try_it` plays a cue."""
        t, preferences = self._t, self._screens.context.preferences
        mute = Choice("mute", t("Sound off"), preferences.muted, partial(self._mute, True))
        unmute = Choice("unmute", t("Sound on"), not preferences.muted, partial(self._mute, False))
        listen = Choice("try_sound", t("Listen"), False, try_it)
        motion = {"true": t("On"), "false": t("Off")}
        return [
            Line(t("Sounds"), (unmute, mute, listen)),
            self._levels(t("Volume"), "volume", VOLUMES),
            self._flag(t("Motion"), "motion", motion),
            self._flag(t("First game hints"), "hints", motion),
        ]

    def colours(self) -> list[Line]:
        """Return how the key panels look."""
        t = self._t
        palettes = {
            "standard": t("Standard"),
            "deutan": t("Green-weak (deutan)"),
            "protan": t("Red-weak (protan)"),
            "tritan": t("Blue-weak (tritan)"),
            "mono": t("No colours"),
        }
        return [
            self._line(t("Colours of the keys"), "palette", palettes),
            self._levels(t("Brightness of the keys"), "led_brightness", LED_LEVELS),
        ]

    def screen(self) -> list[Line]:
        """Return the screen's light and when it goes down."""
        t = self._t
        return [
            self._levels(t("In use"), "day", DAY_LEVELS),
            self._levels(t("When dimmed"), "night", NIGHT_LEVELS),
            self._times(t("Dims after"), "dim_after_seconds", DIM_SECONDS),
            self._times(t("Goes dark after"), "blank_after_seconds", BLANK_SECONDS),
        ]

    def _line(self, label: str, name: str, words: dict[str, str], hint: str = "") -> Line:
        now = getattr(self._screens.context.preferences, name)
        choices = (self._choice(name, value, text, value == now) for value, text in words.items())
        return Line(label, tuple(choices), hint=hint)

    def _flag(self, label: str, name: str, words: dict[str, str]) -> Line:
        now = getattr(self._screens.context.preferences, name)
        choices = (
            Choice(f"setting:{name}:{key}", text, now is (key == "true"), self._set(name, key == "true"))
            for key, text in words.items()
        )
        return Line(label, tuple(choices))

    def _levels(self, label: str, name: str, levels: Sequence[float]) -> Line:
        words = {level: self._t("{n} %", n=round(level * 100)) for level in levels}
        return self._nearest(label, name, words)

    def _times(self, label: str, name: str, times: Sequence[int]) -> Line:
        t = self._t
        words = {each: t("{n} s", n=each) if each < 60 else t("{n} min", n=each // 60) for each in times}
        return self._nearest(label, name, words)

    def _nearest(self, label: str, name: str, words: dict[float, str] | dict[int, str]) -> Line:
        """A value between two choices, as a config file may hold, shows as the nearest one."""
        now = getattr(self._screens.context.preferences, name)
        nearest = min(words, key=lambda value: abs(value - now))
        return Line(label, tuple(self._choice(name, value, text, value == nearest) for value, text in words.items()))

    def _choice(self, name: str, value: object, text: str, chosen: bool) -> Choice:
        shown = round(value * 100) if isinstance(value, float) else value
        return Choice(f"setting:{name}:{shown}", text, chosen, self._set(name, value))

    def _set(self, name: str, value: object) -> Callable[[], object]:
        return partial(self._screens.set_default, name, value)

    def _mute(self, muted: bool) -> None:
        self._screens.set_default("muted", muted)
