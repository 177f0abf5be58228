"""What to do about a part that does not work, in one line each."""

from collections.abc import Mapping

from device.files.messages import Message, message

REMEDIES: Mapping[tuple[str, str], Message] = {
    ("screen", "kmsdrm"): message("check the ribbon or cable and its power; stop whatever else holds the screen"),
    ("screen", "wayland"): message("start the box inside the Wayland session"),
    ("screen", "x11"): message("start the box inside the X session"),
    ("panel", "ws281x_spi"): message("switch SPI on (dtparam=spi=on in config.txt, then restart); join group spi"),
    ("panel", "ws281x_pwm"): message(
        "run the service as root with examples/pwm-leds.conf; not on a Raspberry Pi 5: use SPI"
    ),
    ("panel", "luma"): message("check the display's wires and its DC and RST pins; switch SPI or I2C on in config.txt"),
    ("button", "gpio"): message("install python3-lgpio; see that nothing else uses the pin; join group gpio"),
    ("button", "key"): message("plug the USB encoder in"),
    ("lamp", "gpio"): message("install python3-lgpio; see that nothing else uses the pin; join group gpio"),
    ("speaker", "mixer"): message("plug the sound device in; join group audio; or set sound driver none"),
    ("speaker", "buzzer"): message("install python3-lgpio; see that nothing else uses the pin"),
    ("backlight", "auto"): message("a screen without a light of its own needs backlight driver none; join group video"),
    ("power", "logind"): message("install polkitd and the rule 50-spytable.rules; pulling the plug is safe"),
}
PACKAGE = message("run systemd/install again, with a network: it brings the package")
ELSEWHERE = message("check its wires; the game goes on without it")
SUPPLY = message("use the official power supply and a short cable; lower leds.max_milliamps")
COOLING = message("give the case air, or the board a heat sink")


def remedy(part: str, driver: str, why: str) -> Message:
    """Say what to do about a part ("panel:a") that does not work."""
    if "not installed" in why or "No module named" in why:
        return PACKAGE
    kind = part.partition(":")[0]
    if kind == "screen" and driver == "auto":
        driver = "kmsdrm"
    if kind == "lamp":
        driver = "gpio"
    return REMEDIES.get((kind, driver), ELSEWHERE)


def join(group: str) -> Message:
    """Say how the box's user gets into a group."""
    return message("usermod -aG {group} spytable, then restart the box", group=group)
