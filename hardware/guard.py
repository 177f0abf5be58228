"""The guard around one part: it keeps failures away from the game and tries the part again."""

import time
from collections.abc import Callable
from typing import Generic, Literal, TypeVar

from hardware.ports import Part

P = TypeVar("P", bound=Part)
T = TypeVar("T")
Status = Literal["ok", "missing", "failed"]
RETRY_SECONDS = 3.0
"""How often a part that does not work is tried again, if that is quick, and one that works is looked after."""
PATIENCE = 20
"""A try that failed is not made again before so many times what it took: meanwhile the box stands still."""

_MAY_QUOTE = (AssertionError, AttributeError, LookupError, NameError, TypeError, ValueError)
"""Errors of a bug, whose text may quote what a part was to show: a key."""


class Guard(Generic[P]):
    """Hold one part, never raise because of it, and bring it back with what was last wanted of it.

    `make` opens the part, gives None while there is none and none is needed, or is None when the box has no such
    part. What was last wanted is done again every few
    seconds, and `probe` asked, so that a failure is found also while nobody uses the part. A part that could not be
    opened is "missing", one that stopped answering "failed".

    A part may also have `tick(now)`, where it lives in time (panels breathe, tunes go on, a failure is noticed), and
    `trouble`: what it cannot do although it works, in one line. Neither is asked for by a protocol at run time: that
    would cost more than the rest of a tick.
    """

    def __init__(
        self,
        part: str,
        driver: str,
        make: Callable[[], P | None] | None,
        probe: Callable[[P], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.part = part
        self.driver = driver
        self.status: Status = "ok"
        self.why = ""
        self._make = make
        self._probe = probe
        self._clock = clock
        self._pause = RETRY_SECONDS
        self._held: P | None = None
        self._live: Callable[[float], object] | None = None
        self._not_needed = False
        self._wanted: Callable[[P], object] | None = None
        self._due: float | None = None
        self._open()

    @property
    def configured(self) -> bool:
        """Whether the box has this part at all."""
        return self._make is not None and not self._not_needed

    @property
    def works(self) -> bool:
        """Whether the part is there and answers."""
        return self._held is not None

    @property
    def held(self) -> P | None:
        """The part itself while it works."""
        return self._held

    @property
    def trouble(self) -> str:
        """What a part that works cannot do all the same; empty when it can do everything."""
        return str(getattr(self._held, "trouble", ""))

    @property
    def waits(self) -> bool:
        """Whether the part waits for an answer and cannot tell yet whether it works."""
        return bool(getattr(self._held, "waits", False))

    def want(self, action: Callable[[P], object]) -> None:
        """Do this now, and again whenever the part comes back."""
        self._wanted = action
        self.ask(action, None)

    def ask(self, action: Callable[[P], T], otherwise: T) -> T:
        """Do this once and return what it gives; `otherwise` when the part does not work."""
        if self._held is None:
            return otherwise
        try:
            return action(self._held)
        except Exception as error:  # a driver's bug must not stop the game either
            self._drop(error)
            return otherwise

    def tick(self, now: float) -> None:
        """Let the part live; every few seconds open it again if it does not work, and look after it if it does."""
        live = self._live
        if live is not None:
            self.ask(lambda _: live(now), None)
        if self._due is None:
            self._due = now + self._pause
        if now < self._due or self._make is None:
            return
        self._due = now + RETRY_SECONDS
        if self._held is None:
            self._open()
            self._due = now + self._pause
            return
        for action in (self._wanted, self._probe):
            if action is not None:
                self.ask(action, None)

    def try_again(self) -> None:
        """Open the part at once if it does not work, however long that took before."""
        if self._held is None:
            self._open()

    def release(self) -> None:
        """Let go of the part, to be opened again by `refit`."""
        held, self._held = self._held, None
        _close(held)

    def refit(self, driver: str, make: Callable[[], P | None] | None) -> None:
        """Open the part by another driver, or by the same one otherwise; what was last wanted of it holds on."""
        self.driver, self._make, self._not_needed, self._due = driver, make, False, None
        self.status, self.why = "ok", ""
        self._open()

    def close(self) -> None:
        """Close the part for good."""
        held, self._held, self._make = self._held, None, None
        _close(held)

    def _open(self) -> None:
        if self._make is None:
            return
        begun, self._pause = self._clock(), RETRY_SECONDS
        try:
            self._held = self._make()
        except Exception as error:  # as above
            self._pause = max(RETRY_SECONDS, PATIENCE * (self._clock() - begun))
            self.status = self.status if self.status == "failed" else "missing"
            self.why, self._not_needed = _reason(error), False
            return
        self.status, self.why, self._live = "ok", "", getattr(self._held, "tick", None)
        self._not_needed = self._held is None
        if self._wanted is not None:
            self.ask(self._wanted, None)

    def _drop(self, error: Exception) -> None:
        held, self._held = self._held, None
        self.status, self.why = "failed", _said(error)
        self._due = None
        _close(held)


def _close(part: Part | None) -> None:
    if part is None:
        return
    try:
        part.close()
    except Exception:  # it is broken already, and named
        return


def _said(error: Exception) -> str:
    """Return what a part at work says of its failure."""
    return type(error).__name__ if isinstance(error, _MAY_QUOTE) else _reason(error)


def _reason(error: Exception) -> str:
    text = str(error).strip()
    return text.splitlines()[0] if text else type(error).__name__
