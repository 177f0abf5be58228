"""Which kinds of cards a mode's next game has, told by what was chosen for it: no pack is read to draw home."""

from device.cards.packs import ANY, Kind
from device.game.last_choice import kept_choice
from device.rules.modes import MODES
from device.storage.store import Store


def last_cards(store: Store, mode: str, language: str) -> frozenset[Kind]:
    """Return the kinds of the packs that `last_packs` finds; what is for any language is pictures."""
    chosen = kept_choice(store, mode).get("packs")
    of_words = MODES[mode].cards == "words"
    usual: Kind = "words" if of_words else "pictures"
    if not isinstance(chosen, dict):
        return frozenset({usual})
    elsewhere = [names for each, names in chosen.items() if each != ANY]
    words = chosen.get(language, of_words and (any(elsewhere) or not elsewhere))
    found: dict[Kind, object] = {"words": words, "pictures": chosen.get(ANY, not of_words)}
    return frozenset(kind for kind, names in found.items() if names) or frozenset({usual})
