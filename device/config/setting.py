"""What a row of the table of settings says, and what follows from it."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, TypeVar, overload

from device.config.allowed import allowed
from device.files.messages import Message, message
from hardware.driver_spec import Param

T = TypeVar("T")
MadeBy = Literal["config", "owner", "guests"]
"""Who makes a setting: the config file alone, the owner on the screen, or guests too, for as long as they play."""
Private = Literal["", "wrong", "always"]
"""When what the config file says is never repeated: where it is wrong, for a secret may have got there, or always."""
TABS = {
    "game": message("Playing"),
    "sound": message("Sound"),
    "colours": message("Colours"),
    "screen": message("Screen"),
    "owner": message("The box"),
}
"""The pages of the settings and what they are called; on the owner's are no rows of the table."""
Words = Mapping[Any, str]
"""What each value is called."""


class Shown(NamedTuple):
    """A setting's line on the settings page: its tab, its label, and the values to choose from with their words.

    A line `beside` a setting's value has one choice, at the end of that setting's line, while it has that value.
    """

    tab: str
    label: Message
    words: Words | Callable[[], Words] = MappingProxyType({})
    hints: Mapping[Any, Message] = MappingProxyType({})
    beside: tuple[str, object] | None = None

    def choices(self) -> Words:
        """Return the values to choose from."""
        return self.words() if callable(self.words) else self.words


class Setting(Generic[T]):
    """A row: a setting's default, its place in the config file, what it may be, who makes it, how it is shown.

    Without a `path` it is no part of the config file. One that is shown is made on the screen, by the owner unless said
    otherwise. `read` makes what is used of what the file says.
    """

    name = ""

    def __init__(
        self,
        default: T,
        path: str = "",
        *,
        low: float | None = None,
        high: float | None = None,
        choices: Sequence[str | int] | Callable[[], Sequence[str | int]] = (),
        words: str = "",
        check: Callable[[Any], bool] | None = None,
        read: Callable[[Any], T] | None = None,
        made_by: MadeBy | None = None,
        shown: Shown | None = None,
        private: Private = "",
    ) -> None:
        self.private: Private = private
        self.default, self.path, self.shown = default, path, shown
        self.made_by: MadeBy = made_by or ("owner" if shown else "config")
        self._low, self._high, self._choices, self._words = low, high, choices, words
        self._check, self._read = check, read

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, values: None, owner: type) -> "Setting[T]": ...

    @overload
    def __get__(self, values: object, owner: type) -> T: ...

    def __get__(self, values: object | None, owner: type) -> "Setting[T] | T":
        # What was set lies in the instance and is found before this.
        return self if values is None else self.default

    @property
    def section(self) -> str:
        """Return the section of the config file it stands in."""
        return self.path.partition(".")[0]

    @property
    def key(self) -> str:
        """Return its name within the section."""
        return self.path.partition(".")[2]

    def accepts(self, value: object) -> bool:
        """Tell whether a value, as a file or the store holds it, may stand here."""
        return self._check(value) if self._check else self._param().accepts(value)

    def allowed(self) -> str:
        """Say in words what is allowed."""
        return allowed(self._param())

    def read(self, value: Any) -> T:
        """Return the value to use for an accepted one."""
        if self._read:
            return self._read(value)
        return type(self.default)(value)  # type: ignore[call-arg]

    def _param(self) -> Param:
        kind: Any = type(self.default)
        choices = self._choices() if callable(self._choices) else self._choices
        return Param(self.name, kind, None, self._low, self._high, tuple(choices), self._words)
