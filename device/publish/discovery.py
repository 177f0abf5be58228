"""What Home Assistant is told of a box, to make a device of it by itself; names are in the owner's language."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from device.config.fleet import COMMANDS
from device.files.texts import Texts
from device.publish.commands import MAX_MESSAGE
from device.publish.snapshot import encoded
from device.publish.topics import ROOT, Topics

EVENTS = ("game_started", "game_ended", "fault", "woken")
MAX_MINUTES = 240
"""The most minutes of a session the slider goes to."""

Component = Mapping[str, Any]


class Device(NamedTuple):
    """The box as Home Assistant knows it: what it is called, and what may be asked of it."""

    name: str
    title: str
    version: str
    allow: tuple[str, ...]
    languages: tuple[str, ...]


def discovery(device: Device, topics: Topics, t: Texts) -> bytes:
    """Return the message of a device's discovery; what is not allowed is taken away if it was there before."""
    components = {**_of_the_table(t, topics), **_of_the_box(t, topics), **_controls(device, topics, t)}
    for name, component in components.items():
        unwanted = name in COMMANDS and name not in device.allow
        named = f"{ROOT}_{device.name}_{name}"
        entity = f"{component['platform']}.{named.lower().replace('-', '_')}"
        whole = {"unique_id": named, "default_entity_id": entity, **component}
        components[name] = {"platform": component["platform"]} if unwanted else whole
    about = {
        "identifiers": [f"{ROOT}_{device.name}"],
        "name": device.title or device.name,
        "manufacturer": "Spytable",
        "model": t("Table-top box"),
        "sw_version": device.version,
    }
    content: dict[str, object] = {
        "device": about,
        "origin": {"name": "Spytable", "sw_version": device.version},
        "availability_topic": topics.availability,
        "qos": 1,
        "components": components,
    }
    return encoded(content)


def _value(name: str) -> str:
    return f"{{{{ value_json.{name} }}}}"


def _sensor(topics: Topics, name: str, value: str, **more: object) -> Component:
    return {"platform": "sensor", "name": name, "state_topic": topics.state, "value_template": value, **more}


def _problem(topics: Topics, name: str, value: str, **more: object) -> Component:
    kind = {"platform": "binary_sensor", "device_class": "problem", "entity_category": "diagnostic"}
    template = f"{{{{ 'ON' if value_json.{value} else 'OFF' }}}}"
    return {**kind, "name": name, "state_topic": topics.state, "value_template": template, **more}


def _of_the_table(t: Texts, topics: Topics) -> dict[str, Component]:
    """Return what is seen of a game and its guests."""
    left = "{% set left = value_json.agents_left %}{{ left.values() | sum if left is mapping else left }}"
    seconds = {"device_class": "duration", "unit_of_measurement": "s"}
    return {
        "screen": _sensor(topics, t("Screen"), _value("screen"), icon="mdi:tablet"),
        "game": _sensor(topics, t("Game"), _value("game"), icon="mdi:cards"),
        "phase": _sensor(topics, t("Phase"), _value("phase"), icon="mdi:progress-question"),
        "turn": _sensor(topics, t("Turn"), _value("turn"), icon="mdi:counter"),
        "agents_left": _sensor(topics, t("Agents left"), left, icon="mdi:account-search"),
        "session_left": _sensor(topics, t("Time left"), _value("session_left_s"), **seconds),
        "event": {
            "platform": "event",
            "name": t("Event"),
            "icon": "mdi:bell",
            "state_topic": topics.event,
            "event_types": list(EVENTS),
        },
    }


def _of_the_box(t: Texts, topics: Topics) -> dict[str, Component]:
    """Return what tells whether the box is well."""
    about = {"entity_category": "diagnostic"}
    free = {"device_class": "data_size", "unit_of_measurement": "MB"}
    faults = {
        "json_attributes_topic": topics.state,
        "json_attributes_template": "{{ {'faults': value_json.faults} | tojson }}",
    }
    return {
        "since": _sensor(topics, t("Since"), _value("since"), device_class="timestamp", **about),
        "storage": _sensor(topics, t("Free storage"), _value("storage_free_mb"), **free, **about),
        "faults": _problem(topics, t("Faults"), "faults", **faults),
        "throttled": _problem(topics, t("Slowed down"), "throttled"),
    }


def _controls(device: Device, topics: Topics, t: Texts) -> dict[str, Component]:
    """Return what the owner can do, by the names of the commands."""
    lock = {"icon": "mdi:lock", "value_template": "{{ 'ON' if value_json.locked else 'OFF' }}"}
    minutes = "{{ ((value_json.session_left_s or 0) / 60) | round(0, 'ceil') | int }}"
    range_of = {"min": 0, "max": MAX_MINUTES, "step": 1, "mode": "box", "unit_of_measurement": "min"}
    session = {"icon": "mdi:timer-sand", "value_template": minutes, **range_of}
    message = {"icon": "mdi:message-text", "min": 1, "max": MAX_MESSAGE}
    language = {"icon": "mdi:translate", "options": list(device.languages), "value_template": _value("language")}
    controls: dict[str, Component] = {
        "lock": {"platform": "switch", "name": t("Locked"), **lock},
        "session": {"platform": "number", "name": t("Minutes to play"), **session},
        "message": {"platform": "text", "name": t("Message to the table"), **message},
        "language": {"platform": "select", "name": t("Language"), **language},
        "end_game": {"platform": "button", "name": t("End the game"), "icon": "mdi:flag-checkered"},
        "restart": {"platform": "button", "name": t("Start again"), "device_class": "restart"},
    }
    for name, component in controls.items():
        shown = {"state_topic": topics.state} if "value_template" in component else {}
        controls[name] = {**component, **shown, "command_topic": topics.command(name)}
    return controls
