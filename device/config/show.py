"""The effective config: what the box goes by, written as the config file would say it."""

from typing import Any

from device.config.config_file import Settings
from hardware.ports import SIDES
from hardware.registry import TABLE
from hardware.spec import PartSpec


def effective(settings: Settings) -> dict[str, Any]:
    """Return the whole config as the file would say it, defaults filled in."""
    box = settings.box

    def part(spec: PartSpec, section: str, **more: object) -> dict[str, Any]:
        return {"driver": spec.driver, **TABLE[section][spec.driver].defaults(), **spec.params, **more}

    return {
        "screen": part(box.screen, "screen", size_mm=list(box.size_mm), seats=settings.seats),
        "touch": {"confirm": settings.confirm, "hold_seconds": settings.hold_seconds},
        "key_panels": {side: part(box.key_panels[side], "key_panels") for side in SIDES},
        "leds": {
            "brightness": box.leds.brightness,
            "max_milliamps": box.leds.max_milliamps,
            "palette": box.leds.palette,
        },
        "buttons": {side: part(box.buttons[side], "buttons") for side in SIDES},
        "sound": part(box.sound, "sound", volume=settings.volume),
        "backlight": part(
            box.backlight,
            "backlight",
            day=settings.day,
            night=settings.night,
            dim_after_seconds=settings.dim_after_seconds,
            blank_after_seconds=settings.blank_after_seconds,
        ),
        "power": part(box.power, "power"),
        "defaults": {
            "language": settings.language,
            "timer": settings.timer,
            "clue_entry": settings.clue_entry,
        },
        "operator": {"pin": settings.pin, "usb": str(settings.usb)},
    }
