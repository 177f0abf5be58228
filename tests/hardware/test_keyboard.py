"""The names of keys: what a config may say is what pygame calls a key."""

import pygame
import pytest

from hardware.keyboard import is_key

STRANGE = {"unknown key", "", "alt gr", "power", "AC Back", "clear", "sys req", "euro", "CurrencySubUnit"}
"""Keys no encoder types, or that the box must not take."""


def test_every_key_an_encoder_may_type_has_a_known_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.quit()
    pygame.display.init()
    codes = [value for name, value in vars(pygame).items() if name.startswith("K_") and isinstance(value, int)]
    assert [name for name in map(pygame.key.name, codes) if not is_key(name) and name not in STRANGE] == []


@pytest.mark.parametrize("name", ["spcae", "", " ", "lctrl", "K_a", "12"])
def test_a_name_no_key_has_is_refused(name: str) -> None:
    assert not is_key(name)
