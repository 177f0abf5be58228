"""The config file and the settings made on the screen."""

import argparse
import sqlite3
from itertools import product
from pathlib import Path

import pytest

from device.app.run import settings_of
from device.commands import main
from device.config.config_file import read_settings, sections
from device.config.draft import Draft
from device.config.places import data_directory, runtime_directory
from device.config.preferences import preferences
from device.config.safe import safe_settings
from device.config.settings import Settings
from device.config.show import config_as_dict
from device.files.assets import assets
from device.files.reader import Malformed
from device.files.texts import Texts, languages
from device.owner.machine import Machine
from device.storage.store import Store
from hardware.registry import TABLE


def read(tmp_path: Path, text: str) -> tuple[Settings, list[str]]:
    path = tmp_path / "config.yaml"
    path.write_text(text)
    settings, faults = read_settings(path)
    return settings, [str(fault).removeprefix(f"{path}: ") for fault in faults]


def test_an_empty_config_is_the_simulated_box(tmp_path: Path) -> None:
    settings, faults = read(tmp_path, "")
    assert not faults
    told = config_as_dict(settings)
    assert told == config_as_dict(Settings())
    assert {told["screen"]["driver"], told["power"]["driver"], told["buttons"]["a"]["driver"]} == {"simulated"}


def test_a_part_left_out_is_none_when_any_part_is_real(tmp_path: Path) -> None:
    settings, faults = read(tmp_path, "buttons: {a: {driver: gpio, pin: 17}}")
    assert not faults
    told = config_as_dict(settings)
    assert told["screen"]["driver"] == "auto"
    assert told["buttons"]["b"]["driver"] == told["sound"]["driver"] == told["key_panels"]["a"]["driver"] == "none"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("leds: {brightness: 1.5}", "leds.brightness: 1.5: a number from 0.05 to 1"),
        ("leds: {brightness: true}", "leds.brightness: true: a number from 0.05 to 1"),
        ("leds: 3", "leds: 3: a mapping"),
        ("touch: {confirm: off}", "touch.confirm: off: hold, second_tap, instant (quote it)"),
        ("screen: {size_mm: [86, 154]}", "screen.size_mm: [86, 154]"),
        ("screen: {driver: svga}", "screen.driver: 'svga': one of auto"),
        ("lights: {}", "lights: 'lights': unknown field"),
        ("buttons: {a: {driver: gpio}}", "buttons.a: 'pin': is missing"),
        ("buttons: {c: {driver: none}}", "buttons.c: 'c': unknown field"),
        ("operator: {pin: 0123}", "operator.pin: 4 to 8 digits"),
        ("operator: {pin: '12'}", "operator.pin: 4 to 8 digits"),
        ("buttons: {a: {driver: gpio, pin: 5}, b: {driver: gpio, pin: 5}}", "buttons.b.pin: 5: a pin of its own"),
        (
            "key_panels: {a: {driver: ws281x_spi}, b: {driver: ws281x_spi, first: 24}}",
            "key_panels.b.first: 24: at least 25 away",
        ),
        (
            "key_panels: {a: {driver: ws281x_spi}, b: {driver: ws281x_spi, device: 1}}",
            "key_panels.b.first: 0: at least 25 away",
        ),
        (
            "{key_panels: {a: {driver: ws281x_spi}}, buttons: {a: {driver: gpio, pin: 10}}}",
            "buttons.a.pin: 10: a pin of its own; SPI 0 uses it",
        ),
        (
            "{key_panels: {a: {driver: ws281x_pwm}}, buttons: {a: {driver: key, key: a, lamp: 18}}}",
            "buttons.a.lamp: 18: a pin of its own; PWM 18 uses it",
        ),
        (
            "key_panels: {a: {driver: luma, device: st7735, dc: 10}}",
            "key_panels.a.dc: 10: a pin of its own; SPI 0 uses it",
        ),
        ("buttons: {a: {driver: key, key: spcae}}", "buttons.a.key: 'spcae': a key's name"),
        ("buttons: {a: {driver: key, key: ''}}", "buttons.a.key: '': a key's name"),
        (
            "buttons: {a: {driver: key, key: A}, b: {driver: key, key: a}}",
            "buttons.b: 'key': a place of its own; buttons.a has key a",
        ),
        (
            "key_panels: {a: {driver: ws281x_pwm}, b: {driver: ws281x_pwm, pin: 13, channel: 1}}",
            "key_panels.b.pin: 13: as key_panels.a.pin",
        ),
        (
            "key_panels: {a: {driver: ws281x_pwm}, b: {driver: ws281x_pwm, pin: 21, dma: 9}}",
            "key_panels.b.pin: 21: as key_panels.a.pin",
        ),
        ("key_panels: {a: {driver: ws281x_pwm, pin: 13}}", "key_panels.a.channel: 0: 1, to which GPIO 13"),
        (
            "key_panels: {a: {driver: ws281x_spi}, b: {driver: ws281x_spi, first: 25, order: GRBW}}",
            "key_panels.b.order: 'GRBW': as key_panels.a.order",
        ),
        (
            "key_panels: {a: {driver: luma, device: ssd1306, interface: i2c},"
            " b: {driver: luma, device: sh1106, interface: i2c}}",
            "key_panels.b: 'luma': a place of its own; key_panels.a has I2C 1 address 60",
        ),
        (
            "key_panels: {a: {driver: luma, device: st7789}, b: {driver: luma, device: st7789, dc: 5, rst: 6}}",
            "key_panels.b: 'luma': a place of its own; key_panels.a has SPI 0 chip 0",
        ),
        (
            "{key_panels: {a: {driver: luma, device: ssd1306, interface: i2c}}, buttons: {a: {driver: gpio, pin: 2}}}",
            "buttons.a.pin: 2: a pin of its own; I2C 1 uses it",
        ),
        (
            "key_panels: {a: {driver: ws281x_spi}, b: {driver: luma, device: st7789}}",
            "key_panels.b.driver: 'luma': another bus; key_panels.a (ws281x_spi) needs SPI 0 alone",
        ),
        ("screen: {driver: [a]}", 'screen.driver: ["a"]: one of auto'),
        ("key_panels: {a: {driver: {}}}", "key_panels.a.driver: {}: one of ws281x_spi"),
        ("buttons: [a]", 'buttons: ["a"]: a mapping'),
        ("screen: {driver: x11, turn: 1}", "screen.turn: unknown field; known are driver, rotate, seats, size_mm"),
        ("operator: {usb: ''}", "operator.usb: '': a folder"),
        ("operator: {usb: rel}", "operator.usb: 'rel': a folder, as its whole path from /"),
        ("operator: {usb: ./media}", "operator.usb: './media': a folder, as its whole path from /"),
        ("operator: {usb: ~/stick}", "operator.usb: '~/stick': a folder, as its whole path from /"),
        ('operator: {usb: "/a\\u202Eb"}', r"operator.usb: '/a\u202eb': a folder, as its whole path from /"),
        (f"operator: {{usb: /{'a' * 5000}}}", "operator.usb: '/aaaaaaaa"),
        ("operator: {usb: [/media]}", 'operator.usb: ["/media"]: a folder, as its whole path from /'),
        ("defaults: {language: xx}", "defaults.language: 'xx'"),
        ("[1, 2]", "[1, 2]: a mapping with screen"),
    ],
)
def test_a_fault_tells_its_place_the_value_and_what_is_allowed(tmp_path: Path, text: str, fault: str) -> None:
    _, faults = read(tmp_path, text)
    assert len(faults) == 1
    assert faults[0].startswith(fault)


def test_an_unknown_field_is_told_in_the_language_of_the_screen(tmp_path: Path) -> None:
    """The line at the start said in Polish that the file has a fault, and in English which."""
    for text in ("screen: {driver: x11, turn: 1}", "fleet: {'1234': 1}", "scren: {}"):
        (tmp_path / "config.yaml").write_text(text)
        _, faults = read_settings(tmp_path / "config.yaml")
        assert all("nieznane pole; znane to" in Texts(languages(assets())["pl"]).again(each.line) for each in faults)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("backlight: {dim_after_seconds: x, blank_after_seconds: 3}", ["backlight.dim_after_seconds: 'x'"]),
        ("backlight: {dim_after_seconds: 90000, blank_after_seconds: 3}", ["backlight.dim_after_seconds: 90000"]),
        ("backlight: {blank_after_seconds: 60}", []),
        ("backlight: {dim_after_seconds: 1000}", []),
        ("backlight: {dim_after_seconds: 900, blank_after_seconds: 120}", []),
        ("backlight: {day: 0.2, night: 0.9}", []),
        ("{~: 1, 7: 1, true: 1}", ["unknown field; known are " + ", ".join(sections())] * 3),
    ],
)
def test_a_fault_leads_to_no_other_and_is_told_in_the_words_of_the_file(
    text: str, told: list[str], tmp_path: Path
) -> None:
    _, faults = read(tmp_path, text)
    assert [": ".join(fault.split(": ")[:2]) for fault in faults] == told


def test_each_unknown_section_is_told_in_its_own_place(tmp_path: Path) -> None:
    _, faults = read(tmp_path, "lights: {}\nmusic: 1\nleds: {brightness: 2}")
    told = [": ".join(fault.split(": ")[:2]) for fault in faults]
    assert told == ["lights: 'lights'", "music: 'music'", "leds.brightness: 2"]


def test_what_yaml_refuses_is_not_repeated_where_a_secret_may_stand(tmp_path: Path) -> None:
    for value in ("!!int 12ab", "!12ab", "*12ab", "!!bool 12ab", "!!binary 12ab", "!!str [12ab]", "{<<: 12ab}"):
        _, (fault,) = read(tmp_path, f"operator: {{pin: {value}}}")
        assert "12ab" not in fault


def test_parts_on_one_bus_share_its_pins(tmp_path: Path) -> None:
    oled = "driver: luma, device: ssd1306, interface: i2c"
    for panels in (
        f"a: {{{oled}, address: 60}}, b: {{{oled}, address: 61}}",
        "a: {driver: ws281x_spi}, b: {driver: ws281x_spi, first: 25}",
        "a: {driver: ws281x_pwm}, b: {driver: ws281x_pwm, first: 25}",
        "a: {driver: luma, device: st7789}, b: {driver: luma, device: st7789, chip: 1, dc: 5, rst: 6}",
    ):
        assert read(tmp_path, f"key_panels: {{{panels}}}")[1] == []


def test_an_i2c_bus_takes_drivers_of_several_kinds_by_their_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TABLE["key_panels"], "expander", TABLE["key_panels"]["luma"]._replace(target="expander:Leds"))
    kinds = "a: {driver: luma, device: ssd1306, interface: i2c}, b: {driver: expander, device: sh1106, interface: i2c"
    assert read(tmp_path, f"key_panels: {{{kinds}, address: 61}}}}")[1] == []
    assert read(tmp_path, f"key_panels: {{{kinds}}}}}")[1] == [
        "key_panels.b: 'expander': a place of its own; key_panels.a has I2C 1 address 60"
    ]


def test_a_bus_that_this_machine_leaves_off_is_told_and_the_config_is_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("key_panels: {a: {driver: luma, device: sh1106, interface: i2c}}")
    for boot, told in (
        ("dtparam=spi=on\n", f"{path}: dtparam=i2c_arm=on is not in config.txt: "),
        ("dtparam=i2c_arm=on\n", ""),
        (None, ""),
    ):
        monkeypatch.setattr(Machine, "boot_file", lambda _, boot=boot: boot)
        assert main(["config", "check", str(path)]) == 0
        output = capsys.readouterr()
        assert output.err.startswith(told) and bool(output.err) == bool(told)
        assert output.out.count("\n") == 1


@pytest.mark.parametrize(("bus", "chip", "good"), [(0, 1, True), (0, 2, False), (1, 2, True), (3, 2, False)])
def test_a_bus_has_so_many_chip_selects(tmp_path: Path, bus: int, chip: int, good: bool) -> None:
    _, faults = read(tmp_path, f"key_panels: {{a: {{driver: clocked_spi, bus: {bus}, device: {chip}}}}}")
    assert faults == ([] if good else [f"key_panels.a.device: 2: a whole number from 0 to 1 on SPI {bus}"])


def test_every_fault_is_told(tmp_path: Path) -> None:
    _, faults = read(tmp_path, "leds: {brightness: 9, hue: 1}\nsound: {volume: -1}\npower: {driver: magic}")
    assert [fault.split(":")[0] for fault in sorted(faults)] == [
        "leds.brightness",
        "leds.hue",
        "power.driver",
        "sound.volume",
    ]


def test_what_config_check_prints_is_a_config(tmp_path: Path) -> None:
    import json

    text = "key_panels: {a: {driver: ws281x_spi, bus: 1}, b: {driver: luma, device: st7735, dc: 5, rst: 6}}"
    settings, faults = read(tmp_path, text)
    assert not faults
    again, faults = read(tmp_path, json.dumps(config_as_dict(settings)))
    assert not faults
    assert config_as_dict(again) == config_as_dict(settings)


def test_a_broken_config_shows_no_simulated_part_on_a_real_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert safe_settings() == Settings()
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/notify")
    told = config_as_dict(safe_settings())
    assert told["screen"]["driver"] == "auto"
    assert told["key_panels"]["a"]["driver"] == told["buttons"]["b"]["driver"] == "none"


@pytest.mark.parametrize("fault", ["sound: {volume: 50}", "sound: {volume: [}", "sound: {}\nsound: {}", "\t"])
@pytest.mark.parametrize("pin", ['pin: "4321"', "'pin': 4321", "guide: false, pin:   '4321'"])
@pytest.mark.parametrize("box", [False, True])
def test_the_pin_of_a_config_with_a_fault_guards(
    box: bool, pin: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One fault anywhere, and guests could save, update, switch off and make a PIN of their own."""
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/notify") if box else monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    path = tmp_path / "config.yaml"
    path.write_text(f'# operator: {{pin: "1111"}}\noperator: {{{pin}}}\n{fault}\n')
    settings, faults = settings_of(argparse.Namespace(config=str(path)))
    assert faults
    assert settings == safe_settings("4321")
    path.write_text(f"operator: {{}}\n{fault}\n")
    assert settings_of(argparse.Namespace(config=str(path)))[0].pin == ""


@pytest.mark.parametrize("pins", ["a: {driver: gpio, pin: 1722}", "a: {driver: gpio, pin: [1722]}  # pin: 1722"])
def test_a_pin_of_a_part_is_no_operators_pin(pins: str, tmp_path: Path) -> None:
    """`pin: 1722` for 17 and 22: the owner was asked for a PIN nobody had made, and no button was there to clear it."""
    path = tmp_path / "config.yaml"
    path.write_text(f"buttons: {{{pins}\n  }}\noperator: {{guide: false}}\n")
    settings, faults = settings_of(argparse.Namespace(config=str(path)))
    assert settings.pin == ""
    assert [fault.place for fault in faults] == ["buttons.a.pin"]


@pytest.mark.parametrize(
    "text", ["", "operator: {pin: '1234'}", "screen: {size_mm: [90, 60]}", "sound: {driver: none}"]
)
def test_a_config_that_lost_its_parts_shows_no_simulated_part_on_a_real_box(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut left an empty file, and the screen showed both keys."""
    path = tmp_path / "config.yaml"
    path.write_text(text)
    given = argparse.Namespace(config=str(path))
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not settings_of(given)[1]
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/notify")
    settings, faults = settings_of(given)
    assert [str(fault) for fault in faults] == [f"{path}: screen: 'driver': this field is missing"]
    assert settings == safe_settings(settings.pin)
    with pytest.raises(Malformed):
        Draft.of((path,), settings)
    draft = Draft.of((tmp_path / "none.yaml",), settings).having({"screen": {"rotate": 90}})
    assert draft.content["screen"]["driver"] == "auto", "what the guide makes of nothing is a box"
    path.write_text("screen: {driver: simulated}\n")
    assert not settings_of(given)[1], "that is meant"


def test_the_data_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("SPYTABLE_DATA", "STATE_DIRECTORY", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/someone")
    assert data_directory(None) == Path("/home/someone/.local/share/spytable")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/spytable:/var/lib/other")
    assert data_directory(None) == Path("/var/lib/spytable")
    monkeypatch.setenv("SPYTABLE_DATA", "/data")
    assert data_directory(None) == Path("/data")
    assert data_directory("/given") == Path("/given")


def test_a_place_from_the_environment_does_not_depend_on_the_folder_one_is_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPYTABLE_DATA", raising=False)
    monkeypatch.setenv("HOME", "/home/someone")
    for name in ("STATE_DIRECTORY", "XDG_DATA_HOME", "RUNTIME_DIRECTORY"):
        monkeypatch.setenv(name, "./there")
    assert data_directory(None) == Path("/home/someone/.local/share/spytable")
    assert runtime_directory() is None
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_directory(None) == Path("/data/spytable")


def test_command_line_over_screen_over_config_over_defaults_and_a_later_touch_wins(tmp_path: Path) -> None:
    store = Store(tmp_path)
    config = Settings(language="es", confirm="instant", volume=0.2)
    preferences(config, store).set("language", "pt-BR")
    preferences(config, store).set("confirm", "second_tap")
    holds = preferences(config, store, {"language": "pl"})
    assert (holds.language, holds.confirm, holds.volume, holds.timer) == ("pl", "second_tap", 0.2, "off")
    holds.set("language", "en")
    assert holds.language == "en"
    assert preferences(config, store).language == "en"
    store.close()


def test_a_setting_that_makes_no_sense_is_not_taken(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.set_setting("language", "klingon")
    store.set_setting("volume", "loud")
    holds = preferences(Settings(), store)
    assert (holds.language, holds.volume) == ("en", 0.5)
    with pytest.raises(ValueError, match="volume"):
        holds.set("volume", 2)
    store.close()


def test_new_guests_get_the_owners_language_and_volume(tmp_path: Path) -> None:
    store = Store(tmp_path)
    holds = preferences(Settings(language="es"), store)
    holds.set_default("volume", 0.3)
    holds.set("language", "pl")
    holds.set("muted", True)
    holds.set("confirm", "instant")
    assert holds.for_new_guests()
    assert (holds.language, holds.muted, holds.volume, holds.confirm) == ("es", False, 0.3, "instant")
    assert not holds.for_new_guests()
    again = preferences(Settings(language="es"), store)
    assert (again.language, again.muted, again.volume, again.confirm) == ("es", False, 0.3, "instant")
    store.close()


@pytest.mark.parametrize("value", ["{{{", "[1]", "{}", '"xx"', "7", "null"])
def test_a_setting_that_cannot_be_read_or_used_counts_for_nothing(tmp_path: Path, value: str) -> None:
    store = Store(tmp_path)
    db = sqlite3.connect(store.path)
    db.executemany("INSERT INTO setting VALUES (?, ?)", [("language", value), ("palette", value), ("confirm", value)])
    db.commit()
    db.close()
    holds = preferences(Settings(), store)
    assert (holds.language, holds.palette, holds.confirm) == ("en", "standard", "hold")
    store.close()


def test_a_timer_that_is_off_needs_no_quotes(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text("defaults: {language: en, timer: off, clue_entry: spoken}")
    settings, faults = read_settings(file)
    assert not faults
    assert settings.timer == "off"
    file.write_text("defaults: {timer: false}")
    assert "quote it" in str(read_settings(file)[1][0])


def test_how_a_screen_is_turned_may_be_said_without_its_driver(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text("screen: {rotate: 90, size_mm: [154, 86], seats: same_side}")
    assert read_settings(file)[1] == []
    file.write_text("screen: {rotate: 45}")
    assert str(read_settings(file)[1][0]).endswith("screen.rotate: 45: 0, 90, 180, 270")


def test_of_very_many_faults_the_first_are_told_and_the_others_counted(tmp_path: Path) -> None:
    names = ["".join(letters) for letters in product("abcdefghijklmnopqrstuvwxyz", repeat=4)]
    _, faults = read(tmp_path, "\n".join(f"{name}: 1" for name in names[:20_000]))
    assert len(faults) == 21
    assert faults[19].startswith(f"{names[19]}: ")
    assert faults[20] == "… and 19980 more"
    assert len(read(tmp_path, "\n".join(f"key{n}: {n}" for n in range(20)))[1]) == 20


def test_digits_beside_their_place_are_told_as_yaml_read_them_and_words_as_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text("touch: {hold_seconds: 01234, confirm: Off}")
    told = " | ".join(map(str, read_settings(file)[1]))
    assert "touch.confirm: Off:" in told
    assert "touch.hold_seconds: 668:" in told
