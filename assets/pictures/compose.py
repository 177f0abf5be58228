"""Draw the picture cards from their recipes.

For the maintainers, not for the box: `python compose.py` draws every card again, `python compose.py ID …` only those.
Needs `pip install resvg-py Pillow PyYAML`. Icons not yet in icons.json are taken from `--npm icons.json`, the file of
the npm package @iconify-json/game-icons; icons no recipe uses any more are dropped.
"""

import argparse
import hashlib
import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import yaml
from figures import HEIGHT, WIDTH, Figure, Layer, figure

HERE = Path(__file__).parent
COLOURS = {"ink": "#242424", "accent": "#BE4A2F", "paper": "#F1E8D3"}
HALO = 3.0


def load_recipes(path: Path = HERE / "recipes.yaml") -> list[dict[str, Any]]:
    """Return the recipes in deck order."""
    loaded: list[dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return loaded


def load_icons(path: Path = HERE / "icons.json") -> dict[str, str]:
    """Return icon name → SVG body (512 × 512)."""
    return {name: icon["body"] for name, icon in json.loads(path.read_text(encoding="utf-8"))["icons"].items()}


def svg(recipe: Mapping[str, Any], icons: Mapping[str, str]) -> str:
    """Return the card as an SVG document, 360 × 204 units."""
    panel = recipe.get("panel", "paper")
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{COLOURS["paper"]}"/>']
    if panel != "paper":
        parts.append(f'<rect x="7" y="7" width="{WIDTH - 14}" height="{HEIGHT - 14}" rx="9" fill="{COLOURS[panel]}"/>')
    for number, layer in enumerate(recipe["layers"]):
        parts.append(_clipped(_draw(figure(layer, icons), layer, panel), layer, number))
    body = "".join(parts)
    if panel != "paper":
        body = (
            f'<clipPath id="panel"><rect x="7" y="7" width="{WIDTH - 14}" height="{HEIGHT - 14}" rx="9"/></clipPath>'
            + (parts[0] + f'<g clip-path="url(#panel)">{"".join(parts[1:])}</g>')
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">{body}</svg>'
    )


def _data(shown: Figure) -> list[str]:
    end = "" if shown.line else "Z"
    return ["M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in outline) + end for outline in shown.outlines]


def _draw(shown: Figure, layer: Layer, panel: str) -> str:
    """Draw one figure: its body and halo in the ground's colour, so that it stands in front, then its lines."""
    colour = COLOURS[layer.get("colour", "ink")]
    data = _data(shown)
    halo, body = layer.get("halo", HALO if "icon" in layer else 0), layer.get("body", panel)
    under = ""
    if shown.line:
        style = (
            f'fill="none" stroke="{colour}" stroke-width="{shown.line}" stroke-linecap="round" stroke-linejoin="round"'
        )
        if halo:
            wide = shown.line + 2 * halo
            under = f'<g fill="none" stroke="{COLOURS[panel]}" stroke-width="{wide}">{_paths(data)}</g>'
        return f"{under}<g {style}>{_paths(data)}</g>"
    if halo:
        width = f'stroke-width="{2 * halo}" stroke-linejoin="round"'
        around = layer.get("around", panel)
        under = f'<g fill="none" stroke="{COLOURS[around]}" {width}>{_paths(data)}</g>'
    if body != "none" and "icon" in layer:
        under += f'<g fill="{COLOURS[body]}">{_paths(data)}</g>'
    return f'{under}<path d="{"".join(data)}" fill="{colour}"/>'


def _paths(data: list[str]) -> str:
    return "".join(f'<path d="{one}"/>' for one in data)


def _clipped(drawn: str, layer: Layer, number: int) -> str:
    """Keep only what lies in the layer's `clip` box (left, top, right, bottom)."""
    if "clip" not in layer:
        return drawn
    left, top, right, bottom = layer["clip"]
    box = f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}"/>'
    return f'<clipPath id="c{number}">{box}</clipPath><g clip-path="url(#c{number})">{drawn}</g>'


def digest(document: str) -> str:
    """Return the fingerprint kept in the PNG file, which ties it to its recipe."""
    return hashlib.sha256(document.encode()).hexdigest()[:16]


def png(document: str) -> bytes:
    """Return the card as an optimised palette PNG, its text chunk `recipe` holding the digest."""
    import resvg_py
    from PIL import Image, PngImagePlugin

    picture = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=document)))).convert("RGB")
    flat = picture.quantize(palette=_palette(), dither=Image.Dither.NONE)
    info = PngImagePlugin.PngInfo()
    info.add_text("recipe", digest(document))
    out = BytesIO()
    flat.save(out, "PNG", optimize=True, pnginfo=info)
    return out.getvalue()


def _palette() -> Any:
    """Return a palette image: the three colours and the steps between each two of them."""
    from PIL import Image

    solid = [tuple(int(value[i : i + 2], 16) for i in (1, 3, 5)) for value in COLOURS.values()]
    mixed = list(solid)
    for a, b in ((0, 1), (0, 2), (1, 2)):
        for step in range(1, 5):
            mixed.append(tuple(round(p + (q - p) * step / 5) for p, q in zip(solid[a], solid[b], strict=True)))
    mixed.append(solid[2])
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in mixed for channel in colour])
    return image


def write_pack(recipes: list[dict[str, Any]]) -> None:
    """Write deck.yaml, the pack file the box reads."""
    lines = ["id: pictures", "title: Pictures", "language: any", "kind: pictures", "cards:"]
    lines += [f"  - {{id: {recipe['id']}, file: deck/{recipe['id']}.png}}" for recipe in recipes]
    (HERE / "deck.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def keep_icons(recipes: list[dict[str, Any]], npm: Path | None) -> dict[str, str]:
    """Bring icons.json in step with the recipes and return its icons."""
    have = load_icons() if (HERE / "icons.json").exists() else {}
    more = load_icons(npm) if npm else {}
    used = sorted({layer["icon"] for recipe in recipes for layer in recipe["layers"] if "icon" in layer})
    missing = [name for name in used if name not in have and name not in more]
    if missing:
        raise SystemExit(f"icons.json lacks {', '.join(missing)}: give --npm PATH")
    kept = {name: have.get(name) or more[name] for name in used}
    rows = ",\n".join(f'  {json.dumps(name)}: {{"body": {json.dumps(body)}}}' for name, body in kept.items())
    head = '{"prefix": "game-icons", "license": "CC-BY-3.0", "width": 512, "height": 512, "icons": {\n'
    (HERE / "icons.json").write_text(head + rows + "\n}}\n", encoding="utf-8")
    return kept


def main() -> None:
    """Draw the cards named on the command line, or all, and remove pictures without a recipe."""
    parser = argparse.ArgumentParser(description="Draw the picture cards from their recipes")
    parser.add_argument("ids", nargs="*", help="cards to draw (default: all)")
    parser.add_argument("--npm", type=Path, help="icons.json of @iconify-json/game-icons")
    wanted = parser.parse_args()
    recipes = load_recipes()
    icons = keep_icons(recipes, wanted.npm)
    deck = HERE / "deck"
    deck.mkdir(exist_ok=True)
    for recipe in recipes:
        if not wanted.ids or recipe["id"] in wanted.ids:
            try:
                document = svg(recipe, icons)
            except (IndexError, KeyError) as fault:
                raise SystemExit(f"{recipe['id']}: no such part, shape or name: {fault}") from fault
            (deck / f"{recipe['id']}.png").write_bytes(png(document))
    names = {recipe["id"] for recipe in recipes}
    for stray in deck.glob("*.png"):
        if stray.stem not in names:
            stray.unlink()
    write_pack(recipes)


if __name__ == "__main__":
    main()
