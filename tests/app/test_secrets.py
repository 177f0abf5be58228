"""The swap test: games that differ only in what is hidden look, sound and feel alike until an outcome differs."""

from collections.abc import Callable
from typing import Any

import pytest

from device.headless.pilot import Pilot
from device.rules.events import Dealt
from device.rules.model import Identity
from tests.app.conftest import WORDS, dealt
from tests.rules.games import swapped

Steps = list[tuple[str, ...]]


def shared(pilot: Pilot) -> dict[str, Any]:
    """Return all that everyone at the table perceives: panels apart."""
    dump = pilot.dump()
    del dump["panels"]
    pixels = pilot.box.recordings["screen"].shown.copy().get_buffer().raw
    return {**dump, "pixels": hash(pixels), "light": pilot.box.recordings["backlight"].level}


def do(pilot: Pilot, step: tuple[str, ...]) -> None:
    verb, *names = step
    if verb == "press":
        pilot.press(*names, seconds=2.2 if len(names) == 2 else 0.15)
    elif verb == "down":
        pilot.down(names[0])
        pilot.wait(0.3)
    elif verb == "up":
        pilot.up(names[0])
        pilot.settle()
    else:
        getattr(pilot, verb)(*names)


def compare(make: Callable[..., Pilot], game: Dealt, other: Dealt, steps: Steps) -> None:
    one, two = make(size=(800, 480)), make(size=(800, 480))
    for pilot, start in ((one, game), (two, other)):
        pilot.start(start)
    assert any(one.dump()["panels"][side] != two.dump()["panels"][side] for side in "ab"), (
        "the keys differ, and each panel shows its own"
    )
    assert shared(one) == shared(two)
    for step in steps:
        do(one, step)
        do(two, step)
        assert shared(one) == shared(two), step


def places(game: Dealt, face: int, identity: Identity) -> list[int]:
    return [place for place, told in enumerate(game.key.faces[face]) if told is identity]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_duet(make: Callable[..., Pilot], seed: int) -> None:
    game = dealt(seed=seed)
    hit = places(game, 0, Identity.AGENT)[0]
    miss = next(place for place in places(game, 0, Identity.BYSTANDER) if place != hit)
    back = next(place for place in places(game, 1, Identity.AGENT) if place not in (hit, miss))
    touched = (hit, miss, back)
    spare = tuple(place for place in range(25) if place not in touched)
    look_at = WORDS[spare[0]]
    steps: Steps = [
        ("press", "a"),
        ("tap", "digit:3"),
        ("press", "a"),
        ("down", f"card:{look_at}"),
        ("up", f"card:{look_at}"),
        ("hold", f"card:{WORDS[hit]}"),
        ("hold", f"card:{WORDS[miss]}"),
        ("tap", "log:a"),
        ("tap", "close"),
        ("press", "b"),
        ("tap", "digit:0"),
        ("tap", "confirm"),
        ("tap", "menu:a"),
        ("tap", "object"),
        ("tap", "confirm:a"),
        ("hold", f"card:{WORDS[back]}"),
        ("press", "a", "b"),
        ("tap", "confirm:a"),
        ("tap", "confirm:b"),
        ("hold", f"card:{WORDS[back]}"),
        ("press", "a"),
        ("tap", "menu:b"),
        ("tap", "pause"),
        ("tap", "continue:b"),
    ]
    compare(make, game, swapped(game, spare), steps)


def test_versus_and_its_covers(make: Callable[..., Pilot]) -> None:
    game = dealt("versus", seed=4)
    red, blue = (places(game, 0, identity) for identity in (Identity.RED, Identity.BLUE))
    touched = (red[0], red[1], blue[0])
    spare = tuple(place for place in range(25) if place not in touched)
    steps: Steps = [
        ("press", "b"),
        ("tap", "digit:2"),
        ("press", "b"),
        ("hold", f"card:{WORDS[red[0]]}"),
        ("tap", "menu:b"),
        ("tap", "object"),
        ("hold", f"card:{WORDS[red[1]]}"),
        ("hold", f"card:{WORDS[blue[0]]}"),
        ("press", "b"),
        ("tap", "digit:unlimited"),
        ("tap", "confirm"),
    ]
    compare(make, game, swapped(game, spare), steps)


def not_for(letter: Identity, game: Dealt, other: Dealt, spare: tuple[int, ...]) -> list[int]:
    """Return spare places whose cards differ between the games, and are no agent of a team in either."""
    faces = game.key.faces[0], other.key.faces[0]
    return [
        place
        for place in spare
        if faces[0][place] is not faces[1][place] and letter not in (faces[0][place], faces[1][place])
    ]


@pytest.mark.parametrize("opponent", ["team", "simulated"])
@pytest.mark.parametrize("seed", [4, 5, 6])
def test_every_open_card_responds_alike_in_the_cover_phase(
    make: Callable[..., Pilot], opponent: str, seed: int
) -> None:
    game = dealt("versus", seed=seed, opponent=opponent)
    miss = places(game, 0, Identity.BYSTANDER)[0]
    spare = tuple(place for place in range(25) if place != miss)
    other = swapped(game, spare)
    steps: Steps = [("press", "b"), ("tap", "digit:1"), ("tap", "confirm")]
    steps += [("tap", "menu:b"), ("tap", "object")] if opponent == "team" else [("hold", f"card:{WORDS[miss]}")]
    for place in spare[:6]:
        steps += [("down", f"card:{WORDS[place]}"), ("up", f"card:{WORDS[place]}")]
    refused = not_for(Identity.BLUE, game, other, spare)
    assert len(refused) > 2
    steps += [("hold", f"card:{WORDS[place]}") for place in refused[:4]]
    compare(make, game, other, steps)


def test_the_finale_and_its_sudden_death(make: Callable[..., Pilot]) -> None:
    game = dealt("versus", seed=7, ending="assassin")
    red, blue, knife = (places(game, 0, identity) for identity in (Identity.RED, Identity.BLUE, Identity.ASSASSIN))
    touched = (red[0], red[1], knife[0], blue[0])
    spare = tuple(place for place in range(25) if place not in touched)
    steps: Steps = [("press", "b"), ("tap", "digit:1"), ("tap", "confirm")]
    steps += [("hold", f"card:{WORDS[place]}") for place in (red[0], knife[0])]
    steps += [("press", "a"), ("tap", "log:b"), ("tap", "close")]
    steps += [("hold", f"card:{WORDS[place]}") for place in (red[1], blue[0])]
    compare(make, game, swapped(game, spare), steps)


def test_the_test_notices_a_secret_that_is_told(make: Callable[..., Pilot]) -> None:
    game = dealt(seed=1)
    hit, miss = places(game, 0, Identity.AGENT)[0], places(game, 0, Identity.BYSTANDER)[0]
    other = swapped(game, (hit, miss))
    steps: Steps = [("press", "a"), ("tap", "digit:1"), ("press", "a"), ("hold", f"card:{WORDS[hit]}")]
    with pytest.raises(AssertionError, match="hold"):
        compare(make, game, other, steps)
