"""The emulated machine: power, screen, fingers, keys, sound and a root shell; /dev/kvm is used if it can be."""

import json
import os
import shlex
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

SIZE = (1280, 720)
PATIENCE = 240.0
"""Seconds to wait for anything at all: an emulated processor is slow, and so may its host be."""


def accelerated() -> bool:
    """Tell whether the processor itself can run the machine; a /dev/kvm without vmx or svm starts no usual kernel."""
    flags = Path("/proc/cpuinfo").read_text(encoding="utf-8").split()
    return os.access("/dev/kvm", os.R_OK | os.W_OK) and not {"vmx", "svm"}.isdisjoint(flags)


class Late(Exception):
    """Something did not happen in time; the text says what."""


class Machine:
    """One boot after the other of one disk."""

    def __init__(self, work: Path) -> None:
        self.work = work
        self.image, self.root = work / "disk.img", work / "root"
        self.kernel_words = "root=/dev/vda rw quiet"
        self.disks: list[Path] = []
        """Further disks."""
        self.devices: list[str] = []
        """Further devices."""
        self.heard: Path | None = None
        """What the loudspeaker plays goes to this WAV file."""
        self.megabytes = 1024
        self.boots = 0
        self._qemu: subprocess.Popen[bytes] | None = None
        self._log: Any = None

    # Power

    def power_on(self) -> Self:
        """Start the machine, which is cut off first where it still runs, and reach its monitor and its bench port."""
        self.power_cut()
        self.boots += 1
        for name in ("monitor", "bench"):
            (self.work / name).unlink(missing_ok=True)
        self._log = (self.work / "qemu.log").open("ab")
        self._qemu = subprocess.Popen(self._command(), stdout=self._log, stderr=self._log)
        self._monitor = self._connect("monitor")
        self._monitor.readline()
        self.monitor("qmp_capabilities")
        self._bench = self._connect("bench")
        return self

    def _command(self) -> list[str]:
        boot = self.root / "boot"
        kernel, initrd = max(boot.glob("vmlinuz-*")), max(boot.glob("initrd.img-*"))
        wide, high = SIZE
        options = {
            "accel": "kvm" if accelerated() else "tcg,thread=multi",
            "cpu": "host" if accelerated() else "max",
            "m": str(self.megabytes),
            "smp": "2",
            "kernel": str(kernel),
            "initrd": str(initrd),
            "append": f"{self.kernel_words} console=ttyS0",
            "serial": f"file:{self.serial_file}",
            "qmp": f"unix:{self.work}/monitor,server=on,wait=off",
            "chardev": f"socket,id=bench,path={self.work}/bench,server=on,wait=off",
            "vga": "none",
            "display": "none",
            "monitor": "none",
            "net": "none",
        }
        devices = (
            f"virtio-gpu-pci,xres={wide},yres={high}",
            "virtio-serial-pci",
            "virtserialport,chardev=bench,name=bench",
            "qemu-xhci,id=usb",
            "usb-kbd,bus=usb.0",
        )
        command = ["qemu-system-x86_64", "-no-reboot", "-nodefaults"]
        for name, value in options.items():
            command += [f"-{name}", value]
        for number, image in enumerate((self.image, *self.disks)):
            command += ["-drive", f"id=disk{number},file={image},if=virtio,format=raw,cache=none"]
        if self.heard is not None:
            command += ["-audiodev", f"wav,id=sound,path={self.heard}"]
            devices = (*devices, "intel-hda", "hda-output,audiodev=sound")
        for device in (*devices, *self.devices):
            command += ["-device", device]
        return command

    def _connect(self, name: str) -> Any:
        end = time.monotonic() + 20
        while True:
            link = socket.socket(socket.AF_UNIX)
            try:
                link.connect(str(self.work / name))
            except OSError:
                link.close()
                if time.monotonic() > end:
                    raise Late(f"qemu does not open {name}; see {self.work}/qemu.log") from None
                time.sleep(0.2)
            else:
                return link.makefile("rw", encoding="utf-8")

    def power_cut(self) -> None:
        """Kill the machine at once: what its disk has is all the next boot gets."""
        if self._qemu is not None:
            self._qemu.kill()
            self._qemu.wait()
            self._qemu = None
            self._log.close()

    def wait_for_power_off(self, patience: float = PATIENCE) -> float:
        """Wait until the machine has switched itself off, or asks to be started again; return the seconds."""
        assert self._qemu is not None
        start = time.monotonic()
        self._qemu.wait(patience)
        return time.monotonic() - start

    def last_events(self) -> set[str]:
        """Return what the monitor told since it was last asked, once the machine is off."""
        events = {json.loads(line).get("event", "") for line in self._monitor}
        return {event for event in events if event}

    def written(self, disk: int = 0) -> int:
        """Return how many bytes were written to a disk since power came on."""
        stats = {each["device"]: each["stats"] for each in self.monitor("query-blockstats")}
        return int(stats[f"disk{disk}"]["wr_bytes"])

    @property
    def serial_file(self) -> Path:
        """The serial line of this boot: the kernel and the journal."""
        return self.work / f"serial-{self.boots:02d}.log"

    def serial(self) -> str:
        """Return what came over the serial line in this boot."""
        return self.serial_file.read_text(errors="replace") if self.serial_file.exists() else ""

    # The monitor

    def monitor(self, command: str, **arguments: object) -> Any:
        """Give qemu a command and return its answer."""
        self._monitor.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._monitor.flush()
        while True:
            answer = json.loads(self._monitor.readline())
            if "error" in answer:
                raise RuntimeError(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def key(self, name: str, down: bool) -> None:
        """Press or release a key of the USB keyboard."""
        event = {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": name}}}
        self.monitor("input-send-event", events=[event])

    def screenshot(self, path: Path) -> Path:
        """Save the screen as a PNG."""
        self.monitor("screendump", filename=str(path), format="png")
        return path

    def sound(self) -> tuple[int, bytes]:
        """Return the rate of the sound, and what the loudspeaker played so far: 16 bits, the left side."""
        assert self.heard is not None
        text = self.heard.read_bytes()
        rate, channels = int.from_bytes(text[24:28], "little"), int.from_bytes(text[22:24], "little")
        samples = memoryview(text[44 : len(text) - (len(text) - 44) % (2 * channels)]).cast("h")
        return rate, samples[::channels].tobytes()

    def plug_stick(self) -> None:
        """Plug in a USB stick with one partition, formatted as they come from the shop."""
        stick = self.work / "stick.img"
        stick.unlink(missing_ok=True)
        with stick.open("wb") as file:
            file.truncate(64 * 1024**2)
        subprocess.run(["sfdisk", "-q", stick], input="start=2048,type=c\n", text=True, check=True)
        offset = ["--offset", "2048", stick, str(63 * 1024)]
        subprocess.run(["mkfs.vfat", "-n", "STICK", *offset], check=True, stdout=subprocess.DEVNULL)
        self.monitor(
            "blockdev-add", driver="raw", **{"node-name": "stick"}, file={"driver": "file", "filename": str(stick)}
        )
        self.monitor("device_add", driver="usb-storage", bus="usb.0", drive="stick", id="stick")

    def unplug_stick(self) -> None:
        """Pull the USB stick out."""
        self.monitor("device_del", id="stick")

    # The bench

    def finger(self, kind: str, finger: int, at: tuple[int, int]) -> None:
        """Lay a finger down at a place in pixels, move it or lift it."""
        self._send({"verb": kind, "finger": finger, "x": at[0], "y": at[1]})

    def tell(self, command: str) -> None:
        """Run a command as root that may not come back; nothing is answered."""
        self._send({"verb": "tell", "command": command})

    def shell(self, command: str) -> str:
        """Run a command as root; return what it prints, or what it complains about."""
        self._send({"verb": "shell", "command": command})
        answer = json.loads(self._bench.readline())
        return str(answer["out"] if answer["code"] == 0 else answer["out"] + answer["err"])

    def _send(self, asked: dict[str, object]) -> None:
        self._bench.write(json.dumps(asked) + "\n")
        self._bench.flush()

    def wait(self, what: str, happened: Any, patience: float = PATIENCE, every: float = 0.5) -> float:
        """Wait until something is true; return the seconds that took."""
        start = time.monotonic()
        while not happened():
            if time.monotonic() - start > patience:
                raise Late(f"{what}: not within {patience:.0f} s")
            time.sleep(every)
        return time.monotonic() - start

    # The service

    def unit(self, *properties: str) -> dict[str, str]:
        """Return properties of the box's service."""
        text = self.shell(f"systemctl show spytable.service -p {','.join(properties)}")
        return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)

    def wait_until_ready(self, after_starts: int = 0) -> float:
        """Wait for the service's first frame; return when it stood, in seconds since the kernel's start."""

        def ready() -> bool:
            told = self.unit("ActiveState", "NRestarts")
            return told.get("ActiveState") == "active" and int(told["NRestarts"]) >= after_starts

        self.wait("the service is ready", ready)
        return int(self.unit("ActiveEnterTimestampMonotonic")["ActiveEnterTimestampMonotonic"]) / 1e6

    def data_files(self, into: Path, names: Sequence[str]) -> None:
        """Copy files of the box's data directory as they are now."""
        import base64

        for name in names:
            text = self.shell(f"base64 -w0 {shlex.quote('/var/lib/spytable/' + name)} 2>/dev/null; true")
            target = into / name
            target.unlink(missing_ok=True)
            if text.strip():
                target.write_bytes(base64.b64decode(text))
