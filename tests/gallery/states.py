"""Twenty moments for a fresh reader: shown one picture, what is to be done now, from where they sit?"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pygame

from device.headless.pilot import Pilot
from device.rules.model import Side
from tests.app.conftest import dealt
from tests.app.test_table_faults import clue, of
from tests.gallery.camera import Camera


@dataclass(frozen=True)
class State:
    """A moment, the edge it is seen from, and what somebody there should answer."""

    name: str
    seat: str
    show: Callable[[Pilot], object]
    answer: str


def duet(pilot: Pilot) -> None:
    pilot.tap("new_game")
    pilot.tap("game:duet")
    pilot.tap("start")


def duet_pad(pilot: Pilot) -> None:
    duet(pilot)
    pilot.press("a")


def duet_given(pilot: Pilot) -> None:
    duet(pilot)
    clue(pilot, "a", 2)
    pilot.wait(2)


def duet_hit(pilot: Pilot) -> None:
    duet_given(pilot)
    pilot.hold(f"card:{of(pilot, Side.A, 'agent')[0]}")


def duet_second(pilot: Pilot) -> None:
    duet_hit(pilot)
    pilot.press("b")
    pilot.wait(2)


def duet_sudden(pilot: Pilot) -> None:
    pilot.start(dealt(tokens=1))
    clue(pilot, "a", 2)
    pilot.hold(f"card:{of(pilot, Side.A, 'agent')[0]}")
    pilot.press("b")
    pilot.wait(3)


def duet_claimed(pilot: Pilot) -> None:
    duet_sudden(pilot)
    pilot.press("b")


def duet_lost(pilot: Pilot) -> None:
    duet_given(pilot)
    pilot.hold(f"card:{of(pilot, Side.A, 'assassin')[0]}")
    pilot.settle()


def versus(game: str) -> Callable[[Pilot], None]:
    def begin(pilot: Pilot) -> None:
        pilot.tap("new_game")
        pilot.tap(f"game:{game}")
        pilot.tap("start")

    return begin


def given(game: str) -> Callable[[Pilot], None]:
    def guessing(pilot: Pilot) -> None:
        versus(game)(pilot)
        clue(pilot, "b", 2)
        pilot.wait(2)

    return guessing


def classic_pad(pilot: Pilot) -> None:
    versus("classic")(pilot)
    pilot.press("b")


def classic_other_team(pilot: Pilot) -> None:
    given("classic")(pilot)
    pilot.hold(f"card:{of(pilot, Side.B, 'bystander')[0]}")
    pilot.wait(2)


def classic_cover(pilot: Pilot) -> None:
    given("classic")(pilot)
    pilot.tap("menu:b")
    pilot.tap("object")


def standing(pilot: Pilot) -> None:
    duet_hit(pilot)
    pilot.tap("menu:a")
    pilot.tap("pause")


STATES = (
    State("duet_first_clue", "a", duet, "Agree who begins; whoever does presses the button at their edge."),
    State("duet_pad", "a", duet_pad, "Say one word aloud, touch how many cards it means, give the clue."),
    State("duet_pad", "b", duet_pad, "Wait: the other side is about to give a clue."),
    State("duet_guess", "b", duet_given, "Hold a card that fits the clue (for 2)."),
    State("duet_guess", "a", duet_given, "Wait: the partner guesses. Say nothing."),
    State("duet_hit", "b", duet_hit, "Guess one more card, or end the turn with the button."),
    State("duet_second", "b", duet_second, "Give a clue now: press the button."),
    State("duet_second", "a", duet_second, "Wait for the partner's clue, then guess."),
    State("duet_sudden", "a", duet_sudden, "Sudden death: whoever dares presses the button and guesses; a miss loses."),
    State("duet_claimed", "b", duet_claimed, "Guess a card now: a wrong one loses. Or press again to give it back."),
    State("duet_claimed", "a", duet_claimed, "Wait: the other side has taken the next guess."),
    State("duet_lost", "b", duet_lost, "The game is lost; show the keys, or play again, or go home."),
    State("classic", "b", versus("classic"), "Spymasters sit here: the one of the team on turn gives the first clue."),
    State("classic", "a", versus("classic"), "The guessers sit here: wait for the clue of the team on turn."),
    State("classic_pad", "b", classic_pad, "The spymaster says a word, touches the number, gives the clue."),
    State(
        "classic_guess", "a", given("classic"), "The team on turn holds a card that fits; it may end its turn later."
    ),
    State("classic_other_team", "b", classic_other_team, "The other team's spymaster gives a clue: press the button."),
    State("classic_cover", "b", classic_cover, "The clue was called invalid: cover one of your own cards, or nothing."),
    State("pictures_guess", "a", given("pictures"), "The team on turn holds a picture that fits the clue."),
    State("standing", "a", standing, "A game waits: play on, or go home."),
)


def write(out: Path, data: Path, size: str, language: str) -> None:
    """Write each state as its seat sees it, and apart from them what should be answered."""
    lines = ["# What a reader should say for each picture\n"]
    for number, state in enumerate(STATES, 1):
        camera = Camera(data / f"{number}-{size}-{language}", size, language)
        try:
            state.show(camera)
            camera.settle()
            picture = camera.seen()
        finally:
            camera.close()
        picture = pygame.transform.rotate(picture, 180 if state.seat == "b" else 0)
        pygame.image.save(picture, str(out / f"{number:02d}.png"))
        lines.append(f"{number:02d}. {state.name}, seat {state.seat}: {state.answer}")
    (out / "answers.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
