"""Runs inside the emulated machine: a touch panel of several fingers, and a root shell for the trials.

One JSON object a line comes in over a virtio port: fingers become input events of the kernel, a command is answered
by a line.
"""

import json
import subprocess
import time
from pathlib import Path

from evdev import AbsInfo, UInput, ecodes

WIDTH, HEIGHT, SLOTS = 1280, 720, 10
PORT = Path("/dev/virtio-ports/bench")


class Panel:
    """A multitouch screen as the kernel's type B protocol describes one."""

    def __init__(self) -> None:
        def axis(last):
            return AbsInfo(value=0, min=0, max=last, fuzz=0, flat=0, resolution=0)

        axes = [
            (ecodes.ABS_X, axis(WIDTH - 1)),
            (ecodes.ABS_Y, axis(HEIGHT - 1)),
            (ecodes.ABS_MT_SLOT, axis(SLOTS - 1)),
            (ecodes.ABS_MT_TRACKING_ID, axis(65535)),
            (ecodes.ABS_MT_POSITION_X, axis(WIDTH - 1)),
            (ecodes.ABS_MT_POSITION_Y, axis(HEIGHT - 1)),
        ]
        self._device = UInput(
            {ecodes.EV_KEY: [ecodes.BTN_TOUCH], ecodes.EV_ABS: axes},
            name="emulated touch panel",
            input_props=[ecodes.INPUT_PROP_DIRECT],
        )
        self._contacts = 0
        self._down = set()

    def put(self, kind: str, finger: int, x: int, y: int) -> None:
        """Lay a finger down, move it or lift it; x and y in pixels."""
        write = self._device.write
        write(ecodes.EV_ABS, ecodes.ABS_MT_SLOT, finger)
        if kind == "down":
            self._contacts = (self._contacts + 1) % 65536
            write(ecodes.EV_ABS, ecodes.ABS_MT_TRACKING_ID, self._contacts)
            self._down.add(finger)
        if kind == "up":
            write(ecodes.EV_ABS, ecodes.ABS_MT_TRACKING_ID, -1)
            self._down.discard(finger)
        else:
            write(ecodes.EV_ABS, ecodes.ABS_MT_POSITION_X, x)
            write(ecodes.EV_ABS, ecodes.ABS_MT_POSITION_Y, y)
            write(ecodes.EV_ABS, ecodes.ABS_X, x)
            write(ecodes.EV_ABS, ecodes.ABS_Y, y)
        write(ecodes.EV_KEY, ecodes.BTN_TOUCH, 1 if self._down else 0)
        self._device.syn()


def shell(command: str) -> dict:
    """Run a command as root."""
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    return {"code": done.returncode, "out": done.stdout, "err": done.stderr}


def main() -> None:
    """Serve for ever; a host that is not there reads as an end of file."""
    panel = Panel()
    while True:
        with PORT.open("r+b", buffering=0) as port:
            while line := port.readline():
                asked = json.loads(line)
                if asked["verb"] == "shell":
                    rest = json.dumps(shell(asked["command"])).encode() + b"\n"
                    while rest:  # the port takes what fits
                        rest = rest[port.write(rest) :]
                elif asked["verb"] == "tell":
                    subprocess.Popen(asked["command"], shell=True)
                else:
                    panel.put(asked["verb"], asked["finger"], asked["x"], asked["y"])
        time.sleep(0.2)


main()
