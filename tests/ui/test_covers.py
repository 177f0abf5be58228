"""Covered cards: the word below the picture keeps its accents, and its last letter."""

import pygame
import pytest

from device.cards.packs import Card
from device.rules.model import Cover, Identity, Side
from device.ui.kit import widgets
from device.ui.kit.canvas import Canvas
from device.ui.kit.geometry import Box
from device.ui.table.card import CardLook, draw, draw_low
from hardware.ports import SEATS, Seat

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


@pytest.mark.parametrize("high", [5.0, 8.0])
@pytest.mark.parametrize("looking", SEATS)
def test_the_token_of_a_miss_points_at_who_missed_whoever_looks_at_a_low_card(
    looking: Seat, high: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the board beside a pad or the list of clues each pointed at who had opened that."""
    drawn: list[tuple[Seat | None, pygame.Rect]] = []
    monkeypatch.setattr(widgets, "token", lambda view, box, face: drawn.append((view.seat, view.rect(box))))
    canvas = Canvas(pygame.Surface((800, 480)), (154.0, 86.0))
    box = Box(20.0, 30.0, 28.0, high)
    for missed in (frozenset({Seat.A}), frozenset({Seat.B}), frozenset(SEATS)):
        drawn.clear()
        draw_low(canvas.view(looking), box, CardLook(Card("PLAIN"), markers=missed))
        assert {seat for seat, _ in drawn} == missed and len(drawn) == len(missed)
        card = canvas.view(None).rect(box)
        assert all(card.contains(rect) for _, rect in drawn)
        right = 1 if looking is Seat.A else -1
        assert all(right * (rect.centerx - card.centerx) > 0 for _, rect in drawn), "at the right of who looks at it"
        assert len(drawn) == 1 or not drawn[0][1].colliderect(drawn[1][1])
