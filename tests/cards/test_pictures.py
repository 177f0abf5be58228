"""The picture deck: every card has a recipe, a fresh picture, and reads well in grey."""

import importlib
import re
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pygame
import pytest
import yaml

PICTURES = Path(__file__).parents[2] / "assets" / "pictures"
SIZE = (360, 204)
INK, ACCENT, PAPER = 36, 105, 230


@pytest.fixture(scope="module")
def compose() -> Iterator[ModuleType]:
    """The drawing program, imported from its folder."""
    sys.path.insert(0, str(PICTURES))
    yield importlib.import_module("compose")
    sys.path.remove(str(PICTURES))
    for name in ("compose", "figures", "outlines"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def recipes(compose: ModuleType) -> list[dict[str, Any]]:
    """All recipes, in deck order."""
    loaded: list[dict[str, Any]] = compose.load_recipes()
    return loaded


@dataclass(frozen=True)
class Card:
    """A picture's pixels as palette numbers, and each number's luminance 0–255."""

    pixels: bytes
    light: list[int]

    def share(self, centre: int, reach: int = 22) -> float:
        """Return the part of the card within `reach` of a luminance, 0–1."""
        near = [number for number, light in enumerate(self.light) if abs(light - centre) <= reach]
        return sum(self.pixels.count(number) for number in near) / len(self.pixels)


@pytest.fixture(scope="module")
def cards() -> dict[str, Card]:
    """Every picture by its id."""
    loaded = {}
    for path in sorted((PICTURES / "deck").glob("*.png")):
        surface = pygame.image.load(path)
        light = [(299 * red + 587 * green + 114 * blue) // 1000 for red, green, blue, *_ in surface.get_palette()]
        loaded[path.stem] = Card(pygame.image.tobytes(surface, "P"), light)
    return loaded


def test_deck_is_large_enough_and_ids_are_unique(recipes: list[dict[str, Any]]) -> None:
    ids = [recipe["id"] for recipe in recipes]
    assert len(ids) == len(set(ids)) >= 400
    assert [name for name in ids if not re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", name)] == []


def test_pack_lists_every_recipe_and_no_picture_is_astray(recipes: list[dict[str, Any]]) -> None:
    pack = yaml.safe_load((PICTURES / "deck.yaml").read_text(encoding="utf-8"))
    assert {key: pack[key] for key in ("id", "language", "kind")} == {
        "id": "pictures",
        "language": "any",
        "kind": "pictures",
    }
    assert [card["id"] for card in pack["cards"]] == [recipe["id"] for recipe in recipes]
    files = {PICTURES / card["file"] for card in pack["cards"]}
    assert files == set((PICTURES / "deck").iterdir())


def test_icons_are_kept_exactly_as_used(compose: ModuleType, recipes: list[dict[str, Any]]) -> None:
    used = {layer["icon"] for recipe in recipes for layer in recipe["layers"] if "icon" in layer}
    assert used == set(compose.load_icons())


def test_every_card_joins_at_least_two_things(recipes: list[dict[str, Any]]) -> None:
    assert [recipe["id"] for recipe in recipes if len(recipe["layers"]) < 2] == []


def test_no_two_recipes_are_the_same(recipes: list[dict[str, Any]]) -> None:
    assert len({repr(recipe["layers"]) for recipe in recipes}) == len(recipes)


def test_every_picture_is_fresh_from_its_recipe(compose: ModuleType, recipes: list[dict[str, Any]]) -> None:
    icons = compose.load_icons()
    stale = [
        recipe["id"]
        for recipe in recipes
        if text_chunk(PICTURES / "deck" / f"{recipe['id']}.png") != compose.digest(compose.svg(recipe, icons))
    ]
    assert stale == []


def text_chunk(path: Path) -> str:
    """Return the PNG file's text chunk `recipe`."""
    data, at = path.read_bytes(), 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        body = data[at + 8 : at + 8 + length]
        if data[at + 4 : at + 8] == b"tEXt" and body.startswith(b"recipe\0"):
            return body[7:].decode()
        at += length + 12
    return ""


def test_pictures_have_the_card_size_and_stay_small() -> None:
    paths = list((PICTURES / "deck").iterdir())
    assert {pygame.image.load(path).get_size() for path in paths} == {SIZE}
    assert max(path.stat().st_size for path in paths) < 20_000
    assert sum(path.stat().st_size for path in paths) < 5_000_000


def test_pictures_are_neither_faint_nor_solid(cards: dict[str, Card]) -> None:
    printed = {name: 1 - card.share(PAPER) for name, card in cards.items()}
    assert {name: part for name, part in printed.items() if not 0.1 < part < 0.92} == {}


def test_pictures_use_both_colours_and_paper(cards: dict[str, Card]) -> None:
    parts = {name: [card.share(tone) for tone in (INK, ACCENT, PAPER)] for name, card in cards.items()}
    assert {name: part for name, part in parts.items() if min(part) < 0.01} == {}


def test_colours_are_told_apart_in_grey(compose: ModuleType) -> None:
    def light(value: str) -> float:
        parts = [int(value[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05

    ink, accent, paper = (light(compose.COLOURS[name]) for name in ("ink", "accent", "paper"))
    assert paper / accent > 3.9
    assert paper / ink > 10
    assert accent / ink > 3


def test_pictures_stay_inside_the_card(cards: dict[str, Card]) -> None:
    """Only grounds and seas may touch an edge: the top rows are almost all paper."""
    top = {name: Card(card.pixels[: 2 * SIZE[0]], card.light).share(PAPER) for name, card in cards.items()}
    assert {name: part for name, part in top.items() if part < 0.85} == {}
