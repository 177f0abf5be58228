"""What is wrong with what an owner brings, read on the screen in each language: no half of a line stays in English."""

import errno
import json
import os
import re
import sqlite3
import sys
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from device.config.fleet import COMMANDS
from device.config.settings import Settings
from device.config.table import rows
from device.files.assets import assets
from device.files.failures import reason
from device.files.messages import joined
from device.files.texts import SOURCE, Texts, languages
from device.headless.pilot import Pilot
from device.owner import backup
from device.owner.archive import FILE, MANIFEST, STORE
from device.owner.config_file import NAME
from device.owner.versions import Versions, news
from device.storage.rows import COLUMNS
from device.storage.store import FILE as DATABASE
from hardware.registry import TABLE
from tests.app.conftest import texts
from tests.cards.test_own_packs import album, nested, picture, words

OTHERS = sorted(set(languages(assets())) - {SOURCE})
_PARAMS = [param for kinds in TABLE.values() for row in kinds.values() for param in row.params]
FIELDS = {
    *(
        "id",
        "title",
        "language",
        "kind",
        "cards",
        "words",
        "pictures",
        "parts",
        "allow",
        "word",
        "file",
        "any",
        "about",
    ),
    *("true", "false", "standard", "host", "port", "minisign", "packs", "left", "ctrl", "space", "return"),
    *("driver", "off", "yes"),
    *TABLE,
    *(name for kinds in TABLE.values() for name in kinds),
    *(str(each) for param in _PARAMS for each in (param.name, *param.choices)),
    *(each for row in rows().values() for each in (row.section, row.key)),
    *COLUMNS,
    *(name for columns in COLUMNS.values() for name in columns),
    *COMMANDS,
}
"""Names that people, or the box, write into files as they are, whatever they speak."""
SYSTEM = [os.strerror(number) for number in errno.errorcode] + [
    "mapping values are not allowed in this context",
    "found character that cannot start any token",
    "did not find expected key node content alphabetic numeric",
    "could not find expected unexpected end of stream document indicator",
    "unknown escape undefined alias tag handle duplicate anchor occurrence",
    "file is not a database disk image malformed error locked unable open",
    "Bad CRC Error while decompressing data invalid distance magic number expecting value delimiter line column char",
]


@cache
def english_of(language: str) -> set[str]:
    """Return the words of the English texts that the texts of a language have not."""
    with (assets() / "languages" / language / "spytable.po").open("rb") as file:
        entries = [each for each in read_po(file) if each.id]
    english = {word for each in entries for text in forms(each.id) for word in words_of(text)}
    own = {word for each in entries for text in forms(each.string) for word in words_of(text)}
    return (english | {word for text in SYSTEM for word in words_of(text)}) - own - FIELDS


def forms(said: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


def words_of(text: str) -> set[str]:
    """Return the words of a text that are no part of a path, a name in quotes or a field."""
    plain = re.sub(r"'[^']*'|\"[^\"]*\"|\{\w*\}", " ", text)
    plain = " ".join(each for each in plain.split() if not re.search(r"[/_=]|\w\.\w|\d", each))
    return {each.lower() for each in re.findall(r"[^\W\d_]{3,}", plain)}


def english_in(said: str, language: str) -> set[str]:
    return words_of(said) & english_of(language)


PACK = "id: mine\ntitle: Mine\nlanguage: en\nkind: words\n"
CARDS = "".join(f"- WORD{chr(65 + n)}\n" for n in range(25))
PACKS = {
    "a.yaml": f"{PACK}cards:\n- A: b: c\n",
    "b.yaml": f"{PACK}cards:\n\t- A\n",
    "c.yaml": f"{PACK}cards: [A, B\n",
    "d.yaml": f"{PACK}cards: *word\n",
    "e.yaml": f"{PACK}cards:\n  - A\n - B\n",
    "f.yaml": f'{PACK}cards: ["\\q"]\n',
    "g.yaml": f"{PACK}cards: !word A\n",
    "h.yaml": f"{PACK}---\n{PACK}",
    "i.yaml": f"{PACK}%x\n",
    "j.yaml": f"{PACK}title: twice\ncards: []\n",
    "k.yaml": "- nothing\n",
    "l.yaml": f"{PACK}kleur: red\ncards: []\n",
    "m.yaml": PACK,
    "n.yaml": f"{PACK}standard: 3\ncards:\n{CARDS}".replace("mine", "n"),
    "o.yaml": f"{PACK}cards: 3\n",
    "p.yaml": f"{PACK}cards:\n{CARDS}- {{word: X, parts: 3}}\n- {{word: Y, more: 1}}\n",
    "q.yaml": f"{PACK}cards:\n- A\n- A\n",
    "r.yaml": f"{PACK}cards: [12:99:77, 2024-13-45]\n",
    "s.yaml": f"{PACK}cards:\n- {'[' * 60}{']' * 60}\n",
    "t.yaml": f"{PACK}cards:\n- {'7' * 60}\n",
    "u.yaml": "a\x01b",
    "v.yaml": "x: \udce9\n",
    "w.yaml": f"{PACK}cards:\n{CARDS}".replace("mine", "../up"),
    "x.yaml": f"{PACK}cards:\n{CARDS}- {'W' * 30}\n",
    "y.yaml": f"{PACK}cards:\n{CARDS}- '=SUM(A1)'\n",
    "z.yaml": "a: 1\n" * 30_001,
    "sign.yaml": f"{PACK}cards:\n{CARDS}- A\u202eB\n\u202e: {'x' * 500}\n",
    "sign\u202e.yaml": f"{PACK}\u202e{'x' * 500}: 1\ncards: []\n",
    "few.txt": "LANTERN\nRIVER\n",
    "open.csv": 'LANTERN\n"RIVER\nSEA\nSNOW\n',
    "long.txt": f"{'x' * 60_000}\n",
    "cell.csv": '"' + "\n".join("y" * 49_000 for _ in range(4)),
    "many.txt": "".join(f"W{n}\n" for n in range(2100)),
    "none.xx.txt": "LANTERN\n",
    "formula.csv": f"=1+1,2\nSNOWMAN,=SNOW\nLAKE{',A' * 30}\n",
    "twice.yaml": "null: 1\nnull: 2\n",
    "kinds.yaml": "1: a\ntrue: b\n",
    "list.docx": "x",
    "bad.json": '{"id": 3}',
}


def spoilt(folder: Path) -> None:
    """Put into a folder of packs whatever can be wrong with one."""
    folder.mkdir(parents=True)
    for name, text in PACKS.items():
        (folder / name).write_bytes(text.encode(errors="surrogateescape"))
    album(folder / "seaside", 3)
    picture(folder / "thin" / "a.png", (8, 8))
    (folder / "thin" / "b.png").write_bytes(b"x")
    (folder / "link.yaml").symlink_to(folder / "a.yaml")
    (folder / "far").symlink_to(folder)
    nested(folder)


def at_the_box(pilot: Pilot) -> None:
    pilot.tap("settings")
    pilot.tap("page:owner")


def in_language(make: Callable[..., Pilot], language: str, stick: Path, **given: object) -> Pilot:
    pilot = make(settings=Settings(usb=stick), language=language, **given)
    pilot.kiosk.screens.set_language(language)
    pilot.tick()
    return pilot


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_told_of_spoilt_packs_is_told_in_one_language(
    language: str, make: Callable[..., Pilot], stick: Path
) -> None:
    spoilt(stick / "packs")
    pilot = in_language(make, language, stick)
    at_the_box(pilot)
    pilot.tap("packs")
    faults = pilot.kiosk.context.packs.faults
    assert len(faults) >= len(PACKS)
    told = []
    while True:
        told += [each.text for each in pilot.kiosk.frame.record]
        if not pilot.target("next").enabled:
            break
        pilot.tap("next")
    t = Texts(languages(assets())[language])
    told += map(t.again, pilot.kiosk.context.packs.every_fault)
    assert {each: found for each in told if (found := english_in(each, language))} == {}
    assert [each for each in told if not each.replace("\N{NO-BREAK SPACE}", " ").isprintable()] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/media/x"),
        OSError(errno.EIO, os.strerror(errno.EIO), "/media/x"),
        OSError(errno.EROFS, os.strerror(errno.EROFS), "/media/x"),
        OSError(errno.EBUSY, "another process uses it", "/media/x"),
        sqlite3.OperationalError("disk I/O error"),
    ],
    ids=str,
)
def test_why_a_copy_fails_is_told_in_one_language(
    language: str, error: Exception, make: Callable[..., Pilot], stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words(stick / "packs/mine.yaml")
    pilot = in_language(make, language, stick)

    def fail(*_: object, **__: object) -> None:
        raise error if isinstance(error, OSError) else backup.StoreError(joined("/data/x.db", reason(error)))

    monkeypatch.setattr("device.owner.copy_packs.take_in", fail)
    at_the_box(pilot)
    pilot.tap("packs")
    pilot.tap("keep")
    pilot.wait(0.5)
    assert pilot.screen == "copy" or "/x" in texts(pilot)
    assert english_in(texts(pilot), language) == set(), texts(pilot)


@pytest.mark.parametrize("language", OTHERS)
def test_what_a_copy_leaves_out_is_told_in_one_language(language: str, make: Callable[..., Pilot], stick: Path) -> None:
    for name, ident in (("new", "new"), ("other", "mine")):
        words(stick / f"packs/{name}.yaml", id=ident)
    (stick / "packs/bad.yaml").write_text(PACKS["a.yaml"])
    pilot = in_language(make, language, stick)
    words(pilot.setup.data / "packs/mine.yaml")
    at_the_box(pilot)
    pilot.tap("packs")
    pilot.tap("keep")
    pilot.wait(0.5)
    assert "other.yaml: id:" in texts(pilot)
    assert english_in(texts(pilot), language) == set(), texts(pilot)


def export(folder: Path, **members: str) -> None:
    """Write what a box would take for an export, or not."""
    with zipfile.ZipFile(folder / FILE, "w") as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "."), text)


def kept(store: object, wrong: str = "") -> dict[str, str]:
    """Return the members of an export that holds a store, whatever that holds."""
    from device.files.digest import sha256

    text = json.dumps(store)
    digest = wrong or sha256(text.encode()).hexdigest()
    return {MANIFEST: json.dumps({"version": 2, "sha256": {STORE: digest}}), STORE: text}


EMPTY: dict[str, list[object]] = {"team": [], "result": [], "used": [], "setting": []}
EXPORTS: dict[str, Callable[[Path], object]] = {
    "no zip": lambda folder: (folder / FILE).write_bytes(b"x" * 100),
    "nothing": lambda folder: (folder / FILE).write_bytes(b""),
    "no store": lambda folder: export(folder, other="x"),
    "another digest": lambda folder: export(folder, **kept(EMPTY, "0" * 64)),
    "no manifest's": lambda folder: export(folder, **kept(EMPTY), more="x"),
    "no json": lambda folder: export(folder, **{MANIFEST: "{", STORE: "{}"}),
    "no fields": lambda folder: export(folder, **{MANIFEST: "{}", STORE: "{}"}),
    "no table": lambda folder: export(folder, **kept({})),
    "no rows": lambda folder: export(folder, **kept({**EMPTY, "team": 3})),
    "too few": lambda folder: export(folder, **kept({**EMPTY, "team": [[1]]})),
    "no number": lambda folder: export(folder, **kept({**EMPTY, "team": [["x", "Owls", ""]]})),
    "blank": lambda folder: export(folder, **kept({**EMPTY, "team": [[1, " ", ""]]})),
    "twice": lambda folder: export(folder, **kept({**EMPTY, "team": [[1, "Owls", ""], [1, "Foxes", ""]]})),
    "no setting": lambda folder: export(folder, **kept({**EMPTY, "setting": [["x", "{"]]})),
    "damaged": lambda folder: (
        export(folder, **kept({**EMPTY, "team": [[n, f"Owls {n}", ""] for n in range(1, 99)]})),
        (folder / FILE).write_bytes((folder / FILE).read_bytes().replace(b"Owls 7", b"Owls x")),
    ),
}


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_wrong_with_an_export_is_told_in_one_language(
    language: str, make: Callable[..., Pilot], stick: Path
) -> None:
    pilot = in_language(make, language, stick)
    at_the_box(pilot)
    damaged = pilot.kiosk.context.texts("The saved file is damaged. Nothing was changed on this box.")
    for name, spoil in EXPORTS.items():
        spoil(stick)
        pilot.tap("import")
        if pilot.screen != "restore":
            pilot.tap("confirm")
        pilot.wait(0.5)
        said = texts(pilot)
        assert damaged in said, (name, said)
        assert english_in(said, language) == set(), (name, said)
        pilot.tap("back")


CONFIGS = (
    "screen: {driver: abacus}",
    "screen: {driver: x11, turn: 1}",
    "screen: [1]",
    "screen: {driver: x11, size_mm: [1, 2]}",
    "screen: {driver: kmsdrm, card: 7}",
    "buttons: {a: {driver: gpio}}",
    "buttons: {a: {driver: gpio, pin: 99}}",
    "buttons: {a: {driver: gpio, pin: x}}",
    "buttons: {a: {driver: key, key: off}}",
    "buttons: {a: {driver: gpio, pin: 4}, b: {driver: gpio, pin: 4}}",
    "buttons: {a: {driver: key, key: a}, b: {driver: key, key: a}}",
    "key_panels: {a: {driver: ws281x_spi, order: RRR}}",
    "key_panels: {a: {driver: ws281x_spi, bus: 0}, b: {driver: ws281x_spi, bus: 0, first: 3}}",
    "key_panels: {a: {driver: ws281x_spi, first: 0}, b: {driver: ws281x_spi, first: 25, order: RGBW}}",
    "key_panels: {a: {driver: ws281x_spi}, b: {driver: luma, device: st7735}}",
    "key_panels: {a: {driver: ws281x_pwm, pin: 13}}",
    "key_panels: {a: {driver: ws281x_spi, device: 2}}",
    "sound: {driver: mixer, card: 3}",
    "sound: {volume: 2}",
    "touch: {hold_seconds: yes}",
    "touch: {mirror: 1}",
    "leds: {max_milliamps: 3}",
    "operator: {pin: 12}",
    "operator: {usb: media}",
    "operator: {update_key: x}",
    "fleet: {broker: x}",
    "fleet: {broker: 'mqtt://10.0.0.1'}",
    "fleet: {broker: 'mqtt://10.0.0.1', name: t, title: 3}",
    "fleet: {broker: 'mqtt://10.0.0.1', name: t, allow: [lock, fly]}",
    "fleet: {broker: 'mqtt://10.0.0.1', name: t, discovery: a/b}",
    "fleet: {broker: 'mqtt://10.0.0.1', name: t, ca_file: x}",
    "fleet: {broker: 'mqtt://10.0.0.1', name: t, user: 4}",
    "defaults: {language: xx}",
    "nonsense: 1",
    "- 1",
    "screen: {driver: x11",
    "",
)


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_wrong_with_a_settings_file_is_told_in_one_language(
    language: str, make: Callable[..., Pilot], stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    config = tmp_path / "config.yaml"
    config.write_text("screen: {driver: simulated}\n")
    pilot = in_language(make, language, stick, config=config)
    at_the_box(pilot)
    fault = pilot.kiosk.context.texts("The settings file has a fault: {fault}", fault="")
    for text in CONFIGS:
        (stick / NAME).write_text(f"{text}\n")
        pilot.tap("config")
        pilot.wait(0.5)
        said = texts(pilot)
        assert fault.strip() in said, (text, said)
        assert english_in(said, language) == set(), (text, said)
        pilot.tap("back")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    ("trouble", "why"),
    [
        ("disk", f"/opt/spytable: {os.strerror(errno.ENOSPC)}"),
        ("damaged", "wheels/x.whl: damaged: Bad CRC-32"),
        ("unsigned", "x.update: not signed with the key of operator.update_key"),
        ("installer", "x.update: the installer of version 0.3 failed; see the journal"),
    ],
)
def test_why_an_update_was_not_put_in_is_told_in_one_language(
    language: str, trouble: str, why: str, make: Callable[..., Pilot], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    (home / "venv-0.1.0-a/bin").mkdir(parents=True)
    monkeypatch.setenv("SPYTABLE_HOME", str(home))
    monkeypatch.setattr(sys, "prefix", str(home / "venv-0.1.0-a"))
    versions = Versions.here()
    versions.failed("0.3.0", why, trouble)
    assert versions.outcome == ("failed", "0.3.0", why), "the command line has it as it is"
    (told,) = news(versions, make().store)
    said = Texts(languages(assets())[language]).again(told)
    assert english_in(said, language) == set(), said


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_wrong_with_the_memory_is_told_in_one_language(
    language: str, make: Callable[..., Pilot], stick: Path
) -> None:
    pilot = in_language(make, language, stick)
    (pilot.setup.data / DATABASE).unlink()
    at_the_box(pilot)
    pilot.tap("export")
    pilot.wait(0.5)
    assert english_in(texts(pilot), language) == set(), texts(pilot)


def test_english_is_found() -> None:
    said = "x.yaml: wiersz 5: mapping values are not allowed in this context: YAML albo JSON"
    assert english_in(said, "pl") >= {"mapping", "values", "allowed", "context"} - FIELDS
    assert english_in("x.yaml: 'sounds': jedno z: words, pictures", "pl") == set()
