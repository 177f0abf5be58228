"""What the appliance must show: each trial is a function of the bench and raises when something is wrong."""

import random
import shlex
import shutil
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from device.rules.model import Phase
from device.rules.modes import to_act
from tests.appliance.bench import DATABASE, Bench
from tests.appliance.build import CONFIG, say
from tests.appliance.machine import Machine
from tests.appliance.twin import Twin, difference, lit, wait_for_picture

LOGIND = "org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"


def boots(bench: Bench) -> None:
    """The kiosk comes up on the bare display, as its own user."""
    bench.boot()
    machine = bench.machine
    pid = machine.unit("MainPID")["MainPID"]
    owner = machine.shell(f"stat -c %U /proc/{pid}").strip()
    assert owner == "spytable", f"the kiosk runs as {owner}"
    assert "allocated by = spytable" in machine.shell("cat /sys/kernel/debug/dri/0/framebuffer")
    for line in machine.shell("systemctl --failed --no-legend --plain").splitlines():
        assert "spytable" not in line, line
    bench.twin.agree("home")
    bench.twin.keep("1-home")


def plays(bench: Bench) -> None:
    """A game by real touches and keys, two fingers included."""
    twin = bench.twin
    twin.tap("new_game")
    twin.keep("2-new-game")
    twin.tap("start")
    twin.keep("3-table")
    for _ in range(4):
        move(twin, bench.rng)
    bench.check_kept()
    two_fingers(bench)
    twin.press("a", "b", seconds=2.6)
    twin.keep("4-undo")
    twin.tap("confirm:a", "confirm:b")
    bench.check_kept()
    twin.keep("5-after-undo")


def two_fingers(bench: Bench) -> None:
    """Two cards at once are none; a palm beside the cards does not stop a held one."""
    twin = bench.twin
    until_guessing(twin, bench.rng)
    first, second = cards(twin)[:2]
    before = twin.pilot.kiosk.context.session.number
    for finger, name in enumerate((first, second)):
        bench.machine.finger("down", finger, twin.at(name))
    time.sleep(3)
    for finger, name in enumerate((first, second)):
        bench.machine.finger("up", finger, twin.at(name))
    twin.pilot.down(first, second)
    twin.pilot.wait(1)
    for name in (first, second):
        twin.pilot.lift(name)
    twin.pilot.settle()
    twin.agree("two cards at once")
    assert bench.kept()[1] == before, "two cards at once were taken for a guess"
    bench.machine.finger("down", 1, (4, 360))
    twin.hold(first)
    bench.machine.finger("up", 1, (4, 360))
    assert bench.kept()[1] == before + 1, "a held card beside a palm was not taken"
    bench.check_kept()


def cards(twin: Twin) -> list[str]:
    """Return the cards that may be guessed."""
    return [t.name for t in twin.pilot.kiosk.frame.targets if t.name.startswith("card:") and t.enabled]


def move(twin: Twin, rng: random.Random) -> None:
    """Make one move that does not end the game."""
    table = twin.pilot.kiosk.context.table
    side = str(rng.choice(to_act(table)))
    if table.phase is Phase.GUESS:
        name = safe_card(twin, rng.choice((("agent", "bystander"), ("bystander", "agent"))))
        twin.hold(name)
        say(f"   {side} guessed {name}")
        return
    twin.press(side)
    twin.tap(f"digit:{rng.randrange(1, 4)}")
    twin.tap("confirm")
    say(f"   {side} gave a clue")


def safe_card(twin: Twin, wanted: tuple[str, ...] = ("agent", "bystander")) -> str:
    """Return a card that does not lose, by the clue giver's key: the best of what is wanted, first things first."""
    session = twin.pilot.kiosk.context.session
    table = session.public
    identity = dict(zip(table.cards, map(str, session.key(table.clue.side)), strict=True))
    return min(
        (name for name in cards(twin) if identity[name.removeprefix("card:")] in wanted),
        key=lambda name: wanted.index(identity[name.removeprefix("card:")]),
    )


def fresh_game(bench: Bench, name: str) -> Twin:
    """Start a game on a machine that is at home with an empty store; return the twin that plays along."""
    twin = Twin(bench.machine, bench.new_data(name), bench.results)
    twin.agree("home")
    twin.tap("new_game")
    twin.tap("start")
    for _ in range(2):
        move(twin, bench.rng)
    return twin


def until_guessing(twin: Twin, rng: random.Random) -> None:
    """Play until someone may guess."""
    while twin.pilot.kiosk.context.table.phase is not Phase.GUESS:
        move(twin, rng)


def power_cuts(bench: Bench) -> None:
    """The plug is pulled in the middle of a move, again and again: same game, and nothing lost that was seen.

    Every other cut comes the moment the move is seen, the rest at any moment before.
    """
    twin = bench.twin
    lost = 0
    for cut in range(1, bench.cuts + 1):
        until_guessing(twin, bench.rng)
        name = safe_card(twin)
        place, number = twin.at(name), twin.pilot.kiosk.context.session.number
        before = twin.expected()
        bench.machine.finger("down", 0, place)
        seen = watch(twin, before, place, patience=60 if cut % 2 else bench.rng.uniform(0.2, 3.0))
        bench.machine.power_cut()
        shutil.copy(bench.machine.work / "now.png", bench.results / f"cut-{cut}.png")
        bench.boot()
        state, on_disk = bench.kept()
        assert state is not None, "the game is gone"
        assert list(state.public.cards) == list(twin.pilot.kiosk.context.session.public.cards), "another game"
        made = on_disk > number
        lost += seen and not made
        say(f"   cut {cut}: move {number + 1} {'seen' if seen else 'not seen'}, {'kept' if made else 'not made'}")
        if made:
            twin.pilot.hold(name)
        twin.start_again()
        twin.agree("the game that was left standing")
        if cut == 1:
            twin.keep("7-after-power-cut")
        bench.check_kept()
        twin.tap("continue")
    assert lost == 0, f"{lost} moves were seen and are lost"


def watch(twin: Twin, before: Any, place: tuple[int, int], patience: float) -> bool:
    """Look at a card until it is revealed, or patience ends; return whether it was."""
    end = time.monotonic() + patience
    while True:
        picture = twin.picture()
        if not lit(picture):
            twin.machine.shell("journalctl -b -u spytable --no-pager -n 60 > /dev/ttyS0; sleep 2")
            raise AssertionError("the box ended in the middle of a move; the serial line has its journal")
        if revealed(picture, before, place):
            return True
        if time.monotonic() > end:
            return False


def revealed(picture: Any, before: Any, place: tuple[int, int]) -> bool:
    """Tell whether a card shows another face than before; the ring of a held card is small beside that."""
    area = picture.get_rect().clip((place[0] - 90, place[1] - 45, 180, 90))
    return difference(picture.subsurface(area), before.subsurface(area)) > 90 and corner_changed(picture, before, area)


def corner_changed(picture: Any, before: Any, area: Any) -> bool:
    """Tell whether the paper itself has another colour, away from word and ring."""
    at = (area.left + 12, area.top + 12)
    return sum(abs(a - b) for a, b in zip(picture.get_at(at)[:3], before.get_at(at)[:3], strict=True)) > 60


def comes_back(bench: Bench, what: str, command: str) -> None:
    """Do something to the service and wait until it has been started again with the same game."""
    machine, twin = bench.machine, bench.twin
    restarts = int(machine.unit("NRestarts")["NRestarts"])
    start = time.monotonic()
    machine.shell(command)
    machine.wait_until_ready(restarts + 1)
    say(f"   {what}: up again after {time.monotonic() - start:.0f} s")
    twin.start_again()
    twin.agree(what)
    bench.check_kept()


def survives(bench: Bench) -> None:
    """A killed kiosk and one that hangs are started again by the service manager."""
    comes_back(bench, "killed", "kill -9 $(systemctl show -p MainPID --value spytable)")
    comes_back(bench, "hung", "kill -STOP $(systemctl show -p MainPID --value spytable)")
    assert "Watchdog timeout" in bench.machine.shell("journalctl -b -u spytable --no-pager")
    bench.twin.keep("6-after-hang")
    bench.twin.tap("continue")


def starts_safely(bench: Bench) -> None:
    """Three crashes one after the other lead to a safe start that says so, not to a loop."""
    machine = bench.machine
    start_with(machine, CONFIG)
    for crash in range(1, 4):
        machine.shell("kill -9 $(systemctl show -p MainPID --value spytable)")
        machine.wait("the crash is counted", partial(counted, machine, crash))
    machine.wait_until_ready()
    wait_for_picture(machine)
    journal = machine.shell("journalctl -b -u spytable --no-pager")
    assert "Started safely" in journal, "three crashes, and it starts as if nothing had been"
    time.sleep(10)
    bench.twin.keep("10-safe-start")


def counted(machine: Machine, crashes: int) -> bool:
    """Tell whether the kiosk has been started again and knows of so many crashes."""
    return int(machine.shell("wc -l < /run/spytable/crashes")) >= crashes


def start_with(machine: Machine, config: str) -> None:
    """Start the kiosk with another config and wait for its picture."""
    machine.shell(f"systemctl stop spytable; printf %s {shlex.quote(config)} > /etc/spytable/config.yaml")
    machine.shell("systemctl start spytable --no-block")
    machine.wait_until_ready()
    wait_for_picture(machine)


def repairs(bench: Bench) -> None:
    """A damaged database and a broken config: up all the same, and it says so."""
    machine = bench.machine
    machine.shell("systemctl stop spytable; cd /var/lib/spytable; rm -f spytable.db-*")
    machine.shell("head -c 8192 /dev/urandom > /var/lib/spytable/spytable.db; systemctl start spytable --no-block")
    machine.wait_until_ready()
    wait_for_picture(machine)
    names = machine.shell("ls /var/lib/spytable").split()
    assert any(name.startswith("spytable.db") and name not in DATABASE for name in names), names
    time.sleep(10)
    bench.twin.keep("8-damaged-database")
    start_with(machine, "leds: {brightness: 7")
    assert "config.yaml" in machine.shell("journalctl -b -u spytable --no-pager -n 20")
    time.sleep(10)
    bench.twin.keep("9-broken-config")


def takes_a_stick(bench: Bench) -> None:
    """A USB stick is mounted for the box's user and let go of when it is pulled out."""
    machine = bench.machine
    machine.plug_stick()
    machine.wait("the stick is mounted", lambda: "/media/spytable" in machine.shell("findmnt -nr /media/spytable"))
    pid = machine.unit("MainPID")["MainPID"]
    inside = f"nsenter -t {pid} -m runuser -u spytable -- touch /media/spytable/export"
    complaint = machine.shell(inside)
    assert not complaint, complaint
    machine.unplug_stick()
    machine.wait("the stick is gone", lambda: not machine.shell("findmnt -nr /media/spytable; true").strip())


def switches_off(bench: Bench) -> None:
    """The box's user may switch the machine off, and may not stop a service."""
    machine = bench.machine
    refused = machine.shell("runuser -u spytable -- systemctl --no-ask-password stop cron 2>&1; true")
    assert "denied" in refused or "authentication" in refused or "not loaded" in refused, refused
    machine.shell(f"runuser -u spytable -- busctl call {LOGIND} PowerOff b false & true")
    machine.wait_for_power_off()


def uninstalls(bench: Bench) -> None:
    """Everything goes, the games and the config stay, and the login prompt comes back."""
    bench.boot()
    machine = bench.machine
    machine.shell("/usr/src/spytable/systemd/install --uninstall > /root/uninstall.log 2>&1")
    left = machine.shell(
        "ls /etc/systemd/system /opt /usr/local/bin /etc/udev/rules.d; systemctl is-enabled getty@tty1"
    )
    assert "spytable" not in left, left
    assert "enabled" in left, left
    assert "spytable.db" in machine.shell("ls /var/lib/spytable")


TRIALS: dict[str, Callable[[Bench], None]] = {
    trial.__name__: trial
    for trial in (
        boots,
        plays,
        survives,
        takes_a_stick,
        power_cuts,
        repairs,
        starts_safely,
        switches_off,
        uninstalls,
    )
}
