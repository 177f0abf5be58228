"""Texts in English that remember what they were made of: a screen tells them in its language, a log as they are."""

from collections.abc import Callable, Mapping


class Message(str):
    """A text filled in; `source` is the English one before that, `values` what filled it."""

    source: str
    values: Mapping[str, object]


def message(source: str, **values: object) -> Message:
    """Return a text in English, its `{fields}` filled in."""
    return _made(source.format(**values) if values else source, source, values)


def plainer(text: str, said: Message) -> Message:
    """Return what a library or the system says: a log tells it so, a screen what is said in its place."""
    return _made(text, said.source, said.values)


def joined(*parts: str, by: str = ": ") -> Message:
    """Return in one line what there is of some parts, each of which may be a message."""
    values = {f"part{number}": part for number, part in enumerate(parts) if part}
    return message(by.join(f"{{{name}}}" for name in values), **values)


def cleaned(said: Message, text: str, clean: Callable[[str], str]) -> Message:
    """Return a message that a log has as another text, with every text that fills it cleaned."""
    values = {
        name: cleaned(value, clean(value), clean) if isinstance(value, Message) else clean(str(value))
        for name, value in said.values.items()
        if not isinstance(value, int | float)
    }
    return _made(text, said.source, {**said.values, **values})


def _made(text: str, source: str, values: Mapping[str, object]) -> Message:
    said = Message(text)
    said.source, said.values = source, values
    return said
