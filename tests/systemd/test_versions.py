"""Versions beside each other: the switch, the trial and the way back, with the power cut at every single command."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.systemd import cuts
from tests.systemd.cuts import tools

VERSIONS = Path(__file__).parents[2] / "systemd/versions"
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
pytestmark = needs_bash


class Box:
    """The folders of a machine with version 1 running."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home, self.data = folder, folder / "home", folder / "data"
        self.data.mkdir()
        (self.home / "libexec").mkdir(parents=True)
        self.make("venv-1-a")
        (self.home / "venv").symlink_to("venv-1-a")
        shutil.copy(VERSIONS, self.home / "libexec/versions")
        self.tools = tools(folder / "tools")

    def make(self, name: str) -> Path:
        """Make a version that is whole."""
        new = self.home / name
        (new / "bin").mkdir(parents=True)
        (new / "system").mkdir()
        shutil.copy(VERSIONS, new / "system/versions")
        return new

    def run(self, *arguments: str | Path, cut: int | None = None) -> subprocess.CompletedProcess[str]:
        """Run the script, the power cut before one of its commands."""
        places = {"SPYTABLE_HOME": str(self.home), "SPYTABLE_DATA": str(self.data)}
        return cuts.run([VERSIONS, *arguments], self.tools, places, cut)

    def start(self) -> str:
        """Start the box; return which version runs."""
        self.run("before-start")
        return self.running

    @property
    def running(self) -> str:
        """Where the link leads, to a version that is there."""
        assert (self.home / "venv/bin").is_dir()
        return (self.home / "venv").readlink().name

    @property
    def outcome(self) -> str:
        """What the last trial came to."""
        file = self.home / "outcome"
        return file.read_text().strip() if file.exists() else ""


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def test_the_first_version_is_on_no_trial(tmp_path: Path) -> None:
    box = Box(tmp_path)
    (box.home / "venv").unlink()
    box.run("switch", box.home / "venv-1-a")
    assert [box.start() for _ in range(5)] == ["venv-1-a"] * 5
    assert box.outcome == ""


def test_a_version_that_does_not_stay_up_is_tried_three_times(box: Box) -> None:
    box.run("switch", box.make("venv-2-b"))
    assert [box.start() for _ in range(6)] == ["venv-2-b"] * 3 + ["venv-1-a"] * 3
    assert box.outcome == "back venv-2-b"
    assert not (box.home / "trial").exists()


def test_a_version_that_stood_stays(box: Box) -> None:
    box.run("switch", box.make("venv-2-b"))
    box.start()
    (box.data / "stood").write_text("venv-2-b")
    assert [box.start() for _ in range(6)] == ["venv-2-b"] * 6
    assert box.outcome == "stood venv-2-b"


@pytest.mark.parametrize("words", ["", "venv-1-a", "venv-2-b venv-2-b", "\0", "venv-2"])
def test_only_the_version_on_trial_can_have_stood(box: Box, words: str) -> None:
    box.run("switch", box.make("venv-2-b"))
    (box.data / "stood").write_text(words)
    assert [box.start() for _ in range(4)][-1] == "venv-1-a"


def test_what_the_program_says_is_not_read_through_a_link(box: Box) -> None:
    box.run("switch", box.make("venv-2-b"))
    (box.folder / "elsewhere").write_text("venv-2-b")
    (box.data / "stood").symlink_to(box.folder / "elsewhere")
    assert [box.start() for _ in range(4)][-1] == "venv-1-a"


def test_a_version_on_trial_is_nothing_to_go_back_to(box: Box) -> None:
    box.run("switch", box.make("venv-2-b"))
    box.start()
    box.run("switch", box.make("venv-3-c"))
    assert [box.start() for _ in range(4)] == ["venv-3-c"] * 3 + ["venv-1-a"]


def test_a_version_that_stood_and_was_not_started_again_is_what_an_update_goes_back_to(box: Box) -> None:
    """A box stays on for days: its trial ends at its next start only."""
    box.run("switch", box.make("venv-2-b"))
    box.start()
    (box.data / "stood").write_text("venv-2-b")
    box.run("begin", "3")
    box.run("switch", box.make("venv-3-c"))
    assert [box.start() for _ in range(5)] == ["venv-3-c"] * 3 + ["venv-2-b"] * 2
    box.run("clean")
    assert (box.home / "venv-2-b/bin").is_dir()


def test_the_guard_is_replaced_by_that_of_a_version_that_stood(box: Box) -> None:
    new = box.make("venv-2-b")
    (new / "system/versions").write_text("#!/bin/bash\n# newer\n")
    box.run("switch", new)
    box.start()
    assert "newer" not in (box.home / "libexec/versions").read_text()
    (box.data / "stood").write_text("venv-2-b")
    box.start()
    assert "newer" in (box.home / "libexec/versions").read_text()


def test_begin_takes_away_what_was_left_half_made(box: Box) -> None:
    (box.home / "venv-2-half").mkdir()
    made = Path(box.run("begin", "0.2.0").stdout.strip())
    assert made.is_dir() and made.name.startswith("venv-0.2.0-")
    assert {path.name for path in box.home.glob("venv-*")} == {"venv-1-a", made.name}


def test_begin_keeps_what_a_trial_would_go_back_to(box: Box) -> None:
    box.run("switch", box.make("venv-2-b"))
    box.run("begin", "3")
    assert (box.home / "venv-1-a/bin").is_dir() and (box.home / "venv-2-b/bin").is_dir()


def test_the_box_may_read_what_root_wrote_in_a_service_that_hides_its_files(box: Box) -> None:
    """Without the right to, no version would ever say that it stood."""
    before = os.umask(0o077)
    try:
        box.run("switch", box.make("venv-2-b"))
        for _ in range(3):
            box.start()
            assert (box.home / "trial").stat().st_mode & 0o444 == 0o444
        box.start()
        assert (box.home / "outcome").stat().st_mode & 0o444 == 0o444
    finally:
        os.umask(before)


@pytest.mark.parametrize("trial", ["", "x", "venv-2-b venv-1-a", "venv-2-b venv-9-z 0", "\0\0\0", "venv-1-a venv-9 9"])
def test_a_spoilt_trial_is_none(box: Box, trial: str) -> None:
    (box.home / "trial").write_text(trial)
    assert [box.start() for _ in range(5)] == ["venv-1-a"] * 5


def prepared(folder: Path, verb: str) -> Box:
    """Make a box about to switch to version 2, or to start with it for the first time."""
    folder.mkdir(parents=True)
    box = Box(folder)
    box.make("venv-2-b")
    if verb == "before-start":
        box.run("switch", box.home / "venv-2-b")
    return box


@pytest.mark.parametrize("stands", [True, False], ids=["good", "crashes"])
def test_the_power_may_be_cut_at_any_command_of_a_switch(tmp_path: Path, stands: bool) -> None:
    seen = set()
    for number in range(cuts.MAX_STEPS):
        folder = tmp_path / str(number)
        box = prepared(folder, "switch")
        done = box.run("switch", box.home / "venv-2-b", cut=number)
        seen.add(box.start())
        if stands:
            (box.data / "stood").write_text(box.running)
        last = [box.start() for _ in range(4)][-1]
        assert last == (box.running if stands else "venv-1-a")
        if done.returncode != cuts.CUT_OFF:
            assert box.outcome == ("stood venv-2-b" if stands else "back venv-2-b")
            assert seen == {"venv-1-a", "venv-2-b"}
            return
    raise AssertionError("the switch does not end")


@pytest.mark.parametrize("starts", [0, 3])
@pytest.mark.parametrize("stands", [True, False], ids=["good", "crashes"])
def test_the_power_may_be_cut_at_any_command_of_a_start(tmp_path: Path, starts: int, stands: bool) -> None:
    for number in range(cuts.MAX_STEPS):
        folder = tmp_path / str(number)
        box = prepared(folder, "before-start")
        for _ in range(starts):
            box.start()
        if stands:
            (box.data / "stood").write_text("venv-2-b")
        done = box.run("before-start", cut=number)
        last = [box.start() for _ in range(4)][-1]
        assert last == ("venv-2-b" if stands else "venv-1-a")
        assert box.outcome == ("stood venv-2-b" if stands else "back venv-2-b")
        assert (box.home / "libexec/versions").read_text() == VERSIONS.read_text()
        if done.returncode != cuts.CUT_OFF:
            return
    raise AssertionError("the start does not end")


def test_a_machine_without_a_version_yet_is_not_taken_for_a_read_only_one(tmp_path: Path) -> None:
    folder = tools(tmp_path / "tools", mount=f"touch {tmp_path}/mounted")
    cuts.run([VERSIONS, "unlock"], folder, {"SPYTABLE_HOME": str(tmp_path / "none yet")})
    assert not (tmp_path / "mounted").exists()


def test_a_root_that_is_only_read_is_written_for_the_trial_and_locked_again(box: Box, tmp_path: Path) -> None:
    """Whether it can be written is told by `[ -w ]`, which root is always answered yes here: the test says no."""
    tools(box.tools, mount=f'echo "$*" >> {tmp_path}/mounts')
    answer = '[() { if test "$1 $2" = "! -w"; then true; else builtin [ "$@"; fi; }'
    refuse = f'source "{VERSIONS}"; {answer}'
    env = {"SPYTABLE_HOME": str(box.home), "SPYTABLE_DATA": str(box.data), "SPYTABLE_RUN": str(tmp_path)}
    cuts.run(["-c", f"{refuse}; before_start"], box.tools, env)
    assert not (tmp_path / "mounts").exists(), "without a trial nothing is written"
    box.run("switch", box.make("venv-2-b"))
    cuts.run(["-c", f"{refuse}; before_start"], box.tools, env)
    assert (tmp_path / "mounts").read_text().splitlines() == ["-o remount,rw /", "-o remount,ro /"]
    assert not (tmp_path / "spytable-root-was-read-only").exists()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no /proc here")
def test_a_root_is_not_kept_writable_by_the_guard_that_replaced_itself(box: Box, tmp_path: Path) -> None:
    """Bash holds the file that it runs; while that is open and gone, no root becomes read-only."""
    tools(box.tools, mount=f"readlink /proc/$PPID/fd/255 > {tmp_path}/runs")
    (tmp_path / "spytable-root-was-read-only").touch()
    box.run("switch", box.make("venv-2-b"))
    (box.data / "stood").write_text("venv-2-b")
    env = {"SPYTABLE_HOME": str(box.home), "SPYTABLE_DATA": str(box.data), "SPYTABLE_RUN": str(tmp_path)}
    cuts.run([box.home / "libexec/versions", "before-start"], box.tools, env)
    assert box.outcome == "stood venv-2-b"
    assert (tmp_path / "runs").read_text().strip() == str(box.home / "libexec/versions")


def test_a_root_that_is_in_use_is_locked_later(box: Box, tmp_path: Path) -> None:
    """An update holds its lock while the installer ends with this: it failed, though the switch was done."""
    tools(box.tools, mount="exit 32")
    (tmp_path / "spytable-root-was-read-only").touch()
    env = {"SPYTABLE_HOME": str(box.home), "SPYTABLE_RUN": str(tmp_path)}
    assert cuts.run([VERSIONS, "lock"], box.tools, env).returncode == 0
    assert (tmp_path / "spytable-root-was-read-only").exists(), "by whoever ends what is in use"
    tools(box.tools, mount="")
    assert cuts.run([VERSIONS, "lock"], box.tools, env).returncode == 0
    assert not (tmp_path / "spytable-root-was-read-only").exists()


class FullBox(Box):
    """A box whose card takes not one byte more; links and what is taken away need none."""

    def fill(self, *names: str) -> None:
        """Have no room, or none for these files."""
        for name in names or ("trial", "outcome", "libexec/versions"):
            (self.home / f"{name}.new").unlink(missing_ok=True)
            (self.home / f"{name}.new").symlink_to("/dev/full")


@pytest.mark.parametrize("starts", [0, 1, 3])
def test_on_a_full_card_a_version_that_crashes_is_taken_back(starts: int, tmp_path: Path) -> None:
    """Its starts could not be counted, and it was started for ever."""
    box = FullBox(tmp_path)
    box.run("switch", box.make("venv-2-b"))
    for _ in range(starts):
        box.start()
    box.fill()
    assert [box.start() for _ in range(2)] == ["venv-1-a"] * 2
    assert not (box.home / "trial").exists()
    assert not (box.home / "venv-2-b").exists(), "that makes room"


def test_on_a_card_without_an_inode_left_a_version_that_crashes_is_taken_back(tmp_path: Path) -> None:
    """Even the link to the version before takes one."""
    box = FullBox(tmp_path)
    box.run("switch", new := box.make("venv-2-b"))
    (new / "lib").mkdir()
    box.fill()
    tools(box.tools, ln=f'[ ! -e {new}/lib ] || exit 1; exec /bin/ln "$@"')
    assert [box.start() for _ in range(2)] == ["venv-1-a"] * 2
    assert not (box.home / "trial").exists()


def test_what_was_taken_back_is_told_once_there_is_room(tmp_path: Path) -> None:
    box = FullBox(tmp_path)
    box.run("switch", new := box.make("venv-2-b"))
    box.fill("trial")
    frees = f"[ -e {new} ] && case $1 in *outcome.new) exit 1;; esac; true"
    tools(box.tools, sync=frees)
    assert box.start() == "venv-1-a"
    assert box.outcome == "back venv-2-b"


def test_on_a_full_card_a_version_that_stood_stays_with_the_guard_of_before(tmp_path: Path) -> None:
    box = FullBox(tmp_path)
    new = box.make("venv-2-b")
    (new / "system/versions").write_text("#!/bin/bash\n# newer\n")
    box.run("switch", new)
    (box.data / "stood").write_text("venv-2-b")
    box.fill()
    assert [box.start() for _ in range(5)] == ["venv-2-b"] * 5
    assert (box.home / "libexec/versions").read_text() == VERSIONS.read_text()


@pytest.mark.parametrize("words", [[], ["begin"], ["switch"], ["clean", "more"], ["undo"]], ids=" ".join)
def test_called_in_another_way_it_says_how(words: list[str], tmp_path: Path) -> None:
    """`$1: unbound variable`"""
    done = cuts.run([VERSIONS, *words], tools(tmp_path / "tools"), {}, cuts.MAX_STEPS)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("usage: versions ")
