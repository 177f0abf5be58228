"""What the tabs of the self-test show."""

from collections.abc import Mapping, Sequence

from device.files.texts import Texts
from device.ui.kit import faults, theme, widgets
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box, grid
from device.ui.owner.probes import Bounce, Trace, Walk
from hardware.palette import base, seen
from hardware.ports import SEATS, Seat

ROWS = 3
_LEADING = 1.6


def report(view: View, box: Box, lines: Sequence[Mapping[str, object]], t: Texts) -> None:
    """Draw a row for each thing tried: its name, how it is, why, and what to do."""
    words = {"ok": t("works"), "missing": t("missing"), "failed": t("failed")}
    for line, row in zip(lines, box.rows(ROWS, 1.2), strict=False):
        good = line["status"] == "ok"
        view.panel(row, theme.PANEL, theme.PANEL_EDGE if good else theme.WARN, 1.4, 0.2)
        name, rest = row.inset(2.4, 0.8).cut_left(36.0, 2.0)
        how, label = rest.cut_left(16.0, 2.0)
        first, second = name.cut_top(name.h * (0.5 if line["driver"] else 1.0))
        view.text(faults.part_name(t, str(line["part"])), first, theme.CAP_BODY, theme.TEXT, "left")
        if line["driver"]:
            driver = str(line["driver"])
            view.text(_driver(t, driver), second, theme.CAP_SMALL, theme.SOFT, "left", "medium")
        colour = theme.IDENTITIES["agent"].bright if good else theme.WARN
        view.text(words[str(line["status"])], how, theme.CAP_BODY, colour, "left")
        why, todo = (t.again(line[name]) for name in ("why", "do"))
        why = t("unplugged") if why == "unplugged" else why
        above, below = label.rows(2, 0.8) if why and todo else (label, label)
        if why:
            view.text(why, above, theme.CAP_SMALL, theme.SOFT, "left", "medium", lines=2, leading=_LEADING)
        if todo:
            view.text(todo, below, theme.CAP_SMALL, theme.TEXT, "left", "medium", lines=2, leading=_LEADING)


def _driver(t: Texts, driver: str) -> str:
    """Return a driver in plain words, where its name is no name of a thing that is bought."""
    plain = {"simulated": t("simulated"), "none": t("none"), "auto": t("found by itself"), "buzzer": t("buzzer")}
    return plain.get(driver, driver)


def lights(view: View, box: Box, walk: Walk, t: Texts) -> None:
    """Draw both panels as they should look now."""
    names = {
        "agent": t("Agent"),
        "red": t("Red team"),
        "blue": t("Blue team"),
        "bystander": t("Bystander"),
        "assassin": t("Assassin"),
    }
    head, rest = box.cut_top(6.0, 1.0)
    label = t("One light after another on both panels: {n} of 25, {name}", n=walk.place + 1, name=names[walk.identity])
    view.text(label, head, theme.CAP_BODY, theme.TEXT)
    colour = seen(base("standard", walk.identity), 1.0)
    for seat, half in zip(SEATS, rest.columns(2, 6.0), strict=True):
        name, panel = half.cut_bottom(5.0, 1.0)
        size = min(panel.w, panel.h)
        frame = panel.centred(size, size)
        view.panel(frame, theme.STRIP, theme.PANEL_EDGE, 1.4, 0.2)
        for place, cell in enumerate(grid(frame.inset(2.0), 5, 5, 1.0)):
            spot = cell.centred(min(cell.w, cell.h), min(cell.w, cell.h))
            if place == walk.place:
                widgets.disc(view, spot, colour, colour)
            else:
                widgets.disc(view, spot, theme.STRIP, theme.LINE, empty=True)
        view.text(_panel_name(t, seat), name, theme.CAP_BODY, theme.SOFT)


def _panel_name(t: Texts, seat: Seat) -> str:
    return t("Key panel A, as side A sees it") if seat is Seat.A else t("Key panel B, as side B sees it")


def buttons(view: View, box: Box, bounces: Mapping[Seat, Bounce], t: Texts) -> None:
    """Draw what each button does, and how it bounces."""
    head, rest = box.cut_top(7.0, 2.0)
    view.text(t("Press both buttons; each lamp lights while its button is down."), head, theme.CAP_BODY, theme.TEXT)
    for seat, half in zip(SEATS, rest.columns(2, 6.0), strict=True):
        bounce, accent = bounces[seat], theme.SIDES[str(seat)]
        view.panel(half, theme.PANEL, accent.bright if bounce.down else theme.PANEL_EDGE, 2.0, 0.4)
        rows = half.inset(3.0, 2.0).rows(5, 0.6)
        view.text(t("Button A") if seat is Seat.A else t("Button B"), rows[0], theme.CAP_PROMPT, theme.TEXT)
        state = t("down") if bounce.down else t("up")
        view.text(state, rows[1], theme.CAP_HEADING, accent.bright if bounce.down else theme.SOFT)
        view.text(t.n("{n} press", "{n} presses", bounce.presses), rows[2], theme.CAP_BODY, theme.TEXT)
        took = round(bounce.seconds * 1000)
        ms = t.n("Bounced {ms} ms, {n} contact", "Bounced {ms} ms, {n} contacts", bounce.contacts, ms=took)
        view.text(ms if bounce.contacts else "–", rows[3], theme.CAP_BODY, theme.SOFT, weight="medium")
        worst = t("At worst {ms} ms", ms=round(bounce.worst * 1000))
        view.text(worst if bounce.contacts else "–", rows[4], theme.CAP_BODY, theme.SOFT, weight="medium")


def touches(view: View, box: Box, trace: Trace, t: Texts) -> None:
    """Draw where fingers were, and the range they covered."""
    head, _ = box.cut_top(12.0, 1.0)
    first, second = head.rows(2, 0.4)
    view.text(t("Slide a finger along all four edges of the screen."), first, theme.CAP_BODY, theme.TEXT)
    if not trace.points:
        return
    (left, top), (right, bottom) = trace.low, trace.high
    fingers = t.n("{n} finger", "{n} fingers", len(trace.fingers))
    edges = {"left": left, "right": right, "top": top, "bottom": bottom}
    label = t(
        "{fingers} · across {left} to {right} · down {top} to {bottom}",
        fingers=fingers,
        **{name: f"{place:.3f}".replace(".", t.p("decimal sign", ".")) for name, place in edges.items()},
    )
    view.text(label, second, theme.CAP_BODY, theme.SOFT, weight="medium")
    whole = view.canvas.view(None)
    for x, y in trace.points:
        spot = Box(x * whole.width - 1.2, y * whole.height - 1.2, 2.4, 2.4)
        widgets.disc(whole, spot, theme.GOLD, theme.GOLD_DEEP)
