"""What may stand in a place of the config file, in words that a screen can tell in its language."""

from typing import Any

from device.files.messages import Message, message
from hardware.driver_spec import Param

_KINDS: dict[Any, Message] = {
    bool: message("true or false"),
    int: message("a whole number"),
    float: message("a number"),
    str: message("text"),
}


def allowed(param: Param) -> str:
    """Say in words what a parameter may be."""
    if param.words:
        return param.words if isinstance(param.words, Message) else message(param.words)
    if param.choices:
        return ", ".join(map(str, param.choices))
    kind = _KINDS[param.type]
    if param.low is None:
        return kind
    low = f"{param.low:g}"
    if param.high is None:
        return message("{kind} from {low}", kind=kind, low=low)
    return message("{kind} from {low} to {high}", kind=kind, low=low, high=f"{param.high:g}")
