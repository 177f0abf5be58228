"""Where the config file is, and where the box keeps things."""

import os
from pathlib import Path

from device.files.places import no_folder
from device.files.reader import Malformed

CONFIG_PATH = Path("/etc/spytable/config.yaml")


def config_path(given: str | None) -> Path | None:
    """Return the config file to read: the one given, $SPYTABLE_CONFIG, else the machine's if it has one."""
    named = given or os.environ.get("SPYTABLE_CONFIG")
    if named:
        return Path(named)
    return None if _is_missing(CONFIG_PATH) else CONFIG_PATH


def _is_missing(path: Path) -> bool:
    """Tell whether there is no such file; one that may not be looked at is there, and reading it tells."""
    try:
        return not path.exists()
    except OSError:
        return False


def data_directory(given: str | None) -> Path:
    """Return where the box keeps things: given, $SPYTABLE_DATA, the service's state directory, else the user's.

    Raises:
        Malformed: it is not given, and the user has no home.
    """
    named, _ = _named_directory(given)
    if named:
        return Path(named)
    share = _whole(os.environ.get("XDG_DATA_HOME"))
    home = _whole(os.path.expanduser("~") if os.environ.get("HOME") != "" else "")  # noqa: PTH111 - Path takes any HOME
    if share is None and home is None:
        raise Malformed("spytable", "--data-dir", "", "a folder, for this user has no home")
    return (share or Path(home or "", ".local/share")) / "spytable"


def _whole(place: str | None) -> Path | None:
    """Return a place the environment names; one that depends on the folder one is in is none."""
    return Path(place) if place and Path(place).is_absolute() else None


def data_option(given: str | None) -> str:
    """Return the option or the variable that says where the data directory is."""
    return _named_directory(given)[1]


def readable_data_directory(given: str | None) -> Path:
    """Return where the box keeps things, for a command that only reads them.

    Raises:
        Malformed: no folder can be there.
    """
    data = data_directory(given)
    if no_folder(data):
        raise Malformed("spytable", data_option(given), str(data), "a folder")
    return data


def _named_directory(given: str | None) -> tuple[str, str]:
    """Return the data directory that was named, and what named it."""
    state = _whole(os.environ.get("STATE_DIRECTORY", "").split(":")[0])
    named = {"--data-dir": given, "SPYTABLE_DATA": os.environ.get("SPYTABLE_DATA"), "STATE_DIRECTORY": state}
    return next(((str(value), name) for name, value in named.items() if value), ("", "--data-dir"))


def runtime_directory() -> Path | None:
    """Return where a service keeps what a reboot forgets; None when this is no service."""
    return _whole(os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0])
