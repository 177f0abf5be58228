"""The self-test: every part of the box and what the machine gives it; each failure says what to do."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, Protocol, TypedDict

from device.config.settings import Settings
from device.files.assets import assets
from device.files.messages import Message, message
from device.files.reader import Malformed
from device.owner.disk import disk_trouble
from device.owner.machine import Machine
from device.owner.remedies import BUSES, COOLING, ELSEWHERE, PACKAGE, SUPPLY, join, remedy
from hardware import registry
from hardware.boot_lines import switched_off
from hardware.box import PARTS, Box
from hardware.driver_spec import DeviceFile, DriverSpec
from hardware.fitting import fit
from hardware.ports import SEATS
from hardware.simulated.offscreen import OffscreenScreen
from hardware.spec import BoxSpec, PartSpec, Shared

Status = Literal["ok", "missing", "failed"]
PICTURES = ("kmsdrm", "wayland", "x11")
"""The video drivers that bring a picture; SDL has others that only claim to."""
SESSIONS = ("wayland", "x11")
"""Under these the session reads touch, and the box needs no right to."""
ANSWER_SECONDS = 6.0


class Result(TypedDict):
    """One line of the self-test."""

    part: str
    driver: str
    status: Status
    why: str
    do: str


class Tried(Protocol):
    """What the self-test asks of a box: which parts it has, and which of them do not work."""

    def configured(self, part: str) -> bool:
        """Tell whether the box has this part at all."""

    def driver(self, part: str) -> str:
        """Name a part's driver."""

    def faults(self) -> Sequence["Fault"]:
        """Name every part that should be there and does not work."""


class Fault(Protocol):
    """A part that should be there and does not work."""

    @property
    def part(self) -> str:
        """Name the part."""

    @property
    def status(self) -> Literal["missing", "failed"]:
        """Say whether it never started or stopped."""

    @property
    def why(self) -> str:
        """Give the reason in one line."""


def run_selftest(settings: Settings, faults: Sequence[Malformed], data: Path) -> list[Result]:
    """Open every part of the box as the settings say, try it, close it again; return a line for each thing tried."""
    spec = settings.box
    box = _open(spec)
    try:
        # Some parts open only once the box lives; sound takes until the second moment.
        for _ in range(2):
            box.tick(time.monotonic())
        _answered(box)
        return list(selftest(spec, box, [fault.line for fault in faults], data, Machine()))
    finally:
        box.close()


def _answered(box: Box) -> None:
    """Give a part that waits for another program's answer the time to get it."""
    until = time.monotonic() + ANSWER_SECONDS
    while box.waits() and time.monotonic() < until:
        time.sleep(0.02)
        box.tick(time.monotonic())


def _open(spec: BoxSpec) -> Box:
    """Open the real parts; a simulated screen needs no window to be tried."""
    spec = spec._replace(fullscreen=True, sounds=assets() / "sounds")
    screen = OffscreenScreen if spec.screen.driver == "simulated" else None
    return Box(fit(spec, lambda _: None, time.monotonic, Shared(), screen), spec)


def selftest(
    spec: BoxSpec, box: Tried, config_faults: Sequence[Message], data: Path, machine: Machine
) -> Iterator[Result]:
    """Give a line for the config, each configured part and each thing of the machine that the box needs."""
    for fault in config_faults:
        yield _failed("config", "", fault, message("fix it, and check it with: spytable config check FILE"))
    yield from _parts(spec, box)
    if spec.screen.driver != "simulated":
        yield _video(machine)
        if machine.video_driver() not in SESSIONS:
            yield _input(machine)
        yield from _files(spec, machine)
        yield from _buses(spec, machine)
    yield _pygame(spec, machine)
    yield from _storage(data, machine)
    yield from _supply(machine)


def _ok(part: str, driver: str, why: str = "") -> Result:
    return {"part": part, "driver": driver, "status": "ok", "why": why, "do": ""}


def _failed(part: str, driver: str, why: str, do: str) -> Result:
    return {"part": part, "driver": driver, "status": "failed", "why": why, "do": do}


def fleet_result(fault: Message | None, files: Sequence[str]) -> Result:
    """Give a line for the broker; `fault` says why the box is not on it, maybe for one of the files that let it in."""
    if fault is None:
        return _ok("fleet", "mqtt")
    do = remedy(None, fault)
    if any(file and fault.startswith(f"{file}: ") for file in files):
        do = message("check this file, and that the user spytable may read it; the game goes on")
    elif do is ELSEWHERE:
        do = message("check the section fleet of the config, the network and the broker's log; the game goes on")
    status: Status = "missing" if do is PACKAGE else "failed"
    return {"part": "fleet", "driver": "mqtt", "status": status, "why": fault, "do": do}


def _parts(spec: BoxSpec, box: Tried) -> Iterator[Result]:
    faults = {fault.part: fault for fault in box.faults()}
    for part in PARTS:
        if not box.configured(part):
            continue
        driver, fault = spec.screen.driver if part == "screen" else box.driver(part), faults.get(part)
        if fault is None:
            yield _ok(part, driver)
        else:
            do = remedy(_row(part, driver), fault.why)
            yield {"part": part, "driver": driver, "status": fault.status, "why": fault.why, "do": do}


SECTIONS = {"panel": "key_panels", "button": "buttons", "lamp": "buttons", "speaker": "sound"}
"""The section of the config a part stands in, where it has another name."""


def _row(part: str, driver: str) -> DriverSpec | None:
    """Return what is known of a part's driver."""
    kind = part.partition(":")[0]
    row = registry.TABLE[SECTIONS.get(kind, kind)].get(driver)
    return row.lamp if row and kind == "lamp" else row


def _video(machine: Machine) -> Result:
    driver = machine.video_driver()
    if driver in PICTURES:
        return _ok("video", driver)
    if not driver:
        return {
            "part": "video",
            "driver": "",
            "status": "missing",
            "why": message("no picture was opened"),
            "do": message("see the line of the screen"),
        }
    why = message("SDL took {driver}, which shows no picture", driver=driver)
    do = message("unset SDL_VIDEODRIVER; the box needs one of {drivers}", drivers=", ".join(PICTURES))
    return _failed("video", driver, why, do)


def _input(machine: Machine) -> Result:
    devices = machine.input_devices()
    closed = [name for name, readable in devices.items() if not readable]
    if closed:
        why = message("{files} cannot be read: there would be a picture and no touch", files=", ".join(closed))
        return _failed("input", "evdev", why, join("input"))
    if absent := machine.no_touch() if devices else message("nothing in /dev/input"):
        do = message("check the touch cable (USB beside HDMI, the ribbon of DSI)")
        return {"part": "input", "driver": "evdev", "status": "missing", "why": absent, "do": do}
    return _ok("input", "evdev", message("Devices: {n}", n=len(devices)))


def _files(spec: BoxSpec, machine: Machine) -> Iterator[Result]:
    """Device files that exist and may not be opened; one that is absent shows in the line of its part."""
    files = _files_of(spec)
    closed = [file for file in files if machine.accessible(file.path) is False]
    for file in closed:
        yield _failed("permissions", "", message("{file} cannot be opened", file=file.path), join(file.group))
    if not closed:
        yield _ok("permissions", "", message("Device files looked at: {n}", n=len(files)))


def _buses(spec: BoxSpec, machine: Machine) -> Iterator[Result]:
    """Whether the boot file of a Raspberry Pi switches on what the parts hang on; on another machine no line."""
    if machine.boot_file() is not None:
        why = _bus_fault(spec, machine)
        yield _failed("buses", "", why, BUSES) if why else _ok("buses", "")


def bus_complaints(spec: BoxSpec) -> tuple[str, ...]:
    """Tell of buses that these parts need and a Raspberry Pi's boot file leaves off."""
    fault = _bus_fault(spec, Machine())
    return (f"{fault}: {BUSES}",) if fault else ()


def _bus_fault(spec: BoxSpec, machine: Machine) -> Message | None:
    text = machine.boot_file()
    missing = () if text is None else switched_off(spec, text)
    return message("{lines} is not in config.txt", lines=", ".join(missing)) if missing else None


def _files_of(spec: BoxSpec) -> list[DeviceFile]:
    found: dict[str, DeviceFile] = {}
    for section, part in _chosen(spec):
        row = registry.TABLE[section][part.driver]
        params = row.filled(part.params)
        for each in (row, row.lamp):
            found |= {file.path: file for file in (each.files(params) if each else ())}
    return list(found.values())


def _chosen(spec: BoxSpec) -> Iterator[tuple[str, PartSpec]]:
    yield from (("screen", spec.screen), ("sound", spec.sound), ("backlight", spec.backlight), ("power", spec.power))
    for side in SEATS:
        yield "key_panels", spec.key_panels[side]
        yield "buttons", spec.buttons[side]


def _pygame(spec: BoxSpec, machine: Machine) -> Result:
    flavour = machine.pygame_flavour()
    if (
        registry.TABLE["screen"][spec.screen.driver].bare
        and not flavour.startswith("pygame-ce")
        and not machine.video_driver()
    ):
        do = message("pip uninstall pygame, pip install pygame-ce: the other one's SDL cannot open a bare display")
        return _failed("pygame", flavour, message("classic pygame has no KMSDRM"), do)
    return _ok("pygame", flavour)


def _storage(data: Path, machine: Machine) -> Iterator[Result]:
    """What is written must last: not in memory, not under an overlay, not on a full or dying card."""
    kind, why, do = disk_trouble(data, machine)
    if why:
        yield _failed("storage", kind, why, do)
        return
    yield _ok("storage", kind, message("{n} MB are free", n=machine.free_bytes(data) // 1024**2))
    written = machine.written_bytes(data)
    if written is not None:
        yield _ok("wear", kind, message("{n} MB were written since the start", n=written // 1024**2))


BITS = (
    (0x1, "supply", message("under-voltage now"), SUPPLY),
    (0x10000, "supply", message("under-voltage since the start"), SUPPLY),
    (0xE, "heat", message("slowed down now"), COOLING),
    (0xE0000, "heat", message("slowed down since the start"), COOLING),
)
"""What `vcgencmd get_throttled` tells, the present before the past."""


def _supply(machine: Machine) -> Iterator[Result]:
    """Under-voltage and throttling, where the machine can tell."""
    bits = machine.throttled()
    if bits is None:
        return
    found: dict[str, Result] = {}
    for mask, part, why, do in BITS:
        if bits & mask:
            found.setdefault(part, _failed(part, "vcgencmd", message("{why} ({code})", why=why, code=f"{bits:#x}"), do))
    for part in ("supply", "heat"):
        yield found.get(part, _ok(part, "vcgencmd"))
