"""Naming on the screen what does not work."""

from collections.abc import Sequence

from device.files.texts import Texts
from device.game import seating
from device.ui.kit import theme
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box
from device.ui.kit.names import several
from device.ui.kit.screen import Navigator
from hardware.ports import Seat

IN_A_STRIP, IN_A_LINE = 2, 70
"""So many parts are named beside a side, and in so many letters for everyone; the self-test names all."""


def part_name(t: Texts, part: str) -> str:
    """Return a part's name in plain words."""
    names = {
        "panel:a": t("key panel A"),
        "panel:b": t("key panel B"),
        "button:a": t("button A"),
        "button:b": t("button B"),
        "lamp:a": t("the lamp of button A"),
        "lamp:b": t("the lamp of button B"),
        "speaker": t("the speaker"),
        "backlight": t("the backlight"),
        "power": t("the power switch"),
        "screen": t("the touchscreen"),
        "store": t("the memory"),
        "config": t("the settings file"),
        "video": t("the picture"),
        "input": t("touch devices"),
        "permissions": t("device files"),
        "storage": t("the storage"),
        "wear": t("the wear of the card"),
        "supply": t("the power supply"),
        "heat": t("the temperature"),
        "fleet": t("the line to the counter"),
    }
    return names.get(part, part)


def line(screens: Navigator, seat: Seat | None) -> str:
    """Return the line of warning for a side (None: for everyone): a notice, what cannot be saved, a part that fails."""
    t = screens.context.texts
    notice = screens.notice
    if notice is not None and notice.seat in (None, seat):
        return t.again(notice.text)
    if screens.context.unsaved is not None:
        return t("The memory fails: a power cut would lose what is new")
    mine = _parts(screens, seat)
    if not mine:
        return ""
    if seat is not None and {f"panel:{seat}", f"button:{seat}"} <= set(mine):
        return _beside(t, sorted(mine, key=lambda part: part not in (f"panel:{seat}", f"button:{seat}")))
    if seat is not None and f"panel:{seat}" in mine:
        return t("Key panel not working: hold the eye, others look away")
    if seat is not None and f"button:{seat}" in mine and screens.top.key == "table":  # else nothing is there
        return t("Button not working: touch the corner here")
    return named(t, mine) if seat is None else _beside(t, mine)


def draw_below(screens: Navigator, view: View, box: Box) -> Box:
    """Draw the line of warning for everyone, where there is one, in the lower half of a box; return what is left."""
    if not (warning := line(screens, None)):
        return box
    below, left = box.cut_bottom(box.h / 2)
    view.text(warning, below, theme.CAP_BODY, theme.WARN, weight="medium")
    return left


def short_line(screens: Navigator, seat: Seat) -> str:
    """Return a few words for what `line` warns a side of, where it has no room; empty for a notice, which passes."""
    t = screens.context.texts
    notice = screens.notice
    if notice is not None and notice.seat in (None, seat):
        return ""
    if screens.context.unsaved is not None:
        return t("The memory fails")
    mine = _parts(screens, seat)
    panel, button = f"panel:{seat}" in mine, f"button:{seat}" in mine
    if panel and button:
        return t("Panel and button fail")
    if panel:
        return t("Key panel fails")
    if button:
        return t("Button fails")
    return named(t, mine[:1]) if mine else ""


def _parts(screens: Navigator, seat: Seat | None) -> list[str]:
    """Return the parts that fail and matter to a side, None: to everyone."""
    parts = [fault.part for fault in screens.context.box.faults()]
    mine = [part for part in parts if ":" not in part or seat is None or part.endswith(f":{seat}")]
    table = screens.context.table
    if seat is not None and table is not None and not seating.has_key(table, seat, screens.context.partner.plays):
        mine = [part for part in mine if part != f"panel:{seat}"]
    return mine


def _beside(t: Texts, parts: Sequence[str]) -> str:
    told, more = ", ".join(part_name(t, part) for part in parts[:IN_A_STRIP]), len(parts) - IN_A_STRIP
    return _not_working(t, f"{told} (+ {more})" if more > 0 else told)


def named(t: Texts, parts: Sequence[str]) -> str:
    """Return the line that names parts which do not work."""
    return _not_working(t, several([part_name(t, part) for part in parts], IN_A_LINE))


def _not_working(t: Texts, parts: str) -> str:
    return t("Not working: {parts}", parts=parts)
