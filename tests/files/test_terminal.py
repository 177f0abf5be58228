"""What commands tell."""

import io
import json
import sys

import pytest

from device.files import terminal


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_what_cannot_be_seen_is_told_as_its_code(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    thing = {"game": "\u202eevil\u200b", "\x85": ["ż 🍕", "\U000e0041\u2028\x7f\x1b[2J", "\ud800"]}
    terminal.tell([thing])
    told = raw.getvalue().decode(encoding)
    assert told.removesuffix("\n").isprintable()
    assert json.loads(told) == thing
    assert ("ż 🍕" in told) == (encoding == "utf-8")
