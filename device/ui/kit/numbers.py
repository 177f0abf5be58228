"""Numbers as a language writes them."""

from device.files.texts import Texts


def decimal(t: Texts, value: float | None) -> str:
    """Return a number with one decimal; a dash for none."""
    if value is None:
        return "–"
    return f"{value:.1f}".replace(".", t.p("decimal sign", "."))
