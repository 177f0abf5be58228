"""The topics of a box; names are checked where they are read, so that none leads to another box's."""

from typing import NamedTuple

ROOT = "spytable"
ONLINE, OFFLINE = b"online", b"offline"


class Topics(NamedTuple):
    """Where a box of a name tells how it stands, and where it is told what to do."""

    name: str
    discovery_prefix: str = ""

    @property
    def base(self) -> str:
        """Return what all topics of the box begin with."""
        return f"{ROOT}/{self.name}"

    @property
    def availability(self) -> str:
        """Return where it says that it is there."""
        return f"{self.base}/availability"

    @property
    def state(self) -> str:
        """Return where it says how it stands."""
        return f"{self.base}/state"

    @property
    def event(self) -> str:
        """Return where it says what happened."""
        return f"{self.base}/event"

    @property
    def discovery(self) -> str:
        """Return where Home Assistant looks for it."""
        return f"{self.discovery_prefix}/device/{ROOT}_{self.name}/config"

    def command(self, name: str) -> str:
        """Return where it takes a command; `+` stands for any."""
        return f"{self.base}/command/{name}"
