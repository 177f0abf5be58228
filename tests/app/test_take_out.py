"""The owner's cards taken out of the box on their page, as an owner does it."""

import errno
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from device.config.settings import Settings
from device.headless.pilot import NoSuchTarget, Pilot
from device.ui.kit.typesetting import SQUEEZED
from device.ui.owner.packs import ROWS
from hardware.ports import Seat
from tests.app.conftest import texts
from tests.app.test_own_packs import packs_offered, play_with
from tests.app.test_stick import at_the_box, exported
from tests.app.test_table_faults import of
from tests.cards.test_own_packs import album, picture, words
from tests.ui.redrawn import at_every_size, in_every_language


def own_cards(pilot: Pilot) -> None:
    """Open the page of one's own cards, from wherever one is."""
    pilot.kiosk.screens.go_home()
    pilot.settle()
    if pilot.screen == "standing":
        pilot.tap("settings")
        pilot.tap("page:owner")
    else:
        at_the_box(pilot)
    pilot.tap("packs")


def take(pilot: Pilot, title: str, answer: str = "confirm") -> None:
    """Touch the button beside a title, and answer."""
    heading = next(record for record in pilot.kiosk.frame.record if title == record.text)
    buttons = [target for target in pilot.kiosk.frame.targets if target.name.startswith("take_out:")]
    (button,) = (each for each in buttons if each.rect.top < heading.rect.centery < each.rect.bottom)
    pilot.tap(button.name)
    assert f"Take {title} out of the box?" in texts(pilot)
    pilot.tap(answer)


def listed(path: Path, *words: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["# language: en", *words, *(f"WORD{chr(65 + n)}" for n in range(25))]))
    return path


def test_a_list_is_out_of_the_box_by_two_touches(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = make(settings=Settings(usb=stick))
    club = listed(pilot.setup.data / "packs/club.txt")
    words(pilot.setup.data / "packs/zoo.yaml", id="zoo", title="Zoo")
    own_cards(pilot)
    take(pilot, "club", "cancel")
    assert club.exists() and "club" in texts(pilot)
    take(pilot, "club")
    assert not club.exists()
    assert "club is out of the box." in texts(pilot)
    assert texts(pilot).count("English · 25 cards") == 1 and "Zoo" in texts(pilot)
    pilot.kiosk.screens.go_home()
    pilot.settle()
    pilot.tap("new_game")
    assert packs_offered(pilot) & {"club", "zoo"} == {"zoo"}


def test_only_what_lies_in_the_box_can_be_taken_out_of_it(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = make(settings=Settings(usb=stick))
    words(stick / "packs/club.yaml", id="club", title="Club")
    (stick / "packs/bad.yaml").write_text("id: 5")
    own_cards(pilot)
    assert "Club" in texts(pilot) and "bad.yaml" in texts(pilot)
    with pytest.raises(NoSuchTarget):
        pilot.target("take_out:0")
    words(pilot.setup.data / "packs/club.yaml", id="club", title="Club")
    own_cards(pilot)
    take(pilot, "Club")
    assert texts(pilot).count("Club") == 2, "that of the stick, and what is told"
    assert (stick / "packs/club.yaml").exists()
    assert "take_out:1" not in {target.name for target in pilot.kiosk.frame.targets}


def test_a_list_saved_again_in_another_form_takes_the_place_of_the_first(
    make: Callable[..., Pilot], stick: Path
) -> None:
    """It was refused for its name for ever, and the old one could not be removed."""
    pilot = make(settings=Settings(usb=stick))
    listed(pilot.setup.data / "packs/Family.txt")
    new = listed(stick / "packs/Family.csv", "GRANNY")
    own_cards(pilot)
    assert "Family.csv: 'Family': a name that no other pack has; Family has this one" in texts(pilot)
    take(pilot, "Family")
    pilot.tap("keep")
    pilot.wait(1.0)
    assert "The packs are in the box now." in texts(pilot)
    new.unlink()
    own_cards(pilot)
    assert "26 cards" in texts(pilot) and "Not used" not in texts(pilot)


def test_an_album_copied_again_is_without_the_photo_deleted_on_the_stick(
    make: Callable[..., Pilot], stick: Path
) -> None:
    """Copies join: the photo stayed in the box for ever."""
    pilot = make(settings=Settings(usb=stick))
    box = album(pilot.setup.data / "packs/Party", 21)
    (album(stick / "packs/Party", 21) / "shot 03.png").unlink()
    own_cards(pilot)
    assert "another Party than the one in the box; a copy joins them" in texts(pilot)
    take(pilot, "Party")
    assert not box.exists()
    pilot.tap("keep")
    pilot.wait(1.0)
    own_cards(pilot)
    assert "Pictures · 20 cards" in texts(pilot) and "Not used" not in texts(pilot)
    assert not (box / "shot 03.png").exists()


def test_a_faulty_file_is_taken_out_by_the_name_it_lies_under(pilot: Pilot) -> None:
    bad = pilot.setup.data / "packs/old/bad.yaml"
    words(bad, kind="sounds")
    own_cards(pilot)
    pilot.tap("take_out:0")
    assert "Take old/bad.yaml out of the box?" in texts(pilot)
    pilot.tap("confirm")
    assert "old/bad.yaml is out of the box." in texts(pilot)
    assert "There are none yet" in texts(pilot)
    assert not bad.parent.exists()


def test_the_pin_guards_what_is_taken_out(pilot: Pilot) -> None:
    club = listed(pilot.setup.data / "packs/club.txt")
    pilot.kiosk.context.pin.set_pin("4711")
    pilot.kiosk.context.pin.enter("4711", pilot.now)
    own_cards(pilot)
    pilot.tap("take_out:0")
    pilot.wait(61.0)
    assert pilot.screen == "home", "the owner has gone"
    pilot.tap("settings")
    assert pilot.kiosk.screens.top.key == "pin"
    assert club.exists()


def test_the_last_of_a_page_of_packs_turns_to_the_one_before(pilot: Pilot) -> None:
    for n in range(ROWS + 1):
        words(pilot.setup.data / f"packs/{n}.yaml", id=f"own{n}", title=f"Own {n}")
    own_cards(pilot)
    pilot.tap("next")
    take(pilot, f"Own {ROWS}")
    assert {f"take_out:{n}" for n in range(ROWS)} <= {target.name for target in pilot.kiosk.frame.targets}
    assert "next" not in {target.name for target in pilot.kiosk.frame.targets}


def test_the_game_on_the_table_keeps_its_pictures_and_the_next_tells_what_is_gone(pilot: Pilot) -> None:
    album(pilot.setup.data / "packs/Summer")
    play_with(pilot, "Summer")
    table, place = pilot.kiosk.context.table, pilot.target("card:shot 03").rect.center
    pilot.wait(1.0)
    for name in ("menu:a", "settings", "page:owner", "packs"):
        pilot.tap(name)
    take(pilot, "Summer")
    assert not (pilot.setup.data / "packs/Summer").exists()
    pilot.power_cut()
    pilot.tap("continue:a")
    assert "Not here any more: Summer" in texts(pilot)
    assert pilot.kiosk.context.table == table
    assert pilot.kiosk.frame.canvas.surface.get_at(place) == (200, 90, 40, 255)
    pilot.press("b")
    pilot.tap("digit:2")
    pilot.tap("confirm")
    pilot.hold(f"card:{of(pilot, Seat.B, 'assassin')[0]}")
    pilot.tap("again:a")
    assert "Not here any more: Summer" in texts(pilot)
    contents = pilot.kiosk.context.session.contents
    assert not any("Summer" in str(content.file) for content in contents.values())


def test_the_words_on_the_table_stay_as_well(pilot: Pilot) -> None:
    club = words(pilot.setup.data / "packs/club.yaml", id="club", title="Club")
    pilot.tap("new_game")
    for name in ("pack:club", "start"):
        pilot.tap(name)
    table = pilot.kiosk.context.table
    for name in ("menu:a", "settings", "page:owner", "packs"):
        pilot.tap(name)
    take(pilot, "Club")
    assert not club.exists()
    pilot.power_cut()
    pilot.tap("continue:a")
    assert pilot.screen == "table" and "Not here any more: Club" in texts(pilot)
    assert pilot.kiosk.context.table == table


@pytest.mark.parametrize("tile", ["play:duet", "play:box"])
@pytest.mark.parametrize("there", ["", "club.yaml", "bad.yaml"])
def test_what_was_taken_out_is_chosen_no_more_unless_there_is_another(
    there: str, tile: str, make: Callable[..., Pilot], stick: Path
) -> None:
    """At every game from its tile it was told for good that it is not here any more."""
    pilot = make(settings=Settings(usb=stick))
    words(pilot.setup.data / "packs/club.yaml", id="club", title="Club")
    if there == "club.yaml":
        words(stick / "packs" / there, id="club", title="Club")
    elif there:
        path = words(stick / "packs" / there, id="club", title="Club")
        path.write_text(path.read_text().replace("WORDA", "…"))
    for name in ("new_game", "pack:club", "start", "menu:a", "abandon", "confirm:a", "home:a"):
        pilot.tap(name)
    own_cards(pilot)
    take(pilot, "Club")
    pilot.kiosk.screens.go_home()
    pilot.settle()
    pilot.tap(tile)
    setup = pilot.kiosk.context.session.setup
    assert setup is not None and "Not here any more" not in texts(pilot)
    assert ("club" in setup.packs) is (there == "club.yaml")
    assert ("Has a fault: Club" in texts(pilot)) is (there == "bad.yaml")


def test_home_tells_no_cards_that_were_taken_out(pilot: Pilot) -> None:
    """It told words and pictures of a game of words."""
    album(pilot.setup.data / "packs/Summer")
    for name in ("new_game", "pack:Summer", "start", "menu:a", "abandon", "confirm:a", "home:a"):
        pilot.tap(name)
    assert "words and pictures" in texts(pilot)
    own_cards(pilot)
    take(pilot, "Summer")
    pilot.kiosk.screens.go_home()
    pilot.settle()
    assert "words and pictures" not in texts(pilot)


@pytest.mark.parametrize(
    ("code", "language", "told"),
    [
        (errno.EROFS, "en", "Summer is still in the box: …/packs/Summer: it can only be read"),
        (errno.ENOSPC, "en", "Summer is still in the box: …/packs/Summer: no room is left there"),
        (errno.EROFS, "pl", "Nadal w\N{NO-BREAK SPACE}pudełku: Summer (…/packs/Summer: tylko do odczytu)"),
    ],
)
def test_a_card_that_takes_nothing_is_told_in_a_line(
    code: int, language: str, told: str, make: Callable[..., Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = make(language=language)
    folder = album(pilot.setup.data / "packs/Summer")

    def refuse(path: Path, target: object) -> None:
        raise OSError(code, os.strerror(code), str(path), str(path))

    own_cards(pilot)
    pilot.tap("take_out:0")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", refuse)
        pilot.tap("confirm")
    assert told in re.sub("…[^ ]*(?=/packs)", "…", texts(pilot))
    assert len([*folder.iterdir()]) == 20
    pilot.tap("take_out:0")
    pilot.tap("confirm")
    assert not folder.exists(), "the card works again"


def test_what_is_told_is_legible_whatever_the_pack_is_called(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    words(pilot.setup.data / "packs" / f"{'Rindfleisch ' * 18}.yaml", title="Rindfleischetikettierung " * 2 + "tag")

    def refuse(path: Path, target: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    def legible(pilot: Pilot) -> None:
        (told,) = (each for each in pilot.kiosk.frame.record if "Rindfleisch" in each.text and len(each.text) > 60)
        assert told.squeezed >= SQUEEZED, told

    monkeypatch.setattr(Path, "rename", refuse)
    own_cards(pilot)
    pilot.tap("take_out:0")
    at_every_size(pilot, legible)
    in_every_language(pilot, legible)
    pilot.tap("confirm")
    at_every_size(pilot, legible)
    in_every_language(pilot, legible)


def test_bringing_back_tells_that_pictures_join_and_they_do(make: Callable[..., Pilot], stick: Path) -> None:
    """What the box had in an album was to be replaced, it said; the pictures were joined."""
    pilot = make(settings=Settings(usb=stick))
    folder = album(pilot.setup.data / "packs/Summer")
    exported(pilot)
    for name in ("shot 01.png", "shot 02.png"):
        (folder / name).unlink()
    picture(folder / "ours.png")
    pilot.tap("import")
    assert "packs of the same name; pictures are added to those in the box. Go on?" in texts(pilot).replace(" | ", " ")
    pilot.tap("confirm")
    pilot.wait(0.5)
    assert {"shot 01.png", "shot 02.png", "ours.png"} <= {path.name for path in folder.iterdir()}


def test_a_folder_gone_before_it_was_taken_out_ends_nothing(pilot: Pilot) -> None:
    folder = album(pilot.setup.data / "packs/Summer")
    own_cards(pilot)
    pilot.tap("take_out:0")
    shutil.rmtree(folder)
    pilot.tap("confirm")
    assert "/packs/Summer: nothing is there" in texts(pilot)
    assert "There are none yet" in texts(pilot)
