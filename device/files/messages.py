"""Texts in English that remember what they were made of: a screen tells them in its language, a log as they are."""

from collections.abc import Mapping


class Message(str):
    """A text filled in; `source` is the English one before that, `values` what filled it."""

    source: str
    values: Mapping[str, object]


def message(source: str, **values: object) -> Message:
    """Return a text in English, its `{fields}` filled in."""
    text = Message(source.format(**values) if values else source)
    text.source, text.values = source, values
    return text
