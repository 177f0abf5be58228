"""Updates: what is refused and why, and that a power cut at any point leaves a version that runs."""

import errno
import fcntl
import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread, current_thread
from types import SimpleNamespace

import pytest

from device import __version__
from device.owner import updates
from device.owner.staging import ROOM_LEFT
from device.owner.transfer import PIECE
from device.owner.update_file import UpdateError, Wanted, newest, number, opened
from device.owner.updates import hand_over_steps, put_in
from device.owner.versions import ASKED, STAND_SECONDS, STOOD, TAKEN, Standing, Versions
from tests.owner.updates import CONTENT, PYTHON, Signer, make_update, with_offset_spoilt, with_size_spoilt

RUNNING = "venv-0.1.0-a"


@pytest.fixture
def versions(tmp_path: Path) -> Versions:
    home = tmp_path / "home"
    (home / RUNNING / "bin").mkdir(parents=True)
    (home / "venv").symlink_to(RUNNING)
    return Versions(home, RUNNING)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def done(command: Sequence[str]) -> int:
    return 0


def spoilt(path: Path, old: bytes, new: bytes) -> Path:
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new))
    return path


def without(path: Path, name: str) -> Path:
    """Take a member out of a zip."""
    with zipfile.ZipFile(path) as old:
        members = {each: old.read(each) for each in old.namelist() if each != name}
    with zipfile.ZipFile(path, "w") as new:
        for each, text in members.items():
            new.writestr(each, text)
    return path


def manifest_of(path: Path, text: str) -> Path:
    """Put another manifest into an update."""
    without(path, "manifest.json")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("manifest.json", text)
    return path


def bad(name: str, folder: Path) -> Path:
    """Make an update that is to be refused."""
    folder.mkdir(exist_ok=True)
    match name:
        case "absent":
            return folder / "spytable-9.0.update"
        case "no zip":
            (folder / "x.update").write_bytes(b"\0" * 5000)
            return folder / "x.update"
        case "empty":
            (folder / "x.update").touch()
            return folder / "x.update"
        case "cut off":
            path = make_update(folder)
            path.write_bytes(path.read_bytes()[:-40])
            return path
        case "another zip":
            return without(make_update(folder), "manifest.json")
        case "of another program":
            return make_update(folder, name="chess")
        case "of another format":
            return make_update(folder, format=2)
        case "a bit":
            return spoilt(make_update(folder), b"xxx", b"xyx")
        case "a bit of an offset":
            return with_offset_spoilt(make_update(folder))
        case "more than named":
            path = make_update(folder)
            with zipfile.ZipFile(path, "a") as archive:
                archive.writestr("systemd/more", "x")
            return path
        case "less than named":
            return without(make_update(folder), "systemd/install")
        case "out of the folder":
            return make_update(folder, content={**CONTENT, "systemd/../../evil": b"x"})
        case "elsewhere":
            return make_update(folder, content={**CONTENT, "etc/passwd": b"x"})
        case "manifest no JSON":
            return spoilt(make_update(folder), b'"format"', b'"format:')
        case "manifest without fields":
            return manifest_of(make_update(folder), "{}")
        case "manifest of brackets":
            return manifest_of(make_update(folder), "[" * 100_000)
        case "another machine":
            return make_update(folder, machines=["vax"])
        case "another Python":
            return make_update(folder, pythons=["2.7"])
        case "older":
            return make_update(folder, "0.0.9")
        case "the same":
            return make_update(folder, __version__)
        case _:
            return make_update(folder, "9.x")


REFUSED = {
    "absent": "no_file",
    "no zip": "damaged",
    "empty": "damaged",
    "cut off": "damaged",
    "another zip": "foreign",
    "of another program": "foreign",
    "of another format": "foreign",
    "a bit": "damaged",
    "a bit of an offset": "damaged",
    "more than named": "damaged",
    "less than named": "damaged",
    "out of the folder": "damaged",
    "elsewhere": "damaged",
    "manifest no JSON": "damaged",
    "manifest without fields": "damaged",
    "manifest of brackets": "damaged",
    "another machine": "machine",
    "another Python": "machine",
    "older": "older",
    "the same": "older",
    "no version": "damaged",
}


def tree(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_update_for_this_box_is_told_in_one_line_and_changes_nothing(
    name: str, tmp_path: Path, data: Path, versions: Versions
) -> None:
    path = bad(name, tmp_path / "stick")
    before = tree(versions.home)
    for refuse in (
        lambda: put_in(path, "", versions, done),
        lambda: list(hand_over_steps(path, data, "", versions)),
    ):
        with pytest.raises(UpdateError) as told:
            refuse()
        assert told.value.trouble == REFUSED[name]
        assert str(told.value).startswith(f"{path}: ")
        assert str(told.value).count("damaged") <= 1
        assert "\n" not in str(told.value)
        assert tree(versions.home) == before
        assert not (data / ASKED).exists()


@pytest.mark.parametrize("signer", [None, Signer(b"somebody else")], ids=["unsigned", "signed by another"])
def test_where_a_key_is_set_only_its_signature_counts(
    signer: Signer | None, tmp_path: Path, data: Path, versions: Versions
) -> None:
    path = make_update(tmp_path, signer=signer)
    with pytest.raises(UpdateError, match=r"operator\.update_key") as told:
        put_in(path, Signer().key, versions, done)
    assert told.value.trouble == "unsigned"
    assert put_in(make_update(tmp_path, signer=Signer()), Signer().key, versions, done) == "9.0"


def test_an_update_changed_after_it_was_signed_is_refused(tmp_path: Path, data: Path, versions: Versions) -> None:
    path = spoilt(make_update(tmp_path, signer=Signer()), b'"version": "9.0"', b'"version": "9.1"')
    with pytest.raises(UpdateError):
        put_in(path, Signer().key, versions, done)
    fewer = make_update(tmp_path, content={**CONTENT, "systemd/install": b"evil"})
    with (
        zipfile.ZipFile(make_update(tmp_path / "signed", "9.0", Signer())) as signed,
        zipfile.ZipFile(fewer, "a") as file,
    ):
        file.writestr("manifest.json.minisig", signed.read("manifest.json.minisig"))
    with pytest.raises(UpdateError):
        put_in(fewer, Signer().key, versions, done)


def test_the_installer_of_the_new_version_puts_it_in(tmp_path: Path, data: Path, versions: Versions) -> None:
    asked: list[list[str]] = []

    def run(command: Sequence[str]) -> int:
        asked.append(list(command))
        script = Path(command[1])
        assert script.read_bytes() == CONTENT["systemd/install"]
        assert (script.parents[1] / "wheels").is_dir()
        return 0

    assert put_in(make_update(tmp_path), "", versions, run) == "9.0"
    assert [command[2:] for command in asked] == [["--no-start"]]
    assert not (versions.home / "update").exists()


def test_an_installer_that_fails_leaves_the_running_version(tmp_path: Path, data: Path, versions: Versions) -> None:
    with pytest.raises(UpdateError, match=r"the installer of version 9\.0 failed"):
        put_in(make_update(tmp_path), "", versions, lambda command: 1)
    assert (versions.home / "venv").readlink() == Path(RUNNING)
    assert not (versions.home / "update").exists()


def test_an_installer_that_fails_after_the_switch_has_put_it_in(tmp_path: Path, versions: Versions) -> None:
    """It was told that nothing was changed, and the next start ran the new version."""

    def switched(command: Sequence[str]) -> int:
        (versions.home / "venv").unlink()
        (versions.home / "venv").symlink_to("venv-9.0-b")
        return 1

    assert put_in(make_update(tmp_path), "", versions, switched) == "9.0"


def test_what_a_power_cut_left_of_a_try_makes_room_for_the_next_one(
    tmp_path: Path, versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People were told to put it in again, and then, at each try, that there is no room for it."""
    versions.guard.parent.mkdir()
    shutil.copy(Path(__file__).parents[2] / "systemd/versions", versions.guard)
    left = versions.home / "venv-9.0-half"
    left.mkdir()

    def room(folder: Path, wanted: int) -> None:
        assert not left.exists()

    def run(command: Sequence[str]) -> int:
        return subprocess.run(command, env={**os.environ, "SPYTABLE_HOME": str(versions.home)}, check=False).returncode

    monkeypatch.setattr(updates, "see_room", room)
    assert put_in(make_update(tmp_path), "", versions, run) == "9.0"
    assert versions.installed


@pytest.mark.parametrize("begun", ["9.0", "0.1.0", None], ids=["put in", "switched to", "taken"])
def test_what_the_power_left_of_an_update_makes_room_for_the_same_again(
    begun: str | None, tmp_path: Path, data: Path, versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a small partition of the data it lay there for ever, and people were told that there is no room."""
    (data / TAKEN).parent.mkdir()
    seen = []
    monkeypatch.setattr(updates, "see_room", lambda folder, wanted: seen.append((data / TAKEN).exists()))
    (data / TAKEN).write_bytes(b"half")
    with versions.putting_in("9.0"):
        list(hand_over_steps(make_update(tmp_path), data, "", versions))
    if begun is not None:
        (versions.home / "begun").write_text(begun)
    list(hand_over_steps(make_update(tmp_path), data, "", versions))
    assert seen == [True, False], "of one that is being put in it stays"


def test_what_was_handed_over_is_taken_once(tmp_path: Path, data: Path, versions: Versions) -> None:
    """However it ends: an update that brings the machine down must not do so at each start."""
    list(hand_over_steps(make_update(tmp_path), data, "", versions))
    assert (data / ASKED).read_bytes() == make_update(tmp_path).read_bytes()
    assert versions.status(data)["asked"] is True

    def crash(command: Sequence[str]) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        put_in(data / ASKED, "", versions, crash)
    assert not (data / ASKED).exists()
    assert (data / TAKEN).exists(), "until the machine's service has ended"


def test_a_link_in_the_data_directory_is_not_followed(tmp_path: Path, data: Path, versions: Versions) -> None:
    (data / "update").mkdir()
    (data / ASKED).symlink_to(make_update(tmp_path))
    with pytest.raises(UpdateError, match="symbolic"):
        put_in(data / ASKED, "", versions, done)
    (data / ASKED).unlink()
    os.mkfifo(data / ASKED)
    with pytest.raises(UpdateError, match="no regular file"):
        put_in(data / ASKED, "", versions, done)


def test_what_is_handed_over_never_waits_long_for_the_disk(
    tmp_path: Path, data: Path, versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At its end all of it was synced in one step: on a slow card the box stood still until its watchdog bit."""
    path = make_update(tmp_path, content={**CONTENT, "wheels/big-1.whl": bytes(5 * PIECE)})
    unsynced, most, fsync = 0, 0, os.fsync

    def sync(handle: int) -> None:
        nonlocal unsynced, most
        size = os.fstat(handle).st_size
        unsynced, most = size, max(most, size - unsynced)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", sync)
    list(hand_over_steps(path, data, "", versions))
    assert most <= PIECE


def test_an_update_without_room_is_refused_before_the_disk_is_full(
    tmp_path: Path, data: Path, versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games are played meanwhile, and saved."""
    path, ran = make_update(tmp_path), list[Sequence[str]]()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=10**9, free=ROOM_LEFT + 100))
    for refuse in (
        lambda: put_in(path, "", versions, lambda command: ran.append(command) or 0),
        lambda: list(hand_over_steps(path, data, "", versions)),
    ):
        with pytest.raises(UpdateError, match="No space left on device") as told:
            refuse()
        assert told.value.trouble == "disk"
    assert ran == []
    assert list((data / "update").glob("*")) == []
    assert not (versions.home / "update").exists()


@pytest.mark.parametrize(("version", "end"), [("9.0", "9.0"), ("0.0.9", "older")])
def test_an_update_beside_one_that_is_put_in_leaves_its_files_alone(
    version: str, end: str, tmp_path: Path, data: Path, versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One from the stick and one by SSH: what the first's installer read was taken away under it."""
    path, other = make_update(tmp_path), make_update(tmp_path / "other", version)
    ends, waits, flock = list[str](), Event(), fcntl.flock

    def beside() -> None:
        try:
            ends.append(put_in(other, "", versions, done))
        except UpdateError as error:
            ends.append(error.trouble)
            waits.set()

    def lock(handle: int, how: int) -> None:
        if current_thread() is thread:
            waits.set()
        flock(handle, how)

    def run(command: Sequence[str]) -> int:
        thread.start()
        assert waits.wait(10)
        return 0 if Path(command[1]).exists() else 1

    thread = Thread(target=beside)
    monkeypatch.setattr(fcntl, "flock", lock)
    assert put_in(path, "", versions, run) == "9.0"
    thread.join()
    assert ends == [end]


class PowerCut(BaseException):
    """The process is gone."""


def steps(path: Path, data: Path, versions: Versions) -> Iterator[None]:
    yield from (None for _ in hand_over_steps(path, data, "", versions))


def test_the_power_may_be_cut_at_any_step_of_handing_over(tmp_path: Path, data: Path, versions: Versions) -> None:
    path = make_update(tmp_path)
    for cut in range(20):
        shutil.rmtree(data / "update", ignore_errors=True)
        going = steps(path, data, versions)
        whole = False
        for _ in range(cut):
            whole = next(going, "end") == "end"
        if (data / ASKED).exists():
            with opened(data / ASKED, Wanted("0.1.0")) as update:
                list(update.check())
        if whole:
            assert (data / ASKED).exists()
            return
        with suppress(PowerCut):
            going.throw(PowerCut)  # type: ignore[attr-defined]
    raise AssertionError("handing over does not end")


@pytest.mark.parametrize("call", ["mkdir", "open", "run"])
def test_the_power_may_be_cut_at_any_step_of_putting_in(
    call: str, tmp_path: Path, data: Path, versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the installer's own switch (see tests/systemd/test_versions.py) nothing counts, and a second try works."""
    path = make_update(tmp_path)

    def cut(*_: object, **__: object) -> int:
        raise PowerCut

    # The clean-up at the end does not come to pass either.
    with monkeypatch.context() as patch, pytest.raises(PowerCut):
        patch.setattr(updates.shutil, "rmtree", lambda *_, **__: None)
        if call != "run":
            patch.setattr(Path, call, cut)
        put_in(path, "", versions, cut)
    assert (versions.home / "venv/bin").is_dir()
    assert (versions.home / "venv").readlink() == Path(RUNNING)
    assert put_in(path, "", versions, done) == "9.0"
    assert not (versions.home / "update").exists()


def test_without_the_right_to_write_it_says_how(
    tmp_path: Path, data: Path, versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UpdateError, match="sudo spytable update FILE"):
        put_in(make_update(tmp_path), "", versions, done)


def test_a_program_that_was_not_installed_takes_no_update(tmp_path: Path, data: Path) -> None:
    with pytest.raises(UpdateError) as told:
        next(hand_over_steps(make_update(tmp_path), data, "", Versions(tmp_path, "x")))
    assert told.value.trouble == "not_installed"


def test_a_version_on_trial_says_that_it_stood_after_two_minutes(data: Path, versions: Versions) -> None:
    (versions.home / "trial").write_text(f"{RUNNING} venv-0.0.9-z 1\n")
    assert versions.trial == ("0.1.0", 1)
    standing = Standing(versions, data)
    for now in (1000.0, 1001.0, 1000.0 + STAND_SECONDS - 0.1):
        standing.tick(now)
    assert not (data / STOOD).exists()
    standing.tick(1000.0 + STAND_SECONDS)
    assert (data / STOOD).read_text() == RUNNING


def test_a_version_that_could_not_say_so_says_it_later(
    data: Path, versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One moment of a full disk, and a version that stands was taken back at the third start."""
    (versions.home / "trial").write_text(f"{RUNNING} venv-0.0.9-z 1\n")
    standing = Standing(versions, data)
    standing.tick(0.0)
    opened, tries = Path.open, list[Path]()

    def full(path: Path, *how: object, **more: object) -> object:
        tries.append(path)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "open", full)
    for now in (STAND_SECONDS, STAND_SECONDS + 0.05):
        standing.tick(now)
    assert len(tries) == 1, "not at every tick"
    monkeypatch.setattr(Path, "open", opened)
    standing.tick(2 * STAND_SECONDS)
    assert (data / STOOD).read_text() == RUNNING
    (data / STOOD).unlink()
    standing.tick(9 * STAND_SECONDS)
    assert not (data / STOOD).exists()


def test_without_a_trial_nothing_is_written(data: Path, versions: Versions) -> None:
    standing = Standing(versions, data)
    for now in (0.0, 500.0):
        standing.tick(now)
    (versions.home / "trial").write_text("venv-0.2.0-b venv-0.1.0-a 1\n")
    assert versions.trial is None, "another version's"
    assert not (data / STOOD).exists()


def test_the_status_tells_what_happened(data: Path, versions: Versions) -> None:
    (versions.home / "outcome").write_text("back venv-0.2.0-Xy1\n")
    assert versions.status(data) == {
        "version": __version__,
        "installed": True,
        "trial": None,
        "last": {"outcome": "back", "version": "0.2.0", "why": ""},
        "asked": False,
    }
    versions.failed("0.3.0", "the card is full")
    assert versions.outcome == ("failed", "0.3.0", "the card is full")
    json.dumps(versions.status(data))


def test_a_file_whose_name_is_no_text_is_told_of_and_kept_like_any_other(versions: Versions) -> None:
    """The command ended as if it had a fault of its own, and nothing was kept of why."""
    versions.failed("?", "/media/spytable/spytable-\udce9.update: damaged")
    assert versions.outcome == ("failed", "?", "/media/spytable/spytable-?.update: damaged")


@pytest.mark.parametrize("words", ["", "x", "stood", "nonsense venv-1", "\0\xff"])
def test_a_spoilt_outcome_is_none(words: str, versions: Versions) -> None:
    (versions.home / "outcome").write_text(words)
    assert versions.outcome is None


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("version", 5, r"version: 5: text \(quote it\)"),
        ("version", "x", "version: .x.: up to four numbers"),
        ("machines", 5, "machines: 5: a list of texts"),
        ("pythons", [None], "pythons: null: text"),
        ("sha256", [["wheels/a", "0"]], "sha256: .*: a mapping of files to their SHA-256"),
        ("sha256", {"wheels/a": 5}, "sha256.wheels/a: 5: text"),
    ],
)
def test_a_field_of_another_kind_is_named(field: str, value: object, told: str, tmp_path: Path) -> None:
    good = {"name": "spytable", "format": 1, "version": "99.0", "machines": [], "pythons": [], "sha256": {}}
    path = manifest_of(make_update(tmp_path), json.dumps({**good, field: value}))
    with pytest.raises(UpdateError, match=f"damaged: manifest\\.json: {told}"), opened(path, Wanted("1.0")):
        pass


@pytest.mark.parametrize("text", ["", "[" * 100_000, '{"name": 1, "name": 2}', "9" * 5000])
def test_a_manifest_that_is_no_json_says_so(text: str, tmp_path: Path) -> None:
    path = manifest_of(make_update(tmp_path), text)
    with pytest.raises(UpdateError, match=r"damaged: manifest\.json: no JSON: "), opened(path, Wanted("1.0")):
        pass


@pytest.mark.parametrize("signer", [None, Signer()], ids=["a wheel", "its signature"])
def test_of_a_member_that_ends_too_early_its_name_is_told(signer: Signer | None, tmp_path: Path) -> None:
    """The line ended in nothing."""
    path = with_size_spoilt(make_update(tmp_path, signer=signer, content={} if signer else None))
    with (
        pytest.raises(UpdateError) as told,
        opened(path, Wanted("1.0", signer.key if signer else "")) as update,
    ):
        [*update.check()]
    assert told.value.trouble == "damaged"
    assert str(told.value) == f"{path}: damaged" + ("" if signer else f": {[*CONTENT][-1]}")


def test_an_empty_zip_is_no_update(tmp_path: Path) -> None:
    path = tmp_path / "spytable-9.update"
    zipfile.ZipFile(path, "w").close()
    with pytest.raises(UpdateError, match="no update of this box"), opened(path, Wanted("1.0")):
        pass


def test_a_manifest_tells_what_it_lacks(tmp_path: Path, data: Path, versions: Versions) -> None:
    path = manifest_of(make_update(tmp_path), "{}")
    with pytest.raises(UpdateError, match=r"damaged: manifest\.json: 'name': this field is missing"):
        put_in(path, "", versions, done)


@pytest.mark.parametrize("root", [True, False])
def test_where_nothing_is_installed_no_remedy_is_told_that_cannot_help(
    root: bool, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: root)
    for home in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(UpdateError, match="not installed there; systemd/install does that"):
            put_in(make_update(tmp_path), "", Versions(home, "x"), done)


def test_an_update_that_could_not_even_begin_was_not_cut_short(
    versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a full disk it was told at each start that the power was cut."""

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"), versions.putting_in("9.0"):
        pass
    assert versions.cut_short is None


@pytest.mark.parametrize("name", ["trial", "outcome", "begun"])
def test_strange_files_of_the_versions_are_not_there(name: str, data: Path, versions: Versions) -> None:
    """A FIFO hung the start for ever, digits by the thousand ended it, a reason of 100,000 letters broke the font."""
    file = versions.home / name
    texts = [f"{RUNNING} venv-0.0.9-z {'9' * 5000}", f"failed venv-2-x {'y' * 100_000}", "y " * 100_000]
    texts += ["\0" * 100_000, "failed venv-2\0-x \x1b[3m \0"]
    for text in texts:
        file.write_text(text)
        assert versions.trial is None
        assert versions.outcome is None or len(versions.outcome[2]) <= 1000
        assert len(versions.cut_short or "") <= 40
        assert "".join((*(versions.outcome or ()), versions.cut_short or "")).isprintable()
        json.dumps(versions.status(data))
        file.unlink()
    os.mkfifo(file)
    assert (versions.trial, versions.outcome, versions.cut_short) == (None, None, None)


def test_the_newest_on_the_stick_is_taken(tmp_path: Path) -> None:
    assert newest(tmp_path) is None
    assert newest(tmp_path / "nowhere") is None
    for version in ("0.9", "0.10", "0.2.1", "junk"):
        (tmp_path / f"spytable-{version}.update").touch()
    found = newest(tmp_path)
    assert found and found.name == "spytable-0.10.update"


def test_versions_are_compared_as_numbers() -> None:
    assert number("0.10") > number("0.9.9") > number("0.9") == number("0.9.0")
    assert number("1.0b1") == number("") == number("1.2.3.4.5") == ()
    assert Wanted("0").python == PYTHON
