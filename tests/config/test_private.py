"""A secret that was mistyped in the config is told by its place; nobody repeats it."""

import json
from pathlib import Path

import pytest

from device.commands import main
from device.config.config_file import read_settings
from device.files.assets import assets
from device.files.texts import Texts, languages

SECRET = "83Geheim29"

WRONG = {
    "a PIN of letters": f"operator: {{pin: {SECRET}}}",
    "a PIN without quotes": "operator: {pin: 8329}",
    "a PIN in a list": f"operator: {{pin: [{SECRET}]}}",
    "a PIN that is an alias": f"operator: {{pin: *{SECRET}}}",
    "a PIN that is a tag": f"operator: {{pin: !{SECRET} x}}",
    "a PIN that is no date": "operator: {pin: !!timestamp 8329}",
    "a mistyped key": f"operator: {{pni: {SECRET}}}",
    "a PIN for a key": f'operator: {{"{SECRET}": pin}}',
    "a PIN for a key that stands twice": f'operator: {{"{SECRET}": pin, "{SECRET}": pin}}',
    "a PIN for the key of a tag": f'operator: {{"{SECRET}": !pin x}}',
    "a PIN for a key within a key": f'operator: {{pin: {{"{SECRET}": !pin x}}}}',
    "a number for a key": "operator: {8329: pin}",
    "a password for a key": f'fleet: {{broker: "mqtt://x", name: a, "{SECRET}": password}}',
    "no section": f"operator: {SECRET}",
    "a section in a section": f'leds: {{operator: {{pin: "{SECRET}"}}}}',
    "a section in a list": f'- operator: {{pin: "{SECRET}"}}',
    "a section for a part": f'buttons: {{a: {{driver: simulated, operator: [pin, "{SECRET}"]}}}}',
    "a section for a value": f'screen: {{rotate: {{pin: "{SECRET}"}}}}',
    "a PIN elsewhere": f'defaults: {{pin: "{SECRET}"}}',
    "a PIN at a part": f'leds: {{pin: "{SECRET}"}}',
    "a PIN in no section": f'pin: "{SECRET}"',
    "a PIN that runs into its name": f"operator:\npin:{SECRET}: x",
    "a PIN that runs into its name in a mapping": f"{{operator: {{usb: /x}}, pin:{SECRET}}}",
    "a PIN for a section": "8329: pin",
    "a PIN that runs into its name at a part": f"leds: {{pin:{SECRET}}}",
    "a PIN for a key at a part": "buttons: {a: {8329: pin}}",
    "an address for a section": f'"mqtt://user:{SECRET}@h": 1',
    "a password in the fleet": f"fleet: {{broker: 'mqtt://x', name: a, password: {SECRET}}}",
    "a password for the section": f"fleet: {SECRET}",
    "a password in the address": f"fleet: {{broker: 'mqtt://user:{SECRET}@x', name: a}}",
    "a password for a port": f"fleet: {{broker: 'mqtt://x:{SECRET}', name: a}}",
    "an address without its scheme": f"fleet: {{broker: 'user:{SECRET}@x', name: a}}",
    "a password for its file": f"fleet: {{broker: 'mqtt://x', name: a, password_file: [{SECRET}]}}",
    "an address for a name": f"fleet: {{broker: 'mqtt://x', name: 'mqtt://user:{SECRET}@x'}}",
    "a user with the password": f"fleet: {{broker: 'mqtt://x', name: a, user: [me, {SECRET}]}}",
    "a PIN as a shell sets it": f"pin={SECRET}",
    "a PIN in a sentence": f"operator pin {SECRET}",
    "a password at a part": f"screen: {{password: {SECRET}}}",
    "a password in another language at a part": f"buttons: {{a: {{driver: simulated, contrasena: {SECRET}}}}}",
    "a password for a value of a part": f"screen: {{rotate: {{password: {SECRET}}}}}",
    "a password for a side": f"key_panels: {{a: {{driver: {{user: {SECRET}}}}}, password: {SECRET}}}",
    "a password elsewhere": f"defaults: {{language: [password, {SECRET}]}}",
    "a password as a shell sets it": f"broker_password={SECRET}",
    "a PIN as a shell sets it, in a list": f"- pin={SECRET}",
    "a PIN as a shell sets it, for a part": f"screen: pin={SECRET}",
    "a PIN as a shell sets it, for a value": f"sound: {{driver: PIN={SECRET}}}",
    "a PIN alone": "8329",
    "a PIN alone in a list": "- 8329",
    "a PIN for its neighbour": f'operator: {{pin: "{SECRET}", guide: 8329}}',
    "a PIN for a folder": "operator: {usb: 8329}",
    "a PIN in a list for its neighbour": "operator: {guide: [8329]}",
    "a PIN for the fleet's title": "fleet: {broker: 'mqtt://x', name: a, title: 8329}",
    "a secret key for the public one": f"operator: {{update_key: {SECRET}}}",
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_mistyped_secret_is_not_repeated(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(text)
    _, faults = read_settings(file)
    assert faults
    assert main(["config", "check", str(file)]) in (1, 2)
    shown = Texts(languages(assets())["pl"]).again(faults[0].line)
    for told in (*map(str, faults), *(fault.spot for fault in faults), shown, *capsys.readouterr()):
        assert SECRET not in told
        assert "8329" not in told


def test_config_check_tells_that_there_is_a_pin_not_which(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "config.yaml"
    for text, told in (("operator: {pin: '8329'}", "••••"), ("operator: {pin: ''}", "")):
        file.write_text(text)
        assert main(["config", "check", str(file)]) == 0
        out, _ = capsys.readouterr()
        assert json.loads(out)["operator"]["pin"] == told
        assert "8329" not in out


@pytest.mark.parametrize(
    "url", [f"mqtt://user:{SECRET}@x", f"mqtt://x:{SECRET}", f"user:{SECRET}@x", f"mqtt://x/{SECRET}"]
)
def test_an_address_that_is_refused_is_not_repeated(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["fleet", "--once", "--broker", url])
    out, err = capsys.readouterr()
    assert (ended.value.code, out, len(err.splitlines())) == (2, "", 1)
    assert SECRET not in err
