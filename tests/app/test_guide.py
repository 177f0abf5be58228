"""The guide of the first start, gone through by people at boxes that are wired wrongly on purpose."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pygame
import pytest

from device.app.run import _guide_first
from device.config.config_file import read_settings
from device.config.draft import Draft
from device.config.settings import Settings
from device.files.reader import Malformed
from device.headless.pilot import Pilot
from device.owner.config_file import HANDED, hand_over_config
from device.owner.first_start import is_due
from device.owner.guide_config import begin_draft, keep
from device.publish.command import Command
from device.storage.home import Home
from device.ui.owner.guide import Guide
from device.ui.owner.guide_screen import MARKS
from hardware.ports import SEATS, Cell, Pointer, Seat
from hardware.spec import BoxSpec, PartSpec
from hardware.touch_map import MAPS, TouchMap
from tests.app.conftest import make, texts  # noqa: F401 - a fixture
from tests.app.miswired import Panel, Person, Truth
from tests.headless.test_example_parts import machine  # noqa: F401 - a fixture

CONFIG = """
screen: {driver: kmsdrm, size_mm: [154, 86]}   # a comment
key_panels:
  a: {driver: ws281x_spi, first: 0}
  b: {driver: ws281x_spi, first: 25}
buttons: {a: {driver: gpio, pin: 17, lamp: 27}, b: {driver: gpio, pin: 22, lamp: 23}}
sound: {driver: mixer, volume: 0.5}
operator: {pin: "4711"}
"""


@pytest.fixture
def person(machine: object, tmp_path: Path) -> Callable[..., Person]:  # noqa: F811
    """Return what puts somebody before a box, in the guide."""
    path = tmp_path / "config.yaml"

    def one(config: str = CONFIG, **truth: object) -> Person:
        path.write_text(config, encoding="utf-8")
        made = Person(tmp_path / "data", path, machine, Truth(**truth))  # type: ignore[arg-type]
        made.kiosk.screens.open("guide")
        made.settle()
        return made

    return one


@pytest.mark.parametrize("away", ["an order", "a fault"])
def test_whatever_takes_the_guide_away_what_was_tried_is_put_back(away: str, person: Callable[..., Person]) -> None:
    """The buttons, or the key panels, stayed exchanged in the running box."""
    someone = person()
    box, stack = someone.kiosk.context.box, someone.kiosk.screens
    before = box.spec
    guide = stack.top
    assert isinstance(guide, Guide)
    assert guide.swap("key_panels")
    assert box.spec != before
    if away == "an order":
        someone.kiosk.inputs.put(Command("lock", True))
    else:
        someone.kiosk.on_failure = lambda error, now: None
        guide.draw = None  # type: ignore[assignment, method-assign]
        stack.invalidate()
    someone.settle()
    assert stack.top is not guide
    assert box.spec == before


def test_what_guests_had_chosen_does_not_become_the_owners(person: Callable[..., Person]) -> None:
    """They had changed the language; somebody touched another one in the guide, and went."""
    someone = person()
    screens = someone.kiosk.screens
    screens.go("home")
    for name, owners, guests in (("language", "pl", "en"), ("volume", 0.3, 1.0)):
        screens.set_default(name, owners)
        screens.set_preference(name, guests)
    before = someone.store.settings()
    screens.open("guide")
    guide, preferences = screens.top, someone.kiosk.context.preferences
    assert isinstance(guide, Guide)
    guide.set_default("language", "es")
    guide.set_default("volume", 0.6)
    assert (preferences.language, preferences.volume) == ("es", 0.6)
    assert someone.store.settings() == before, "a power cut leaves everything as it was"
    screens.go("home")
    assert (preferences.language, preferences.volume) == ("en", 1.0)
    assert {name: preferences.defaults[name] for name in ("language", "volume")} == {"language": "pl", "volume": 0.3}


def test_a_language_the_counter_orders_outlasts_the_guide(person: Callable[..., Person]) -> None:
    someone = person()
    guide, preferences = someone.kiosk.screens.top, someone.kiosk.context.preferences
    assert isinstance(guide, Guide)
    guide.set_default("language", "es")
    someone.kiosk.inputs.put(Command("language", "pl"))
    someone.settle()
    someone.kiosk.screens.go("home")
    assert (preferences.language, preferences.defaults["language"]) == ("pl", "en")


def press_the_right_one(person: Person) -> None:
    person.press(person.seat)


def look_at_the_lamp(person: Person) -> None:
    if person.glows(person.seat):
        person.tap("yes")
    elif person.glows("b" if person.seat == "a" else "a"):
        person.tap("other")
    else:
        person.tap("nothing")


def find_the_light(person: Person) -> None:
    lit = person.lit_cells(person.seat)
    assert len(lit) <= 1
    person.tap(f"light:{lit[0]}" if lit else "other")


def hear_it(person: Person) -> None:
    person.tap("yes")


def touch_the_mark(person: Person) -> None:
    for mark in MARKS:
        if person.step == "TouchStep":
            person.tap_at(*mark)


def turn_it(person: Person) -> None:
    while (person.kiosk.screens.top._step.facing is not None) is not person.truth.upside_down:  # type: ignore[attr-defined]
        person.tick()
    person.tap_at(0.4, 0.6)


HANDS: dict[str, Callable[[Person], None]] = {
    "LanguageStep": lambda person: person.tap_at(0.5, 0.5) if person.truth.touch != TouchMap() else english(person),
    "UprightStep": turn_it,
    "TouchStep": touch_the_mark,
    "SizeStep": lambda person: person.tap("confirm"),
    "PressStep": press_the_right_one,
    "LampStep": look_at_the_lamp,
    "PlaceStep": find_the_light,
    "ColourStep": lambda person: person.tap(f"colour:{person.colour(person.seat)}"),
    "SoundStep": hear_it,
    "EndStep": lambda person: person.tap("save"),
}


def english(person: Person) -> None:
    person.tap("language:en")


def go_through(person: Person, until: str = "") -> None:
    """Answer every question as people would, by what they see, hear and press."""
    for _ in range(60):
        if person.kiosk.screens.top.key != "guide" or person.step == until:
            return
        if person.step == "LanguageStep" and person.truth.touch != TouchMap():
            person.press("a")  # a touch that goes astray: the button chooses, and waiting takes it
            person.kiosk.screens.set_default("language", "en")
            person.wait(5.1)
            continue
        HANDS[person.step](person)
        person.wait(0.3)
    raise AssertionError(f"the guide never ends: {person.step}: {texts(person)}")


def all_is_right(person: Person) -> None:
    """See that every light, button and lamp is where it should be, and that the file says so."""
    key = [Cell("agent") if place in (0, 1, 7, 15) else Cell(None) for place in range(25)]
    for seat in SEATS:
        person.box.show_key(seat, tuple(key))
        person.box.show_key(seat.other, (Cell(None),) * 25)
        assert person.lit_cells(str(seat)) == [0, 1, 7, 15]
        assert person.lit_cells(str(seat.other)) == []
        person.box.show_key(seat, (Cell("red"),) * 25)
        assert person.colour(str(seat)) == "red"
        person.box.show_key(seat, (Cell("blue"),) * 25)
        assert person.colour(str(seat)) == "blue"
        person.box.light(seat, True)
        person.box.light(seat.other, False)
        assert person.glows(str(seat))
        assert not person.glows(str(seat.other))
    settings, faults = read_settings(person.setup.config or Path())
    assert not faults
    truth = person.truth
    for seat in SEATS:
        assert settings.box.buttons[seat].params["pin"] == truth.pins[str(seat)]
        assert settings.box.key_panels[seat] == person.box.spec.key_panels[seat]
    assert settings.box.screen.params["rotate"] == (180 if truth.upside_down else 0)
    assert settings.box.touch == truth.touch
    assert settings.pin == "4711", "what it does not ask about is kept"


def panels(**given: object) -> dict[str, Panel]:
    return {"a": Panel(0, **given), "b": Panel(25, **given)}  # type: ignore[arg-type]


WRONG: dict[str, dict[str, object]] = {
    "nothing": {},
    "other corner": {"panels": panels(corner="bottom_right")},
    "mirrored": {"panels": panels(corner="top_right")},
    "in rows": {"panels": panels(layout="rows")},
    "turned": {"panels": panels(turn=90, corner="bottom_left")},
    "RGB": {"panels": panels(order="RGB")},
    "BRG": {"panels": panels(order="BRG")},
    "panels exchanged": {"panels": {"a": Panel(25, corner="bottom_left"), "b": Panel(0, turn=180)}},
    "buttons exchanged": {"pins": {"a": 22, "b": 17}, "lamps": {"a": 23, "b": 27}},
    "lamps exchanged": {"lamps": {"a": 23, "b": 27}},
    "upside down": {"upside_down": True},
    "touch mirrored": {"touch": TouchMap(0, True)},
    "touch turned": {"touch": TouchMap(90)},
    "all of it": {
        "panels": {
            "a": Panel(25, "rows", "top_right", 90, "RGB"),
            "b": Panel(0, "serpentine", "bottom_left", 0, "RGB"),
        },
        "pins": {"a": 22, "b": 17},
        "touch": TouchMap(180, True),
        "upside_down": True,
    },
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_box_wired_wrongly_is_right_after_the_guide(person: Callable[..., Person], wrong: str) -> None:
    someone = person(**WRONG[wrong])
    go_through(someone)
    assert someone.screen == "home"
    all_is_right(someone)


def test_nothing_is_written_before_the_end_and_the_file_before_stays_beside_it(person: Callable[..., Person]) -> None:
    someone = person(**WRONG["all of it"])
    path = someone.setup.config
    assert path is not None
    go_through(someone, until="EndStep")
    assert path.read_text(encoding="utf-8") == CONFIG
    someone.tap("save")
    assert path.with_name("config.yaml.before").read_text(encoding="utf-8") == CONFIG
    assert sorted(each.name for each in path.parent.glob("config*")) == ["config.yaml", "config.yaml.before"]


def test_what_was_written_into_the_file_meanwhile_is_not_undone(person: Callable[..., Person]) -> None:
    """The file was as at the beginning, what had been added was in the one beside it, until the next time."""
    someone = person(**WRONG["RGB"])
    go_through(someone, until="EndStep")
    path = someone.setup.config
    assert path is not None
    text = path.read_text().replace('pin: "4711"', 'pin: "7777"')
    path.write_text(text)
    someone.tap("save")
    assert path.read_text() == text
    assert "changed meanwhile" in texts(someone)


@pytest.mark.parametrize("why", ["it fails", "it stands in"])
def test_what_the_memory_does_not_keep_is_not_told_as_kept(why: str, person: Callable[..., Person]) -> None:
    """ "Kept", in the language chosen: after a power cut it was another one, and the guide was there again."""
    someone = person(**WRONG["RGB"])
    go_through(someone, until="EndStep")
    if why == "it fails":
        someone.store.failing = True
    else:
        someone.store.forgetful, someone.store.home = "No space left on device", Home(someone.store.path)
    someone.tap("save")
    assert "This holds now, and is saved once the memory works again." in texts(someone)
    assert "Kept." not in texts(someone)
    assert someone.setup.config is not None and someone.setup.config.read_text(encoding="utf-8") != CONFIG
    someone.store.home = None


@pytest.mark.parametrize("way", ["both buttons", "nobody there"])
def test_whoever_leaves_has_the_box_as_it_was(person: Callable[..., Person], way: str) -> None:
    someone = person(**WRONG["buttons exchanged"] | {"panels": panels(order="RGB")})
    before = someone.box.spec
    go_through(someone, until="SoundStep")
    assert someone.box.spec != before
    if way == "both buttons":
        someone.press("a", "b", seconds=2.2)
    else:
        someone.wait(121)
    assert someone.screen in ("home", "attract")
    assert someone.box.spec == before
    assert someone.setup.config is not None
    assert someone.setup.config.read_text(encoding="utf-8") == CONFIG
    assert is_due(someone.setup.settings, someone.store) is (way == "nobody there")


def test_leave_at_the_first_question_leaves(person: Callable[..., Person]) -> None:
    someone = person()
    someone.tap("back")
    assert someone.screen == "home"


def test_home_faces_whoever_ends_the_guide(person: Callable[..., Person]) -> None:
    """A skip touched at side B had turned home to B, and it was A who kept it."""
    someone = person()
    go_through(someone, until="PressStep")
    someone.press("a")
    assert (someone.step, someone.seat) == ("PressStep", "b")
    someone.tap("skip")
    assert someone.kiosk.screens.top.facing is Seat.B
    go_through(someone)
    assert someone.screen == "home"
    assert someone.kiosk.screens.top.facing is None


def test_back_asks_the_question_before_again(person: Callable[..., Person]) -> None:
    someone = person()
    go_through(someone, until="PlaceStep")
    someone.tap("back")
    assert someone.step == "LampStep"


def test_lights_that_cannot_be_are_asked_for_again(person: Callable[..., Person]) -> None:
    someone = person()
    go_through(someone, until="PlaceStep")
    someone.tap("light:12")  # the first light of a matrix is in a corner
    assert "No panel is wired like that" in texts(someone)
    before = someone.box.spec
    assert someone.step == "PlaceStep"
    assert someone.box.spec == before


def test_a_touch_that_only_wakes_the_screen_is_no_answer(person: Callable[..., Person]) -> None:
    """Two of three rings were touched in the dark; they may turn the touch round."""
    someone = person(f"{CONFIG}backlight: {{driver: simulated, dim_after_seconds: 4, blank_after_seconds: 8}}\n")
    go_through(someone, until="TouchStep")
    for _ in range(2):  # a third one would be judged
        someone.wait(10)
        someone.tap_at(0.5, 0.5)
    someone.wait(10)
    for kind in ("down", "up", "down", "up"):  # two in a row
        someone.inputs.put(Pointer(0, kind, 0.5, 0.5))  # type: ignore[arg-type]
        someone.wait(0.1)
    someone.settle()
    guide = someone.kiosk.screens.top
    assert isinstance(guide, Guide)
    assert guide._step._touched == []  # type: ignore[attr-defined]
    someone.tap_at(0.5, 0.5)
    assert len(guide._step._touched) == 1  # type: ignore[attr-defined]


def test_touches_anywhere_leave_the_touch_as_it_is(person: Callable[..., Person]) -> None:
    someone = person()
    go_through(someone, until="TouchStep")
    for _ in range(9):
        if someone.step == "TouchStep":
            someone.tap_at(0.5, 0.5)
    assert someone.step == "SizeStep"
    assert someone.box.spec.touch == TouchMap()


def test_the_other_sides_button_is_told(person: Callable[..., Person]) -> None:
    someone = person()
    go_through(someone, until="PressStep")
    someone.press("a")
    assert (someone.step, someone.seat) == ("PressStep", "b")
    someone.press("a")
    assert "button of the other side" in texts(someone)
    someone.press("b")
    assert someone.step == "LampStep"


def test_a_frame_made_to_fit_gives_the_size(person: Callable[..., Person]) -> None:
    someone = person()
    go_through(someone, until="SizeStep")
    for name in ("frame:less", "frame:smaller"):  # too wide for the card: the screen is larger than it was taken for
        someone.tap(name)
    someone.tap("confirm")
    wide, high = someone.box.spec.size_mm
    assert wide == pytest.approx(154 / 0.95 / 0.99, abs=0.1)
    assert high == pytest.approx(wide * 480 / 800, abs=0.1)
    assert someone.kiosk.frame.canvas.size_mm == (wide, high)


@pytest.mark.parametrize("size", ["[154, 86]", "[154.08, 85.92]", "[154, 107]"])
def test_the_size_that_is_shown_is_the_one_that_is_kept(size: str, person: Callable[..., Person]) -> None:
    """Of a picture of another shape a height was shown and confirmed that nobody wrote; of 154.08 mm another width."""
    someone = person(CONFIG.replace("[154, 86]", size))
    before = someone.box.spec.size_mm
    go_through(someone, until="SizeStep")
    for answers in ((), ("frame:larger", "frame:smaller")):
        for answer in answers:
            someone.tap(answer)
        assert f"The screen then measures {before[0]:.0f} × {before[1]:.0f} mm." in texts(someone)
    someone.tap("confirm")
    assert someone.box.spec.size_mm == before
    go_through(someone, until="EndStep")
    assert "Everything is as it should be." in texts(someone)


def test_a_file_that_cannot_be_written_is_told(person: Callable[..., Person], monkeypatch: pytest.MonkeyPatch) -> None:
    someone = person(**WRONG["RGB"])
    go_through(someone, until="EndStep")

    def full(file: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    someone.tap("save")
    monkeypatch.undo()
    assert "no room is left there" in texts(someone)
    assert someone.setup.config is not None
    assert someone.setup.config.read_text(encoding="utf-8") == CONFIG
    assert [each.name for each in someone.setup.config.parent.glob("config*")] == ["config.yaml"]
    someone.tap("save")
    assert someone.screen == "home"


def test_a_folder_in_the_place_of_the_file_before_is_in_no_ones_way(person: Callable[..., Person]) -> None:
    someone = person(**WRONG["RGB"])
    go_through(someone, until="EndStep")
    assert someone.setup.config is not None
    someone.setup.config.with_name("config.yaml.before").mkdir()
    someone.tap("save")
    assert someone.screen == "home"
    assert someone.setup.config.read_text(encoding="utf-8") != CONFIG
    assert someone.setup.config.with_name("config.yaml.before-2").read_text(encoding="utf-8") == CONFIG


def test_a_guide_that_finds_all_as_it_should_be_leaves_the_settings_file_with_its_notes(
    person: Callable[..., Person],
) -> None:
    """Each time through wrote it anew; the second one put that over the owner's, kept beside it."""
    someone = person()
    path = someone.setup.config
    assert path is not None
    for _ in range(2):
        go_through(someone, until="EndStep")
        assert "Everything is as it should be." in texts(someone)
        someone.tap("save")
        assert someone.screen == "home"
        assert {each.name: each.read_text() for each in path.parent.glob("config*")} == {"config.yaml": CONFIG}
        someone.kiosk.screens.open("guide")
        someone.settle()


def test_what_is_put_back_before_the_next_start_takes_the_place_of_what_waits_for_it(
    person: Callable[..., Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/none")
    someone = person()
    path = someone.setup.config
    assert path is not None
    begun = begin_draft(path, Settings(), someone.setup.data)
    path.write_text(begun.text)  # as a guide before wrote it
    begun = begin_draft(path, Settings(), someone.setup.data)
    hand_over_config(changed := begun.having({"screen": {"size_mm": (160.0, 90.0)}}).text, someone.setup.data)
    waiting = begin_draft(path, Settings(), someone.setup.data)
    assert waiting.text == changed
    keep(waiting.having({"screen": {"size_mm": (154, 86)}}), waiting, path, someone.setup.data)
    assert (someone.setup.data / HANDED).read_text() == path.read_text() == begun.text


def test_a_service_hands_over_what_it_may_not_write(
    person: Callable[..., Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    someone = person(**WRONG["RGB"])
    go_through(someone, until="EndStep")

    def refused(path: Path, text: str) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setenv("NOTIFY_SOCKET", "/run/none")
    monkeypatch.setattr("device.owner.guide_config.replace_config", refused)
    someone.tap("save")
    assert someone.screen == "home"
    waiting = someone.setup.data / "update" / "config.yaml"
    settings, faults = read_settings(waiting)
    assert not faults
    assert settings.box.key_panels["a"].params["order"] == "RGB"  # type: ignore[index]
    someone.kiosk.screens.open("guide")
    assert someone.kiosk.screens.top.draft.settings == settings, "it goes on from there"  # type: ignore[attr-defined]


def test_the_guide_takes_the_place_of_no_settings_file_with_a_fault(
    make: Callable[..., Pilot],  # noqa: F811
    tmp_path: Path,
) -> None:
    """It wrote the safe settings that run then: no part, no PIN, no fleet."""
    path = tmp_path / "config.yaml"
    path.write_text('operator: {pin: "4711"}\nsound: {volum: 0.5}\n')
    before = path.read_bytes()
    pilot = make(settings=Settings(), config=path)
    for name in ("settings", "page:owner", "guide"):
        pilot.tap(name)
    assert pilot.kiosk.screens.top.key == "settings"
    assert "sound.volum" in str(pilot.kiosk.screens.notice)
    with pytest.raises(Malformed, match="volum"):
        begin_draft(path, Settings(), tmp_path)
    assert path.read_bytes() == before


def test_a_file_that_waits_and_cannot_be_read_ends_no_first_start(
    make: Callable[..., Pilot],  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A link that leads to itself, in the place where a settings file waits, ended every start of a new box."""
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/none")
    config = tmp_path / "config.yaml"
    config.write_text(CONFIG)
    settings, _ = read_settings(config)
    pilot = make(settings=settings, config=config)
    (pilot.setup.data / "update").symlink_to("update")
    _guide_first(pilot.kiosk, troubled=False)
    assert pilot.kiosk.screens.top.key == "guide"
    pilot.kiosk.screens.go_home()
    config.write_text("sound: {volum: 1}")
    _guide_first(pilot.kiosk, troubled=False)
    assert pilot.screen == "home"


def test_the_guide_skips_parts_that_are_not_there(person: Callable[..., Person]) -> None:
    someone = person("screen: {driver: wayland}\nsound: {driver: none}\n")
    seen = []
    while someone.kiosk.screens.top.key == "guide":
        seen.append(someone.step)
        HANDS[someone.step](someone)
        someone.wait(0.1)
    assert seen == ["LanguageStep", "UprightStep", "TouchStep", "SizeStep", "EndStep"]


def test_a_display_that_is_opened_anew_is_drawn_on(make: Callable[..., Pilot], monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """SDL's surface dies with its display: not even its size can be asked for afterwards."""
    pilot = make()
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    screen = pilot.box.recordings["screen"]
    try:
        screen.surface = pygame.display.set_mode((800, 480))
        pilot.kiosk.screens.invalidate()
        pilot.tick()
        pygame.display.quit()
        pygame.display.init()
        screen.surface = pygame.display.set_mode((800, 480))
        pilot.tick()
        assert screen.surface.get_at((400, 240)) != (0, 0, 0)
        screen.surface = screen.shown
    finally:
        pygame.display.quit()


def test_on_a_pc_it_comes_when_asked_and_changes_no_file(make: Callable[..., Pilot]) -> None:  # noqa: F811
    pilot = make()
    assert not is_due(Settings(), pilot.store)
    pilot.tap("settings")
    pilot.tap("page:owner")
    pilot.tap("guide")
    pilot.tap("language:en")
    for x, y in MARKS:
        for kind in ("down", "up"):
            pilot.inputs.put(Pointer(1, kind, x, y))  # type: ignore[arg-type]
            pilot.wait(0.1)
    pilot.tap("confirm")
    pilot.press("a")
    pilot.press("b")
    pilot.tap("yes")
    pilot.store.failing = True
    pilot.tap("save")
    assert "no settings file" in texts(pilot), "it said that what was found is saved once the memory works again"


def test_the_guide_comes_by_itself_once_on_a_real_box_that_was_never_played(
    make: Callable[..., Pilot],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pilot = make()
    real = BoxSpec(screen=PartSpec("kmsdrm", {"rotate": 0}))
    assert is_due(Settings(real), pilot.store)
    assert not is_due(Settings(real, guide=False), pilot.store)
    monkeypatch.setattr(pilot.store, "has_results", lambda: True)
    assert not is_due(Settings(real), pilot.store)


def test_a_draft_keeps_what_it_does_not_change(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    draft = Draft.of((None, tmp_path / "none.yaml", path), Settings())
    changed = draft.having({"touch": {"turn": 90}, "key_panels.b": {"order": "RGB"}})
    path.write_text(changed.text, encoding="utf-8")
    settings, faults = read_settings(path)
    assert not faults
    assert changed.content == {
        **draft.content,
        "touch": {"turn": 90},
        "key_panels": {**draft.content["key_panels"], "b": {**draft.content["key_panels"]["b"], "order": "RGB"}},
    }
    assert settings == changed.settings
    with pytest.raises(ValueError, match="turn"):
        draft.having({"touch": {"turn": 45}})


@pytest.mark.parametrize("turn_and_now", list(product(MAPS, MAPS)), ids=str)
def test_three_touches_tell_how_a_sensor_lies(turn_and_now: tuple[TouchMap, TouchMap]) -> None:
    from hardware.touch_map import fitting_map

    truth, now = turn_and_now
    touched = [now.apply(truth.undo((x + 0.05, y - 0.05))) for x, y in MARKS]
    assert fitting_map(now, MARKS, touched) == truth


def test_a_part_that_fails_as_the_guide_goes_comes_back_as_it_was(person: Callable[..., Person]) -> None:
    """It came back as it was tried: the key panels stayed exchanged, and nobody had kept that."""
    someone = person(**WRONG["panels exchanged"])
    before = someone.box.spec
    go_through(someone, until="SoundStep")
    assert someone.box.spec != before
    someone.library.broken = True
    someone.kiosk.screens.go_home()
    someone.library.broken = False
    someone.wait(4.0)
    assert not [fault for fault in someone.box.faults() if fault.part.startswith("panel")]
    assert someone.box.spec == before
