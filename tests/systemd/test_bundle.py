"""What systemd/bundle makes is what a box takes."""

import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from device.owner.update_file import UpdateError, Wanted, opened

SYSTEMD = Path(__file__).parents[2] / "systemd"


@pytest.fixture
def bundle(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program as a module, with a wheel it need not build."""
    monkeypatch.syspath_prepend(str(SYSTEMD))
    loader = importlib.machinery.SourceFileLoader("bundle", str(SYSTEMD / "bundle"))
    spec = importlib.util.spec_from_loader("bundle", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)

    def gather(folder: Path, machine: str, pythons: list[str], own: Path | None) -> str:
        (folder / "spytable-9.0-py3-none-any.whl").write_bytes(b"wheel")
        return ""

    monkeypatch.setattr(module, "gather", gather)
    return module


def test_a_bundle_is_taken_by_the_boxes_it_is_for(
    bundle: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["bundle", "--out", str(tmp_path)])
    assert bundle.main() == 0
    path = tmp_path / "spytable-9.0.update"
    for python in ("3.11", "3.13"):
        with opened(path, Wanted("0.1.0", machine="aarch64", python=python)) as update:
            assert update.version == "9.0"
            for _ in update.unpack(tmp_path / python):
                pass
        installed = {str(file.relative_to(tmp_path / python)) for file in (tmp_path / python).rglob("*")}
        units = {path.name for path in SYSTEMD.glob("spytable*")}
        assert {f"systemd/{unit}" for unit in units} <= installed
        assert {"systemd/install", "systemd/versions", "systemd/take-config", "systemd/usb-stick"} <= installed
        assert "wheels/spytable-9.0-py3-none-any.whl" in installed
    with pytest.raises(UpdateError), opened(path, Wanted("0.1.0", machine="x86_64", python="3.11")):
        pass


def test_the_same_content_makes_the_same_file(
    bundle: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    for name in ("one", "two"):
        monkeypatch.setattr(sys, "argv", ["bundle", "--out", str(tmp_path / name)])
        assert bundle.main() == 0
        made.append((tmp_path / name / "spytable-9.0.update").read_bytes())
    assert made[0] == made[1]


def test_what_is_not_to_be_had_is_told(
    bundle: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bundle, "gather", lambda *_: "no such wheel")
    monkeypatch.setattr(sys, "argv", ["bundle", "--out", str(tmp_path)])
    assert bundle.main() == 1
    assert capsys.readouterr().err == "bundle: no such wheel\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "fault", ["no minisign", "a file in the folder's place", "no wheels", "another program", "no room", "interrupted"]
)
def test_whatever_goes_wrong_is_one_line_and_leaves_nothing(
    fault: str,
    bundle: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """They were tracebacks; a folder of wheels that was none was passed over without a word."""
    out, more = tmp_path / "out", list[str]()
    if fault == "no minisign":
        monkeypatch.setenv("PATH", str(tmp_path))
        more = ["--sign", "key"]
    elif fault == "a file in the folder's place":
        out.write_text("")
    elif fault == "another program":
        (tmp_path / "own").mkdir()
        (tmp_path / "own/spytable-8.0-py3-none-any.whl").touch()
        more = ["--wheels", str(tmp_path / "own")]
    elif fault == "no wheels":
        more = ["--wheels", str(tmp_path / "none")]
    else:
        error = OSError(28, "No space left on device") if fault == "no room" else KeyboardInterrupt()

        def fail(*_: object) -> None:
            raise error

        monkeypatch.setattr(bundle.zipfile.ZipFile, "writestr", fail)
    monkeypatch.setattr(sys, "argv", ["bundle", "--out", str(out), *more])
    assert bundle.main() == 1
    told = capsys.readouterr().err
    assert told.startswith("bundle: ") and told.count("\n") == 1
    assert "Errno" not in told
    assert fault != "a file in the folder's place" or told == f"bundle: {out}: no folder\n"
    assert not out.is_dir() or not list(out.iterdir())
