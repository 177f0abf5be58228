"""The section `fleet` of the config file: the broker, this box's name there, and what may be asked of it."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from device.files.clean import fault_of_text

COMMANDS = ("lock", "session", "message", "language", "end_game", "restart")
"""What an owner can allow."""
PORTS = {"mqtt": 1883, "mqtts": 8883}
MAX_TITLE, MAX_PATH = 40, 1000
NAME_WORDS = "1 to 32 letters of a-z, A-Z, digits, - and _"
BROKER_WORDS = "mqtt://HOST or mqtt://HOST:PORT; mqtts:// for TLS"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
_HOST = re.compile(r"[A-Za-z0-9._:-]{1,253}")


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is and how it is entered; without a user nobody is named, without a CA file the system's are."""

    host: str
    port: int
    tls: bool
    user: str = ""
    password_file: str = ""
    ca_file: str = ""


def read_broker(url: str, user: str = "", password_file: str = "", ca_file: str = "") -> Broker:
    """Return the broker of an address.

    Raises:
        ValueError: it is no such address.
    """
    parts = urlsplit(url)
    plain = parts.path in ("", "/") and not (parts.query or parts.fragment or "@" in parts.netloc)
    if parts.scheme not in PORTS or not plain or not _HOST.fullmatch(parts.hostname or ""):
        raise ValueError(BROKER_WORDS)
    port = PORTS[parts.scheme] if parts.port is None else parts.port
    if port == 0:
        raise ValueError(BROKER_WORDS)
    return Broker(parts.hostname or "", port, parts.scheme == "mqtts", user, password_file, ca_file)


def is_broker(value: object) -> bool:
    """Tell whether a value is the address of a broker, or none at all."""
    try:
        return isinstance(value, str) and (value == "" or bool(read_broker(value)))
    except ValueError:
        return False


def is_name(value: object) -> bool:
    """Tell whether a value may be part of a topic: it leads to no other one."""
    return isinstance(value, str) and bool(_NAME.fullmatch(value))


def is_name_or_none(value: object) -> bool:
    """Tell whether a value is such a name, or empty."""
    return value == "" or is_name(value)


def is_title(value: object) -> bool:
    """Tell whether a value is a line that can be shown."""
    return isinstance(value, str) and fault_of_text(value, MAX_TITLE) is None


def is_file(value: object) -> bool:
    """Tell whether a value can be the name of a file, or none."""
    return isinstance(value, str) and len(value) <= MAX_PATH and "\0" not in value


def are_commands(value: object) -> bool:
    """Tell whether a value lists commands."""
    return isinstance(value, list | tuple) and all(isinstance(each, str) and each in COMMANDS for each in value)
