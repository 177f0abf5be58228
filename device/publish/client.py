"""A client of the broker, made in one way for the boxes, the self-test and the overview; paho is imported only here."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from device.config.fleet import Broker
from device.files.failures import reason
from device.files.messages import Message, message
from device.files.reader import Malformed, open_file

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage
    from paho.mqtt.reasoncodes import ReasonCode

KEEPALIVE = 30
CONNECT_SECONDS = 5.0
MAX_BYTES = 65_536
"""A larger message the broker keeps to itself."""
MAX_PASSWORD = 1000


class MissingPackage(Exception):
    """The package that speaks to brokers is not installed."""


def make_client(broker: Broker, name: str) -> "Client":
    """Return a client that is not connected yet.

    Raises:
        MissingPackage: paho-mqtt is not installed.
        Malformed: the file of the password or of the authority cannot be read, or holds none.
    """
    try:
        from paho.mqtt.client import Client, MQTTv5
        from paho.mqtt.enums import CallbackAPIVersion
    except ImportError:
        raise MissingPackage("the Python package paho-mqtt is not installed; it comes with the extra [fleet]") from None
    client = Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTv5)
    client.connect_timeout = CONNECT_SECONDS
    if broker.user:
        with _named(broker.password_file):
            client.username_pw_set(broker.user, _password(broker.password_file))
    if broker.tls:
        with _named(broker.ca_file):
            if broker.ca_file:
                open_file(Path(broker.ca_file)).close()
            client.tls_set(ca_certs=broker.ca_file or None)
    return client


def connect(client: "Client", broker: Broker, max_bytes: int = MAX_BYTES) -> None:
    """Open the line; it may take seconds.

    Raises:
        OSError: there is no way to the broker.
    """
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.MaximumPacketSize = max_bytes
    try:
        client.connect(broker.host, broker.port, KEEPALIVE, properties=properties)
    except ValueError as error:  # a name that cannot be looked up is told so by its encoding
        raise OSError(str(error)) from None


@contextmanager
def _named(file: str) -> Iterator[None]:
    """Have an error name the file it is about; of what is no certificate the library tells its own innards."""
    try:
        yield
    except (OSError, ValueError) as error:
        from ssl import SSLError

        why = message("a certificate in PEM") if isinstance(error, SSLError) else reason(error)
        raise Malformed(file, "", "", why, unreadable=True) from None


def _password(file: str) -> str | None:
    if not file:
        return None
    with open_file(Path(file)) as opened:
        line = opened.readline(MAX_PASSWORD)
    try:
        password = line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError:  # its own words quote what stands there
        raise ValueError(message("text in UTF-8")) from None
    if not password:
        raise ValueError(message("text that is not blank"))
    return password


def topic_of(incoming: "MQTTMessage") -> str:
    """Return the topic of a message; a topic that is no text is none of ours."""
    try:
        return incoming.topic
    except UnicodeDecodeError:
        return ""


def why_refused(broker: Broker, reason: "ReasonCode") -> Message:
    """Say why the broker did not let a client in."""
    name = reason.getName()
    if name in ("Bad user name or password", "Not authorized"):
        if not (broker.user and broker.password_file):
            return message("the broker lets nobody in without a user and a password")
        return message("the broker does not take the user '{user}' with this password", user=broker.user)
    return message("the broker says: {why}", why=name)


def why_unread(base: str) -> Message:
    """Say that the broker lets a box read none of its commands."""
    return message("the broker lets this box read nothing below {topic}", topic=base)


def why_unwritten(topic: str) -> Message:
    """Say that the broker does not take what a box says there; Home Assistant's topic is another than the box's own."""
    return message("the broker lets this box write nothing below {topic}", topic=topic.rpartition("/")[0])


def why_no_way(broker: Broker, error: Exception) -> Message:
    """Say why there is no way to the broker, or to what lets a box in there."""
    if isinstance(error, Malformed):
        return error.line
    return message("{host} port {port}: {why}", host=broker.host, port=broker.port, why=reason(error))
