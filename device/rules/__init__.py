"""The games' rules: pure functions over immutable states; no I/O, no clock, no hidden randomness.

`deal(options, cards, rng)` makes a game, `apply(state, action)` says what an action would cause or refuses it,
`step(state, action)` also does it, `public(state)` and `key_view(state, side)` are all anyone may see of it.
"""

from device.rules.deal import deal
from device.rules.errors import IllegalAction, InvalidValue
from device.rules.evolve import evolve, start
from device.rules.modes import apply, legal, step, to_act
from device.rules.views import key_view, public

__all__ = [
    "IllegalAction",
    "InvalidValue",
    "apply",
    "deal",
    "evolve",
    "key_view",
    "legal",
    "public",
    "start",
    "step",
    "to_act",
]
