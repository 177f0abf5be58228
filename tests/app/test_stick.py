"""The USB stick and the owner's own packs, as an owner uses them."""

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import repeat
from pathlib import Path

import pytest

from device.app.run import _told
from device.config import handed
from device.config.config_file import read_settings
from device.config.settings import Settings
from device.files.assets import assets
from device.files.texts import languages
from device.headless.pilot import Pilot
from device.owner import backup, fit_in
from device.owner.archive import BEFORE
from device.owner.backup import FILE, export_steps
from device.owner.config_file import HANDED, NAME
from device.owner.first_start import GUIDE_DONE, end_for_good
from device.owner.names import lose_name
from device.owner.transfer import Progress
from device.rules.actions import Abandon
from device.storage.store import FILE as DATABASE
from device.storage.store import GameResult
from device.ui.kit import theme
from device.ui.owner import export as page_of_export
from device.ui.owner import owner_rows
from tests.app.conftest import printed, texts
from tests.cards.test_own_packs import album, nested, picture, words


def at_the_box(pilot: Pilot) -> None:
    pilot.tap("settings")
    pilot.tap("page:owner")


def agreed_before(pilot: Pilot, change: Callable[[], object]) -> None:
    """Copy the packs, with a change on the stick between the question and the answer."""
    at_the_box(pilot)
    pilot.tap("packs")
    pilot.tap("keep")
    change()
    pilot.tap("confirm")
    pilot.wait(0.5)


def filled(make: Callable[..., Pilot], stick: Path) -> Pilot:
    pilot = make(settings=Settings(usb=stick))
    pilot.store.add_team("Owls")
    pilot.store.book(GameResult("duet", "won", "agents", 8, 8, 17, 15, team="Owls"), leave=True)
    pilot.tap("settings")
    pilot.tap("page:colours")
    pilot.tap("setting:palette:tritan")
    pilot.tap("page:owner")
    return pilot


def test_everything_goes_to_another_box_and_holds_at_once(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = filled(make, stick)
    pilot.tap("export")
    pilot.wait(0.5)
    assert f"Everything is saved as {FILE}" in texts(pilot)
    other = make(settings=Settings(usb=stick))
    at_the_box(other)
    other.tap("import")
    other.tap("confirm")
    other.wait(0.5)
    assert "Everything is back" in texts(other)
    assert other.store.results() == pilot.store.results()
    assert [team.name for team in other.store.teams()] == ["Owls"]
    assert other.kiosk.context.preferences.palette == "tritan"


def test_home_promises_the_games_that_came_with_it(make: Callable[..., Pilot], stick: Path) -> None:
    """It said "9 tokens" and "Play Duet", as before, and dealt another game."""
    pilot, other = make(settings=Settings(usb=stick)), make(settings=Settings(usb=stick))
    for mode, option in (("duet", "tokens:11"), ("classic", "grid:5x4")):
        pilot.tap("new_game")
        pilot.tap(f"game:{mode}")
        pilot.tap(f"option:{option}")
        pilot.tap("start")
        pilot.kiosk.context.session.do(Abandon())
        pilot.tap("home:a")
    at_the_box(pilot)
    pilot.tap("export")
    pilot.wait(0.5)
    at_the_box(other)
    other.tap("import")
    other.tap("confirm")
    other.wait(0.5)
    other.tap("back")
    other.tap("back")
    assert {"11 tokens", "Button: Play Classic"} <= printed(other)
    assert "9 tokens" not in printed(other)


def test_the_pin_stays_with_its_box(make: Callable[..., Pilot], stick: Path) -> None:
    pilot, other = filled(make, stick), make(settings=Settings(usb=stick))
    pilot.kiosk.context.pin.set_pin("1111")
    pilot.kiosk.context.pin.enter("1111", pilot.now)
    pilot.tap("export")
    pilot.wait(0.5)
    other.kiosk.context.pin.set_pin("2222")
    other.kiosk.context.pin.enter("2222", other.now)
    at_the_box(other)
    other.tap("import")
    other.tap("confirm")
    other.wait(0.5)
    assert "Everything is back" in texts(other)
    operator = other.kiosk.context.pin
    assert operator.enter("2222", other.now)
    assert not operator.enter("1111", other.now)


def test_a_damaged_file_changes_nothing(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = filled(make, stick)
    pilot.tap("export")
    pilot.wait(0.5)
    content = (stick / FILE).read_bytes()
    (stick / FILE).write_bytes(content[: len(content) // 2])
    other = make(settings=Settings(usb=stick))
    at_the_box(other)
    before = other.store.dump()
    other.tap("import")
    other.tap("confirm")
    other.wait(0.5)
    assert "The saved file is damaged. Nothing was changed on this box." in texts(other)
    assert other.store.dump() == before


@pytest.mark.parametrize("way", ["export", "import"])
def test_without_a_stick_it_says_so_before_it_asks(way: str, make: Callable[..., Pilot], tmp_path: Path) -> None:
    pilot = make(settings=Settings(usb=tmp_path / "nowhere"))
    at_the_box(pilot)
    pilot.tap(way)
    pilot.wait(0.5)
    assert str(tmp_path / "nowhere") in texts(pilot)
    pilot.tap("back")
    assert pilot.screen == "settings"


def test_packs_are_found_on_opening_and_a_bad_one_is_named(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = make(settings=Settings(usb=stick))
    at_the_box(pilot)
    pilot.tap("packs")
    assert "There are none yet" in texts(pilot)
    pilot.tap("back")
    (stick / "packs").mkdir()
    cards = "".join(f"  - THING{chr(65 + n)}\n" for n in range(25))
    good = f"id: mine\ntitle: Our village\nlanguage: pl\nkind: words\ncards:\n{cards}"
    (stick / "packs/good.yaml").write_text(good)
    (stick / "packs/bad.yaml").write_text(good.replace("kind: words", "kind: sounds"))
    pilot.tap("packs")
    said = texts(pilot)
    assert "Our village" in said
    assert "Polski · 25 cards" in said
    assert "bad.yaml: kind: 'sounds': one of words, pictures" in said


def test_a_pack_that_is_on_the_stick_and_in_the_box_counts_once(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = make(settings=Settings(usb=stick))
    cards = "".join(f"  - THING{chr(65 + n)}\n" for n in range(25))
    for folder in (pilot.setup.data / "packs", stick / "packs"):
        folder.mkdir()
        (folder / "mine.yaml").write_text(f"id: mine\ntitle: Mine\nlanguage: en\nkind: words\ncards:\n{cards}")
    at_the_box(pilot)
    pilot.tap("packs")
    assert texts(pilot).count("Mine") == 1
    assert "Not used" not in texts(pilot)
    pilot.tap("back")
    other = (stick / "packs/mine.yaml").read_text().replace("THINGA", "OTHER")
    (stick / "packs/mine.yaml").write_text(other)
    pilot.tap("packs")
    assert texts(pilot).count("Mine | English") == 1
    assert "id: 'mine': another Mine than the one in the box, which a copy replaces" in texts(pilot)
    (stick / "packs/mine.yaml").rename(stick / "packs/hers.yaml")
    pilot.tap("back")
    pilot.tap("packs")
    assert "id: 'mine': an id that no other pack has; Mine has this one" in texts(pilot)


@pytest.mark.parametrize("first", ["box", "stick"])
def test_what_is_called_alike_and_lies_elsewhere_is_replaced_by_no_copy(
    first: str, make: Callable[..., Pilot], stick: Path
) -> None:
    """A list in a folder of the stick was said to replace that of the box, or one beside it on the stick itself."""
    pilot = make(settings=Settings(usb=stick))
    for path, word in (
        ((pilot.setup.data if first == "box" else stick) / "packs/animals.txt", "OWL"),
        (
            stick / "packs/club/animals.txt",
            "FOX",
        ),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{word}{chr(65 + n)}\n" for n in range(25)))
    at_the_box(pilot)
    pilot.tap("packs")
    assert "club/animals.txt: 'animals': a name that no other pack has; animals has this one" in texts(pilot)


def test_a_pack_of_the_box_is_replaced_only_by_who_says_so(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = make(settings=Settings(usb=stick))
    box = pilot.setup.data / "packs/mine.yaml"
    ours, theirs = words(box).read_text(), words(stick / "packs/mine.yaml", title="Theirs").read_text()
    at_the_box(pilot)
    for answer, left in (("cancel", ours), ("confirm", theirs)):
        pilot.tap("packs")
        pilot.tap("keep")
        assert "The box has other cards of the same name: mine.yaml. Replace them?" in texts(pilot)
        pilot.tap(answer)
        pilot.wait(0.5)
        assert box.read_text() == left
        pilot.kiosk.screens.close_to("settings")
        pilot.settle()
    album(stick / "packs/summer")
    picture(pilot.setup.data / "packs/summer/old.png")
    pilot.tap("packs")
    pilot.tap("keep")
    pilot.wait(0.5)
    assert "More pictures come into summer, which the box has already. Go on?" in texts(pilot)


def test_what_is_replaced_and_what_is_joined_are_asked_one_after_the_other(
    make: Callable[..., Pilot], stick: Path
) -> None:
    """A folder that got more pictures was named among what is replaced."""
    pilot = make(settings=Settings(usb=stick))
    ours = words(pilot.setup.data / "packs/mine.yaml").read_text()
    words(stick / "packs/mine.yaml", title="Theirs")
    album(stick / "packs/summer")
    picture(pilot.setup.data / "packs/summer/old.png")
    at_the_box(pilot)
    for answer in ("cancel", "confirm"):
        pilot.tap("packs")
        pilot.tap("keep")
        assert "The box has other cards of the same name: mine.yaml. Replace them?" in texts(pilot)
        pilot.tap("confirm")
        assert "More pictures come into summer, which the box has already. Go on?" in texts(pilot)
        assert (pilot.setup.data / "packs/mine.yaml").read_text() == ours
        pilot.wait(0.5)
        pilot.tap(answer)
        pilot.wait(1.0)
        pilot.kiosk.screens.close_to("settings")
        pilot.settle()
    assert (pilot.setup.data / "packs/mine.yaml").read_text() != ours
    assert len([*(pilot.setup.data / "packs/summer").iterdir()]) > 2


@pytest.mark.parametrize(
    ("language", "count", "told"),
    [
        ("en", 8, "same name: Summer camp 1.txt, Summer camp 2.txt (+ 6). Replace"),
        ("es", 120, "Summer camp 1.txt, Summer camp 10.txt (+ 118)"),
    ],
)
def test_a_question_tells_how_many_packs_are_replaced(
    language: str, count: int, told: str, make: Callable[..., Pilot], stick: Path
) -> None:
    """One touch replaced 120, of which it had told two and a half."""
    pilot = make(settings=Settings(usb=stick), language=language)
    for n in range(1, count + 1):
        for folder, last in ((pilot.setup.data, "OURS"), (stick, "THEIRS")):
            path = folder / f"packs/Summer camp {n}.txt"
            path.parent.mkdir(exist_ok=True)
            path.write_text("\n".join((*(f"WORD{chr(65 + at)}" for at in range(25)), last)))
    at_the_box(pilot)
    pilot.tap("packs")
    pilot.tap("keep")
    pilot.wait(10.0)
    assert told in texts(pilot)
    assert min(record.squeezed for record in pilot.kiosk.frame.record) == 1.0


def test_a_message_over_the_look_at_the_stick_is_read_first(make: Callable[..., Pilot], stick: Path) -> None:
    """It went unread, and behind the question an empty page was left."""
    pilot = make(settings=Settings(usb=stick))
    words(pilot.setup.data / "packs/mine.yaml")
    words(stick / "packs/mine.yaml", title="Theirs")
    pilot.kiosk.screens.open("packs")
    pilot.settle()
    pilot.kiosk.screens.open("look", then=pilot.kiosk.screens.top._agree)  # type: ignore[attr-defined]
    pilot.kiosk.screens.open("message", text="Last orders", seconds=100.0)
    pilot.wait(5.0)
    assert pilot.kiosk.screens.top.key == "message"
    pilot.tap("resume:a")
    pilot.wait(0.5)
    assert "The box has other cards of the same name: mine.yaml. Replace them?" in texts(pilot)
    pilot.tap("cancel")
    pilot.wait(0.5)
    assert pilot.kiosk.screens.top.key == "packs"


@pytest.mark.parametrize("way", ["export", "import", "config"])
def test_another_try_is_the_owners_too(way: str, make: Callable[..., Pilot], stick: Path) -> None:
    """Long after the owner had left, a guest's stick gave the box a settings file, or took everything along."""
    pilot = make(settings=Settings(usb=stick / "not in yet"))
    pilot.kiosk.context.pin.set_pin("4711")
    pilot.kiosk.context.pin.enter("4711", pilot.now)
    at_the_box(pilot)
    pilot.tap(way)
    pilot.wait(300.0)
    assert "Try again" in texts(pilot)
    stick.rename(stick.parent / "elsewhere")
    (stick / "not in yet").mkdir(parents=True)
    (stick / "not in yet/spytable-config.yaml").write_text("operator: {guide: false}\n")
    pilot.tap("again")
    pilot.wait(1.0)
    assert pilot.kiosk.screens.top.key == "pin"
    assert not (stick / "not in yet" / FILE).exists()
    assert not (pilot.setup.data / "update").exists()


def test_an_export_is_not_ended_because_nobody_touches_the_box(
    make: Callable[..., Pilot], stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After ten minutes it was home, and nothing was saved."""
    monkeypatch.setattr(page_of_export, "export_steps", lambda *given: repeat(Progress(0, 1)))
    pilot = make(settings=Settings(usb=stick))
    at_the_box(pilot)
    pilot.tap("export")
    page = pilot.kiosk.screens.top
    pilot.wait(700.0)
    assert pilot.kiosk.screens.top is page
    assert page.busy


STOPPED = """
import sys
from pathlib import Path
from device.app.kiosk import Kiosk
from device.commands import main
from device.ui.owner import transfer
page, half, *arguments = sys.argv[1:]
tick, transfer.SMALL = Kiosk.tick, 1
def ticked(kiosk, now):
    pace = tick(kiosk, now)
    if kiosk.screens.top.key == "home":
        kiosk.screens.open(page, **({} if page == "export" else {"agreed": None}))
    kiosk.quitting = Path(half).exists()
    assert kiosk.screens.busy
    return pace
Kiosk.tick = ticked
status = main(arguments)
print(Path(half).exists())
sys.exit(status)
"""


@pytest.mark.parametrize(
    ("page", "half"),
    [("export", f"stick/{FILE}.part"), ("restore", "box/packs.import/packs/shots"), ("copy", "box/packs.import/packs")],
)
def test_stopped_half_way_nothing_is_left_half_done(
    make: Callable[..., Pilot], stick: Path, tmp_path: Path, page: str, half: str
) -> None:
    """The steps went on after the store was closed: `failed: ValueError`, and half a file on the stick."""
    album(stick / "packs/cats")
    box = make(settings=Settings(usb=stick))
    album(box.setup.data / "packs/shots")
    if page == "restore":
        list(export_steps(box.store, box.setup.data, stick))
    data, config = tmp_path / "box", tmp_path / "config.yaml"
    config.write_text(f"operator: {{usb: {stick}}}\n")
    album(data / "packs/dogs")
    given = [sys.executable, "-c", STOPPED, page, tmp_path / half, "--data-dir", data, "--config", config, "run"]
    quiet = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(given, capture_output=True, text=True, env=quiet, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "False\n", "")


def test_another_try_asks_again_what_may_be_replaced(make: Callable[..., Pilot], stick: Path) -> None:
    """With another stick in by then, the box's own packs were replaced unasked."""
    pilot = make(settings=Settings(usb=stick))
    box = pilot.setup.data / "packs/mine.yaml"
    ours = words(box).read_text()
    at_the_box(pilot)
    pilot.tap("packs")
    pilot.tap("keep")
    pilot.wait(0.5)
    assert "There is no pack without a fault" in texts(pilot)
    words(stick / "packs/mine.yaml", title="Theirs")
    pilot.tap("again")
    pilot.wait(0.5)
    assert "Your own cards" in texts(pilot)
    assert box.read_text() == ours
    pilot.tap("keep")
    assert "The box has other cards of the same name: mine.yaml. Replace them?" in texts(pilot)


def test_what_was_agreed_to_is_what_is_replaced(make: Callable[..., Pilot], stick: Path) -> None:
    """The stick may be another one once the question is answered."""
    pilot = make(settings=Settings(usb=stick))
    first, second = (words(pilot.setup.data / f"packs/{name}.yaml", id=name) for name in ("one", "two"))
    before = second.read_text()
    words(stick / "packs/one.yaml", id="one", title="Theirs")
    agreed_before(pilot, lambda: words(stick / "packs/two.yaml", id="two", title="Theirs"))
    assert "Something else is on the stick by now. Nothing was changed on this box." in texts(pilot)
    assert second.read_text() == before
    pilot.tap("again")
    pilot.tap("keep")
    assert "one.yaml, two.yaml" in texts(pilot)
    pilot.tap("confirm")
    pilot.wait(0.5)
    assert "Theirs" in first.read_text() and "Theirs" in second.read_text()


def test_what_is_copied_is_what_lay_there_when_it_was_asked(make: Callable[..., Pilot], stick: Path) -> None:
    """Another stick may have packs of the same names."""
    pilot = make(settings=Settings(usb=stick))
    ours = words(pilot.setup.data / "packs/one.yaml", id="one")
    before = ours.read_text()
    words(stick / "packs/one.yaml", id="one", title="Theirs")
    agreed_before(pilot, lambda: words(stick / "packs/one.yaml", id="one", title="Others"))
    assert "Something else is on the stick by now." in texts(pilot)
    assert ours.read_text() == before


def test_not_everything_is_said_to_be_saved_or_back_where_something_is_left_out(
    make: Callable[..., Pilot], stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything was saved and, in the next sentence, saved without pictures."""
    pilot = filled(make, stick)
    album(pilot.setup.data / "packs/Summer")
    with monkeypatch.context() as patched:
        patched.setattr(backup, "MAX_PACKS_BYTES", 1000)
        pilot.tap("export")
        pilot.wait(0.5)
    assert f"Saved as {FILE}, but not everything." in texts(pilot) and "saved without pictures" in texts(pilot)
    assert "Everything" not in texts(pilot)
    pilot.tap("back")
    pilot.tap("export")
    pilot.wait(0.5)
    other = make(settings=Settings(usb=stick))
    at_the_box(other)
    monkeypatch.setattr(fit_in, "MAX_PACKS_BYTES", 1000)
    other.tap("import")
    other.tap("confirm")
    other.wait(0.5)
    assert "Teams, results and settings are back, but not all cards of your own. Not used:" in texts(other)


def test_all_that_stays_on_the_stick_is_counted(make: Callable[..., Pilot], stick: Path) -> None:
    """One has the id of a pack of ours, one no cards, and none of it was told."""
    pilot = make(settings=Settings(usb=stick))
    words(stick / "packs/en-compass.yaml", id="en-compass")
    (stick / "packs/none.txt").write_text("one word\n")
    words(stick / "packs/new.yaml", id="new")
    at_the_box(pilot)
    pilot.tap("packs")
    pilot.tap("keep")
    pilot.wait(0.5)
    assert "The packs are in the box now." in texts(pilot)
    assert f"Not used: {stick / 'packs/en-compass.yaml'}" in texts(pilot)
    assert "(+ 1)" in texts(pilot)
    assert [path.name for path in (pilot.setup.data / "packs").iterdir()] == ["new.yaml"]


def test_games_that_only_the_stick_has_are_told_and_stay_beside(make: Callable[..., Pilot], stick: Path) -> None:
    """A box whose memory was damaged took the place of the only copy."""
    pilot = filled(make, stick)
    pilot.tap("export")
    pilot.wait(0.5)
    before = (stick / FILE).read_bytes()
    pilot.close()
    (pilot.setup.data / DATABASE).write_bytes(b"no store")
    pilot.power_cut()
    at_the_box(pilot)
    pilot.tap("export")
    assert "Games saved on the stick: 1, in this box: 0. Those are kept beside. Go on?" in texts(pilot)
    pilot.tap("cancel")
    assert (stick / FILE).read_bytes() == before
    pilot.tap("export")
    pilot.tap("confirm")
    pilot.wait(0.5)
    assert "Everything is saved" in texts(pilot)
    assert (stick / FILE).read_bytes() != before
    assert (stick / BEFORE).read_bytes() == before


def test_nothing_is_asked_of_another_boxs_games(make: Callable[..., Pilot], stick: Path) -> None:
    """They lie beside its own in any case; it was asked whether to replace them."""
    pilot, other = filled(make, stick), make(settings=Settings(usb=stick))
    pilot.tap("export")
    pilot.wait(0.5)
    before = (stick / FILE).read_bytes()
    exported(other)
    assert "Those are kept beside" not in texts(other)
    assert (stick / BEFORE).read_bytes() == before


def changed_notes(pilot: Pilot) -> None:
    pilot.store.set_notes("Owls", "Ours")


def changed_words(pilot: Pilot) -> None:
    path = pilot.setup.data / "packs/mine.yaml"
    path.write_text(path.read_text().replace("title: Mine", "title: Ours"))


def another_team(pilot: Pilot) -> None:
    pilot.store.delete_team("Owls")
    pilot.store.add_team("Owls")


@pytest.mark.parametrize("change", [changed_notes, changed_words, another_team])
def test_what_a_box_took_over_and_changed_stays_as_it_was_saved(
    change: Callable[[Pilot], object], make: Callable[..., Pilot], stick: Path
) -> None:
    """By the names of its teams and packs it was all saved again; what another box had written was on no stick."""
    pilot, other = filled(make, stick), make(settings=Settings(usb=stick))
    words(pilot.setup.data / "packs/mine.yaml", title="Mine")
    pilot.tap("export")
    pilot.wait(0.5)
    saved = (stick / FILE).read_bytes()
    at_the_box(other)
    other.tap("import")
    other.tap("confirm")
    other.wait(0.5)
    other.tap("back")
    change(other)
    for _ in range(2):
        other.tap("export")
        other.wait(0.5)
        assert "Everything is saved" in texts(other)
        other.tap("back")
    assert saved in [path.read_bytes() for path in stick.glob("*.zip")]


def test_another_ones_export_is_told_as_often_as_it_is_brought(make: Callable[..., Pilot], stick: Path) -> None:
    exported(make(settings=Settings(usb=stick)))
    other = make(settings=Settings(usb=stick))
    at_the_box(other)
    for _ in range(2):
        other.tap("import")
        assert "Another box saved what is on the stick." in texts(other)
        other.tap("confirm")
        other.wait(0.5)
        other.tap("back")


@pytest.mark.parametrize("ended", [True, False])
def test_whether_the_guide_was_ended_stays_with_the_box(ended: bool, make: Callable[..., Pilot], stick: Path) -> None:
    """With another box's games it stood there again, before the guests."""
    pilot, other = make(settings=Settings(usb=stick)), make(settings=Settings(usb=stick))
    end_for_good(pilot.store if ended else other.store)
    exported(other)
    at_the_box(pilot)
    pilot.tap("import")
    pilot.tap("confirm")
    pilot.wait(0.5)
    assert pilot.store.settings().get(GUIDE_DONE, False) is ended


def test_the_file_that_is_to_be_brought_back_is_named(make: Callable[..., Pilot], stick: Path) -> None:
    """The right stick was said to be the wrong one: a browser had given what a box saved another name."""
    pilot = make(settings=Settings(usb=stick))
    exported(pilot)
    (stick / FILE).rename(stick / "spytable-export (1).zip")
    pilot.tap("import")
    pilot.wait(0.5)
    assert f"There is no spytable-export.zip in {stick}." in texts(pilot)


@pytest.mark.parametrize("way", ["copy_packs", "import"])
def test_a_file_in_the_place_of_the_packs_is_named(way: str, make: Callable[..., Pilot], stick: Path) -> None:
    """packs/UPPER.TXT was: something else lies there, no folder."""
    pilot, other = make(settings=Settings(usb=stick)), make(settings=Settings(usb=stick))
    for packs in (stick / "packs", other.setup.data / "packs"):
        packs.mkdir()
        (packs / "UPPER.TXT").write_text("\n".join(f"WORD {chr(65 + n)}" for n in range(25)))
    exported(other)
    mine = pilot.setup.data / "packs"
    mine.write_text("in the way")
    at_the_box(pilot)
    if way == "import":
        pilot.tap("import")
        pilot.tap("confirm")
    else:
        pilot.kiosk.screens.open("copy", agreed=None)
    pilot.wait(0.5)
    assert f"{mine}: something else is there, no folder" in texts(pilot)
    assert mine.read_text() == "in the way"


@pytest.mark.parametrize("own", ["Table 1", "", None])
def test_a_label_stays_with_its_box(own: str | None, make: Callable[..., Pilot], stick: Path) -> None:
    """With the games of Table 2 two boxes bore its label; all set up from one export did, where they had none yet."""
    pilot, other = make(settings=Settings(usb=stick)), make(settings=Settings(usb=stick))
    if own is not None:
        pilot.kiosk.screens.set_default("label", own)
    other.kiosk.screens.set_default("label", "Table 2")
    exported(other)
    brought_back(pilot)
    assert pilot.kiosk.context.preferences.label == pilot.store.settings().get("label", "") == (own or "")


@pytest.mark.parametrize("damaged", [False, True])
def test_a_box_that_lost_its_label_gets_it_back_from_what_it_saved(
    damaged: bool, make: Callable[..., Pilot], stick: Path
) -> None:
    pilot = make(settings=Settings(usb=stick))
    pilot.kiosk.screens.set_default("label", "Table 2")
    exported(pilot)
    pilot.kiosk.screens.set_default("label", "")
    if damaged:
        lose_name(pilot.store)
    pilot.kiosk.screens.go("home")
    brought_back(pilot)
    assert pilot.kiosk.context.preferences.label == pilot.store.settings()["label"] == "Table 2"


def test_an_export_while_the_memory_fails_says_what_it_lacks(make: Callable[..., Pilot], stick: Path) -> None:
    """The game that had just ended was not in it, and everything was said to be saved."""
    pilot = make(settings=Settings(usb=stick))
    pilot.tap("play:duet")
    pilot.fail("store")
    pilot.kiosk.context.session.do(Abandon())
    pilot.kiosk.screens.go("home")
    pilot.settle()
    at_the_box(pilot)
    pilot.tap("export")
    pilot.wait(0.5)
    assert f"{FILE} is saved, without what was played since the memory fails." in texts(pilot)
    pilot.mend("store")
    pilot.tap("back")
    pilot.tap("export")
    pilot.wait(0.5)
    assert f"Everything is saved as {FILE}" in texts(pilot)


def test_a_stick_that_went_while_it_was_asked_is_missed(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = make(settings=Settings(usb=stick))
    words(pilot.setup.data / "packs/mine.yaml")
    words(stick / "packs/mine.yaml", title="Theirs")
    at_the_box(pilot)
    pilot.tap("packs")
    pilot.tap("keep")
    stick.rename(stick.with_name("gone"))
    pilot.tap("confirm")
    pilot.wait(0.5)
    assert f"There is no USB stick in {stick}" in texts(pilot)


def test_what_the_stick_keeps_is_told_beside_what_was_copied(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = make(settings=Settings(usb=stick))
    words(pilot.setup.data / "packs/fish.yaml", id="fish")
    for name, ident in (("other", "fish"), ("new", "new")):
        words(stick / f"packs/{name}.yaml", id=ident)
    at_the_box(pilot)
    pilot.tap("packs")
    pilot.tap("keep")
    pilot.wait(0.5)
    assert "The packs are in the box now." in texts(pilot)
    assert "other.yaml: id: 'fish': an id that no other pack has; fish.yaml has this one" in texts(pilot)


def test_many_small_files_are_copied_some_at_a_time(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = make(settings=Settings(usb=stick))
    album(stick / "packs/summer", 80)
    at_the_box(pilot)
    pilot.tap("packs")
    pilot.tap("keep")
    pilot.wait(1.5)
    assert "The packs are in the box now." in texts(pilot), "80 files at 20 ticks a second, one each, take 4 s"


@pytest.mark.parametrize("place", ["stick", "box"])
def test_a_folder_one_cannot_look_into_keeps_nobody_from_playing(
    make: Callable[..., Pilot], stick: Path, place: str
) -> None:
    """Names that make a path longer than the system takes: every game ended at home, with nothing named."""
    pilot = make(settings=Settings(usb=stick))
    nested((stick if place == "stick" else pilot.setup.data) / "packs")
    pilot.tap("play:duet")
    assert pilot.screen == "table"
    pilot.kiosk.screens.go("home")
    pilot.settle()
    at_the_box(pilot)
    pilot.tap("packs")
    assert "the name is too long" in texts(pilot)


def test_what_cannot_be_saved_is_told_beside_what_is(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = filled(make, stick)
    (pilot.setup.data / "packs").mkdir()
    (pilot.setup.data / "packs" / os.fsdecode(b"caf\xe9.yaml")).write_text("id: x")
    pilot.tap("export")
    pilot.wait(0.5)
    assert f"Saved as {FILE}, but not everything" in texts(pilot)
    assert "caf?.yaml: a name in UTF-8" in texts(pilot)


def test_packs_are_kept_in_the_box_with_their_pictures(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = make(settings=Settings(usb=stick))
    cards = ""
    for n in range(20):
        picture(stick / f"packs/club/pictures/{n}.png", (60 + n, 60))
        cards += f"  - {{id: thing{n}, file: pictures/{n}.png}}\n"
    head = "id: club\ntitle: Our club\nlanguage: any\nkind: pictures\ncards:\n"
    (stick / "packs/club/club.yaml").write_text(head + cards)
    (stick / "packs/bad.yaml").write_text("- nothing")
    at_the_box(pilot)
    pilot.tap("packs")
    pilot.tap("keep")
    pilot.wait(1)
    assert "The packs are in the box now." in texts(pilot)
    kept = pilot.setup.data / "packs/club/pictures/7.png"
    assert kept.read_bytes() == (stick / "packs/club/pictures/7.png").read_bytes()
    assert not (pilot.setup.data / "packs/bad.yaml").exists()
    (stick / "packs").rename(stick / "gone")
    pilot.tap("back")
    pilot.tap("packs")
    assert "Our club" in texts(pilot)


def test_a_stick_whose_pictures_are_all_of_another_kind_says_so(make: Callable[..., Pilot], stick: Path) -> None:
    """As a phone makes them: the page was empty, and that no pack was without a fault told nobody which."""
    (stick / "packs/Summer").mkdir(parents=True)
    for n in range(30):
        (stick / f"packs/Summer/IMG_{n:02}.HEIC").write_bytes(b"x")
    pilot = make(settings=Settings(usb=stick))
    at_the_box(pilot)
    pilot.tap("packs")
    told = "Summer: IMG_00.HEIC, IMG_01.HEIC (+ 28): only PNG and JPEG are taken"
    assert told in texts(pilot)
    pilot.tap("keep")
    pilot.wait(0.2)
    said = texts(pilot)
    assert "There is no pack without a fault in" in said and told in said
    pilot.kiosk.screens.set_language("pl")
    pilot.tap("again")
    pilot.wait(0.2)
    assert "nadają się tylko PNG i JPEG" in texts(pilot).replace("\xa0", " ")


def test_pictures_of_another_kind_stay_on_the_stick_and_the_copy_says_so(
    make: Callable[..., Pilot], stick: Path
) -> None:
    (album(stick / "packs/Summer") / "IMG_00.HEIC").write_bytes(b"x")
    pilot = make(settings=Settings(usb=stick))
    at_the_box(pilot)
    pilot.tap("packs")
    assert "Pictures · 20 cards" in texts(pilot)
    pilot.tap("keep")
    pilot.wait(2.0)
    said = texts(pilot)
    assert "The packs are in the box now." in said
    assert "Summer: IMG_00.HEIC: only PNG and JPEG are taken" in said
    assert not (pilot.setup.data / "packs/Summer/IMG_00.HEIC").exists()


def test_a_stick_without_a_good_pack_says_so(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = make(settings=Settings(usb=stick))
    at_the_box(pilot)
    pilot.tap("packs")
    pilot.tap("keep")
    pilot.wait(0.2)
    assert "There is no pack without a fault in" in texts(pilot)


def test_a_long_list_of_packs_has_a_way_on(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = make(settings=Settings(usb=stick))
    (stick / "packs").mkdir()
    for n in range(7):
        (stick / f"packs/bad{n}.yaml").write_text("- nothing")
    at_the_box(pilot)
    pilot.tap("packs")
    assert "bad6.yaml" not in texts(pilot)
    pilot.tap("next")
    assert "bad6.yaml" in texts(pilot)
    assert not pilot.target("next").enabled
    pilot.tap("previous")
    assert "bad0.yaml" in texts(pilot)


def test_a_settings_file_is_handed_to_the_machine(
    make: Callable[..., Pilot], stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/none")
    pilot = make(settings=Settings(usb=stick))
    at_the_box(pilot)
    for text, told in (
        (None, f"There is no {NAME} in {stick}."),
        ("screen: {driver: abacus}\n", "The settings file has a fault: "),
        ("screen: {driver: kmsdrm}\n", "The settings file holds from the next start of the box."),
    ):
        if text:
            (stick / NAME).write_text(text)
        pilot.tap("config")
        pilot.wait(0.5)
        assert told in texts(pilot)
        pilot.tap("back")
    assert (pilot.setup.data / HANDED).read_text() == "screen: {driver: kmsdrm}\n"


def test_without_a_machine_that_takes_it_a_settings_file_replaces_the_one_in_use(
    make: Callable[..., Pilot], stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a PC it was promised for the next start, and lay there for ever."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    config = tmp_path / "config.yaml"
    config.write_text("screen: {driver: simulated}\n")
    (stick / NAME).write_text(text := "defaults: {language: pl}\n")
    pilot = make(settings=Settings(usb=stick), config=config)
    at_the_box(pilot)
    pilot.tap("config")
    pilot.wait(0.5)
    assert "The settings file holds from the next start of the box." in texts(pilot)
    assert config.read_text() == text
    assert config.with_name("config.yaml.before").read_text() == "screen: {driver: simulated}\n"
    assert not (pilot.setup.data / HANDED).exists()


def test_a_stick_that_is_pulled_out_between_two_looks_at_its_settings_file_is_told(
    make: Callable[..., Pilot], stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "Something went wrong on that page", for the second look found no file."""
    (stick / NAME).write_text("screen: {driver: kmsdrm}\n")
    look = handed.read_settings

    def pulled(path: Path, box: bool = False) -> object:
        found = look(path, box)
        path.unlink()
        return found

    monkeypatch.setattr(handed, "read_settings", pulled)
    pilot = make(settings=Settings(usb=stick), config=tmp_path / "config.yaml")
    at_the_box(pilot)
    pilot.tap("config")
    pilot.wait(0.5)
    assert f"{NAME}: nothing is there. Nothing was changed on this box." in texts(pilot)


def test_a_settings_file_that_cannot_be_looked_at_is_not_said_to_be_missing(
    make: Callable[..., Pilot], stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a stick that fails: "There is no spytable-config.yaml"."""
    (stick / NAME).write_text("screen: {driver: kmsdrm}\n")
    pilot, real = make(settings=Settings(usb=stick)), Path.lstat

    def lstat(path: Path) -> os.stat_result:
        if path.name == NAME:
            raise OSError(5, "Input/output error", str(path))
        return real(path)

    monkeypatch.setattr(Path, "lstat", lstat)
    at_the_box(pilot)
    pilot.tap("config")
    pilot.wait(0.5)
    assert f"{NAME}: it cannot be read or written: it may be failing. Nothing was changed" in texts(pilot)


def test_on_a_pc_without_a_settings_file_none_is_promised(
    make: Callable[..., Pilot], stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lay in the data directory, and a guide of later began with it."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    (stick / NAME).write_text("screen: {driver: simulated}\n")
    pilot = make(settings=Settings(usb=stick))
    at_the_box(pilot)
    pilot.tap("config")
    pilot.wait(0.5)
    assert "This box has no settings file that another one could replace." in texts(pilot)
    assert not (pilot.setup.data / HANDED).exists()


def test_a_settings_file_that_the_machine_refuses_is_refused_on_the_page(
    make: Callable[..., Pilot], stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was promised for the next start, and dropped there."""
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/none")
    key = "RWSKAgTvkKISxOSSqLzhcJtsfRPrE8SPZ+X55iI2V+23jutiiC+EJYSf"
    mine = f"operator: {{update_key: '{key}'}}\n"
    config = tmp_path / "config.yaml"
    config.write_text(f"screen: {{driver: auto}}\n{mine}")
    config.with_name("install.conf").write_text("i2s=hifiberry-dac\n")
    pilot = make(settings=Settings(usb=stick), config=config)
    at_the_box(pilot)
    for text, told in (
        ("screen: {driver: kmsdrm}\n", "operator.update_key: only a settings file on the memory card may change it"),
        (f"{mine}key_panels: {{a: {{driver: ws281x_pwm}}}}\n", "--i2s hifiberry-dac: key_panels.a uses GPIO 18"),
        (mine, "screen: 'driver': this field is missing"),
        (f"screen: {{driver: auto}}\n#{'x' * 2_000_000}\n{mine}", "a file of at most 2 MB"),
    ):
        (stick / NAME).write_text(text)
        pilot.tap("config")
        pilot.wait(0.5)
        assert "The settings file has a fault: " in texts(pilot)
        assert told in texts(pilot)
        assert not (pilot.setup.data / HANDED).exists()
        pilot.tap("back")
    long = f"screen: {{driver: kmsdrm}}\n#{'x' * 70_000}\n{mine}"
    (stick / NAME).write_text(long)
    pilot.tap("config")
    pilot.wait(0.5)
    assert "The settings file holds from the next start of the box." in texts(pilot)
    assert (pilot.setup.data / HANDED).read_text() == long


FOUR = "touch: {hold_seconds: 0, confirm: double, turn: 90.0, mirror: 'no'}\n"
THIRTY = FOUR + "".join(f"x{chr(97 + n)}: 1\n" for n in range(26))


@pytest.mark.parametrize(("text", "more"), [(FOUR, 3), (THIRTY, 29)], ids=["four", "thirty"])
@pytest.mark.parametrize("way", ["the page", "the guide", "the start"])
def test_of_a_settings_file_with_several_faults_it_is_told_how_many_more_there_are(
    way: str, text: str, more: int, make: Callable[..., Pilot], stick: Path, tmp_path: Path
) -> None:
    """The first one was told; who mended it met the second one at the next start."""
    config = tmp_path / "config.yaml"
    config.write_text(text if way != "the page" else "screen: {driver: simulated}\n")
    (stick / "spytable-config.yaml").write_text(text)
    pilot = make(settings=Settings(usb=stick), config=config)
    if way == "the start":
        told = pilot.kiosk.context.texts.again(_told(read_settings(config)[1], False)[0][0])
    else:
        for name in ("settings", "page:owner", "config" if way == "the page" else "guide"):
            pilot.tap(name)
        pilot.wait(0.5)
        told = texts(pilot)
    assert f"(+ {more})" in told


@pytest.mark.parametrize("asked", ["export", "import", "update", "config"])
def test_a_page_that_asks_for_a_stick_tries_again_once_it_is_in(
    asked: str, make: Callable[..., Pilot], tmp_path: Path
) -> None:
    pilot = make(settings=Settings(usb=tmp_path / "none_yet"))
    at_the_box(pilot)
    pilot.tap(asked)
    pilot.wait(0.5)
    before = texts(pilot)
    assert "Try again" in before
    pilot.tap("again")
    pilot.wait(0.5)
    assert texts(pilot) == before, "nothing has changed"
    pilot.tap("back")
    assert pilot.dump()["screen"] == "settings" and "Operator PIN" in texts(pilot)


def test_bringing_back_asks_also_at_another_try(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = filled(make, stick)
    pilot.tap("export")
    pilot.wait(0.5)
    saved = (stick / FILE).read_bytes()
    (stick / FILE).unlink()
    pilot.tap("back")
    pilot.tap("import")
    pilot.wait(0.5)
    (stick / FILE).write_bytes(saved)
    pilot.tap("again")
    assert "What this box keeps is replaced" in texts(pilot)
    pilot.tap("confirm")
    pilot.wait(0.5)
    assert "Everything is back" in texts(pilot)
    assert "Try again" not in texts(pilot)


@pytest.mark.parametrize("last", ["other", "own"])
def test_it_is_told_that_another_box_saved_what_is_brought_back(
    make: Callable[..., Pilot], stick: Path, last: str
) -> None:
    """A box brought another one's settings and teams back, and nobody had told that they were not its own."""
    boxes = {"own": filled(make, stick), "other": make(settings=Settings(usb=stick))}
    boxes["other"].store.add_team("Theirs")
    at_the_box(boxes["other"])
    for name in (*({"own", "other"} - {last}), last):
        boxes[name].tap("export")
        boxes[name].wait(0.5)
        if "confirm:a" in {target.name for target in boxes[name].kiosk.frame.targets}:
            boxes[name].tap("confirm:a")
            boxes[name].wait(0.5)
        boxes[name].tap("back")
    boxes["own"].tap("import")
    told = texts(boxes["own"])
    assert "What this box keeps is replaced" in told
    assert ("Another box saved what is on the stick." in told) is (last == "other")


def test_where_the_newest_export_is_damaged_it_is_told_which_one_is_taken(
    make: Callable[..., Pilot], stick: Path
) -> None:
    """Try again never helped, and the good one beside it was not named."""
    pilot = filled(make, stick)
    for number in range(2):
        pilot.tap("export")
        pilot.wait(0.5)
        pilot.tap("back")
        if number == 0:
            pilot.store.delete_team(pilot.store.teams()[0].name)
    (stick / FILE).write_bytes((stick / FILE).read_bytes()[:300])
    pilot.tap("import")
    assert "The newest saved file is damaged: spytable-export-before.zip is used instead." in texts(pilot)
    pilot.tap("confirm")
    pilot.wait(0.5)
    assert "Everything is back" in texts(pilot)
    assert pilot.store.teams()


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1280, 800)])
@pytest.mark.parametrize("language", [*languages(assets())])
def test_the_longest_question_is_not_squeezed(
    make: Callable[..., Pilot], stick: Path, language: str, size: tuple[int, int]
) -> None:
    """Its second line of two was pressed together until nobody could read it."""
    for _ in range(2):
        exported(make(settings=Settings(usb=stick)))
    (stick / FILE).write_bytes(b"no zip")
    pilot = make(settings=Settings(usb=stick), language=language, size=size)
    at_the_box(pilot)
    pilot.tap("import")
    (question,) = [text for text in pilot.kiosk.frame.record if "spytable-export-before.zip" in text.text]
    assert question.squeezed == 1
    assert question.cap >= theme.CAP_PROMPT * 0.95


def brought_back(pilot: Pilot) -> None:
    """Bring everything back, from home."""
    at_the_box(pilot)
    pilot.tap("import")
    pilot.tap("confirm")
    pilot.wait(0.5)


def exported(pilot: Pilot) -> None:
    """Save everything, from home and back to the owner's rows."""
    at_the_box(pilot)
    pilot.tap("export")
    pilot.wait(0.5)
    pilot.tap("back")


@pytest.mark.parametrize("kept", ["team", "nothing"])
def test_a_box_that_never_saved_is_told_of_another_ones_export(
    make: Callable[..., Pilot], stick: Path, kept: str
) -> None:
    """The one that had most to lose was asked as if the stick held what was its own."""
    exported(make(settings=Settings(usb=stick)))
    other = make(settings=Settings(usb=stick))
    if kept == "team":
        other.store.add_team("Mine")
    at_the_box(other)
    other.tap("import")
    assert "Another box saved what is on the stick." in texts(other)


@pytest.mark.parametrize("lost", ["taken over", "damaged"])
def test_what_may_be_its_own_is_not_said_to_be_anothers(make: Callable[..., Pilot], stick: Path, lost: str) -> None:
    pilot = make(settings=Settings(usb=stick))
    exported(pilot)
    if lost == "taken over":
        words(stick / "packs/late.yaml")  # with the next export, it is not that one that was taken over
        pilot.tap("import")
        pilot.tap("confirm")
        pilot.wait(0.5)
        pilot.tap("back")
    else:
        (pilot.setup.data / DATABASE).write_bytes(b"no store")
        pilot.power_cut()
        at_the_box(pilot)
    pilot.tap("import")
    assert "What this box keeps is replaced" in texts(pilot)
    assert "Another box saved" not in texts(pilot)


def test_what_is_brought_back_is_what_it_was_asked_about(make: Callable[..., Pilot], stick: Path) -> None:
    """With another stick in by then, another box's teams took the place of all this one had."""
    pilot = make(settings=Settings(usb=stick))
    pilot.store.add_team("Mine")
    theirs = make(settings=Settings(usb=stick))
    theirs.store.add_team("Theirs")
    exported(theirs)
    other_stick = (stick / FILE).rename(stick / "theirs.zip")
    exported(pilot)
    pilot.tap("import")
    other_stick.replace(stick / FILE)
    pilot.tap("confirm")
    pilot.wait(0.5)
    assert "Something else is on the stick by now. Nothing was changed on this box." in texts(pilot)
    assert [team.name for team in pilot.store.teams()] == ["Mine"]
    pilot.tap("again")
    assert "Another box saved what is on the stick." in texts(pilot)
    pilot.tap("confirm")
    pilot.wait(0.5)
    assert [team.name for team in pilot.store.teams()] == ["Theirs"]


def test_what_a_box_saved_stays_its_own_after_it_was_brought_back(make: Callable[..., Pilot], stick: Path) -> None:
    """It got another name with its own games: what it had saved before was told to be another box's."""
    pilot = filled(make, stick)
    saved = b""
    for name in ("export", "import", "export"):
        pilot.tap(name)
        pilot.wait(0.5)
        if name == "import":
            pilot.tap("confirm:a")
            pilot.wait(1.0)
        saved = saved or (stick / FILE).read_bytes()
        pilot.tap("back")
    (stick / FILE).write_bytes(saved)
    pilot.tap("import")
    assert "What this box keeps is replaced" in texts(pilot)
    assert "Another box saved what is on the stick." not in texts(pilot)


def test_nothing_is_replaced_unasked_where_a_look_fails(
    make: Callable[..., Pilot], stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = filled(make, stick)
    pilot.tap("export")
    pilot.wait(0.5)
    other = make(settings=Settings(usb=stick))
    other.store.add_team("Mine")
    at_the_box(other)
    real, failed = owner_rows.export_in, list[Path]()

    def once(folder: Path) -> Path:
        if not failed:
            failed.append(folder)
            raise OSError(5, "Input/output error", str(folder))
        return real(folder)

    monkeypatch.setattr(owner_rows, "export_in", once)
    other.tap("import")
    other.wait(1.0)
    assert [team.name for team in other.store.teams()] == ["Mine"]
    assert "confirm:a" in {target.name for target in other.kiosk.frame.targets}
