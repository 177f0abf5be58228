"""The owner's packs in play: switched on in a new game, and a game that outlives its cards."""

import os
import shutil
import struct
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace
from typing import BinaryIO

import pygame
import pytest

from device.app.run import _close as close_all
from device.config.settings import Settings
from device.files.assets import assets, is_ours
from device.game.start import standard_packs
from device.headless.pilot import Pilot, Setup
from device.rules.model import Side
from device.ui.kit import album as album_module
from device.ui.kit.album import Album
from device.ui.kit.typesetting import SQUEEZED
from device.ui.owner.packs import PacksPage
from hardware.ports import SEATS, Seat
from tests.app.conftest import printed, texts
from tests.app.test_table_faults import of
from tests.cards.test_own_packs import album, picture, words
from tests.ui.redrawn import at_every_size, in_every_language

PACKS = 20


def packs_offered(pilot: Pilot) -> set[str]:
    return {target.name.removeprefix("pack:") for target in pilot.kiosk.frame.targets if target.name[:5] == "pack:"}


def play_with(pilot: Pilot, pack: str) -> None:
    """Begin a game of pictures with nothing but one pack."""
    pilot.tap("new_game")
    pilot.tap("game:pictures")
    pilot.tap(f"pack:{pack}")
    pilot.tap("pack:pictures")
    pilot.tap("start")


def numbers(pilot: Pilot, card: str) -> set[str]:
    """Return a card's number as each side reads the grid."""
    table = pilot.kiosk.context.table
    assert table is not None
    place = table.cards.index(card)
    return {str(place + 1), str(len(table.cards) - place)}


def test_a_rematch_tells_that_its_album_is_gone(make: Callable[..., Pilot], stick: Path) -> None:
    album(stick / "packs/Summer")
    pilot = make(settings=Settings(usb=stick))
    play_with(pilot, "Summer")
    pilot.press("b")
    pilot.tap("digit:2")
    pilot.tap("confirm")
    pilot.hold(f"card:{of(pilot, Seat.B, 'assassin')[0]}")
    shutil.rmtree(stick / "packs")
    pilot.power_cut()
    pilot.tap("again:a")
    assert pilot.screen == "table"
    assert "Not here any more: Summer" in texts(pilot)
    assert not list((pilot.kiosk.context.data / "album").glob("*.png")), "the pictures of the game before are forgotten"


def test_a_stick_put_in_while_the_box_runs_is_offered_in_a_new_game(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = make(settings=Settings(usb=stick))
    pilot.tap("new_game")
    assert "Summer" not in packs_offered(pilot)
    pilot.tap("back")
    album(stick / "packs/Summer")
    pilot.tap("new_game")
    assert "Summer" in packs_offered(pilot)


def test_every_pack_can_be_switched_on_however_many_there_are(make: Callable[..., Pilot], stick: Path) -> None:
    for n in range(PACKS):
        words(stick / f"packs/{n}.yaml", id=f"own{n}", title=f"Own {n}")
    pilot = make(settings=Settings(usb=stick))
    pilot.tap("new_game")
    offered = packs_offered(pilot)
    for _ in range(PACKS):
        pilot.tap("more_packs")
        offered |= packs_offered(pilot)
    assert offered >= {f"own{n}" for n in range(PACKS)}
    while "own19" not in packs_offered(pilot):
        pilot.tap("more_packs")
    pilot.tap("pack:own19")
    pilot.tap("start")
    setup = pilot.kiosk.context.session.setup
    assert setup is not None
    assert "own19" in setup.packs


@pytest.mark.parametrize("text", ["", "# language: en\n"])
def test_a_list_that_is_there_is_not_said_to_be_gone(make: Callable[..., Pilot], text: str) -> None:
    """One without a language has the box's: chosen anew, the list of the game on the table was gone, said the table."""
    pilot = make()
    packs = pilot.setup.data / "packs"
    packs.mkdir()
    names = "\n".join(f"{chr(97 + n % 26)}{chr(97 + n // 26)}club" for n in range(40))
    (packs / "club.txt").write_text(text + names)
    pilot.tap("new_game")
    ours = standard_packs(pilot.kiosk.context.packs, "duet", "en")
    for name in ("pack:club", *(f"pack:{each}" for each in ours), "start", "menu:a", "settings", "language:pl", "back"):
        pilot.tap(name)
    (packs / "club.txt").write_text(text.replace("en", "pl") + names)
    pilot.power_cut()
    pilot.tap("continue:a")
    assert "Już niedostępne" not in texts(pilot)
    for name in ("menu:a", "abandon", "confirm:a", "again:a"):
        pilot.tap(name)
    table = pilot.kiosk.context.table
    assert table is not None
    assert {card[2:] for card in table.cards} == {"club"}


def test_a_game_goes_on_when_its_pictures_are_gone(make: Callable[..., Pilot], stick: Path) -> None:
    album(stick / "packs/Summer")
    pilot = make(settings=Settings(usb=stick))
    play_with(pilot, "Summer")
    assert pilot.screen == "table"
    shown = pilot.kiosk.frame.canvas.surface.copy()
    shutil.rmtree(stick / "packs")
    pilot.power_cut()
    pilot.tap("continue:a")
    assert pilot.screen == "table"
    assert "Not here any more: Summer" in texts(pilot)
    place = pilot.target("card:shot 03").rect.center
    assert pilot.kiosk.frame.canvas.surface.get_at(place) == shown.get_at(place) == (200, 90, 40, 255)
    assert "shot 03" not in texts(pilot)
    pilot.press("b")
    pilot.tap("digit:2")
    pilot.tap("confirm")
    pilot.hold("card:shot 03")
    table = pilot.kiosk.context.table
    assert table is not None
    assert sum(cover is not None for cover in table.covers) == 1


def test_a_game_keeps_its_pictures_when_others_take_their_names(make: Callable[..., Pilot], stick: Path) -> None:
    """A folder of pictures was replaced from the stick: the cards on the table changed under the players' eyes."""
    folder = album(stick / "packs/Summer")
    pilot = make(settings=Settings(usb=stick))
    play_with(pilot, "Summer")
    place = pilot.target("card:shot 03").rect.center
    other = pygame.Surface((120, 80))
    other.fill((40, 90, 200))
    for file in folder.iterdir():
        pygame.image.save(other, str(file))
    for _ in range(2):
        pilot.kiosk.screens.invalidate()
        pilot.wait(1.0)
        assert pilot.kiosk.frame.canvas.surface.get_at(place) == (200, 90, 40, 255)
        pilot.power_cut()
        pilot.tap("continue:a")
    pilot.tap("menu:a")
    pilot.tap("abandon")
    pilot.tap("confirm:a")
    pilot.tap("again:a")
    pilot.wait(1.0)
    assert pilot.kiosk.frame.canvas.surface.get_at(place) == (40, 90, 200, 255)


def test_another_picture_in_the_file_of_one_is_not_shown_for_it(make: Callable[..., Pilot], stick: Path) -> None:
    """The album could not be written: it is told, and a card whose picture went shows its number."""
    folder = album(stick / "packs/Summer")
    pilot = make(settings=Settings(usb=stick))
    (pilot.kiosk.context.data / "album").write_text("a file")
    play_with(pilot, "Summer")
    pilot.wait(1.0)
    place = pilot.target("card:shot 03").rect.center
    assert pilot.kiosk.frame.canvas.surface.get_at(place) == (200, 90, 40, 255)
    assert pilot.kiosk.context.unsaved is not None and "album" in pilot.kiosk.context.unsaved
    assert "The memory fails" in texts(pilot)
    other = pygame.Surface((120, 80))
    other.fill((40, 90, 200))
    spare = folder / "shot 03.png"
    dealt = spare.read_bytes()
    pygame.image.save(other, str(spare))
    pilot.power_cut()
    pilot.tap("continue:a")
    pilot.wait(1.0)
    assert numbers(pilot, "shot 03") <= printed(pilot)
    assert not numbers(pilot, "shot 04") <= printed(pilot)
    spare.write_bytes(dealt)
    pilot.power_cut()
    pilot.tap("continue:a")
    pilot.wait(1.0)
    assert pilot.kiosk.frame.canvas.surface.get_at(place) == (200, 90, 40, 255), "the picture that was dealt is back"


def test_the_album_of_an_earlier_game_is_not_taken_for_this_ones(tmp_path: Path) -> None:
    """A power cut came between the deal and the clearing of the album: a card dealt blue was shown red."""
    kept, red = Album(tmp_path / "album"), pygame.Surface((40, 40))
    kept.save(tmp_path / "a.png", red, "1-aa")
    assert kept.load(tmp_path / "a.png", "1-aa") is not None
    assert kept.load(tmp_path / "a.png", "2-bb") is None


def test_every_game_of_the_owners_pictures_has_all_of_them_in_the_album(
    make: Callable[..., Pilot], stick: Path
) -> None:
    """Those that the game before had, too, went with it."""
    album(stick / "packs/Summer", 25)
    pilot = make(settings=Settings(usb=stick))
    play_with(pilot, "Summer")
    pilot.wait(1.0)
    for _ in range(3):
        assert len(list((pilot.kiosk.context.data / "album").glob("*.png"))) == 20
        pilot.tap("menu:a")
        pilot.tap("abandon")
        pilot.tap("confirm:a")
        pilot.tap("again:a")
        pilot.wait(1.0)


def test_pictures_of_the_same_names_in_two_packs_are_different_cards(make: Callable[..., Pilot], stick: Path) -> None:
    """As cameras number them: all came from the first pack, or there were too few."""
    for pack, colour in (("Summer", (200, 90, 40)), ("Winter", (40, 90, 200))):
        folder = album(stick / f"packs/{pack}", 20)
        shot = pygame.Surface((120, 80))
        shot.fill(colour)
        for file in folder.iterdir():
            pygame.image.save(shot, str(file))
    pilot = make(settings=Settings(usb=stick))
    pilot.tap("new_game")
    pilot.tap("game:pictures")
    for pack in ("Summer", "Winter", "pictures"):
        pilot.tap(f"pack:{pack}")
    pilot.tap("option:grid:5x5")
    pilot.tap("start")
    pilot.wait(1.0)
    table = pilot.kiosk.context.table
    assert table is not None and len(set(table.cards)) == 25
    spots = [pilot.target(f"card:{card}").rect.center for card in table.cards]
    colours = [pilot.kiosk.frame.canvas.surface.get_at(spot) for spot in spots]
    assert {colour.r > colour.b for colour in colours} == {True, False}, "some of each"
    pilot.power_cut()
    pilot.tap("continue:a")
    assert pilot.kiosk.context.table == table
    used = pilot.store.used(["Summer", "Winter"])
    assert all(name.startswith("shot ") and len(name) == 7 for names in used.values() for name in names)
    assert sum(map(len, used.values())) == 25


@pytest.mark.parametrize("gone", [False, True])
def test_words_and_pictures_of_the_same_names_stay_what_they_are(gone: bool, make: Callable[..., Pilot]) -> None:
    """Words lay there as pictures: two alike, with different identities."""
    pilot = make()
    packs = pilot.kiosk.context.data / "packs"
    animals = [f"beast {chr(97 + n)}" for n in range(25)]
    for name in animals:
        picture(packs / f"zoo/{name}.png")
    (packs / "animals.txt").write_text("\n".join(["# language: en", *animals]))
    pilot.tap("new_game")
    pilot.tap("game:classic")
    top = pilot.kiosk.screens.top
    top.packs = {pack.id for pack in pilot.kiosk.context.packs.custom()}  # type: ignore[attr-defined]
    pilot.tap("start")
    if gone:
        (packs / "animals.txt").unlink()
        pilot.power_cut()
        pilot.tap("continue:a")
    context = pilot.kiosk.context
    assert context.table is not None
    cards = [context.card(name) for name in context.table.cards]
    kept = {pack: used.keys() for pack, used in pilot.store.used(["animals", "zoo"]).items()}
    pictures = {card.name.removesuffix(" zoo") for card in cards if card.file is not None}
    assert ({card.name for card in cards if card.file is None}, pictures) == (kept["animals"], kept["zoo"])
    assert context.session.observe(Side.RED).pictures == {card.name for card in cards if card.file is not None}


def test_pictures_the_memory_did_not_take_are_kept_once_it_does(make: Callable[..., Pilot], stick: Path) -> None:
    """It said to fail for the rest of the game."""
    album(stick / "packs/Summer")
    pilot = make(settings=Settings(usb=stick))
    kept = pilot.kiosk.context.data / "album"
    kept.write_text("in the way")
    play_with(pilot, "Summer")
    pilot.wait(4.0)
    assert "The memory fails" in texts(pilot)
    kept.unlink()
    pilot.wait(4.0)
    assert "The memory fails" not in texts(pilot)
    assert len(list(kept.glob("*.png"))) == 20


def test_pictures_are_kept_one_a_tick_and_shown_before(
    make: Callable[..., Pilot], stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole game of them was written in one tick: seconds on a slow card."""
    album(stick / "packs/Summer")
    pilot = make(settings=Settings(usb=stick))
    written: list[float] = []
    keep = album_module.replacing

    def counted(path: Path) -> object:
        written.append(pilot.now)
        return keep(path)

    monkeypatch.setattr(album_module, "replacing", counted)
    play_with(pilot, "Summer")
    pilot.wait(2.0)
    assert len(written) == 20
    assert len({*written}) == 20


def about_to_play_pictures_by(way: str, pilot: Pilot) -> str:
    """Play a game of Summer alone and end it; return what then begins another one."""
    play_with(pilot, "Summer")
    pilot.tap("menu:a")
    pilot.tap("abandon")
    pilot.tap("confirm:a")
    if way != "again":
        pilot.tap("home:a")
    if way == "start":
        pilot.tap("new_game")
        assert {target.name for target in pilot.kiosk.frame.targets} >= {"pack:Summer"}
    return {"again": "again:a", "tile": "play:pictures", "start": "start"}[way]


@pytest.mark.parametrize("way", ["again", "tile", "start"])
def test_pictures_whose_stick_is_gone_are_not_dealt(way: str, make: Callable[..., Pilot], stick: Path) -> None:
    """A game of twenty bare numbers began, without a word."""
    album(stick / "packs/Summer", 25)
    pilot = make(settings=Settings(usb=stick))
    touch = about_to_play_pictures_by(way, pilot)
    (stick / "packs").rename(stick / "gone")
    pilot.tap(touch)
    pilot.wait(1.0)
    if way == "start":
        assert pilot.screen == "new_game"
        assert "These packs do not have enough cards." in texts(pilot)
        assert "pack:Summer" not in {target.name for target in pilot.kiosk.frame.targets}
        return
    assert "Not here any more: Summer" in texts(pilot)
    contents = pilot.kiosk.context.session.contents
    assert all(content.file and Path(content.file).exists() for content in contents.values())


def test_options_tell_that_an_album_chosen_beside_words_went_with_its_stick(
    make: Callable[..., Pilot], stick: Path
) -> None:
    """A game of the words alone was dealt, without a word."""
    album(stick / "packs/Summer")
    pilot = make(settings=Settings(usb=stick))
    for name in ("new_game", "pack:Summer"):
        pilot.tap(name)
    (stick / "packs").rename(stick / "gone")
    pilot.tap("start")
    assert pilot.screen == "table"
    assert "Not here any more: Summer" in texts(pilot)


@pytest.mark.parametrize("way", ["again", "tile", "start"])
@pytest.mark.parametrize("many", [5, 25])
@pytest.mark.parametrize("content", [b"", b"\x89PNG rubbish"])
def test_pictures_spoilt_in_their_files_are_not_dealt(
    content: bytes, many: int, way: str, make: Callable[..., Pilot], stick: Path
) -> None:
    """A game of crossed numbers began, without a word: each file was still there."""
    folder = album(stick / "packs/Summer", 25)
    pilot = make(settings=Settings(usb=stick))
    touch = about_to_play_pictures_by(way, pilot)
    for file in sorted(folder.iterdir())[:many]:
        file.write_bytes(content)
    pilot.tap(touch)
    pilot.wait(1.0)
    if way == "start":
        assert pilot.screen == "new_game"
        assert "These packs do not have enough cards." in texts(pilot)
        return
    assert "Has a fault: Summer" in texts(pilot)
    assert not any("packs/Summer" in str(content.file) for content in pilot.kiosk.context.session.contents.values())


@pytest.mark.parametrize("tile", ["play:duet", "play:box"])
def test_a_tile_tells_that_the_words_played_last_are_gone(tile: str, make: Callable[..., Pilot], stick: Path) -> None:
    words(stick / "packs/club.yaml", id="club", title="Club")
    pilot = make(settings=Settings(usb=stick))
    for name in ("new_game", "pack:club", "start", "menu:a", "abandon", "confirm:a", "home:a"):
        pilot.tap(name)
    (stick / "packs").rename(stick / "gone")
    pilot.power_cut()
    pilot.tap(tile)
    assert "Not here any more: Club" in texts(pilot)


@pytest.mark.parametrize("way", ["continue", "again", "mission"])
@pytest.mark.parametrize("known", [True, False])
def test_a_game_whose_words_are_gone_tells_them_by_their_title(
    way: str, known: bool, make: Callable[..., Pilot], stick: Path
) -> None:
    """It told an id that nobody had seen; a game of a version before has nothing else."""
    words(stick / "packs/club.yaml", id="club", title="Our club")
    pilot = make(settings=Settings(usb=stick))
    if way == "mission":
        for name in ("campaign", "new_team"):
            pilot.tap(name)
        pilot.type("foxes")
        pilot.tap("confirm")
    for name in ("options" if way == "mission" else "new_game", "pack:club", "start"):
        pilot.tap(name)
    if way == "again":
        for name in ("menu:a", "abandon", "confirm:a"):
            pilot.tap(name)
    (stick / "packs").rename(stick / "gone")
    if not known:
        pilot.kiosk.context.store.set_setting("pack_titles", None)
    pilot.power_cut()
    pilot.tap("again:a" if way == "again" else "continue:a")
    assert f"Not here any more: {'Our club' if known else 'club'}" in texts(pilot)


def test_a_pack_that_has_a_fault_by_now_is_not_told_as_gone(make: Callable[..., Pilot], stick: Path) -> None:
    """One picture of a folder was damaged while its game stood: "Not here any more", beside the true line."""
    album(stick / "packs/Summer")
    pilot = make(settings=Settings(usb=stick))
    play_with(pilot, "Summer")
    next((stick / "packs/Summer").iterdir()).write_bytes(b"no picture")
    pilot.power_cut()
    pilot.tap("continue:a")
    assert "Has a fault: Summer" in texts(pilot)
    assert "Not here any more" not in texts(pilot)


def own_packs_of_which_one_goes_and_one_is_spoilt(make: Callable[..., Pilot], stick: Path) -> Pilot:
    """Play Duet with Club and Zoo alone; then Club is away, and Zoo has too few words."""
    for name in ("Club", "Zoo"):
        words(stick / f"packs/{name}.yaml", id=name.lower(), title=name)
    pilot = make(settings=Settings(usb=stick))
    ours = standard_packs(pilot.kiosk.context.packs, "duet", "en")
    for name in ("new_game", "pack:club", "pack:zoo", *(f"pack:{each}" for each in ours), "start"):
        pilot.tap(name)
    (stick / "packs/Club.yaml").unlink()
    (stick / "packs/Zoo.yaml").write_text("id: zoo\ntitle: Zoo\nlanguage: en\nkind: words\ncards: [APE]\n")
    return pilot


@pytest.mark.parametrize("way", ["continue", "again", "tile", "options"])
def test_packs_that_are_gone_and_packs_with_a_fault_are_both_told(
    way: str, make: Callable[..., Pilot], stick: Path
) -> None:
    """Those with a fault were passed over as soon as one was gone; by Options none of them was told."""
    pilot = own_packs_of_which_one_goes_and_one_is_spoilt(make, stick)
    if way != "continue":
        for name in ("menu:a", "abandon", "confirm:a"):
            pilot.tap(name)
    if way in ("tile", "options"):
        pilot.tap("home:a")
    pilot.power_cut()
    pilot.tap({"continue": "continue:a", "again": "again:a", "tile": "play:duet", "options": "new_game"}[way])
    both = "Not here any more: Club · Has a fault: Zoo"
    assert both in texts(pilot)
    if way == "options":
        pilot.tap("game:pictures")
        pilot.wait(7.0)
        assert both not in texts(pilot), "they were no packs of this game"
        pilot.tap("game:duet")
        assert both in texts(pilot)
        pilot.tap("start")
    else:
        pilot.kiosk.screens.set_language("pl")
        pilot.settle()
        assert "Już niedostępne: Club · Z\N{NO-BREAK SPACE}błędem: Zoo" in texts(pilot)


def test_of_many_packs_that_are_gone_those_that_fit_are_named(make: Callable[..., Pilot], stick: Path) -> None:
    names = [f"summer-camp-{n}" for n in range(6)]
    for name in names:
        words(stick / f"packs/{name}.yaml", id=name, title=name)
    pilot = make(settings=Settings(usb=stick))
    pilot.tap("new_game")
    for name in (*names[:2], "", *names[2:]):
        pilot.tap(f"pack:{name}" if name else "more_packs")
    for name in ("start", "menu:a", "abandon", "confirm:a", "home:a"):
        pilot.tap(name)
    (stick / "packs").rename(stick / "gone")
    pilot.power_cut()
    pilot.tap("play:duet")
    assert "Not here any more: summer-camp-0, summer-camp-1 (+ 4)" in texts(pilot)


def test_a_small_copy_is_not_kept_as_a_large_one(make: Callable[..., Pilot], stick: Path) -> None:
    """Shown larger while the stick was out, it took the picture's place for good."""
    album(stick / "packs/Summer")
    pilot = make(settings=Settings(usb=stick))
    play_with(pilot, "Summer")
    kept = pilot.kiosk.context.data / "album"
    small = {path.name: path.read_bytes() for path in kept.iterdir()}
    (stick / "packs").rename(stick / "gone")
    pilot.close()
    large = Pilot(Setup(pilot.kiosk.context.data, (1280, 800), Settings(usb=stick), seed=1))
    large.tap("continue:a")
    large.wait(1.0)
    assert not numbers(large, "shot 03") <= printed(large)
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == small
    (stick / "gone").rename(stick / "packs")
    large.power_cut()
    large.tap("continue:a")
    large.wait(1.0)
    assert {path.name: path.read_bytes() for path in kept.iterdir()} != small
    large.close()


def without_pictures(make: Callable[..., Pilot], stick: Path) -> Pilot:
    """Return a box that plays on with pictures of which neither the stick nor its own album is left."""
    album(stick / "packs/Summer")
    pilot = make(settings=Settings(usb=stick))
    play_with(pilot, "Summer")
    shutil.rmtree(stick / "packs")
    shutil.rmtree(pilot.kiosk.context.data / "album")
    pilot.power_cut()
    pilot.tap("continue:a")
    return pilot


def test_a_stick_pulled_out_in_the_middle_leaves_numbers(make: Callable[..., Pilot], stick: Path) -> None:
    """Where the album of the box is gone as well."""
    pilot = without_pictures(make, stick)
    assert pilot.screen == "table"
    assert "shot 03" not in texts(pilot)
    assert numbers(pilot, "shot 03") <= printed(pilot)


@pytest.mark.parametrize("seat", SEATS)
def test_beside_the_clues_so_far_stand_the_numbers_of_the_side_that_reads(
    seat: Seat, make: Callable[..., Pilot], stick: Path
) -> None:
    """The low board gave the names of the files, "shot 01", beside a log that said "card 3"."""
    pilot = without_pictures(make, stick)
    pilot.tap(f"log:{seat}")
    pilot.wait(1.0)
    assert "shot" not in texts(pilot)
    low = [record for record in pilot.kiosk.frame.record if record.text.isdigit() and record.seat is seat]
    low.sort(key=lambda record: (round(record.rect.centery, -1), record.rect.centerx), reverse=seat is Seat.B)
    assert [record.text for record in low] == [str(n) for n in range(1, 21)]


def test_a_picture_that_only_looked_good_leaves_its_number(make: Callable[..., Pilot], stick: Path) -> None:
    bad = album(stick / "packs/Summer") / "shot 03.png"
    content = bytearray(bad.read_bytes())
    content[45:-12] = bytes(len(content) - 57)
    bad.write_bytes(content)
    pilot = make(settings=Settings(usb=stick))
    play_with(pilot, "Summer")
    assert pilot.screen == "table"
    assert "shot 03" not in texts(pilot)
    assert numbers(pilot, "shot 03") <= printed(pilot)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def elsewhere(path: Path) -> None:
    path.symlink_to(picture(path.parents[2] / "other.png"))


def immense(path: Path) -> None:
    """Write a picture of 20000 × 20000 pixels, as its head says."""
    picture(path)
    content = bytearray(path.read_bytes())
    content[16:24] = struct.pack(">II", 20_000, 20_000)
    content[29:33] = struct.pack(">I", zlib.crc32(content[12:29]))
    path.write_bytes(content)


SWAPPED = (pipe, endless, elsewhere, immense)


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Note what is decoded from now on, without waiting for any of it."""
    seen: list[object] = []

    def noted(source: object) -> pygame.Surface:
        seen.append(source)
        return pygame.Surface((120, 80))

    monkeypatch.setattr(pygame.image, "load", noted)
    return seen


@pytest.mark.parametrize("swap", SWAPPED)
def test_pictures_swapped_while_the_power_was_off_are_not_read(
    swap: Callable[[Path], None], make: Callable[..., Pilot], stick: Path, decoded: list[object]
) -> None:
    folder = album(stick / "packs/Summer")
    pilot = make(settings=Settings(usb=stick))
    play_with(pilot, "Summer")
    shutil.rmtree(pilot.kiosk.context.data / "album")
    for n in range(20):
        (folder / f"shot {n:02}.png").unlink()
        swap(folder / f"shot {n:02}.png")
    pilot.power_cut()
    decoded.clear()
    pilot.tap("continue:a")
    assert pilot.screen == "table"
    assert decoded == []
    assert numbers(pilot, "shot 03") <= printed(pilot), "as where a picture is gone"


@pytest.mark.parametrize("swap", SWAPPED)
def test_the_copies_the_box_keeps_are_held_to_the_same(
    swap: Callable[[Path], None], tmp_path: Path, decoded: list[object]
) -> None:
    kept = Album(tmp_path / "album")
    kept.save(tmp_path / "a.png", pygame.Surface((120, 20)))
    kept.save_late()
    (copy,) = (tmp_path / "album").iterdir()
    assert kept.load(tmp_path / "a.png") is not None, "a narrow one is the box's own work"
    decoded.clear()
    copy.unlink()
    swap(copy)
    assert kept.load(tmp_path / "a.png") is None
    assert decoded == []


def test_large_photographs_are_read_one_a_tick_so_that_the_box_goes_on(
    make: Callable[..., Pilot], stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = picture(stick / "photo.jpg", (2400, 1800)).read_bytes()
    for n in range(20):
        (album(stick / "packs/Summer", 0) / f"{n}.jpg").write_bytes(photo)
    pilot = make(settings=Settings(usb=stick))
    read: list[float] = []
    load = pygame.image.load

    def noted(file: BinaryIO) -> pygame.Surface:
        read.append(pilot.now)
        return load(file)

    monkeypatch.setattr(pygame.image, "load", noted)
    play_with(pilot, "Summer")
    pilot.wait(2)
    assert len(read) == len(set(read)) == 20
    assert texts(pilot).count(".jpg") == 0


def test_our_pictures_on_the_table_are_found_where_a_later_version_has_them(make: Callable[..., Pilot]) -> None:
    """The version that dealt them goes when the third is put in: their game was nothing but crosses."""
    pilot = make()
    pilot.tap("play:pictures")
    dealt_by = "/opt/spytable/venv-1.0.0-Xy12ab/lib/python3.11/site-packages/device/assets"
    with pilot.store._commit() as db:
        db.execute("UPDATE game SET contents = replace(contents, ?, ?)", (str(assets()), dealt_by))
    pilot.power_cut()
    pilot.tap("continue")
    context = pilot.kiosk.context
    assert context.table is not None
    files = [context.card(name).file for name in context.table.cards]
    assert all(file is not None and file.is_file() and is_ours(file) for file in files)


@pytest.mark.parametrize(("seconds", "kept"), [(0.01, 20), (0.2, 3)])
def test_a_box_that_stops_keeps_the_pictures_that_wait_as_far_as_there_is_time(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seconds: float, kept: int
) -> None:
    """Told to stop a second after the deal it left most of a stick's pictures unwritten: numbers at the next start."""
    now, keep, waiting = [0.0], album_module.replacing, Album(tmp_path / "album")

    def slow(path: Path) -> AbstractContextManager[BinaryIO]:
        now[0] += seconds
        return keep(path)

    monkeypatch.setattr(album_module, "replacing", slow)
    for name in range(20):
        waiting.save(tmp_path / f"{name}.png", pygame.Surface((40, 40)))
    session, store = pilot.kiosk.context.session, pilot.store
    session.clock = lambda: now[0]
    close_all(SimpleNamespace(session=session, store=store, album=waiting))  # type: ignore[arg-type]
    assert len(list((tmp_path / "album").glob("*.png"))) == kept


def test_a_fault_stays_in_its_frame_whatever_a_pack_is_called(pilot: Pilot) -> None:
    """A folder of pictures called "Sehr lange Bilder" eleven times over: the text ran over its frame."""
    packs = pilot.setup.data / "packs"
    (packs / ("Sehr lange Bilder " * 11).strip()).mkdir(parents=True)
    (packs / ("Sehr lange Bilder " * 11).strip() / "a.png").write_bytes(b"x")
    words(packs / f"{'Tiere' * 40}.yaml", title="y" * 100)
    (packs / f"{'Worte ' * 30}.txt").write_text("a\nb\n")
    pilot.tap("settings")
    pilot.tap("page:owner")
    pilot.tap("packs")
    page = pilot.kiosk.screens.top
    assert isinstance(page, PacksPage)

    def inside(pilot: Pilot) -> None:
        view = page.view(pilot.kiosk.frame.canvas)
        _, rows = page._boxes(view)
        told = [record for record in pilot.kiosk.frame.record if "…" in record.text][1:]
        assert len(told) == 3, "beside where packs are looked for"
        for record, row in zip(told, rows, strict=False):
            assert view.rect(row).contains(record.rect), record
            assert record.squeezed == 1, record
            allowed = pilot.kiosk.context.texts("a text of at most {n} characters", n=60)
            assert record.text.endswith(allowed), record

    at_every_size(pilot, inside)
    in_every_language(pilot, inside)


TITLES = [
    "Our summer holidays in Portugal 2024",
    "W" * 60,
    "Wide words of many " * 3,
    "Rindfleischetikettierungsüberwachung",
]


@pytest.mark.parametrize("title", TITLES)
def test_a_long_title_is_cut_where_it_would_be_squeezed(title: str, pilot: Pilot) -> None:
    """It was a smear: sixty letters pressed into the width of twelve."""
    words(pilot.setup.data / "packs/club.yaml", title=title)

    def legible(pilot: Pilot) -> None:
        (told,) = (record for record in pilot.kiosk.frame.record if record.text[:2] == title[:2])
        assert told.squeezed >= SQUEEZED, told
        assert title.startswith(told.text.removesuffix("…").strip())

    pilot.tap("new_game")
    at_every_size(pilot, legible)
    pilot.kiosk.screens.open("packs")
    pilot.settle()
    at_every_size(pilot, legible)


def test_the_page_of_packs_speaks_the_language_of_now(pilot: Pilot) -> None:
    """The counter may order another: "Not used:" and "25 cards" stayed beside faults in Polish."""
    folder = pilot.setup.data / "packs"
    folder.mkdir()
    (folder / "bad.yaml").write_text("id: 7")
    words(folder / "club.yaml")
    pilot.kiosk.screens.open("packs")
    pilot.settle()
    before = texts(pilot)
    pilot.kiosk.screens.set_language("pl")
    pilot.tick()
    for said in ("Not used:", "25 cards"):
        assert said in before and said not in texts(pilot)


@pytest.mark.parametrize(("language", "told"), [("en", "… and 2 more"), ("pl", "… i jeszcze 2"), ("es", "… y 2 más")])
def test_the_page_of_packs_tells_how_many_more_faults_a_pack_has(language: str, told: str, pilot: Pilot) -> None:
    folder = pilot.setup.data / "packs"
    folder.mkdir()
    (folder / "one.txt").write_text("a\nb\n")
    (folder / "three.txt").write_text("a\nA\nb\nB\n")
    pilot.kiosk.screens.set_language(language)
    pilot.kiosk.screens.open("packs")

    def whole(pilot: Pilot) -> None:
        one, three = (r.text.replace("\xa0", " ") for r in pilot.kiosk.frame.record if ".txt" in r.text)
        assert told[:5] not in one and three.endswith(f" {told}")

    pilot.settle()
    at_every_size(pilot, whole)
