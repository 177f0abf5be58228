"""The config file as the guide of the first start changes it."""

from pathlib import Path

from device.config.draft import Draft, replace_config
from device.config.settings import Settings, on_a_box
from device.files.failures import reason
from device.files.messages import Message, joined
from device.files.places import is_there
from device.files.replacing import PART
from device.owner.config_file import HANDED, hand_over_config
from hardware.box import Box
from hardware.spec import BoxSpec


class OtherInUse(Exception):
    """The settings file has other parts than the box that runs: it was changed since, or the box started safely."""


def in_use(settings: Settings, running: BoxSpec) -> Settings:
    """Return the settings a box started with, with the parts it has by now: a guide before may have changed them."""
    values = {name: value for name, value in vars(settings).items() if name != "box"}
    turned = {"touch_turn": running.touch.turn, "touch_mirror": running.touch.mirror}
    box = with_parts_of(settings.box, running)
    return Settings(box, **{**values, **turned, "size_mm": running.size_mm})


def with_parts_of(running: BoxSpec, spec: BoxSpec) -> BoxSpec:
    """Return the running box with another's parts, size and touch; its fonts, sounds and look stay."""
    return running._replace(
        screen=spec.screen,
        key_panels=spec.key_panels,
        buttons=spec.buttons,
        sound=spec.sound,
        size_mm=spec.size_mm,
        touch=spec.touch,
    )


def see_in_use(draft: Draft, box: Box) -> None:
    """See that a draft is of the parts that people will be asked about.

    Raises:
        OtherInUse: those that run are others; what people answer would be true of them alone.
    """
    if not box.is_like(with_parts_of(box.spec, draft.settings.box)):
        raise OtherInUse


def begin_draft(config: Path | None, settings: Settings, data: Path) -> Draft:
    """Return the config to go on from: one that waits for the next start of a box, else the file in use.

    Raises:
        Malformed: the file has a fault; the guide would lose all that is in it.
    """
    waiting = data / HANDED if config is not None and on_a_box() else None
    return Draft.of((waiting, config), settings)


def keep(draft: Draft, begun: Draft, config: Path, data: Path) -> None:
    """Replace the config file, if anything in it is another than when it was `begun`.

    A box that may not write its own, or for which another waits, hands it over for the next start.

    Raises:
        OSError: it could not be written; nothing was changed.
    """
    if draft == begun and is_there(config):
        return  # the notes in it stay
    box = on_a_box()
    if not (box and is_there(data / HANDED)):
        try:
            replace_config(config, draft.text)
        except OSError:
            if not box:
                raise
        else:
            return
    hand_over_config(draft.text, data)


def why_not_kept(error: OSError) -> Message:
    """Return why the config could not be replaced, with the file at which that failed: it may be the one of before."""
    file = Path(error.filename2 or error.filename or "").name
    return joined(file.removesuffix(PART), reason(error))
