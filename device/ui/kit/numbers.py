"""Numbers as a language writes them."""

import math

from device.files.texts import Texts


def decimal(t: Texts, value: float | None) -> str:
    """Return a number of 0 or more with one decimal, a half rounded up as people do; a dash for none."""
    if value is None:
        return "–"
    return f"{math.floor(value * 10 + 0.5) / 10:.1f}".replace(".", t.p("decimal sign", "."))
