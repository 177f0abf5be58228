"""Following all boxes of a broker, for one table of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from device.config.fleet import Broker
from device.files.messages import Message
from device.publish.client import connect, make_client, topic_of, why_no_way, why_refused
from device.publish.overview import TOPICS, Overview
from device.publish.topics import ROOT

if TYPE_CHECKING:
    from paho.mqtt.client import Client

LISTEN_SECONDS = 0.3
QUIET_SECONDS, BUSY_SECONDS, ANSWER_SECONDS = 0.6, 3.0, 8.0
"""A broker that said nothing for so long, or talked for so long, has told all; one that never answers is away."""


class Watch:
    """A line to a broker that only listens; what it hears goes into the overview."""

    def __init__(self, broker: Broker, overview: Overview, now: Callable[[], float]) -> None:
        self.fault: Message | None = None
        self._broker, self._overview, self._now = broker, overview, now
        self._heard_at: float | None = None
        self._first_at = 0.0

    def follow(self, seen: Callable[[], bool]) -> bool:
        """Listen until `seen`, which is asked again and again, says that it is enough; False: there is no line.

        Raises:
            MissingPackage: paho-mqtt is not installed.
            Malformed: a file that lets somebody in cannot be used.
        """
        client = make_client(self._broker, "")
        client.on_connect, client.on_message = self._on_connect, self._on_message
        client.on_subscribe = self._on_subscribe
        self.fault, self._heard_at = None, None
        began = self._now()
        try:
            connect(client, self._broker)
            while not seen():
                if not _heard(client) or client.socket() is None or self.fault:
                    break
                if self._heard_at is None and self._now() - began > ANSWER_SECONDS:
                    raise TimeoutError("no answer")
            else:
                return True
        except OSError as error:
            self.fault = why_no_way(self._broker, error)
        finally:
            client.disconnect()
        self.fault = self.fault or why_no_way(self._broker, OSError("the line broke"))
        return False

    @property
    def heard(self) -> bool:
        """Tell whether the broker let it listen, this time or the last."""
        return self._heard_at is not None

    def quiet(self) -> bool:
        """Tell whether all that is known was heard."""
        if self._heard_at is None:
            return False
        return self._now() - self._heard_at > QUIET_SECONDS or self._now() - self._first_at > BUSY_SECONDS

    def _on_connect(self, client: Any, _: object, flags: object, reason: Any, properties: object) -> None:
        if reason.is_failure:
            self.fault = why_refused(self._broker, reason)
        else:
            client.subscribe([(topic, 1) for topic in TOPICS])

    def _on_subscribe(self, client: object, _: object, mid: int, reasons: Any, properties: object) -> None:
        if any(reason.is_failure for reason in reasons):
            self.fault = why_no_way(self._broker, PermissionError(f"it lets this user read nothing below {ROOT}"))
        else:
            self._on_news()

    def _on_message(self, client: object, _: object, incoming: Any) -> None:
        self._on_news()
        self._overview.take(topic_of(incoming), bytes(incoming.payload))

    def _on_news(self) -> None:
        now = self._now()
        self._first_at = now if self._heard_at is None else self._first_at
        self._heard_at = now


def _heard(client: "Client") -> bool:
    """Listen for a moment; tell whether the line stands.

    Raises:
        OSError: it broke.
    """
    try:
        return not client.loop(LISTEN_SECONDS)
    except OSError:
        raise
    except Exception:  # what is no MQTT makes older versions of paho raise anything
        return False
