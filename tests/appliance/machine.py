"""The emulated machine: power, screen, fingers, keys and a root shell; nothing here needs /dev/kvm."""

import json
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


class Late(Exception):
    """Something did not happen in time; the text says what."""


class Machine:
    """One boot after the other of one disk."""

    def __init__(self, work: Path) -> None:
        self.work = work
        self.image, self.root = work / "disk.img", work / "root"
        self.megabytes = 1024
        self.boots = 0
        self._qemu: subprocess.Popen[bytes] | None = None
        self._log: Any = None

    # Power

    def power_on(self) -> Self:
        """Start the machine and reach its monitor and its bench port."""
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
            "accel": "tcg,thread=multi",
            "cpu": "max",
            "m": str(self.megabytes),
            "smp": "2",
            "kernel": str(kernel),
            "initrd": str(initrd),
            "append": "root=/dev/vda rw console=ttyS0 quiet",
            "drive": f"file={self.image},if=virtio,format=raw,cache=none",
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
        for device in devices:
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

    def wait_for_power_off(self) -> None:
        """Wait until the machine has switched itself off, or asked to be started again."""
        assert self._qemu is not None
        self._qemu.wait(PATIENCE)

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
