"""What Home Assistant is told of a box, to make a device of it by itself; names are in the owner's language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from device.files.texts import Texts
from device.publish.commands import MAX_MESSAGE
from device.publish.snapshot import encoded
from device.publish.topics import ROOT, Topics

EVENTS = ("game_started", "game_ended", "fault", "woken")
MOST_MINUTES = 240
"""The most minutes of a session the slider goes to."""

Component = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Device:
    """The box as Home Assistant knows it: what it is called, and what may be asked of it."""

    name: str
    title: str
    version: str
    allow: tuple[str, ...]
    languages: tuple[str, ...]


def discovery(device: Device, topics: Topics, t: Texts) -> bytes:
    """Return the message of a device's discovery; what is not allowed is taken away if it was there before."""
    told = _sensors(t, topics)
    for name, component in _controls(device, topics, t).items():
        told[name] = component if name in device.allow else {"platform": component["platform"]}
    for name, component in told.items():
        if len(component) > 1:
            told[name] = {"unique_id": f"{ROOT}_{device.name}_{name}", **component}
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
        "components": told,
    }
    return encoded(content)


def _value(name: str) -> str:
    return f"{{{{ value_json.{name} }}}}"


def _sensors(t: Texts, topics: Topics) -> dict[str, Component]:
    """Return what is only looked at."""
    left = "{% set left = value_json.agents_left %}{{ left.values() | sum if left is mapping else left }}"
    sensor = {"platform": "sensor", "state_topic": topics.state}
    binary = {"platform": "binary_sensor", "state_topic": topics.state, "device_class": "problem"}
    about = {"entity_category": "diagnostic"}
    return {
        "screen": {**sensor, "name": t("Screen"), "icon": "mdi:tablet", "value_template": _value("screen")},
        "game": {**sensor, "name": t("Game"), "icon": "mdi:cards", "value_template": _value("game")},
        "phase": {**sensor, "name": t("Phase"), "icon": "mdi:progress-question", "value_template": _value("phase")},
        "turn": {**sensor, "name": t("Turn"), "icon": "mdi:counter", "value_template": _value("turn")},
        "agents_left": {**sensor, "name": t("Agents left"), "icon": "mdi:account-search", "value_template": left},
        "session_left": {
            **sensor,
            "name": t("Time left"),
            "device_class": "duration",
            "unit_of_measurement": "s",
            "value_template": _value("session_left_s"),
        },
        "since": {
            **sensor,
            **about,
            "name": t("Since"),
            "device_class": "timestamp",
            "value_template": _value("since"),
        },
        "storage": {
            **sensor,
            **about,
            "name": t("Free storage"),
            "device_class": "data_size",
            "unit_of_measurement": "MB",
            "value_template": _value("storage_free_mb"),
        },
        "faults": {
            **binary,
            **about,
            "name": t("Faults"),
            "value_template": "{{ 'ON' if value_json.faults else 'OFF' }}",
            "json_attributes_topic": topics.state,
            "json_attributes_template": "{{ {'faults': value_json.faults} | tojson }}",
        },
        "throttled": {
            **binary,
            **about,
            "name": t("Slowed down"),
            "value_template": "{{ 'ON' if value_json.throttled else 'OFF' }}",
        },
        "event": {
            "platform": "event",
            "name": t("Event"),
            "icon": "mdi:bell",
            "state_topic": topics.event,
            "event_types": list(EVENTS),
        },
    }


def _controls(device: Device, topics: Topics, t: Texts) -> dict[str, Component]:
    """Return what the owner can do, by the names of the commands."""
    return {
        "lock": {
            "platform": "switch",
            "name": t("Locked"),
            "icon": "mdi:lock",
            "command_topic": topics.command("lock"),
            "state_topic": topics.state,
            "value_template": "{{ 'ON' if value_json.locked else 'OFF' }}",
        },
        "session": {
            "platform": "number",
            "name": t("Minutes to play"),
            "icon": "mdi:timer-sand",
            "command_topic": topics.command("session"),
            "state_topic": topics.state,
            "value_template": "{{ ((value_json.session_left_s or 0) / 60) | round(0, 'ceil') | int }}",
            "min": 0,
            "max": MOST_MINUTES,
            "step": 1,
            "mode": "box",
            "unit_of_measurement": "min",
        },
        "message": {
            "platform": "text",
            "name": t("Message to the table"),
            "icon": "mdi:message-text",
            "command_topic": topics.command("message"),
            "min": 1,
            "max": MAX_MESSAGE,
        },
        "language": {
            "platform": "select",
            "name": t("Language"),
            "icon": "mdi:translate",
            "command_topic": topics.command("language"),
            "state_topic": topics.state,
            "options": list(device.languages),
            "value_template": _value("language"),
        },
        "end_game": {
            "platform": "button",
            "name": t("End the game"),
            "icon": "mdi:flag-checkered",
            "command_topic": topics.command("end_game"),
        },
        "restart": {
            "platform": "button",
            "name": t("Start again"),
            "device_class": "restart",
            "entity_category": "config",
            "command_topic": topics.command("restart"),
        },
    }
