"""Handing a settings file over: the box may not write its own, the machine takes it before the next start."""

from collections.abc import Iterator
from pathlib import Path

from device.config.draft import replace_config
from device.config.handed import refusal
from device.config.settings import on_a_box
from device.files.places import fault_of_file, is_there
from device.files.reader import Malformed, counted
from device.files.replacing import replacing
from device.owner.transfer import Progress, TransferError, told

NAME = "spytable-config.yaml"
"""The file on a stick, or on the boot partition."""
HANDED = Path("update") / "config.yaml"
"""Where in the data directory the machine finds it (systemd/take-config)."""


def hand_over_config(text: str, data: Path) -> None:
    """Put a settings file where the machine takes it before the next start; one that stood there goes.

    Raises:
        OSError: it could not be written.
    """
    target = data / HANDED
    target.parent.mkdir(mode=0o700, exist_ok=True)
    with replacing(target) as file:
        file.write(text.encode())


def take_config(data: Path, folder: Path, config: Path | None = None) -> Iterator[Progress]:
    """Hand the settings file of a stick over, once the machine will take it in the place of `config`.

    On a PC, where nobody takes it, it is put there at once, if there is such a place.

    Raises:
        TransferError: there is none, it is not to be taken, or it could not be written; nothing was changed.
    """
    path = folder / NAME
    if fault := fault_of_file(path):
        raise TransferError("config", Malformed(str(path), "", "", fault).line)
    try:
        if not is_there(path):
            raise TransferError("no_config", f"{path}: no settings file here; is the stick in?")
        if why := refusal(path, config, box=on_a_box()):
            raise TransferError("config", counted(why))
        text = path.read_text(encoding="utf-8")
        if on_a_box():
            hand_over_config(text, data)
        elif config is not None:
            replace_config(config, text)
        else:
            raise TransferError("no_place", f"{path}: no settings file is in use here that it could replace")
    except Malformed as gone:  # it was pulled out between two looks
        raise TransferError("disk", gone.line) from None
    except OSError as error:
        place = data / HANDED if on_a_box() or config is None else config
        raise TransferError("disk", told(error, place)) from None
    yield Progress(1, 1)
