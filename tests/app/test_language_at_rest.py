"""Commands that only read a data directory go by the language of the box that starts there, and change nothing."""

import argparse
import json
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from device.app.packs import box_and_words
from device.arguments import as_typed
from device.commands import _parser, main
from device.headless.pilot import Pilot
from device.storage.database import kept_file
from device.storage.migrations import SCHEMA
from device.storage.store import FILE, Store
from tests.app.conftest import make  # noqa: F401 - a fixture

SIMULATE = ("simulate", "--game", "duet", "--games", "1", "--seed", "1")
LIST = "\n".join(f"animal {chr(97 + n)}x" for n in range(26))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the data directory of a box with a list of words that does not say its language, and an empty config."""
    folder = tmp_path / "box0"
    (folder / "packs").mkdir(parents=True)
    (folder / "packs/animals.txt").write_text(LIST)
    (tmp_path / "config.yaml").write_text("{}\n")
    return folder


def keep(data: Path, **settings: object) -> None:
    store = Store(data)
    store.set_settings(settings)
    store.close()


def told(data: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """Return the language of the list as `packs` tells it, and see that `packs check` tells the same."""
    given = [*options, "--data-dir", str(data), "--config", str(data.parent / "config.yaml"), "packs"]
    assert main(given) == 0
    listed = {pack["id"]: pack for pack in map(json.loads, capsys.readouterr().out.splitlines())}
    assert main([*given, "check", str(data / "packs/animals.txt")]) == 0
    (checked,) = map(json.loads, capsys.readouterr().out.splitlines())
    (mine,) = [pack for pack in listed.values() if pack["title"] == checked["title"]]
    assert mine == checked
    return str(checked["language"])


def state(data: Path) -> dict[str, tuple[int, int, bytes]]:
    """Return all that lies in a data directory, and when it was written."""
    found = sorted(path for path in data.rglob("*") if stat.S_ISREG(path.lstat().st_mode))
    return {str(path): (path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()) for path in found}


def test_a_list_has_the_language_that_was_chosen_on_the_screen(
    data: Path,
    capsys: pytest.CaptureFixture[str],
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    """It had that of the config, also against --lang."""
    config = data.parent / "config.yaml"
    config.write_text("defaults: {language: es}\n")
    assert told(data, capsys) == "es"
    keep(data, default_language="pl")
    before = state(data)
    assert told(data, capsys) == "pl"
    assert told(data, capsys, "--lang", "pt-PT") == "pt-PT"
    assert state(data) == before
    (pack,) = make().kiosk.context.packs.custom()
    assert pack.language == "pl", "so says the box that starts there"


def test_what_guests_chose_is_not_the_owners_language(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(data, default_language="pl", language="es")
    assert told(data, capsys) == "pl"


def test_a_box_that_runs_is_asked_without_a_word_to_it(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(data)
    store.set_settings({"default_language": "es"})
    before = state(data)
    assert any(name.endswith("-wal") for name in before)
    assert told(data, capsys) == "es"
    assert state(data) == before
    store.close()


@pytest.mark.parametrize("kind", ["nothing", "empty", "no store", "folder", "pipe", "spoilt", "closed", "no settings"])
def test_a_store_that_cannot_be_read_is_no_reason_to_fail(
    kind: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = data / FILE
    keep(data, default_language="" if kind == "no settings" else "pl")
    content = path.read_bytes()
    path.unlink()
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "empty" | "no store" | "spoilt" | "closed" | "no settings":
            spoilt = {"empty": b"", "no store": b"x" * 9000, "spoilt": content[:100] + bytes(len(content) - 100)}
            path.write_bytes(spoilt.get(kind, content))
    if kind == "closed":
        if not os.geteuid():
            pytest.skip("root may read everything")
        path.chmod(0)
    before = sorted(data.rglob("*"))
    assert told(data, capsys) == "en"
    assert sorted(data.rglob("*")) == before


def test_where_a_newer_program_was_the_store_of_before_it_counts(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(data, default_language="pl")
    path = data / FILE
    shutil.copy(path, kept_file(path, SCHEMA))
    path.write_bytes((content := path.read_bytes())[:60] + (SCHEMA + 1).to_bytes(4) + content[64:])
    assert told(data, capsys) == "pl"


def test_a_user_without_a_home_may_check_a_pack(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("XDG_DATA_HOME", "SPYTABLE_DATA", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "")
    assert main(["packs", "check", str(data / "packs/animals.txt")]) == 0
    assert json.loads(capsys.readouterr().out)["language"] == "en"


def parsed(*words: str) -> argparse.Namespace:
    return _parser().parse_args(list(map(as_typed, words)))


def test_the_box_plays_in_the_language_of_its_screen(data: Path) -> None:
    """`think` and `simulate` went by the config."""
    keep(data, default_language="pl")
    given = (
        "--data-dir",
        str(data),
        "--config",
        str(data.parent / "config.yaml"),
        "simulate",
        "--game",
        "duet",
        "--games",
        "1",
        "--seed",
        "1",
    )
    words = {lang: box_and_words(parsed(*given, "--lang", lang))[1] for lang in ("en", "pl")}
    assert words["en"] != words["pl"]
    assert box_and_words(parsed(*given))[1] == words["pl"]
    assert not [path for path in data.iterdir() if path.name not in ("packs", FILE)]


def test_a_clue_is_judged_beside_the_lists_of_its_language(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A list without a language was taken for one of the config's."""
    lines = ["card,part", "QIBLUVYAK,BLUV", *(f"animal {chr(97 + n)}x," for n in range(26))]
    (data / "packs/animals.txt").unlink()
    (data / "packs/parts.csv").write_text("\n".join(lines))
    keep(data, default_language="es")
    given = ["--data-dir", str(data), "--config", str(data.parent / "config.yaml"), "clue", "--visible", "QIBLUVYAK"]
    for lang, status in (("es", 1), ("en", 0)):
        assert main([*given, "--lang", lang, "BLUV"]) == status, capsys.readouterr()
        capsys.readouterr()
