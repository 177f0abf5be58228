"""What the box plays, and how much it dares: a row of a new game."""

from dataclasses import dataclass
from functools import partial

from device.files.texts import Texts
from device.ui.kit.chips import Chip, Row

ROLES: dict[str, tuple[tuple[str, ...], ...]] = {
    "duet": ((), ("b",)),
    "versus": ((), ("red_spymaster", "blue_spymaster"), ("blue_spymaster",), ("blue_team",)),
}
"""What the box may play in the games of a family, nothing first."""
TEMPERS = ("careful", "even", "bold")


@dataclass(slots=True)
class BoxChoices:
    """What is chosen."""

    roles: tuple[str, ...] = ()
    temper: str = "even"

    def row(self, t: Texts, family: str) -> Row:
        """Return what the box may play in a family of games."""
        words = {
            (): t("People only"),
            ("b",): t("Side B"),
            ("red_spymaster", "blue_spymaster"): t("Both spymasters"),
            ("blue_spymaster",): t("Blue's spymaster"),
            ("blue_team",): t("All of Blue"),
        }
        about = {
            (): t("It keeps the rules, you play"),
            ("b",): t("It gives clues and guesses"),
            ("red_spymaster", "blue_spymaster"): t("It gives all clues, all of you guess"),
            ("blue_spymaster",): t("It gives the clues of Blue"),
            ("blue_team",): t("It is the other team"),
        }
        chips = [
            Chip(f"box:{'+'.join(roles) or 'none'}", words[roles], roles == self.roles, partial(self._play, roles))
            for roles in ROLES[family]
        ]
        if self.roles:
            tempers = {"careful": t("Careful"), "even": t("Even-tempered"), "bold": t("Bold")}
            chips.append(Chip("box:temper", f"↻ {tempers[self.temper]}", False, self._next_temper))
        return Row(t("The box plays"), tuple(chips), float(len(ROLES[family]) + 1), about[self.roles])

    def _play(self, roles: tuple[str, ...]) -> None:
        self.roles = roles

    def _next_temper(self) -> None:
        self.temper = TEMPERS[(TEMPERS.index(self.temper) + 1) % len(TEMPERS)]
