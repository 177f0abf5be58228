"""Films of every ending and of a turn, a frame every 50 ms; and the pictures of the README."""

from collections.abc import Callable
from pathlib import Path

import pygame
from PIL import Image

from device.rules.model import Side
from tests.app.campaign import teams, win, won
from tests.app.conftest import dealt
from tests.app.test_endings import ENDS, by_finding_all_in_sudden_death
from tests.app.test_table_faults import clue, of
from tests.gallery.camera import Camera, animated, sheet

README = Path(__file__).parent / "readme"
WIDE, BOX_WIDE, QUALITY = 640, 1100, 82


def turn(camera: Camera) -> None:
    """Give a clue, find an agent, meet a bystander."""
    camera.start(dealt())
    camera.wait(0.7)
    clue(camera, "a", 2)
    camera.wait(0.7)
    camera.hold(f"card:{of(camera, Side.A, 'agent')[2]}")
    camera.wait(0.9)
    camera.hold(f"card:{of(camera, Side.A, 'bystander')[3]}")


def route(camera: Camera) -> None:
    """Win a mission and go to the map."""
    teams(camera, "Foxes")
    won(camera, "prague", "Foxes")
    camera.tap("campaign")
    camera.tap("city:berlin")
    camera.tap("start")
    win(camera)
    camera.tap("map")


FILMS: dict[str, tuple[Callable[[Camera], object], float]] = {
    "turn": (turn, 9.0),
    "route": (route, 4.0),
    **{each.__name__: (each, 4.4) for each in ENDS},
}
"""What is filmed, and how many seconds of it are shown, up to its end."""


def film(name: str, out: Path, data: Path, size: str, language: str) -> None:
    """Write a film as frames, as an animation, and as a sheet of every fourth frame."""
    act, seconds = FILMS[name]
    camera = Camera(data / f"{name}-{size}-{language}", size, language)
    try:
        act(camera)
        camera.wait(3.0)
    finally:
        camera.close()
    frames = list(camera.frames)[-round(seconds / 0.05) :]
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, frame in enumerate(frames):
        pygame.image.save(frame, str(folder / f"{number * 50:05d}ms.png"))
    animated(frames, out / f"{name}.webp", WIDE)
    sheet(((f"{n * 50} ms", frame) for n, frame in enumerate(frames) if n % 4 == 0), out / f"{name}.png")


def _still(picture: pygame.Surface, file: Path, wide: int) -> None:
    image = Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB"))
    image.resize((wide, wide * image.height // image.width), Image.Resampling.LANCZOS).save(file, quality=QUALITY)


def readme(data: Path) -> None:
    """Make the pictures of the README anew."""
    README.mkdir(exist_ok=True)
    camera = Camera(data / "box", "1280x800")
    turn(camera)
    camera.press("b")
    camera.tap("digit:3")
    camera.tap("confirm")
    camera.wait(2.0)
    _still(camera.box.picture(), README / "box.webp", BOX_WIDE)
    camera.close()
    for name, act, seconds in (("turn", turn, 8.5), ("ending", by_finding_all_in_sudden_death, 4.6)):
        camera = Camera(data / name)
        act(camera)
        camera.wait(1.2 if name == "turn" else 3.0)
        animated(list(camera.frames)[-round(seconds / 0.05) :], README / f"{name}.webp", WIDE, 60)
        camera.close()
    camera = Camera(data / "map")
    teams(camera, "Foxes")
    for city in ("prague", "berlin", "cairo"):
        won(camera, city, "Foxes")
    camera.tap("campaign")
    _still(camera.seen(), README / "map.webp", WIDE)
    camera.close()
    camera = Camera(data / "pictures")
    camera.tap("new_game")
    camera.tap("game:pictures")
    camera.tap("start")
    clue(camera, "b", 2)
    camera.wait(2)
    _still(camera.seen(), README / "pictures.webp", WIDE)
    camera.close()
