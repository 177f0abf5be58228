"""Trying the broker for the self-test of a box that is not running."""

import select
from collections.abc import Callable
from typing import Any

from device.config.fleet import Broker
from device.files.messages import Message, message
from device.publish.client import MissingPackage, connect, make_client, why_no_way, why_refused

ANSWER_SECONDS = 6.0


def why_not_joined(broker: Broker, name: str, now: Callable[[], float]) -> Message | None:
    """Try to be let in, under another name than the box's own; say why not, None when all went well."""
    answers: list[Any] = []
    try:
        client = make_client(broker, f"spytable-{name}-selftest")
        client.on_connect = lambda *given: answers.append(given[3])
        connect(client, broker)
        until = now() + ANSWER_SECONDS
        while not answers and (line := client.socket()) is not None and now() < until:
            select.select([line], [], [], 0.2)
            client.loop_read()
            client.loop_misc()
        client.disconnect()
    except MissingPackage:
        return message("the Python package {name} is not installed", name="paho-mqtt")
    except Exception as error:
        return why_no_way(broker, error)
    if not answers:
        return why_no_way(broker, TimeoutError("no answer"))
    return why_refused(broker, answers[0]) if answers[0].is_failure else None
