"""Whether a box takes another settings file: whose updates it takes is said by nobody with a stick."""

import errno
import os
from pathlib import Path

import pytest

from device.config.handed import main, refusal
from device.owner.config_file import NAME, take_config
from device.owner.transfer import TransferError

KEY = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
NEW = "screen: {driver: auto}\n"


@pytest.mark.parametrize("rest", ["", ", bogus: 1"], ids=["sound", "with a fault"])
@pytest.mark.parametrize(
    "operator",
    [
        f'{{update_key: "{KEY}"}}',
        f'{{update_key : "{KEY}"}}',
        f'\n  pin: "1234"  # update_key: "" until now\n  update_key: "{KEY}"',
        f'\n  ? update_key\n  : "{KEY}"',
        f'\n  update_key: # ours\n    "{KEY}"',
    ],
)
def test_no_file_of_a_stick_takes_the_key_of_a_config_away_however_it_is_written(
    operator: str, rest: str, tmp_path: Path
) -> None:
    config, new = tmp_path / "config.yaml", tmp_path / "new.yaml"
    config.write_text(f"operator: {operator}\nscreen: {{driver: auto{rest}}}\n")
    new.write_text(NEW)
    assert "update_key" in refusal(new, config)[0].line
    new.write_text(f"{NEW}operator: {{update_key: '{KEY}'}}\n")
    assert not refusal(new, config)


@pytest.mark.parametrize("text", ["", "\n \n", "# later\n", "{}\n", "null\n", "\ufeff"])
def test_a_file_with_nothing_in_it_takes_no_config_away(text: str, tmp_path: Path) -> None:
    """A stick pulled out too early left one of 0 bytes: parts, fleet and PIN were gone at the next start."""
    config, data, stick = tmp_path / "config.yaml", tmp_path / "data", tmp_path / "stick"
    config.write_text(NEW)
    data.mkdir()
    stick.mkdir()
    (stick / NAME).write_text(text, encoding="utf-8")
    with pytest.raises(TransferError, match="nothing in this file"):
        list(take_config(data, stick, config))
    assert config.read_text() == NEW


@pytest.mark.parametrize("fault", ["screen: {driver: [}\n", "screen: {driver: \xa0\t}\n", "screen: {}\nscreen: {}\n"])
def test_where_a_key_may_stand_that_nobody_can_read_none_is_taken(fault: str, tmp_path: Path) -> None:
    config, new = tmp_path / "config.yaml", tmp_path / "new.yaml"
    new.write_text(NEW)
    config.write_text(f'{fault}operator:\n  update_key: "{KEY}"\n')
    assert "update_key" in refusal(new, config)[0].line
    config.write_text(f"{fault}  # operator: {{update_key: RWold}}\n")
    assert not refusal(new, config)


def test_a_look_at_the_config_that_fails_takes_nobody_its_key_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was taken for a box without a config, which takes any key."""
    config, new = tmp_path / "config.yaml", tmp_path / "new.yaml"
    config.write_text(f'operator: {{update_key: "{KEY}"}}\nscreen: {{driver: auto}}\n')
    new.write_text(NEW)
    real = os.stat

    def stat(path: object, *given: object, **named: object) -> object:
        if str(path) == str(config):
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        return real(path, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "stat", stat)
    monkeypatch.setattr(os, "lstat", stat)
    with pytest.raises(OSError, match="Input/output error"):
        refusal(new, config)
    assert main([str(new), str(config), "stick"]) == 1
    told = capsys.readouterr()
    assert told.out == "", "systemd/take-config waits for the next start"
    assert told.err == f"{config}: Input/output error\n"
    (tmp_path / NAME).write_text(NEW)
    with pytest.raises(TransferError) as refused:
        list(take_config(tmp_path / "data", tmp_path, config))
    assert (refused.value.trouble, refused.value.text) == ("disk", f"{config}: Input/output error")


@pytest.mark.parametrize("kind", ["link", "folder"])
def test_a_config_that_cannot_be_read_is_named_itself(kind: str, tmp_path: Path) -> None:
    """A link whose target was gone: the stick's file was said to change a key that neither of them had."""
    config, stick = tmp_path / "config.yaml", tmp_path / "stick"
    stick.mkdir()
    (stick / NAME).write_text(NEW)
    config.symlink_to("real.yaml") if kind == "link" else config.mkdir()
    with pytest.raises(TransferError, match=r"config\.yaml: [Nn]o ") as raised:
        list(take_config(tmp_path / "data", stick, config))
    assert raised.value.trouble == "disk"
    assert str(config) in raised.value.text


@pytest.mark.parametrize("kind", ["link", "folder", "pipe"])
def test_what_lies_in_the_place_of_a_settings_file_is_told(kind: str, tmp_path: Path) -> None:
    """The page said that there is none."""
    path = tmp_path / NAME
    match kind:
        case "link":
            (tmp_path / "good.yaml").write_text(NEW)
            path.symlink_to("good.yaml")
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
    with pytest.raises(TransferError, match="not a link" if kind == "link" else "a file, no folder") as raised:
        list(take_config(tmp_path / "data", tmp_path, None))
    assert raised.value.trouble == "config"


def test_a_full_disk_under_the_config_is_told_by_the_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was told by a file of the data directory, which is not there on a PC, and whose disk had room."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    stick, config = tmp_path / "stick", tmp_path / "c.yaml"
    stick.mkdir()
    (stick / NAME).write_text("defaults: {language: es}\n")
    config.write_text("defaults: {language: en}\n")
    monkeypatch.setattr("device.owner.config_file.replace_config", full)
    with pytest.raises(TransferError) as raised:
        list(take_config(tmp_path / "data", stick, config))
    assert str(raised.value).startswith(f"{config}: ")
