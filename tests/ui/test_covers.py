"""Covered cards: the word below the picture keeps its accents, and its last letter."""

import pygame
import pytest

from device.cards.packs import Card
from device.rules.model import Cover, Identity, Side
from device.ui.kit import widgets
from device.ui.kit.canvas import Canvas
from device.ui.kit.geometry import Box
from device.ui.table.card import CardLook, draw

PLAIN, ACCENTED = "AAAANNNN", "ÁÁÁÁÑÑÑÑ"
LONG, ENDS_OTHERWISE = "CHAMPIONSHIPS", "CHAMPIONSHIPO"


def drawn(name: str, identity: Identity, place: int, high: float) -> pygame.Surface:
    """Return a covered card that is so many mm high."""
    canvas = Canvas(pygame.Surface((800, 480)), (154.0, 86.0))
    draw(canvas, Box(2.0, 2.0, 28.0, high), CardLook(Card(name), Cover(identity, Side.B), place=place))
    return canvas.surface


def differing(identity: Identity, place: int, high: float, words: tuple[str, str] = (PLAIN, ACCENTED)) -> int:
    """Return how many pixels tell a word from another: with accents from one without, say."""
    one, other = (drawn(name, identity, place, high) for name in words)
    alike = pygame.mask.from_threshold(one, (0, 0, 0), (40, 40, 40, 255), other).count()
    return one.get_width() * one.get_height() - alike


@pytest.mark.parametrize("high", [10.5, 13.0, 20.0])
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("identity", Identity)
def test_a_words_accents_are_seen(identity: Identity, place: int, high: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """SUEÑO once read SUENO: its tilde lay, white, on the white coat of the agent."""
    beside_a_picture = differing(identity, place, high)
    monkeypatch.setattr(widgets, "icon", lambda *_: None)
    assert beside_a_picture == differing(identity, place, high) > 40


@pytest.mark.parametrize("high", [10.5, 13.0, 20.0])
@pytest.mark.parametrize("identity", Identity)
def test_a_long_word_is_seen_to_its_last_letter(
    identity: Identity, high: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CHAMPIONSHIP read CHAMPIONSHI: the team's sign lay on its P."""
    words = (LONG, ENDS_OTHERWISE)
    beside_a_sign = differing(identity, 0, high, words)
    monkeypatch.setattr(widgets, "icon", lambda *_: None)
    assert beside_a_sign == differing(identity, 0, high, words) > 10
