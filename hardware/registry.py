"""The one table of drivers: section of the config -> driver name -> what it takes and where it lives.

A driver's module is imported only when it is chosen; its parameters can be checked without it.
"""

import itertools

from hardware.buses import Bus, Pins
from hardware.driver_spec import DeviceFile, DriverSpec, Misfit, Param, Params
from hardware.keyboard import is_key
from hardware.spec import WHITE_MILLIAMPS

NONE = ""
"""The target of a driver that stands for no part."""


def _pin(name: str, default: int | None = None) -> Param:
    return Param(name, int, default, -1 if default == -1 else 0, 27)


TURN = Param("turn", int, 0, choices=(0, 90, 180, 270))
_MATRIX = (
    Param("layout", str, "serpentine", choices=("serpentine", "rows")),
    Param("corner", str, "top_left", choices=("top_left", "top_right", "bottom_left", "bottom_right")),
    TURN,
)
_RGB, _RGBW = (tuple(map("".join, itertools.permutations(letters))) for letters in ("RGB", "RGBW"))
_SPI = (
    Param("bus", int, 0, 0, 6),
    Param("device", int, 0, 0, 2),
    Param("first", int, 0, 0, 149 - 25),
    *_MATRIX,
    Param("order", str, "GRB", choices=_RGB + _RGBW, words="R, G and B (and W) in any order, such as GRB"),
)
_CLOCKED = (
    Param("bus", int, 0, 0, 6),
    Param("device", int, 0, 0, 2),
    Param("first", int, 0, 0, 500 - 25),
    *_MATRIX,
    Param("order", str, "BGR", choices=_RGB, words="R, G and B in any order, such as BGR"),
)
_PWM = (
    Param("pin", int, 18, choices=(12, 13, 18, 19, 21)),
    Param("channel", int, 0, 0, 1),
    Param("dma", int, 10, choices=(8, 9, 10, 11, 12, 13, 14)),
    Param("first", int, 0, 0, 149 - 25),
    *_MATRIX,
    Param(
        "order",
        str,
        "GRB",
        choices=_RGB + tuple(f"{order}W" for order in _RGB),
        words="R, G and B in any order (W, if any, last), such as GRB",
    ),
)
_LUMA = (
    Param("device", str, None, choices=("st7735", "st7789", "ili9341", "ssd1306", "ssd1331", "ssd1351", "sh1106")),
    Param("interface", str, "spi", choices=("spi", "i2c")),
    Param("port", int, 0, 0, 6),
    Param("chip", int, 0, 0, 2),
    Param("address", int, 0x3C, 0x03, 0x77),
    _pin("dc", 24),
    _pin("rst", 25),
    _pin("light", -1),
    Param("width", int, 0, 0, 480),
    Param("height", int, 0, 0, 480),
    TURN,
)
_LAMP = (_pin("lamp", -1), Param("lamp_inverted", bool, False), Param("lamp_pwm", bool, False))
_KEY = Param("key", str, words="a key's name: the letter or digit, space, return, left ctrl, f1 ...", known=is_key)
_ROTATE = Param("rotate", int, 0, choices=(0, 90, 180, 270))
_CARDS = ("", *(f"card{number}" for number in range(16)))
_CARD = Param("card", str, "", choices=_CARDS, words="the DRM card, such as card1; left out, it is found")
_SIMULATED = "hardware.simulated.parts"
_SCREEN = "hardware.drivers.screen:open_"
_GPIO = (DeviceFile("/dev/gpiochip0", "gpio"),)


def _own(params: Params, *names: str) -> Pins:
    return tuple((int(pin), name) for name in names if (pin := params.get(name, -1)) != -1)


def _spi(params: Params) -> Bus:
    return Bus("SPI", int(params["bus"]), int(params["device"]))


def _luma_bus(params: Params) -> Bus:
    kind, chip = ("I2C", 0) if params["interface"] == "i2c" else ("SPI", int(params["chip"]))
    return Bus(kind, int(params["port"]), chip)


def _chip_fault(bus: Bus, name: str) -> Misfit | None:
    if bus.chip < bus.chips:
        return None
    return Misfit(name, allowed="a whole number from 0 to {n} on {bus}", values={"n": bus.chips - 1, "bus": bus.name})


def _luma_files(params: Params) -> tuple[DeviceFile, ...]:
    if params["interface"] == "i2c":
        return (DeviceFile(f"/dev/i2c-{params['port']}", "i2c"),)
    return (DeviceFile(f"/dev/spidev{params['port']}.{params['chip']}", "spi"), *_GPIO)


def _luma_pins(params: Params) -> Pins:
    own = ("light",) if params["interface"] == "i2c" else ("dc", "rst", "light")
    return _luma_bus(params).pins + _own(params, *own)


def _luma_line(params: Params) -> str:
    if params["interface"] == "i2c":
        return f"I2C {params['port']} address {params['address']}"
    return f"SPI {params['port']} chip {params['chip']}"


def _pwm_fault(params: Params) -> Misfit | None:
    right = {"n": 1 if params["pin"] in (13, 19) else 0, "pin": params["pin"]}
    if params["channel"] == right["n"]:
        return None
    return Misfit("channel", allowed="{n}, to which GPIO {pin} belongs", values=right)


_GPIO_LAMP = DriverSpec(
    "hardware.drivers.gpio:open_lamp",
    _LAMP,
    remedy="install python3-lgpio; see that nothing else uses the pin; join group gpio",
    files=lambda params: _GPIO if _own(params, "lamp") else (),
    pins=lambda params: _own(params, "lamp"),
)
_KMSDRM = DriverSpec(
    f"{_SCREEN}kmsdrm",
    (_ROTATE, _CARD),
    remedy="check the ribbon or cable and its power; stop whatever else holds the screen",
    files=lambda params: (DeviceFile(f"/dev/dri/{params['card'] or 'card0'}", "video"),),
    bare=True,
)
_SPI_LEDS = DriverSpec(
    "hardware.drivers.ws281x_spi:Ws281xSpi",
    _SPI,
    remedy="switch SPI on (dtparam=spi=on in config.txt, then restart); join group spi",
    files=lambda params: (DeviceFile(f"/dev/spidev{params['bus']}.{params['device']}", "spi"),),
    buses=lambda params: (_spi(params),),
    pins=lambda params: _spi(params).pins,
    fault=lambda params: _chip_fault(_spi(params), "device"),
    line=lambda params: f"SPI {params['bus']}",
    led_milliamps=WHITE_MILLIAMPS,
)

TABLE: dict[str, dict[str, DriverSpec]] = {
    "screen": {
        "auto": _KMSDRM._replace(target=f"{_SCREEN}auto", files=lambda params: ()),
        "kmsdrm": _KMSDRM,
        "wayland": DriverSpec(f"{_SCREEN}wayland", (_ROTATE,), remedy="start the box inside the Wayland session"),
        "x11": DriverSpec(f"{_SCREEN}x11", (_ROTATE,), remedy="start the box inside the X session"),
        "simulated": DriverSpec("hardware.simulated.window:open_window"),
    },
    "key_panels": {
        "ws281x_spi": _SPI_LEDS._replace(
            buses=lambda params: (_spi(params)._replace(steady=True),),
            alike=lambda params: {"order": len(str(params["order"]))},
        ),
        "clocked_spi": _SPI_LEDS._replace(target="hardware.drivers.clocked_spi:ClockedSpi", params=_CLOCKED),
        "ws281x_pwm": DriverSpec(
            "hardware.drivers.ws281x_pwm:Ws281xPwm",
            _PWM,
            remedy="run the service as root with examples/pwm-leds.conf; not on a Raspberry Pi 5: use SPI",
            buses=lambda params: (Bus("PWM", int(params["pin"])),),
            pins=lambda params: Bus("PWM", int(params["pin"])).pins,
            line=lambda params: "PWM",
            alike=lambda params: {"pin": params["pin"], "dma": params["dma"], "order": len(str(params["order"]))},
            fault=_pwm_fault,
            led_milliamps=WHITE_MILLIAMPS,
        ),
        "luma": DriverSpec(
            "hardware.drivers.luma_panel:LumaPanel",
            _LUMA,
            remedy="check the display's wires and its DC and RST pins; switch SPI or I2C on in config.txt",
            files=_luma_files,
            buses=lambda params: (_luma_bus(params),),
            pins=_luma_pins,
            fault=lambda params: _chip_fault(_luma_bus(params), "chip"),
            line=_luma_line,
            usual=lambda params: {"port": 1} if params.get("interface") == "i2c" else {},
        ),
        "simulated": DriverSpec(f"{_SIMULATED}:open_panel", led_milliamps=WHITE_MILLIAMPS),
        "none": DriverSpec(NONE),
    },
    "buttons": {
        "gpio": DriverSpec(
            "hardware.drivers.gpio:GpioButton",
            (_pin("pin"), Param("pull", str, "up", choices=("up", "down", "none")), *_LAMP),
            remedy="install python3-lgpio; see that nothing else uses the pin; join group gpio",
            files=lambda params: _GPIO,
            pins=lambda params: _own(params, "pin"),
            lamp=_GPIO_LAMP,
        ),
        "key": DriverSpec(
            "hardware.drivers.key:KeyButton",
            (_KEY, *_LAMP),
            remedy="plug the USB encoder in",
            line=lambda params: f"key {str(params['key']).lower()}",
            lamp=_GPIO_LAMP,
        ),
        "gamepad": DriverSpec(
            "hardware.drivers.gamepad:GamepadButton",
            (Param("button", int, None, 0, 31), *_LAMP),
            remedy="plug the USB encoder in; join group input",
            line=lambda params: f"button {params['button']} of the encoder",
            lamp=_GPIO_LAMP,
        ),
        "simulated": DriverSpec(
            f"{_SIMULATED}:open_button",
            (_KEY._replace(default="", known=lambda key: not key or is_key(key)),),
            line=lambda params: f"key {str(params['key']).lower()}" if params["key"] else "",
            lamp=DriverSpec(f"{_SIMULATED}:open_lamp"),
        ),
        "none": DriverSpec(NONE),
    },
    "sound": {
        "mixer": DriverSpec(
            "hardware.drivers.mixer:MixerSpeaker",
            (Param("card", str, "auto", words="auto, or a card's name as /proc/asound/cards has it"),),
            remedy="plug the sound device in; join group audio; or set sound driver none",
            files=lambda params: (DeviceFile("/dev/snd/timer", "audio"),),
        ),
        "buzzer": DriverSpec(
            "hardware.drivers.buzzer:BuzzerSpeaker",
            (_pin("pin"),),
            remedy="install python3-lgpio; see that nothing else uses the pin",
            files=lambda params: _GPIO,
            pins=lambda params: _own(params, "pin"),
        ),
        "simulated": DriverSpec(f"{_SIMULATED}:open_speaker"),
        "none": DriverSpec(NONE),
    },
    "backlight": {
        "auto": DriverSpec(
            "hardware.drivers.backlight:open_auto",
            remedy="join group video",
        ),
        "simulated": DriverSpec(f"{_SIMULATED}:open_backlight"),
        "none": DriverSpec(NONE),
    },
    "power": {
        "logind": DriverSpec(
            "hardware.drivers.logind:LogindPower",
            remedy="install polkitd and the rule 50-spytable.rules; pulling the plug is safe",
        ),
        "simulated": DriverSpec(f"{_SIMULATED}:open_power"),
        "none": DriverSpec(NONE),
    },
}
"""Section of the config, driver, what is known of it. A driver is added by a row."""
