"""What the box plays, and how much it dares: choices of a new game that each touch changes to the next."""

from dataclasses import dataclass
from functools import partial

from device.files.texts import Texts
from device.players.temper import TEMPERS
from device.ui.kit.chips import Chip

ROLES: dict[str, tuple[tuple[str, ...], ...]] = {
    "duet": ((), ("b",)),
    "versus": ((), ("red_spymaster", "blue_spymaster"), ("blue_spymaster",), ("blue_team",)),
}
"""What the box may play in the games of a family, nothing first."""


@dataclass(slots=True)
class BoxChoices:
    """What is chosen."""

    roles: tuple[str, ...] = ()
    temper: str = "even"

    def chips(self, t: Texts, family: str) -> tuple[Chip, ...]:
        """Return what the box plays in a family of games and, where it plays, its temper."""
        words = {
            (): t("Without the box"),
            ("b",): t("The box at side B"),
            ("red_spymaster", "blue_spymaster"): t("The box gives all clues"),
            ("blue_spymaster",): t("The box gives Blue's clues"),
            ("blue_team",): t("The box is team Blue"),
        }
        tempers = {"careful": t("Careful"), "even": t("Even-tempered"), "bold": t("Bold")}
        plays = Chip("box:plays", f"{words[self.roles]} ›", bool(self.roles), partial(self._next_role, family))
        if not self.roles:
            return (plays,)
        return plays, Chip("box:temper", f"{tempers[self.temper]} ›", False, self._next_temper)

    def _next_role(self, family: str) -> None:
        roles = ROLES[family]
        self.roles = roles[(roles.index(self.roles) + 1) % len(roles)]

    def _next_temper(self) -> None:
        names = list(TEMPERS)
        self.temper = names[(names.index(self.temper) + 1) % len(names)]
