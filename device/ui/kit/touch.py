"""From fingers to meant touches: release inside, hold to confirm, slide off, two cards at once."""

from collections.abc import Callable

from device.rules.values import dataclass
from device.ui.kit.target import Target

REST = 0.6
"""Seconds after something changed: the second touch of two in a row was for what is gone."""


@dataclass(slots=True)
class _Finger:
    """A finger on a target since a moment; without a target it no longer counts. `refused`: a card it may not have.

    `crowded`: it could, but for another finger that lay on one. `eye`, `card`: the spot that is held to look at a key,
    or the card, on which it lies, also where it no longer counts.
    """

    target: Target | None
    since: float
    refused: str | None = None
    crowded: bool = False
    reported: bool = False
    eye: str | None = None
    card: str | None = None


class Touch:
    """Follows every finger.

    A touch counts when it is released inside its target; a card as `confirm` says: "hold", "second_tap" or "instant",
    and only where no other finger lies on another card, be it open or covered.
    `selected` is the card that was touched last and could be confirmed. `crossed`: two sides' eyes were held at once,
    and neither shows a key until both are let go: whoever lifts last would look at the other's.
    """

    def __init__(self, confirm: Callable[[], str], hold_seconds: float) -> None:
        self._confirm = confirm
        self.hold_seconds = hold_seconds
        self.selected: str | None = None
        self.crossed = False
        self._fingers: dict[int, _Finger] = {}
        self._rests_until = float("-inf")

    @property
    def pressed(self) -> frozenset[str]:
        """Return the names of the targets under a finger that still counts."""
        return frozenset(finger.target.name for finger in self._fingers.values() if finger.target)

    @property
    def looking(self) -> str | None:
        """Return the eye that shows a key; meanwhile no card can be touched."""
        if self.crossed:
            return None
        return next((each.eye for each in self._fingers.values() if each.target and each.eye), None)

    @property
    def refused(self) -> frozenset[str]:
        """Return the names of the cards under a finger that cannot be touched now."""
        return frozenset(finger.refused for finger in self._fingers.values() if finger.refused)

    @property
    def busy(self) -> bool:
        """Tell whether a finger is down that counts, or is to be told that it does not."""
        return bool(self.pressed or self.refused)

    def progress(self, now: float) -> float:
        """Return how far the ring of the held card is filled, 0 to 1."""
        cards = self._cards()
        if self._confirm() != "hold" or not cards:
            return 0.0
        return min(1.0, (now - cards[0].since) / self.hold_seconds)

    def down(self, finger: int, target: Target | None, now: float) -> None:
        """Take a finger that comes down on a target or beside all."""
        counts = target if target is not None and target.enabled else None
        self._fingers.pop(finger, None)
        resting = any(each.card for each in self._fingers.values())
        others = self._cards()
        self._fingers[finger] = _Finger(counts, now, card=_card(target))
        if counts is not None and counts.kind == "held":
            self._look(self._fingers[finger], counts.name)
        if target is None or target.kind != "confirm":
            return
        if self.looking is not None:
            self._fingers[finger].target = None
            return
        if self._confirm() != "hold" and now < self._rests_until:
            self._fingers[finger].target = None
            return
        if (counts is None or resting) and not others and not self.pressed - {target.name}:
            self._fingers[finger].refused, self._fingers[finger].crowded = target.name, counts is not None
        self._spread()
        if others or resting or counts is None:
            self._fingers[finger].target = None
        elif self._confirm() == "hold":
            self.selected = counts.name

    def _spread(self) -> None:
        """Take every card back from the fingers that lie on it as soon as they lie on more than one."""
        if len({each.card for each in self._fingers.values() if each.card}) > 1:
            self.selected = None
            for each in self._cards():
                each.target = None

    @property
    def crowded(self) -> bool:
        """Tell whether more than one finger lies on cards, or lay there as one was refused; none of them counts."""
        fingers = self._fingers.values()
        return sum(each.card is not None for each in fingers) > 1 or any(f.refused and f.crowded for f in fingers)

    def _look(self, finger: _Finger, eye: str) -> None:
        """Take a finger on an eye; what lies under the key is touched by nobody, also who began before."""
        self.crossed = self.crossed or any(each.eye not in (None, eye) for each in self._fingers.values())
        self.selected = None
        for each in self._fingers.values():
            each.refused = None
            if each.eye == eye:  # nobody may ever tell that it was lifted: the key closes with the finger that is fresh
                each.target = each.eye = None
            if each.target is not None and each.target.kind == "confirm":
                each.target = None
        finger.eye = eye

    def close_eyes(self, but: Callable[[str], bool]) -> None:
        """Let nobody look whose eye is none of these: its spot is gone, as it is once a panel works again."""
        for each in self._fingers.values():
            if each.eye is not None and not but(each.eye):
                each.target = each.eye = None
        self._let_go()

    def _let_go(self) -> None:
        self.crossed = self.crossed and any(each.eye for each in self._fingers.values())

    def move(self, finger: int, target: Target | None) -> None:
        """Take a finger that moves; off its target it no longer counts."""
        held = self._fingers.get(finger)
        if held is not None:
            held.card = _card(target)
        if held is not None and held.eye is not None and (target is None or target.name != held.eye):
            held.eye = None
            self._let_go()
        if held is not None and held.refused is not None and (target is None or target.name != held.refused):
            held.refused = None
        if held is not None and held.target is not None and (target is None or target.name != held.target.name):
            if held.target.kind == "confirm":
                self.selected = None
            held.target = None
        self._spread()

    def up(self, finger: int, target: Target | None) -> Target | None:
        """Take a finger that lifts; return the target it meant."""
        self.move(finger, target)
        held = self._fingers.pop(finger, None)
        self._let_go()
        if held is None or held.target is None:
            return None
        if held.target.kind == "tap":
            return held.target
        return self._released(held.target) if held.target.kind == "confirm" else None

    def _released(self, card: Target) -> Target | None:
        if self._confirm() == "instant" or (self._confirm() == "second_tap" and self.selected == card.name):
            self.selected = None
            return card
        self.selected = card.name
        return None

    def tick(self, now: float) -> Target | None:
        """Return the card whose ring is full."""
        if self._confirm() == "hold" and self.progress(now) >= 1.0:
            finger = self._cards()[0]
            card, finger.target = finger.target, None
            self.selected = None
            return card
        return None

    def refusal(self, now: float) -> str | None:
        """Return a card that is due to be refused: it cannot be touched, and was held as long as one that can."""
        patience = self.hold_seconds if self._confirm() == "hold" else 0.0
        for finger in self._fingers.values():
            if finger.refused is not None and not finger.reported and now - finger.since >= patience:
                for each in self._fingers.values() if self.crowded else (finger,):
                    each.reported = True
                return finger.refused
        return None

    def rest(self, now: float) -> None:
        """Begin a while in which no card is touched where touches are all it takes."""
        self._rests_until = now + REST

    def swallow(self) -> None:
        """Let no finger that is down now mean anything any more."""
        self.selected = None
        for finger in self._fingers.values():
            finger.target = finger.refused = None

    def leave(self) -> None:
        """Take what fingers lay on for gone with its page, also a finger that was never seen to lift."""
        for finger in self._fingers.values():
            finger.card = None

    def lose(self) -> None:
        """Forget every finger: nobody will tell that it is lifted."""
        self.swallow()
        self._fingers.clear()
        self.crossed = False

    def _cards(self) -> list[_Finger]:
        return [f for f in self._fingers.values() if f.target is not None and f.target.kind == "confirm"]


def _card(target: Target | None) -> str | None:
    return target.name if target is not None and target.kind == "confirm" else None
