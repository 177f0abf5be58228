"""Hold what the box tells Home Assistant against Home Assistant's own MQTT component.

    python3.13 -m venv ha && ha/bin/pip install homeassistant==2024.12.5 paho-mqtt==1.6.1
    PYTHONPATH=. ha/bin/python -m tests.publish.home_assistant

Each message of discovery goes through the schemas of the device and of each platform, in every language and with
everything and nothing allowed; each template is rendered by Home Assistant's own engine over states a box tells. The
guide's automations go through their schema.
"""

import asyncio
import json
import re
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import yaml
from homeassistant.components.automation.config import PLATFORM_SCHEMA  # type: ignore[import-not-found]
from homeassistant.components.mqtt import discovery as theirs  # type: ignore[import-not-found]
from homeassistant.core import HomeAssistant  # type: ignore[import-not-found]
from homeassistant.helpers.template import Template  # type: ignore[import-not-found]

from device.config.fleet import COMMANDS
from device.files.assets import assets
from device.files.texts import Texts, languages
from device.publish.discovery import Device, discovery
from device.publish.snapshot import Snapshot, encoded
from device.publish.topics import Topics

TOPICS = Topics("table-4", "homeassistant")
HOME = Snapshot(None, None, None, None, "home", None, "en", False, None, "0.1.0", (), 1200, None)
PLAYED = Snapshot(
    *("classic", "guess", 3, {"red": 4, "blue": 5}, "playing", "2026-11-28T20:00:00+00:00", "pl"),
    *(True, 661, "0.1.0", ("panel:a",), 1200, True),
)
RENDERED = {
    "agents_left": ("None", "9"),
    "session_left": ("None", "661"),
    "faults": ("OFF", "ON"),
    "throttled": ("OFF", "ON"),
    "lock": ("OFF", "ON"),
    "session": ("0", "12"),
    "language": ("en", "pl"),
    "screen": ("home", "playing"),
    "since": ("None", "2026-11-28T20:00:00+00:00"),
}


def components(hass: HomeAssistant, payload: bytes) -> dict[str, Any]:
    """Return the components of a message as Home Assistant takes them, checked."""
    device = theirs._parse_device_payload(hass, payload.decode(), "spytable_table-4", None)
    assert device, "the device is refused"
    taken = {}
    for name, config in device["components"].items():
        platform = config.pop("platform")
        if not config:
            continue
        theirs._merge_common_device_options(config, device)
        config["device"], config["origin"] = device["device"], device["origin"]
        taken[name] = import_module(f"homeassistant.components.mqtt.{platform}").DISCOVERY_SCHEMA(config)
    return taken


def automations() -> int:
    """Check the guide's automations; return how many there are."""
    guide = (Path(__file__).parents[2] / "systemd/BUILD.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```yaml\n(- alias.*?)^```$", guide, re.S | re.M)
    return len([PLATFORM_SCHEMA(each) for block in blocks for each in yaml.safe_load(block)])


async def main() -> int:
    """Check every message; return 0 when Home Assistant takes all of them."""
    hass, known, count = HomeAssistant(tempfile.mkdtemp()), languages(assets()), 0
    for code, language in known.items():
        for allow in (COMMANDS, ()):
            device = Device("table-4", "Table 4", "0.1.0", allow, tuple(known))
            taken = components(hass, discovery(device, TOPICS, Texts(language)))
            assert (set(COMMANDS) & set(taken)) == set(allow)
            count += len(taken)
            for name, config in taken.items():
                if name not in RENDERED:
                    continue
                for state, wanted in zip((HOME, PLAYED), RENDERED[name], strict=True):
                    template = config["value_template"]
                    template = template if isinstance(template, Template) else Template(template, hass)
                    template.hass = hass
                    value = template.async_render({"value_json": json.loads(encoded(state))}, parse_result=False)
                    assert value == wanted, (code, name, value)
    sys.stdout.write(f"home assistant: {count} entities in {len(known)} languages, {automations()} automations taken\n")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
