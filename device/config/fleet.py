"""The section `fleet` of the config file: the broker, this box's name there, and what may be asked of it."""

import re
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from device.files.clean import fault_of_text
from device.files.messages import message
from device.files.places import is_whole_path

COMMANDS = ("lock", "session", "message", "language", "end_game", "restart")
"""What an owner can allow."""
PORTS = {"mqtt": 1883, "mqtts": 8883}
MAX_TITLE = 40
USER_WORDS = message("a name of at most {n} letters", n=MAX_TITLE)
FILE_WORDS = message('a file, as its whole path from /, or ""')
NAME_WORDS = message("1 to 32 letters of a-z, A-Z, digits, - and _")
BROKER_WORDS = message("mqtt://HOST or mqtt://HOST:PORT; mqtts:// for TLS")
_NAME = r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}"
MAX_URL = 300
_LABEL = r"[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
_MAX_HOST = 253
_NO_PART = set("@?#%\\")
"""What an address without a user, a path, a query and a zone has nowhere."""


class Broker(NamedTuple):
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
    if fault_of_text(url, MAX_URL) is not None or _NO_PART & set(url):
        raise ValueError(BROKER_WORDS)
    parts = urlsplit(url)
    host = parts.hostname or ""
    named = f"[{host}]" if ":" in host else host
    plain = parts.netloc.lower() in (named, f"{named}:{parts.port}") and parts.path in ("", "/")
    if parts.scheme not in PORTS or not plain or not _is_host(host) or parts.port == 0:
        raise ValueError(BROKER_WORDS)
    return Broker(host, parts.port or PORTS[parts.scheme], parts.scheme == "mqtts", user, password_file, ca_file)


def _is_host(host: str) -> bool:
    """Tell whether a host is an address, or a name that can be looked up."""
    labels = host.split(".")
    if ":" in host or labels[-1].isdecimal():
        try:
            return bool(ip_address(host))
        except ValueError:
            return False
    return len(host) <= _MAX_HOST and all(re.fullmatch(_LABEL, label) for label in labels)


def is_broker(value: object) -> bool:
    """Tell whether a value is the address of a broker, or none at all."""
    try:
        return isinstance(value, str) and (value == "" or bool(read_broker(value)))
    except ValueError:
        return False


def is_name(value: object) -> bool:
    """Tell whether a value may be part of a topic: it leads to no other one."""
    return isinstance(value, str) and bool(re.fullmatch(_NAME, value))


def is_name_or_none(value: object) -> bool:
    """Tell whether a value is such a name, or empty."""
    return value == "" or is_name(value)


def is_title(value: object) -> bool:
    """Tell whether a value is a line that can be shown."""
    return isinstance(value, str) and fault_of_text(value, MAX_TITLE) is None


def is_file(value: object) -> bool:
    """Tell whether a value can be the name of a file, or none."""
    return value == "" or (isinstance(value, str) and is_whole_path(value))


def are_commands(value: object) -> bool:
    """Tell whether a value lists commands."""
    return isinstance(value, list | tuple) and all(isinstance(each, str) and each in COMMANDS for each in value)
