"""Legible and never by colour alone."""

import pytest

from device.ui.kit import theme


def luminance(colour: theme.Colour) -> float:
    def linear(channel: int) -> float:
        c = channel / 255
        return c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: theme.Colour, other: theme.Colour) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


DARK = [theme.GROUND, theme.GLOW, theme.STRIP, theme.PANEL, theme.RAISED, theme.CHOSEN]
PAIRS = [
    *[(ink, ground) for ink in (theme.TEXT, theme.SOFT, theme.WARN) for ground in DARK[:4]],
    (theme.TEXT, theme.RAISED),
    (theme.INK, theme.PAPER),
    (theme.INK, theme.PAPER_DIM),
    (theme.INK_SOFT, theme.PAPER),
    (theme.TOKEN_INK, theme.TOKEN),
    (theme.CHECK_INK, theme.CHECK),
    *[(a.ink, a.fill) for a in (*theme.SIDES.values(), *theme.IDENTITIES.values())],
    *[(a.bright, ground) for a in theme.SIDES.values() for ground in (theme.GROUND, theme.STRIP, theme.PANEL)],
    *[(theme.SIDES[side].bright, theme.CHOSEN) for side in "ab"],
]


@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_has_a_contrast_of_seven(ink: theme.Colour, ground: theme.Colour) -> None:
    assert contrast(ink, ground) >= 7


def test_movements_are_short() -> None:
    assert theme.MOTION <= 0.3
