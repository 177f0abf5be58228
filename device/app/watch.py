"""All boxes of a broker in the terminal: once as JSON, or as one live table."""

import shutil
import sys
from collections.abc import Callable
from random import Random
from threading import Event

from device.config.fleet import Broker
from device.files import terminal
from device.files.failures import reason
from device.publish.backoff import Backoff
from device.publish.client import MissingPackage
from device.publish.overview import Overview
from device.publish.watch import Watch

CLEAR = "\x1b[H\x1b[J"


def once(broker: Broker, now: Callable[[], float]) -> str | None:
    """Tell each box as an object; return why that cannot be.

    Raises:
        Malformed: a file that lets somebody in cannot be used.
    """
    overview = Overview()
    watch = Watch(broker, overview, now)
    try:
        if not watch.follow(watch.quiet):
            return watch.fault
    except MissingPackage as error:
        return reason(error)
    terminal.tell(overview.objects())
    if not overview.boxes:
        terminal.complain([f"{broker.host} port {broker.port}: no box has told anything there"])
    return None


def table(broker: Broker, now: Callable[[], float]) -> str | None:
    """Show the table and keep it up to date, until interrupted; return why that cannot be.

    Raises:
        Malformed: a file that lets somebody in cannot be used.
    """
    overview, backoff = Overview(), Backoff(Random())
    watch = Watch(broker, overview, now)

    def show(note: str = "") -> bool:
        if overview.changed or note:
            overview.changed = False
            size = shutil.get_terminal_size()
            lines = overview.lines(size.columns, size.lines)
            with terminal.output():
                sys.stdout.write(CLEAR + "\n".join([*lines, note]))
        return False

    try:
        while True:
            watch.follow(show)
            show(str(watch.fault))
            if watch.heard:
                backoff.reset()
            Event().wait(backoff.next())
            overview.changed = True
    except MissingPackage as error:
        return reason(error)
