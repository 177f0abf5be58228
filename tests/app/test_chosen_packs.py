"""The packs chosen in Options: kept for their language, and for every one where they are of any."""

from collections.abc import Callable
from pathlib import Path

import pytest

from device.config.settings import Settings
from device.headless.pilot import Pilot
from device.rules.model import DuetOptions
from device.ui.lobby.new_game import NewGame
from tests.app.conftest import texts
from tests.app.test_stick import at_the_box
from tests.cards.test_own_packs import album, words

STANDARD = {
    "duet": {
        "en": {"en-compass", "en-lantern"},
        "es": {"es-compass", "es-lantern"},
        "pl": {"pl-compass", "pl-lantern"},
    },
    "pictures": {"en": {"pictures"}, "es": {"pictures"}, "pl": {"pictures"}},
}


@pytest.fixture
def box(make: Callable[..., Pilot], stick: Path) -> Pilot:
    """Return a Polish box with an album and a Polish list on its stick."""
    album(stick / "packs/Summer", 25)
    words(stick / "packs/club.yaml", id="club", title="Club", language="pl")
    return make(settings=Settings(usb=stick), language="pl")


def options(pilot: Pilot, mode: str, *packs: str) -> None:
    """Choose packs for a mode in Options, and begin."""
    pilot.tap("new_game")
    pilot.tap(f"game:{mode}")
    choose(pilot, *packs)


def choose(pilot: Pilot, *packs: str) -> None:
    for pack in sorted({*packs} ^ chosen(pilot), key=lambda pack: pack not in packs):  # the last one would stay
        pilot.tap(f"pack:{pack}")
    assert chosen(pilot) == {*packs}
    pilot.tap("start")
    go_home(pilot)


def chosen(pilot: Pilot) -> set[str]:
    """Return the packs that the page of a new game shows as chosen."""
    screen = pilot.kiosk.screens.top
    assert isinstance(screen, NewGame)
    return set(screen.packs)


def go_home(pilot: Pilot) -> None:
    for name in ("menu:a", "abandon", "confirm:a", "home:a"):
        pilot.tap(name)


def options_of(pilot: Pilot) -> DuetOptions:
    table = pilot.kiosk.context.table
    assert table is not None and isinstance(table.options, DuetOptions)
    return table.options


def dealt(pilot: Pilot, mode: str, language: str) -> set[str]:
    """Return the packs a mode is dealt by in a language, by its tile; Options show the same."""
    pilot.tap(f"language:{language}")
    pilot.tap("new_game")
    pilot.tap(f"game:{mode}")
    shown = chosen(pilot)
    pilot.tap("back")
    pilot.tap(f"play:{mode}")
    setup = pilot.kiosk.context.session.setup
    assert setup is not None
    assert {*setup.packs} == shown
    assert setup.language == language
    go_home(pilot)
    return shown


@pytest.mark.parametrize("mode", ["duet", "pictures"])
def test_an_album_chosen_alone_is_dealt_in_every_language(mode: str, box: Pilot) -> None:
    """In another language the built-in cards were dealt, and the album was no longer chosen in its own."""
    options(box, mode, "Summer")
    for language in ("es", "pl", "en"):
        assert dealt(box, mode, language) == {"Summer"}


@pytest.mark.parametrize("mode", ["duet", "pictures"])
def test_a_list_waits_until_its_language_is_back(mode: str, box: Pilot) -> None:
    """One game in Spanish, and in Polish the built-in words were dealt again."""
    options(box, mode, "club")
    assert dealt(box, mode, "es") == STANDARD[mode]["es"]
    assert dealt(box, mode, "pl") == {"club"}
    assert "Już niedostępne" not in texts(box)


@pytest.mark.parametrize("mode", ["duet", "pictures"])
def test_of_an_album_and_a_list_the_album_stays(mode: str, box: Pilot) -> None:
    options(box, mode, "Summer", "club")
    assert dealt(box, mode, "es") == {"Summer", *(STANDARD[mode]["es"] if mode == "duet" else ())}
    assert dealt(box, mode, "pl") == {"Summer", "club"}


def test_an_album_beside_all_of_our_words_stays_beside_all_of_another_language(box: Pilot) -> None:
    options(box, "duet", "Summer", *STANDARD["duet"]["pl"])
    assert dealt(box, "duet", "es") == {"Summer", *STANDARD["duet"]["es"]}


def test_what_is_chosen_in_another_language_leaves_a_list_alone(box: Pilot) -> None:
    options(box, "duet", "club")
    box.tap("language:es")
    options(box, "duet", "es-compass")
    assert dealt(box, "duet", "pl") == {"club"}
    assert dealt(box, "duet", "es") == {"es-compass"}
    options(box, "duet", *STANDARD["duet"]["es"])
    assert dealt(box, "duet", "pl") == {"club"}


def test_an_album_left_out_in_one_language_is_left_out_in_all(box: Pilot) -> None:
    options(box, "duet", "Summer", "club")
    box.tap("language:es")
    options(box, "duet", *STANDARD["duet"]["es"])
    assert dealt(box, "duet", "pl") == {"club"}
    assert dealt(box, "duet", "en") == STANDARD["duet"]["en"]


def test_packs_that_went_with_their_stick_are_chosen_when_it_is_back(box: Pilot, stick: Path) -> None:
    """The first game without it made the built-in cards the choice."""
    options(box, "duet", "Summer", "club")
    (stick / "packs").rename(stick / "gone")
    box.tap("language:es")
    for _ in range(2):
        box.tap("play:duet")
        assert "Ya no está: Summer" in texts(box), "the list is not missed in Spanish"
        go_home(box)
    (stick / "gone").rename(stick / "packs")
    assert dealt(box, "duet", "es") == {"Summer", *STANDARD["duet"]["es"]}
    assert dealt(box, "duet", "pl") == {"Summer", "club"}


def test_a_list_without_a_language_waits_while_the_owners_is_another(
    make: Callable[..., Pilot], tmp_path: Path
) -> None:
    pilot = make(language="pl")
    (pilot.setup.data / "packs").mkdir()
    names = "\n".join(f"{chr(97 + n % 26)}{chr(97 + n // 26)}club" for n in range(40))
    (pilot.setup.data / "packs/club.txt").write_text(names)
    options(pilot, "duet", "club")
    assert dealt(pilot, "duet", "es") == STANDARD["duet"]["es"], "for a guest it is still a Polish one"
    for name in ("settings", "language:es", "back"):
        pilot.tap(name)
    assert dealt(pilot, "duet", "es") == STANDARD["duet"]["es"]
    assert dealt(pilot, "duet", "pl") == STANDARD["duet"]["pl"]
    assert "Już niedostępne" not in texts(pilot)
    for name in ("settings", "language:pl", "back"):
        pilot.tap(name)
    assert dealt(pilot, "duet", "pl") == {"club"}


def test_a_mission_is_dealt_by_what_its_cards_and_rules_show(box: Pilot) -> None:
    """The list chosen there was played once; the map dealt all of ours, also where Options showed a list of before."""

    def mission() -> set[str]:
        box.tap("campaign")
        box.tap("options")
        shown = chosen(box)
        box.tap("back")
        box.tap("start")
        setup = box.kiosk.context.session.setup
        assert setup is not None
        assert ({*setup.packs}, setup.team, options_of(box).mission) == (shown, "foxes", "prague")
        go_home(box)
        return shown

    options(box, "duet", "Summer")
    for name in ("campaign", "new_team"):
        box.tap(name)
    box.type("foxes")
    box.tap("confirm")
    box.tap("back")
    assert mission() == {"Summer"}
    for name in ("campaign", "options"):
        box.tap(name)
    choose(box, "club")
    assert mission() == {"club"}
    box.tap("language:es")
    assert mission() == STANDARD["duet"]["es"]
    box.tap("language:pl")
    assert mission() == {"club"}


def test_cards_chosen_for_a_mission_leave_the_tokens_of_a_game_alone(box: Pilot) -> None:
    box.tap("new_game")
    box.tap("option:tokens:11")
    box.tap("start")
    go_home(box)
    for name in ("campaign", "new_team"):
        box.tap(name)
    box.type("foxes")
    box.tap("confirm")
    box.tap("options")
    choose(box, "club")
    box.tap("play:duet")
    setup = box.kiosk.context.session.setup
    assert setup is not None
    assert (options_of(box).tokens, options_of(box).mission, setup.packs) == (11, None, ("club",))


def test_what_is_brought_back_on_a_box_in_another_language_is_still_chosen(
    make: Callable[..., Pilot], box: Pilot
) -> None:
    options(box, "duet", "Summer", "club")
    other = make(settings=box.setup.settings, language="es")
    for pilot, name in ((box, "export"), (other, "import")):
        at_the_box(pilot)
        pilot.tap(name)
        if name == "import":
            pilot.tap("confirm")
        pilot.wait(2.0)
        pilot.tap("back")
        pilot.tap("back")
    assert dealt(other, "duet", "es") == {"Summer", *STANDARD["duet"]["es"]}
    assert dealt(other, "duet", "pl") == {"Summer", "club"}
