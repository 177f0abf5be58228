"""Running a box: the config to its parts, its data directory to the kiosk, and the loop."""

import argparse
import gc
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from device import __version__
from device.app.fault_log import Journal, Log
from device.app.systemd import CrashCounter, Service
from device.app.tick_guard import TickGuard
from device.config.places import config_path, data_directory, data_option, runtime_directory
from device.config.preferences import Preferences
from device.config.settings import Settings, on_a_box
from device.files.assets import assets
from device.files.failures import keep_secrets, where
from device.files.log_ring import LogRing
from device.files.messages import Message, message, plainer
from device.files.reader import Malformed, counted
from device.storage.lock import locked
from hardware.ports import Input, Quit
from hardware.pygame_import import import_pygame
from hardware.spec import BoxSpec

if TYPE_CHECKING:
    from device.app.build import Opened
    from device.app.kiosk import Kiosk
    from device.owner.selftest import Result
    from device.publish.link import Link
    from device.storage.store import Store
    from hardware.box import Box

FIRST_YEAR = 2026
"""A clock that tells an earlier year was never set."""
LAST_SECONDS = 0.5
"""So long what is owed to the memory may keep a box that is told to stop: it is to be gone within a second."""
MIN_FILES, MAX_FILES = 64, 1024
"""Open files: fonts of every size, parts of the box and what is kept come to some dozens."""
FONT = "fonts/BarlowSemiCondensed_600SemiBold.ttf"


def settings_of(arguments: argparse.Namespace) -> tuple[Settings, list[Malformed]]:
    """Return the settings to run with; where the config has faults, safe ones and those faults."""
    path = config_path(arguments.config)
    if path is None:
        return Settings(), []
    from device.config.config_file import read_settings

    settings, faults = read_settings(path, on_a_box())
    if not faults:
        return settings, []
    from device.config.safe import pin_in

    return _safe(settings.pin or pin_in(path, faults)), faults


def _safe(pin: str = "") -> Settings:
    from device.config.safe import safe_settings  # no start in order needs it

    return safe_settings(pin)


def command_line(arguments: argparse.Namespace) -> dict[str, object]:
    """Return the settings made on the command line."""
    return {"language": arguments.lang} if arguments.lang else {}


def box_spec(settings: Settings, arguments: argparse.Namespace, chosen: Preferences) -> BoxSpec:
    """Return the box to build: the config's parts, with the files and the look they need."""
    return settings.box._replace(
        size=arguments.size or settings.box.size,
        fullscreen=arguments.fullscreen,
        font=assets() / FONT,
        sounds=assets() / "sounds",
        leds=settings.box.leds._replace(brightness=chosen.led_brightness, palette=chosen.palette),
    )


def run(arguments: argparse.Namespace) -> int:
    """Open the box and run it until it is told to stop.

    Raises:
        InUse: another process runs on its data directory.
    """
    _take_files()
    with locked(data_directory(arguments.data_dir)):
        starting_again = _run(arguments)
    if starting_again and not on_a_box():  # a service is started again by its manager
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    return 0


def _take_files() -> None:
    """Have as many files open at once as the system lets this process.

    Raises:
        Malformed: those are too few; which part would fail first is chance.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if most < MIN_FILES:
        raise Malformed("spytable", "ulimit -n", str(most), f"at least {MIN_FILES} open files")
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _run(arguments: argparse.Namespace) -> bool:
    """Run the box; return whether it is to start again."""
    keep_secrets()
    inputs: SimpleQueue[Input] = SimpleQueue()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, lambda *_: inputs.put(Quit()))
    service, crashes = Service.of_environment(), CrashCounter(runtime_directory())
    safe = crashes.start(time.monotonic())
    settings, faults = _settings_at_boot(arguments)
    if safe:
        settings = _safe(settings.pin)
    log = Log(LogRing(data_directory(arguments.data_dir), __version__), time.monotonic)
    for fault in faults:
        log.tell(str(fault), logged=f"config: {fault.spot}")
    try:
        import_pygame()
        starting_again = _loop(arguments, settings, faults, safe, inputs, service, log)
    except Exception as error:
        log.keep(f"ended: {where(error)}")
        raise
    service.stopping()
    crashes.clean_stop()
    return starting_again


def _settings_at_boot(arguments: argparse.Namespace) -> tuple[Settings, list[Malformed]]:
    """Return the settings; whatever a config holds, the box starts."""
    try:
        return settings_of(arguments)
    except Exception as error:
        told = plainer(where(error), message("this cannot be read"))
        fault = Malformed(str(config_path(arguments.config)), "", "", told, unreadable=True)
        return _safe(), [fault]


def _loop(
    arguments: argparse.Namespace,
    settings: Settings,
    faults: Sequence[Malformed],
    safe: bool,
    inputs: "SimpleQueue[Input]",
    service: Service,
    log: Log,
) -> bool:
    import pygame

    from device.app.ahead import Ahead
    from device.app.build import build_kiosk, open_data
    from device.owner.versions import Standing, Versions, news

    data = data_directory(arguments.data_dir)
    opened = open_data(data, settings, command_line(arguments))
    opened.session.clock = time.monotonic
    faulty, notes = _told(faults, safe)
    notes += news(versions := Versions.here(), opened.store)
    for note in (*notes, *opened.notes, *_unsaved(opened.store, arguments)):
        log.tell(note)
    box = _build(box_spec(settings, arguments, opened.preferences), inputs)
    with ExitStack() as ending:  # the last first, and each whatever became of the others
        ending.callback(_close, opened)
        ending.callback(box.close)
        rng = random.Random(arguments.seed) if arguments.seed is not None else random.SystemRandom()
        lines: list[Link] = []
        tried = partial(_tried, settings, box, faults, data, lines)
        kiosk = build_kiosk(opened, box, inputs, rng, tried, [*faulty, *notes], config=config_path(arguments.config))
        ending.callback(kiosk.end)
        _guide_first(kiosk, troubled=bool(faults) or safe)
        kiosk.frame.slow = 0  # the first picture does not wait for them
        kiosk.on_failure = TickGuard(log.tell).failed
        kiosk.outputs.failing = Journal(log.tell).follow
        clock, ready, standing, ahead = pygame.time.Clock(), False, Standing(versions, data), Ahead(kiosk.context)
        while not kiosk.quitting:
            pace = kiosk.tick(time.monotonic())
            if not ready:
                service.ready()
                gc.enable()
                ready = True
                lines += _lines(kiosk, settings, data, log)
                for line in lines:
                    ending.callback(line.close)
            service.alive(time.monotonic())
            standing.tick(time.monotonic())
            ahead.follow()
            clock.tick(pace)
        return kiosk.starting_again


def _close(opened: "Opened") -> None:
    """Write what is owed to the memory, which may work again, and let go of it.

    Pictures of the deal that still wait may lie on a stick that is gone at the next start.
    """
    until = opened.session.clock() + LAST_SECONDS
    try:
        opened.session.save(LAST_SECONDS)
        while opened.album.waiting and opened.session.clock() < until:
            opened.album.save_late()
    finally:
        opened.store.close()


def _build(spec: BoxSpec, inputs: "SimpleQueue[Input]") -> "Box":
    """Return the box; one in a window has a window, while a screen of its own may come back, and is waited for.

    Raises:
        Malformed: there is no window.
    """
    from hardware.fitting import build

    box = build(spec, inputs.put, time.monotonic)
    if box.driver("screen") == "simulated" and not box.works("screen"):
        why = next(fault.why for fault in box.faults() if fault.part == "screen")
        box.close()
        raise Malformed("spytable", "screen", why, "a desktop; if SDL_VIDEODRIVER is set, one it can show a window on")
    return box


def _unsaved(store: "Store", arguments: argparse.Namespace) -> list[str]:
    """Return why nothing can be kept, for who can mend it, with the option that says where."""
    return [f"{data_option(arguments.data_dir)}: {store.forgetful}"] if store.forgetful else []


def _told(faults: Sequence[Malformed], safe: bool) -> tuple[list[Message], list[Message]]:
    """Return what people are told first: of the config, which the log has already, and of the start."""
    faulty = [message("The settings file has a fault: {fault}", fault=counted(faults))] if faults else []
    notes = [message("Started safely after several crashes: simple settings, key panels off.")] if safe else []
    return faulty, notes


def _guide_first(kiosk: "Kiosk", *, troubled: bool) -> None:
    """Begin with the guide, where a box starts for the first time and nothing is wrong with its config."""
    from device.owner.first_start import is_due

    if not troubled and is_due(kiosk.context.settings, kiosk.context.store):
        from device.owner.guide_config import OtherInUse  # what the guide writes with takes time to be read

        with suppress(Malformed, OtherInUse):  # of the file that waits for the next start; who opens the guide is told
            kiosk.screens.open("guide")


def _lines(kiosk: "Kiosk", settings: Settings, data: Path, log: Log) -> "list[Link]":
    """Return the line to the broker, where the config names one; begun after the first frame, it delays none."""
    if not settings.fleet_broker:
        return []
    from device.app.join import join

    return [join(kiosk, data, time.monotonic, _time_of_day, log.tell)]


def _time_of_day() -> str | None:
    """Return the time of day; None before a machine without a clock of its own has heard it."""
    now = datetime.now(UTC)
    return now.isoformat(timespec="seconds") if now.year >= FIRST_YEAR else None


def _tried(
    settings: Settings, box: "Box", faults: Sequence[Malformed], data: Path, lines: "Sequence[Link]"
) -> "list[Result]":
    """Try the parts of the box that is running, and the line to the broker where there is to be one."""
    from device.owner.machine import Machine
    from device.owner.selftest import fleet_result, selftest

    results = list(selftest(settings.box, box, [fault.line for fault in faults], data, Machine()))
    return [*results, *(fleet_result(line.fault, _let_in_by(settings)) for line in lines)]


def _let_in_by(settings: Settings) -> tuple[str, str]:
    """Return the files by which a box is let in at a broker; empty where there is none."""
    return settings.fleet_password_file, settings.fleet_ca_file


def selftest(arguments: argparse.Namespace) -> "list[Result]":
    """Try every part and return a line for each."""
    from device.owner.selftest import fleet_result, run_selftest

    settings, faults = settings_of(arguments)
    results = run_selftest(settings, faults, data_directory(arguments.data_dir))
    if settings.fleet_broker:
        from device.app.join import broker_of
        from device.publish.probe import why_not_joined

        fault = why_not_joined(broker_of(settings), settings.fleet_name, time.monotonic)
        results.append(fleet_result(fault, _let_in_by(settings)))
    return results
