"""The one table of settings: adding a setting is a row in `Values`.

The config file, `config check`, what the store keeps and the settings page follow from it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from device.config import fleet
from device.config.setting import Setting, Shown, Words
from device.files.assets import assets
from device.files.clean import fault_of_text, is_number
from device.files.messages import message
from device.files.places import is_whole_path
from device.files.texts import languages
from device.rules.options import OPTIONS
from hardware.palette import PALETTES
from hardware.spec import BoxSpec, Leds
from hardware.touch_map import TURNS

MAX_LABEL = 24
"""Letters in the label of a box."""


def percents(*levels: float) -> Words:
    """Return what levels of 0-1 are called."""
    return {level: message("{n} %", n=round(level * 100)) for level in levels}


def durations(*seconds: int) -> Words:
    """Return what times are called."""
    return {n: message("{n} s", n=n) if n < 60 else message("{n} min", n=n // 60) for n in seconds}


def _is_pin(value: object) -> bool:
    return isinstance(value, str) and (not value or (is_number(value, 8) and len(value) >= 4))


def _is_update_key(value: object) -> bool:
    if not isinstance(value, str) or not value:
        return value == ""
    from device.files.minisign import is_key  # the curve takes its time at the start, and few boxes need it there

    return is_key(value)


def _is_size(value: object) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    return all(type(side) in (int, float) and 50 <= side <= 1000 for side in value) and value[0] >= value[1]


def _is_folder(value: object) -> bool:
    return isinstance(value, str | Path) and is_whole_path(str(value))


def _is_label(value: object) -> bool:
    return isinstance(value, str) and fault_of_text(value, MAX_LABEL) is None


_LEDS, _BOX = Leds(), BoxSpec()
_ROOMS: Words = {
    0.1: message("Hushed"),
    0.3: message("Living room"),
    0.5: message("Café"),
    0.7: message("Pub"),
    1.0: message("Party"),
}
"""Levels of the volume, by the room in which one hears them well and nobody else minds."""
_ON_OFF = {True: message("On"), False: message("Off")}


class Values:
    """What every setting is set to; each row's name is an attribute. Levels 0-1, sizes in mm."""

    language = Setting(
        "en",
        "defaults.language",
        choices=lambda: tuple(languages(assets())),
        made_by="guests",
        shown=Shown(
            "game", message("Language"), lambda: {code: each.name for code, each in languages(assets()).items()}
        ),
    )
    seats = Setting(
        "opposite",
        "screen.seats",
        choices=("opposite", "same_side"),
        shown=Shown(
            "game",
            message("Seats of two teams"),
            {"opposite": message("Opposite"), "same_side": message("Same side")},
            {
                "opposite": message("Every card shows its word to both sides."),
                "same_side": message("Each word stands once and larger, towards side A."),
            },
        ),
    )
    confirm = Setting(
        "hold",
        "touch.confirm",
        choices=("hold", "second_tap", "instant"),
        shown=Shown(
            "game",
            message("To guess"),
            {
                "hold": message("Hold the card"),
                "second_tap": message("Tap twice"),
                "instant": message("Tap once"),
            },
            {
                "hold": message("A ring fills while the card is held."),
                "second_tap": message("The first touch chooses, the second one guesses."),
                "instant": message("A touch guesses at once: mind your sleeves."),
            },
        ),
    )
    touch_turn = Setting(0, "touch.turn", choices=TURNS)
    touch_mirror = Setting(False, "touch.mirror")
    hold_seconds = Setting(0.6, "touch.hold_seconds", low=0.2, high=3)
    clue_entry = Setting(
        "spoken",
        "defaults.clue_entry",
        choices=("spoken", "typed"),
        shown=Shown(
            "game",
            message("Clues"),
            {"spoken": message("Spoken"), "typed": message("Typed")},
            {"spoken": message("The word is said aloud, only its number is entered.")},
        ),
    )
    relaxed = Setting(
        False,
        shown=Shown("game", message("Several words allowed"), beside=("clue_entry", "typed")),
    )
    shown_first = Setting(
        False,
        shown=Shown("game", message("Opponents check it first"), beside=("clue_entry", "typed")),
    )
    timer = Setting(
        "off",
        "defaults.timer",
        choices=tuple(map(str, OPTIONS["duet"]["timer"])),
        shown=Shown(
            "game",
            message("Timer"),
            {"off": message("No timer"), "gentle": message("Gentle"), "strict": message("Strict")},
            {
                "off": message("Take your time."),
                "gentle": message("Light and sound tell when the time is up."),
                "strict": message("The turn ends when the time is up."),
            },
        ),
    )
    muted = Setting(
        False,
        made_by="guests",
        shown=Shown("sound", message("Sounds"), {False: message("Sound on"), True: message("Sound off")}),
    )
    volume = Setting(
        0.5,
        "sound.volume",
        low=0,
        high=1,
        made_by="guests",
        shown=Shown("sound", message("Volume"), _ROOMS),
    )
    bed = Setting(False, shown=Shown("sound", message("Soft notes while idle"), beside=("muted", False)))
    motion = Setting(True, shown=Shown("sound", message("Motion"), _ON_OFF))
    hints = Setting(True, shown=Shown("sound", message("First game hints"), _ON_OFF))
    palette = Setting(
        _LEDS.palette,
        "leds.palette",
        choices=tuple(PALETTES),
        shown=Shown(
            "colours",
            message("Colours of the keys"),
            {
                "standard": message("Standard"),
                "deutan": message("Green-weak (deutan)"),
                "protan": message("Red-weak (protan)"),
                "tritan": message("Blue-weak (tritan)"),
                "mono": message("No colours"),
            },
        ),
    )
    led_brightness = Setting(
        _LEDS.brightness,
        "leds.brightness",
        low=0.05,
        high=1,
        shown=Shown("colours", message("Brightness of the keys"), percents(0.1, 0.2, 0.4, 0.7, 1.0)),
    )
    max_milliamps = Setting(_LEDS.max_milliamps, "leds.max_milliamps", low=80, high=10000)
    day = Setting(
        1.0,
        "backlight.day",
        low=0.05,
        high=1,
        shown=Shown("screen", message("In use"), percents(0.2, 0.4, 0.6, 0.8, 1.0)),
    )
    night = Setting(
        0.4,
        "backlight.night",
        low=0.05,
        high=1,
        shown=Shown("screen", message("When dimmed"), percents(0.05, 0.1, 0.2, 0.4, 0.6)),
    )
    dim_after_seconds = Setting(
        120,
        "backlight.dim_after_seconds",
        low=1,
        high=86400,
        shown=Shown("screen", message("Dims after"), durations(30, 60, 120, 300, 600)),
    )
    blank_after_seconds = Setting(
        900,
        "backlight.blank_after_seconds",
        low=1,
        high=86400,
        shown=Shown("screen", message("Goes dark after"), durations(300, 600, 900, 1800, 3600)),
    )
    size_mm = Setting(
        _BOX.size_mm,
        "screen.size_mm",
        check=_is_size,
        read=lambda sides: (float(sides[0]), float(sides[1])),
        words=message("two numbers from 50 to 1000: the picture's width and height in mm, landscape"),
    )
    guide = Setting(True, "operator.guide")
    pin = Setting("", "operator.pin", check=_is_pin, words=message('4 to 8 digits in quotes, or ""'), private="always")
    update_key = Setting(
        "",
        "operator.update_key",
        check=_is_update_key,
        words=message('a public key of minisign in quotes (the second line of its .pub file), or ""'),
        private="wrong",
    )
    usb = Setting(
        Path("/media/spytable"),
        "operator.usb",
        check=_is_folder,
        words=message("a folder, as its whole path from /"),
    )
    fleet_broker = Setting("", "fleet.broker", check=fleet.is_broker, words=fleet.BROKER_WORDS, private="wrong")
    fleet_name = Setting("", "fleet.name", check=fleet.is_name_or_none, words=fleet.NAME_WORDS)
    fleet_title = Setting(
        "", "fleet.title", check=fleet.is_title, words=message("a line of at most {n} letters", n=fleet.MAX_TITLE)
    )
    fleet_user = Setting("", "fleet.user", check=fleet.is_title, words=fleet.USER_WORDS, private="wrong")
    fleet_password_file = Setting(
        "", "fleet.password_file", check=fleet.is_file, words=fleet.FILE_WORDS, private="wrong"
    )
    fleet_ca_file = Setting("", "fleet.ca_file", check=fleet.is_file, words=fleet.FILE_WORDS)
    fleet_discovery = Setting(
        "homeassistant",
        "fleet.discovery",
        check=fleet.is_name_or_none,
        words=message('{allowed}, or "" for none', allowed=fleet.NAME_WORDS),
    )
    fleet_allow = Setting[tuple[str, ...]](
        (),
        "fleet.allow",
        check=fleet.are_commands,
        words=message("a list of {things}", things=", ".join(fleet.COMMANDS)),
    )
    label = Setting("", check=_is_label, words=message("at most {n} letters", n=MAX_LABEL), made_by="owner")

    def __init__(self, values: Mapping[str, Any]) -> None:
        """Set some of them; the others have the table's default.

        Raises:
            TypeError: a name that is no row.
        """
        unknown = values.keys() - rows().keys()
        if unknown:
            raise TypeError(f"no setting of this name: {', '.join(sorted(unknown))}")
        vars(self).update(values)


def rows() -> dict[str, Setting[Any]]:
    """Return the table: every row by the setting's name."""
    return {name: row for name, row in vars(Values).items() if isinstance(row, Setting)}


def made_on_screen() -> dict[str, Setting[Any]]:
    """Return the rows that are made on the screen and kept in the store."""
    return {name: row for name, row in rows().items() if row.made_by != "config"}
