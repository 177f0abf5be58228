"""Joining the fleet, where the config names a broker."""

from collections.abc import Callable
from pathlib import Path

from device.app.fleet import Fleet, facts_of
from device.app.kiosk import Kiosk
from device.config.fleet import Broker, read_broker
from device.config.settings import Settings
from device.owner.machine import Machine
from device.publish.commands import Gate
from device.publish.link import Link
from device.publish.topics import Topics


def broker_of(settings: Settings) -> Broker:
    """Return the broker a config names."""
    return read_broker(settings.fleet_broker, settings.fleet_user, settings.fleet_password_file, settings.fleet_ca_file)


def join(
    kiosk: Kiosk,
    data: Path,
    now: Callable[[], float],
    clock: Callable[[], str | None],
    journal: Callable[[str], object],
) -> Link:
    """Begin to tell the broker of a box, and to obey what comes from there."""
    settings, machine = kiosk.context.settings, Machine()
    topics = Topics(settings.fleet_name, settings.fleet_discovery)
    gate = Gate(topics, settings.fleet_allow, kiosk.context.languages)
    line = Link(broker_of(settings), topics, gate, kiosk.inputs.put, lambda: facts_of(machine, data), now, journal)
    kiosk.counter.journal = journal
    kiosk.follow = Fleet(kiosk.screens, line, topics, clock).tick
    line.start()
    return line
