"""A settings file from the boot partition or the owner's page, taken before a start; the power cut at every command."""

import shutil
import sys
from pathlib import Path

import pytest

from device.config.draft import MAX_KEPT
from device.files.limits import MAX_BYTES
from tests.systemd import cuts
from tests.systemd.cuts import tools

SCRIPT = Path(__file__).parents[2] / "systemd/take-config"
PROJECT = SCRIPT.parents[1]
GOOD, BAD = "screen: {driver: kmsdrm}\n", "screen: {driver: abacus}\n"
KEY = "RWSKAgTvkKISxOSSqLzhcJtsfRPrE8SPZ+X55iI2V+23jutiiC+EJYSf"
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")


class Machine:
    """The root of a machine with a config, and the script in the folder of its version."""

    def __init__(self, folder: Path, checks_nothing: bool = False, rewrites: bool = False, kind: str = "msdos") -> None:
        self.root, self.system = folder / "root", folder / "system"
        self.boot, self.config = self.root / "boot/firmware", self.root / "etc/spytable/config.yaml"
        self.handed = self.root / "var/lib/spytable/update/config.yaml"
        for parent in (self.boot, self.config.parent, self.handed.parent, self.system):
            parent.mkdir(parents=True)
        self.config.write_text("defaults: {language: pl}\n")
        for name in ("take-config", "replacing"):
            shutil.copy(SCRIPT.with_name(name), self.system)
        self.versions = SCRIPT.with_name("versions")
        (self.boot / "config.txt").write_text("camera_auto_detect=1\n")
        put = f"case $1 in --settings|--buses) cp {self.config} {self.boot}/config.txt.new; "
        put += f"mv {self.boot}/config.txt.new {self.boot}/config.txt;; esac"
        (self.system / "install").write_text(f'echo "$*" >> {folder}/settings\n{put if rewrites else ""}\n')
        self.settings = folder / "settings"
        self.tools = tools(
            folder / "tools",
            chown="",
            systemctl=f'echo "$*" >> {folder}/restarts',
            stat=f"echo {kind}",
            python="" if checks_nothing else f'cd {PROJECT}; exec {sys.executable} "$@"',
        )
        self.restarts = folder / "restarts"

    def start(self, cut: int | None = None) -> int:
        places = {"SPYTABLE_ROOT": str(self.root), "SPYTABLE_PYTHON": str(self.tools / "python")}
        places |= {"SPYTABLE_VERSIONS": str(self.versions), "SPYTABLE_HOME": str(self.root)}
        return cuts.run([self.system / "take-config"], self.tools, places, cut).returncode


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_without_a_file_nothing_changes(machine: Machine) -> None:
    machine.start()
    assert machine.config.read_text() == "defaults: {language: pl}\n"
    assert [path.name for path in machine.config.parent.iterdir()] == ["config.yaml"]


def test_a_file_on_the_boot_partition_is_taken_once(machine: Machine) -> None:
    (machine.boot / "spytable-config.yaml").write_text(GOOD)
    machine.start()
    assert machine.config.read_text() == GOOD
    assert (machine.config.parent / "config.yaml.before").read_text() == "defaults: {language: pl}\n"
    assert sorted(path.name for path in machine.boot.iterdir()) == ["config.txt", "spytable-config.taken.yaml"]
    assert machine.settings.read_text() == "--settings\n"


def test_a_file_with_a_fault_is_put_aside_and_says_why(machine: Machine) -> None:
    (machine.boot / "spytable-config.yaml").write_text(BAD)
    machine.start()
    assert machine.config.read_text() == "defaults: {language: pl}\n"
    assert sorted(path.name for path in machine.boot.iterdir()) == [
        "config.txt",
        "spytable-config.refused.txt",
        "spytable-config.refused.yaml",
    ]
    assert "screen.driver: 'abacus'" in (machine.boot / "spytable-config.refused.txt").read_text()
    assert not machine.settings.exists()


def test_what_the_owners_page_handed_over_is_taken(machine: Machine) -> None:
    machine.handed.write_text(GOOD)
    machine.start()
    assert machine.config.read_text() == GOOD
    assert not machine.handed.exists()
    assert machine.settings.read_text() == "--buses\n", (
        "no more rights: what the box's user may write is not to be trusted"
    )
    assert not machine.restarts.exists(), "nothing changed in the boot file"


@pytest.mark.parametrize("way", ["boot", "handed"])
def test_the_machine_starts_again_once_where_the_boot_file_changes(tmp_path: Path, way: str) -> None:
    machine = Machine(tmp_path, rewrites=True)
    file = machine.boot / "spytable-config.yaml" if way == "boot" else machine.handed
    file.write_text(GOOD)
    machine.start()
    assert machine.restarts.read_text() == "--no-block reboot\n"
    machine.start()
    file.write_text(GOOD)  # the same again changes nothing
    machine.start()
    assert machine.restarts.read_text() == "--no-block reboot\n"


def test_the_machine_does_not_start_again_where_the_boot_file_forgets(tmp_path: Path) -> None:
    machine = Machine(tmp_path, rewrites=True, kind="overlayfs")
    (machine.boot / "spytable-config.yaml").write_text(GOOD)
    machine.start()
    assert not machine.restarts.exists(), "it would do so at each start, for ever"


def test_switches_that_were_taken_back_are_in_no_ones_way(machine: Machine) -> None:
    (machine.config.parent / "install.conf").write_text("\n")
    (machine.boot / "spytable-config.yaml").write_text(GOOD)
    machine.start()
    assert machine.config.read_text() == GOOD


def test_a_file_that_needs_a_pin_of_a_switch_is_refused(machine: Machine) -> None:
    (machine.config.parent / "install.conf").write_text("i2s=hifiberry-dac\npower-button=3\nread-only=LABEL=box\n")
    (machine.boot / "spytable-config.yaml").write_text("key_panels: {a: {driver: ws281x_pwm}}\n")
    machine.start()
    assert machine.config.read_text() == "defaults: {language: pl}\n"
    told = (machine.boot / "spytable-config.refused.txt").read_text()
    assert told == "--i2s hifiberry-dac: key_panels.a uses GPIO 18\n"


@pytest.mark.parametrize("text", [BAD, GOOD + f"operator: {{update_key: '{KEY}'}}\n", "x" * 70_000])
def test_what_is_handed_over_and_no_good_goes(text: str, machine: Machine) -> None:
    machine.handed.write_text(text)
    machine.start()
    assert machine.config.read_text() == "defaults: {language: pl}\n"
    assert not machine.handed.exists()


def test_whoever_hands_a_file_over_cannot_drop_the_key_of_the_updates(machine: Machine) -> None:
    mine = f"operator: {{update_key: '{KEY}'}}\n"
    machine.config.write_text(mine)
    machine.handed.write_text(GOOD)
    machine.start()
    assert machine.config.read_text() == mine
    machine.handed.write_text(GOOD + mine)
    machine.start()
    assert machine.config.read_text() == GOOD + mine


@pytest.mark.parametrize(
    "form", ["operator: {{update_key: '{}', pin: 12}}\n", 'operator:\n  update_key: "{}"  # mine\n  pin: 12\n']
)
def test_a_config_with_a_fault_is_mended_by_what_is_handed_over(form: str, machine: Machine) -> None:
    """No key could be told of it, so that every file was refused: it could only be mended with the card in hand."""
    machine.config.write_text(form.format(KEY))
    machine.handed.write_text(GOOD)
    machine.start()
    assert machine.config.read_text() == form.format(KEY), "its key still counts"
    mended = f"{GOOD}operator: {{update_key: '{KEY}'}}\n"
    machine.handed.write_text(mended)
    machine.start()
    assert machine.config.read_text() == mended
    machine.config.write_text(BAD)
    machine.handed.write_text(GOOD)
    machine.start()
    assert machine.config.read_text() == GOOD


@pytest.mark.parametrize("way", ["boot", "handed"])
@pytest.mark.parametrize("failing", ["head", "cp", "chown", "sync"])
def test_a_full_root_leaves_the_settings_as_they_are(failing: str, way: str, tmp_path: Path) -> None:
    """Both the config and the one before it ended up empty."""
    machine = Machine(tmp_path)
    file = machine.boot / "spytable-config.yaml" if way == "boot" else machine.handed
    file.write_text(GOOD)
    works = (machine.tools / failing).read_text() if (machine.tools / failing).exists() else ""
    tools(machine.tools, **{failing: "exit 1"})
    machine.start(cut=cuts.MAX_STEPS)
    assert machine.config.read_text() == "defaults: {language: pl}\n"
    assert file.read_text() == GOOD, "it is taken once there is room"
    (machine.tools / failing).unlink()
    if works:
        (machine.tools / failing).write_text(works)
        (machine.tools / failing).chmod(0o755)
    machine.start()
    assert machine.config.read_text() == GOOD
    assert (machine.config.parent / "config.yaml.before").read_text() == "defaults: {language: pl}\n"
    assert not file.exists()


@pytest.mark.parametrize("way", ["boot", "handed"])
@pytest.mark.parametrize("text", ["", "# all of it went\n", "operator: {pin: '1234'}\n", "sound: {driver: none}\n"])
def test_a_file_without_parts_is_no_box(text: str, way: str, machine: Machine) -> None:
    """It is a simulated one, which shows both keys on the screen."""
    (machine.boot / "spytable-config.yaml" if way == "boot" else machine.handed).write_text(text)
    machine.start()
    assert machine.config.read_text() == "defaults: {language: pl}\n"
    if way == "boot":
        told = (machine.boot / "spytable-config.refused.txt").read_text()
        assert told.endswith("screen: 'driver': this field is missing\n")


def test_a_long_file_is_taken_whole(machine: Machine) -> None:
    """What stood beyond 64 KiB was gone: a PIN, without a word."""
    text = f"{GOOD}#{'x' * 70_000}\noperator: {{pin: '1234'}}\n"
    machine.handed.write_text(text)
    machine.start()
    assert machine.config.read_text() == text
    assert f" -c {MAX_BYTES + 1} " in SCRIPT.read_text(), "what is too long is not cut to what is not"
    machine.handed.write_text(f"{GOOD}#{'x' * MAX_BYTES}\n")
    machine.start()
    assert machine.config.read_text() == text


def test_of_two_files_that_wait_the_second_meets_no_root_that_is_only_read(tmp_path: Path) -> None:
    """The installer locks it when it is done."""
    machine = Machine(tmp_path)
    locks = f"case $1 in unlock) touch {tmp_path}/open;; *) rm -f {tmp_path}/open;; esac\n"
    (machine.system / "versions").write_text(locks)
    (machine.system / "install").write_text(f"rm -f {tmp_path}/open\n")
    tools(machine.tools, head=f'[ -e {tmp_path}/open ] || exit 1; exec /usr/bin/head "$@"')
    (machine.boot / "spytable-config.yaml").write_text(GOOD)
    (machine.boot.parent / "spytable-config.yaml").write_text(f"{GOOD}# newer\n")
    machine.versions = machine.system / "versions"
    machine.start()
    assert machine.config.read_text() == f"{GOOD}# newer\n"


@pytest.mark.parametrize("way", ["boot", "handed"])
def test_a_file_that_cannot_be_put_aside_is_taken_again_and_the_config_of_before_stays(
    way: str, tmp_path: Path
) -> None:
    """A boot partition may be read-only: at the second start the new config became the one before."""
    machine = Machine(tmp_path)
    other = machine.handed if way == "boot" else machine.boot / "spytable-config.yaml"
    file = machine.boot / "spytable-config.yaml" if way == "boot" else machine.handed
    file.write_text(GOOD)
    mine = f"case $1 in {file}) exit 1;; -f) [ $2 != {file} ] || exit 1;; esac; "
    tools(machine.tools, mv=f'{mine}exec /bin/mv "$@"', rm=f'{mine}exec /bin/rm "$@"')
    for _ in range(2):
        machine.start(cut=cuts.MAX_STEPS)
        assert machine.config.read_text() == GOOD
        assert (machine.config.parent / "config.yaml.before").read_text() == "defaults: {language: pl}\n"
    other.write_text(BAD)
    machine.start(cut=cuts.MAX_STEPS)
    assert not other.exists(), "it is in no other file's way"


@pytest.mark.parametrize("way", ["boot", "handed"])
@pytest.mark.parametrize("ending", ["exit 137", "exit 1", "echo 'No module named device' >&2; exit 1"])
def test_a_look_that_was_ended_says_nothing_of_the_file(ending: str, way: str, machine: Machine) -> None:
    """For want of memory: a good file was refused without a reason, or gone without a word."""
    file = machine.boot / "spytable-config.yaml" if way == "boot" else machine.handed
    file.write_text(GOOD)
    works = (machine.tools / "python").read_text()
    tools(machine.tools, python=ending)
    machine.start(cut=cuts.MAX_STEPS)
    assert machine.config.read_text() == "defaults: {language: pl}\n"
    assert file.read_text() == GOOD
    assert [path.name for path in machine.config.parent.iterdir()] == ["config.yaml"]
    (machine.tools / "python").write_text(works)
    machine.start()
    assert machine.config.read_text() == GOOD
    assert not file.exists()


@pytest.mark.parametrize("way", ["boot", "handed"])
def test_on_a_root_that_forgets_a_file_is_taken_at_each_start(way: str, machine: Machine) -> None:
    """An overlay: at the next start the settings were those of before, and the file was used up."""
    file = machine.boot / "spytable-config.yaml" if way == "boot" else machine.handed
    file.write_text(GOOD)
    tools(machine.tools, stat="case $* in */etc/*) echo overlayfs;; *) echo msdos;; esac")
    for _ in range(2):
        machine.config.write_text("defaults: {language: pl}\n")
        machine.start()
        assert machine.config.read_text() == GOOD
    assert file.exists()


@pytest.mark.parametrize("rest", ["", f"operator: {{update_key: '{KEY}', pin: 12}}\n"])
def test_a_key_in_a_comment_of_a_config_with_a_fault_is_none(rest: str, machine: Machine) -> None:
    machine.config.write_text(f"screen: {{driver: abacus}}\n  # operator: {{update_key: 'RWold'}}\n{rest}")
    mended = GOOD + (f"operator: {{update_key: '{KEY}'}}\n" if rest else "")
    machine.handed.write_text(mended)
    machine.start()
    assert machine.config.read_text() == mended


@pytest.mark.parametrize("switch", ["power-button=x", "power-button=", "power-button=99", "i2s=;", "i2s"])
def test_a_switch_that_is_none_is_in_no_files_way(switch: str, machine: Machine) -> None:
    """The installer's own file, edited by hand."""
    (machine.config.parent / "install.conf").write_text(f"{switch}\nread-only=LABEL=box\n")
    machine.handed.write_text(GOOD)
    machine.start()
    assert machine.config.read_text() == GOOD


def test_what_was_handed_over_gives_way_to_what_lies_on_the_card(machine: Machine) -> None:
    """Whoever put the card's there had it in hand: its PIN was gone again at the same start."""
    text = f"{GOOD}operator: {{pin: '1234'}}\n"
    (machine.boot / "spytable-config.yaml").write_text(text)
    machine.handed.write_text("screen: {driver: auto}\n")
    machine.start()
    assert machine.config.read_text() == text
    assert not machine.handed.exists()
    assert (machine.config.parent / "config.yaml.before").read_text() == "defaults: {language: pl}\n"


def test_a_link_is_not_followed(machine: Machine) -> None:
    secret = machine.root / "secret"
    secret.write_text(GOOD)
    machine.handed.symlink_to(secret)
    machine.start()
    assert machine.config.read_text() == "defaults: {language: pl}\n"


@pytest.mark.parametrize("way", ["boot", "handed"])
def test_the_power_may_be_cut_before_any_command(way: str, tmp_path: Path) -> None:
    for number in range(cuts.MAX_STEPS):
        machine = Machine(tmp_path / str(number), checks_nothing=True)
        file = machine.boot / "spytable-config.yaml" if way == "boot" else machine.handed
        file.write_text(GOOD)
        code = machine.start(cut=number)
        assert machine.config.read_text() in (GOOD, "defaults: {language: pl}\n")
        machine.start()
        assert machine.config.read_text() == GOOD
        assert (machine.config.parent / "config.yaml.before").read_text() == "defaults: {language: pl}\n"
        assert not file.exists()
        if code != cuts.CUT_OFF:
            return
    raise AssertionError("it does not end")


@pytest.mark.parametrize(
    "folders", [["before"], ["before", "before-2"], ["before", *(f"before-{n}" for n in range(2, 10))]]
)
def test_a_folder_where_a_config_of_before_would_lie_is_passed_over(folders: list[str], tmp_path: Path) -> None:
    """It was put into the folder, under another name."""
    machine = Machine(tmp_path, checks_nothing=True)
    for name in folders:
        (machine.config.parent / f"config.yaml.{name}").mkdir()
    for text in (GOOD, "# second\n"):
        machine.handed.write_text(text)
        machine.start()
    there = [*machine.config.parent.glob("*.before*")]
    kept = {each.name: each.read_text() for each in there if each.is_file()}
    first, second = (f"config.yaml.before-{len(folders) + n}" for n in (1, 2))
    assert machine.config.read_text() == "# second\n"
    assert kept == ({first: "defaults: {language: pl}\n", second: GOOD} if len(folders) < MAX_KEPT else {})
    assert not [inside for each in there if each.is_dir() for inside in each.iterdir()]


@pytest.mark.parametrize("way", ["boot", "handed"])
def test_a_config_of_before_stays_whatever_is_taken_later(way: str, tmp_path: Path) -> None:
    """Of the owner's notes, in the config before the last one, nothing was left; a cut costs none either."""
    notes = "# my precious notes\n"
    for number in range(cuts.MAX_STEPS):
        machine = Machine(tmp_path / str(number), checks_nothing=True)
        file = machine.boot / "spytable-config.yaml" if way == "boot" else machine.handed
        kept = machine.config.parent / "config.yaml.before"
        kept.write_text(notes)
        file.write_text(GOOD)
        code = machine.start(cut=number)
        machine.start()
        assert machine.config.read_text() == GOOD
        assert {each.name: each.read_text() for each in kept.parent.glob("*.before*") if each.suffix != ".new"} == {
            "config.yaml.before": notes,
            "config.yaml.before-2": "defaults: {language: pl}\n",
        }
        if code != cuts.CUT_OFF:
            break
    else:
        raise AssertionError("it does not end")
    for text in (notes, GOOD, notes):
        file.write_text(text)
        machine.start()
    assert len([*kept.parent.glob("config.yaml.before*")]) == 3, "what is kept already is not kept again"
    for number in range(MAX_KEPT):
        file.write_text(f"# {number}\n")
        machine.start()
    there = sorted(kept.parent.glob("config.yaml.before*"))
    assert [each.read_text() for each in there[:2]] == [notes, "defaults: {language: pl}\n"]
    assert (len(there), there[-1].read_text()) == (MAX_KEPT, f"# {MAX_KEPT - 2}\n")
