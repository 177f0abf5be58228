"""Numbers as people round and write them."""

import pytest

from device.files.assets import assets
from device.files.texts import Texts, languages
from device.ui.kit.numbers import decimal


@pytest.mark.parametrize(
    ("value", "told"),
    [(None, "–"), (0.0, "0.0"), (1.25, "1.3"), (5.25, "5.3"), (4.75, "4.8"), (0.94, "0.9"), (3.0, "3.0")],
)
def test_a_half_is_rounded_up(value: float | None, told: str) -> None:
    assert decimal(Texts(languages(assets())["en"]), value) == told
