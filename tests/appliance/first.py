"""Trial of the guide of the first start: by fingers of the kernel, at a box whose buttons are exchanged."""

import time
from pathlib import Path

from device.config.config_file import read_settings
from device.headless.pilot import Setup
from device.ui.owner.guide_screen import MARKS
from hardware.edid import size_mm
from hardware.ports import Pointer
from tests.appliance.bench import Bench
from tests.appliance.build import PROJECT, say
from tests.appliance.machine import SIZE, Machine
from tests.appliance.tone import heard_in
from tests.appliance.twin import LIKE, SEED, Twin, difference

EXCHANGED = """screen: {driver: kmsdrm, size_mm: [154, 86]}
buttons: {a: {driver: key, key: "2"}, b: {driver: key, key: "1"}}
sound: {driver: mixer, volume: 0.5}
backlight: {driver: none, dim_after_seconds: 86400, blank_after_seconds: 86400}
power: {driver: logind}
"""
LATE = "blacklist snd_hda_intel\n"
"""The sound card's driver comes only when somebody loads it: long after the box was started."""
TOLD = 9.0
"""Seconds after which a notice is gone."""


def guide(bench: Bench) -> None:
    """The guide from the language to the end; the tone comes out of a sound card whose driver came late."""
    machine = bench.machine
    bench.new_data("guide")
    config = bench.results / "guide/config.yaml"
    config.write_text(EXCHANGED)
    machine.heard = bench.results / "guide/heard.wav"
    files = {"etc/spytable/config.yaml": EXCHANGED, "etc/modprobe.d/bench-late.conf": LATE}
    with bench.own_disk(files):
        bench.boot()
        twin = guided_twin(machine, bench.results / "guide/twin", bench.results, config)
        twin.agree("the guide's first question")
        twin.keep("11-guide")
        answer(bench, twin)
        machine.shell("systemctl restart spytable")
        machine.wait_until_ready()
        written = machine.shell("cat /etc/spytable/config.yaml")
        (bench.results / "guide/written.yaml").write_text(written)
        settings, faults = read_settings(bench.results / "guide/written.yaml")
        assert not faults
        keys = {str(seat): part.params["key"] for seat, part in settings.box.buttons.items()}
        assert keys == {"a": "1", "b": "2"}, f"the guide left the buttons exchanged: {keys}"
        data = bench.results / "guide/twin"
        twin = Twin(machine, data, bench.results, Setup(data, SIZE, settings, seed=SEED))
        twin.agree("home as the new config has it, and no guide again")
    machine.heard = None


def guided_twin(machine: Machine, data: Path, results: Path, config: Path) -> Twin:
    """Return a twin in the guide; its screen tells the size that the machine's tells."""
    settings, _ = read_settings(config)
    twin = Twin(machine, data, results, Setup(data, SIZE, settings, seed=SEED, config=config))
    edid = bytes.fromhex(machine.shell("cat /sys/class/drm/card*-*/edid | od -An -v -tx1"))
    twin.pilot.box.recordings["screen"].measured_mm = size_mm(edid)
    say(f"   the screen tells {size_mm(edid)} mm")
    twin.pilot.fail("speaker")  # no sound card is there, or its driver is not there yet
    twin.pilot.kiosk.screens.open("guide")
    twin.pilot.settle()
    return twin


def answer(bench: Bench, twin: Twin) -> None:
    """Go through the questions as somebody at the box does."""
    twin.tap("language:pl")
    upright(twin)
    for mark in MARKS:
        touch_at(twin, mark)
    twin.tap("confirm")
    press(twin, "1", means="b")  # this one stands at side A, and the config says otherwise
    twin.keep("11-guide-exchanged")
    press(twin, "2", means="b")
    twin.keep("11-guide-silent")
    hear(bench, twin)
    twin.tap("yes")
    twin.keep("11-guide-end")
    twin.tap("save")
    twin.pilot.wait(TOLD)
    twin.agree("home after the guide")


def upright(twin: Twin) -> None:
    """Touch the screen while it is the right way up: as soon as it has turned back."""
    step = twin.pilot.kiosk.screens.top._step  # type: ignore[attr-defined]
    while not step._turned:
        twin.pilot.tick()
    twin.agree("upside down")
    while step._turned:
        twin.pilot.tick()
    twin.agree("upright")
    touch_at(twin, (0.5, 0.5))


def touch_at(twin: Twin, place: tuple[float, float]) -> None:
    """Touch a place on the glass, wherever a target is."""
    at = (int(place[0] * SIZE[0]), int(place[1] * SIZE[1]))
    twin.machine.finger("down", 0, at)
    time.sleep(0.3)
    twin.machine.finger("up", 0, at)
    for kind in ("down", "up"):
        twin.pilot.inputs.put(Pointer(90, kind, *place))  # type: ignore[arg-type]
        twin.pilot.tick()
    twin.pilot.settle()
    twin.agree(f"touched at {place}")


def press(twin: Twin, key: str, means: str) -> None:
    """Press a key; to the twin it means a side's button."""
    before = twin.expected()
    twin.pilot.press(means)
    twin.pilot.wait(TOLD)

    def act() -> None:
        twin.machine.key(key, True)
        time.sleep(0.15)
        twin.machine.key(key, False)

    twin.again_until_seen(act, before)
    twin.agree(f"pressed {key}")


def hear(bench: Bench, twin: Twin) -> None:
    """Load the driver of the sound card, ask for the tone once more, and listen."""
    machine = bench.machine
    assert not machine.shell("ls /dev/snd/ | grep pcm; true"), "there is a sound card already: nothing is tried"
    machine.shell("modprobe snd_hda_intel")
    cue = PROJECT / "assets/sounds/start.wav"
    twin.pilot.mend("speaker")
    place = twin.at("tone")

    def heard() -> bool:
        """Ask again and again, at the page that says it does not work, and then for the tone once more."""
        machine.finger("down", 0, place)
        time.sleep(0.4)
        machine.finger("up", 0, place)
        time.sleep(8)
        return heard_in(*machine.sound(), cue)

    took = machine.wait("the tone", heard, every=0)
    say(f"   the tone was heard {took:.0f} s after the sound card came")
    assert difference(twin.picture(), twin.expected()) <= LIKE
