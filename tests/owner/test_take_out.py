"""The owner's cards taken out of the box: all that is of a pack, nothing of another one, and never a half."""

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from device.app.open import open_store
from device.cards.examined import MAX_PACKS
from device.cards.library import PackLibrary
from device.files.assets import assets
from device.owner import staging, take_out
from device.owner.staging import OUT, STAGED
from device.owner.take_out import name_in
from device.owner.transfer import TransferError
from device.storage.store import Store
from tests.cards.test_own_packs import album, picture, words


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """Return a box with a list of its own."""
    words(tmp_path / "box/packs/other.yaml", id="other", title="Other")
    return tmp_path / "box"


def deck(path: Path, shots: str, numbers: range = range(20)) -> Path:
    """Write a pack file of pictures in a folder beside it, which are there."""
    cards = "".join(f"  - {{id: p{n}, file: '{shots}/shot {n:02}.png'}}\n" for n in numbers)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"id: {path.stem}\ntitle: {path.stem}\nlanguage: any\nkind: pictures\ncards:\n{cards}")
    return path


def take(box: Path, name: str) -> None:
    """Take out what was seen at a path within the packs."""
    seen = PackLibrary(assets(), [box / "packs"]).seen()
    (out,) = (each for each in seen if each.path == box / "packs" / name)
    take_out.take_out(box, Store(box), seen, out)


def lying(box: Path) -> set[str]:
    """Return all that lies in the box, but for its store."""
    found = (path for path in box.rglob("*") if not path.name.startswith("spytable.db"))
    return {str(path.relative_to(box)) for path in found if not path.is_dir() or path.is_symlink()}


def seen_in(box: Path) -> list[str]:
    return [name_in(box / "packs", each) for each in PackLibrary(assets(), [box / "packs"]).seen()]


def test_a_list_goes_alone(box: Path) -> None:
    words(box / "packs/lists/club.yaml")
    (box / "packs/lists/README.md").write_text("Ours")
    take(box, "lists/club.yaml")
    assert lying(box) == {"packs/other.yaml", "packs/lists/README.md"}


def test_an_album_goes_with_its_folder_and_all_that_is_of_no_other_pack(box: Path) -> None:
    folder = album(box / "packs/2024/Summer")
    for name in ("remarks.txt", "Thumbs.db", "IMG_1.HEIC", ".hidden/x.png"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(b"x")
    take(box, "2024/Summer")
    assert lying(box) == {"packs/other.yaml"}
    assert not (box / "packs/2024").exists()


@pytest.mark.parametrize("other", ["words.txt", "more/words.txt", "Winter", "club.yaml", "a.png/words.txt"])
def test_what_lies_in_an_album_and_is_another_pack_stays(other: str, box: Path) -> None:
    folder = album(box / "packs/Summer")
    if other == "Winter":
        album(folder / other)
    elif other.endswith(".yaml"):
        words(folder / other)
    else:
        (folder / other).parent.mkdir(exist_ok=True)
        (folder / other).write_text("\n".join(f"WORD{chr(65 + n)}{chr(65 + n)}" for n in range(26)))
    before = lying(box)
    take(box, "Summer")
    shots = {f"packs/Summer/shot {n:02}.png" for n in range(20)}
    assert shots < before and lying(box) == before - shots
    assert len(seen_in(box)) == 2


def test_a_few_pictures_below_an_album_stay_with_their_fault(box: Path) -> None:
    picture(album(box / "packs/Summer") / "more/one.png")
    take(box, "Summer")
    assert lying(box) == {"packs/other.yaml", "packs/Summer/more/one.png"}


def test_of_more_packs_than_are_looked_at_none_goes_unseen(box: Path) -> None:
    """A folder with others in it that nobody looked at would go whole."""
    folder = album(box / "packs/Summer")
    for n in range(MAX_PACKS - 2):
        words(box / f"packs/{n:03}.yaml", id=f"own{n}")
    words_beside = folder / "words.txt"
    words_beside.write_text("\n".join(f"WORD{chr(65 + n)}{chr(65 + n)}" for n in range(26)))
    take(box, "Summer")
    assert words_beside.exists() and not [*folder.glob("*.png")]


@pytest.mark.parametrize("path", ["club.yaml", "Club/club.yaml"])
def test_a_pack_file_goes_with_the_pictures_of_its_cards(path: str, box: Path) -> None:
    file = deck(box / "packs" / path, "pictures")
    album(file.parent / "pictures")
    (file.parent / "pictures/Thumbs.db").write_bytes(b"x")
    take(box, path)
    assert lying(box) == {"packs/other.yaml"}
    assert {each.name for each in (box / "packs").iterdir()} == {"other.yaml"}


def test_a_pack_file_among_its_pictures_goes_with_their_folder(box: Path) -> None:
    album(box / "packs/Club")
    deck(box / "packs/Club/club.yaml", ".")
    take(box, "Club/club.yaml")
    assert lying(box) == {"packs/other.yaml"}


def test_pictures_that_no_card_of_a_pack_shows_stay(box: Path) -> None:
    """Of an owner's sixty photographs a file of the twenty best would have taken all."""
    album(box / "packs/Summer", 45)
    deck(box / "packs/best.yaml", "Summer")
    take(box, "best.yaml")
    assert lying(box) == {"packs/other.yaml", *(f"packs/Summer/shot {n:02}.png" for n in range(20, 45))}
    assert seen_in(box) == ["Other", "Summer"]


def test_pictures_that_another_pack_shows_too_stay(box: Path) -> None:
    album(box / "packs/pictures", 30)
    deck(box / "packs/one.yaml", "pictures", range(20))
    deck(box / "packs/two.yaml", "pictures", range(10, 30))
    take(box, "one.yaml")
    assert seen_in(box) == ["Other", "two"]
    assert not (box / "packs/pictures/shot 09.png").exists()


@pytest.mark.parametrize("where", ["", "Club/", "Club/pics/"])
@pytest.mark.parametrize("fault", ["kind: pictures -> knd: pictures", "id: p11 -> id: ''", "cards -> cards: ["])
def test_pictures_that_a_pack_file_with_a_fault_may_name_stay(fault: str, where: str, box: Path) -> None:
    """A mistyped field in a file of twenty-two: with another file of twenty of them they were gone."""
    album(box / "packs/Club/pics", 22)
    bad = deck(box / f"packs/{where}bad.yaml", os.path.relpath("Club/pics", where or "."), range(22))
    bad.write_text(bad.read_text().replace(*fault.split(" -> ")))
    deck(box / "packs/Club/good.yaml", "pics")
    before = lying(box)
    take(box, "Club/good.yaml")
    assert lying(box) == before - {"packs/Club/good.yaml"}


@pytest.mark.parametrize("other", ["bad.txt", "Club/more/bad.yaml", "words.yaml"])
def test_pictures_that_what_has_a_fault_cannot_name_go(other: str, box: Path) -> None:
    album(deck(box / "packs/Club/club.yaml", "pictures").parent / "pictures")
    path = words(box / "packs" / other)
    path.write_text(path.read_text().replace("WORDA", "…") if other == "words.yaml" else "id: [")
    take(box, "Club/club.yaml")
    assert lying(box) == {"packs/other.yaml", f"packs/{other}"}


def test_pictures_beside_pack_files_go_with_their_own(box: Path) -> None:
    album(box / "packs", 20)
    deck(box / "packs/club.yaml", ".")
    take(box, "club.yaml")
    assert lying(box) == {"packs/other.yaml"}


def written(text: str) -> Callable[[Path], object]:
    def write(path: Path) -> None:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    return write


FAULTY: dict[str, Callable[[Path], object]] = {
    "bad.yaml": written("id: ["),
    "short.txt": written("apple\npear"),
    "club/words.docx": written("x"),
    "loose.png": picture,
    "few": lambda path: album(path, 3),
    "spoilt": lambda path: (album(path) / "shot 01.png").write_bytes(b"x"),
    "many": lambda path: [shutil.copy(picture(path / "a.png"), path / f"{n}.png") for n in range(501)],
    "gone.txt": lambda path: path.symlink_to("/nowhere"),
    "phone/IMG_1.HEIC": written("x"),
    "other.json": lambda path: words(path.with_suffix(".yml"), id="other").rename(path),
}


@pytest.mark.parametrize("name", FAULTY)
def test_what_has_a_fault_goes_as_well(name: str, box: Path) -> None:
    if name in ("loose.png",):  # told where no pack file lies beside it
        (box / "packs/other.yaml").unlink()
    before = lying(box)
    FAULTY[name](box / "packs" / name)
    assert PackLibrary(assets(), [box / "packs"]).seen()
    take(box, name)
    assert lying(box) == before


def test_pictures_of_other_kinds_go_and_leave_the_album_they_lie_in(box: Path) -> None:
    folder = album(box / "packs/Summer")
    for n in range(4):
        (folder / f"IMG_{n}.HEIC").write_bytes(b"x")
    assert seen_in(box) == ["Other", "Summer", "IMG_0.HEIC, IMG_1.HEIC (+ 2)"]
    take(box, "Summer/IMG_0.HEIC")
    assert (seen_in(box), len(lying(box))) == (["Other", "Summer"], 21)


def test_what_fills_all_of_a_folder_or_lies_elsewhere_cannot_be_taken_out(box: Path, tmp_path: Path) -> None:
    packs = tmp_path / "stick/packs"
    album(packs / "Summer")
    for n in range(MAX_PACKS + 1):
        words(box / f"packs/{n:03}.yaml", id=f"own{n}", title=f"Own {n}")
    seen = PackLibrary(assets(), [box / "packs", packs]).seen()
    without = [each.path for each in seen if not name_in(box / "packs", each)]
    assert without == [box / "packs", packs / "Summer"]


def test_a_link_goes_and_not_what_it_leads_to(box: Path, tmp_path: Path) -> None:
    folder = album(tmp_path / "Summer")
    (box / "packs/Summer").symlink_to(folder)
    take(box, "Summer")
    assert lying(box) == {"packs/other.yaml"}
    assert len([*folder.iterdir()]) == 20


def test_pictures_behind_a_link_stay(box: Path) -> None:
    album(box / "packs/Club/shots")
    (box / "packs/Club/pictures").symlink_to("shots")
    deck(box / "packs/Club/club.yaml", "pictures")
    before = lying(box)
    take(box, "Club/club.yaml")
    assert lying(box) == before - {"packs/Club/club.yaml"}


def test_nothing_is_taken_through_a_link_that_came_in_the_way(box: Path, tmp_path: Path) -> None:
    words(box / "packs/club/mine.yaml")
    seen = PackLibrary(assets(), [box / "packs"]).seen()
    (out,) = (each for each in seen if each.path.name == "mine.yaml")
    (box / "packs/club").rename(tmp_path / "elsewhere")
    (box / "packs/club").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(TransferError, match="not a link"):
        take_out.take_out(box, Store(box), seen, out)
    assert (tmp_path / "elsewhere/mine.yaml").exists()


# A disk that fails, and power that goes


def an_album(box: Path) -> str:
    (album(box / "packs/2024/Summer") / "Thumbs.db").write_bytes(b"x")
    return "2024/Summer"


def a_pack_with_pictures(box: Path) -> str:
    album(deck(box / "packs/Club/club.yaml", "pictures").parent / "pictures", 25)
    return "Club/club.yaml"


def an_album_around_another(box: Path) -> str:
    words(album(box / "packs/Summer") / "words.yaml", id="beside", title="Beside")
    return "Summer"


def a_list(box: Path) -> str:
    words(box / "packs/club.yaml", id="club")
    return "club.yaml"


STEPS = ((Path, "rename"), (Path, "mkdir"), (staging, "sync"), (take_out, "sync"), (os, "unlink"), (os, "rmdir"))
"""All that changes anything on the disk; in the last two `rmtree` ends."""


class Cut(BaseException):
    """The power goes."""


def failing_at(step: int, error: Callable[[], BaseException], after: bool, ever: bool) -> Iterator[None]:
    """Have a step of all that change the disk fail, before it is done or `after`; all later ones too, if `ever`."""
    done = 0
    with pytest.MonkeyPatch.context() as patch:

        def wrap(real: Callable[..., Any]) -> Callable[..., Any]:
            def call(*given: Any, **named: Any) -> Any:
                nonlocal done
                done += 1
                if done == step or (ever and done > step):
                    if after and done == step:
                        real(*given, **named)
                    raise error()
                return real(*given, **named)

            return call

        for place, name in STEPS:
            patch.setattr(place, name, wrap(getattr(place, name)))
        yield
    if done < step:
        raise EOFError


def every_step(
    box: Path, what: Callable[[Path], str], error: Callable[[], BaseException], **how: bool
) -> Iterator[int]:
    """Take the same thing out again and again, each time with the next step failing."""
    name, kept = what(box), box.with_name("kept")
    store = Store(box)
    shutil.copytree(box / "packs", kept)
    seen = PackLibrary(assets(), [box / "packs"]).seen()
    (out,) = (each for each in seen if each.path == box / "packs" / name)
    for step in count(1):
        try:
            for _ in failing_at(step, error, **how):
                with suppress(Cut, TransferError):
                    take_out.take_out(box, store, seen, out)
        except EOFError:
            assert step > 3
            return
        yield step
        for path in (box / "packs", box / STAGED, box / OUT):
            staging.remove(path)
        shutil.copytree(kept, box / "packs")


GOES = {
    an_album: {"2024/Summer/Thumbs.db", *(f"2024/Summer/shot {n:02}.png" for n in range(20))},
    a_pack_with_pictures: {"Club/club.yaml", *(f"Club/pictures/shot {n:02}.png" for n in range(20))},
    an_album_around_another: {f"Summer/shot {n:02}.png" for n in range(20)},
    a_list: {"club.yaml"},
}


def whole_or_gone(box: Path, what: Callable[[Path], str]) -> str:
    """Return whether all of what was taken out is there or none of it; the rest is."""
    whole = {path.replace("kept/", "packs/") for path in lying(box.parent) if path.startswith("kept/")}
    left = whole - {f"packs/{path}" for path in GOES[what]}
    assert left < whole
    return {frozenset(whole): "whole", frozenset(left): "gone"}.get(frozenset(lying(box)), "a part")


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("what", GOES)
def test_a_power_cut_leaves_all_of_it_or_nothing(what: Callable[[Path], str], after: bool, box: Path) -> None:
    ends = []
    for _ in every_step(box, what, Cut, after=after, ever=True):
        open_store(box, Store)[0].close()
        ends.append(whole_or_gone(box, what))
    assert sorted(ends, reverse=True) == ends, "it stays gone once it is"
    assert {"gone"} <= {*ends} <= {"whole", "gone"}
    assert after or ends[0] == "whole"


def full() -> OSError:
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("ever", [False, True], ids=["for a moment", "for good"])
@pytest.mark.parametrize("what", GOES)
def test_a_disk_that_fails_at_a_step_leaves_all_of_it_or_nothing(
    what: Callable[[Path], str], ever: bool, box: Path
) -> None:
    ends = []
    for _ in every_step(box, what, full, after=False, ever=ever):
        open_store(box, Store)[0].close()
        ends.append(whole_or_gone(box, what))
    assert {*ends} == {"whole", "gone"}


@pytest.mark.parametrize("what", [an_album, a_list])
def test_a_full_card_lets_go_of_what_fills_it(
    what: Callable[[Path], str], box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = what(box)
    store = Store(box)
    seen = PackLibrary(assets(), [box / "packs"]).seen()
    (out,) = (each for each in seen if each.path == box / "packs" / name)

    def no_room(*_: object, **__: object) -> None:
        raise full()

    for opening in ("mkdir", "open", "touch"):
        monkeypatch.setattr(Path, opening, no_room)
    take_out.take_out(box, store, seen, out)
    assert lying(box) == {"packs/other.yaml"}


def test_a_folder_that_cannot_be_removed_stays_whole(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would have been moved away, half removed, and in the way of every import from then on."""
    name = an_album(box)
    before = lying(box)
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    with pytest.raises(TransferError, match="Permission denied"):
        take(box, name)
    assert lying(box) == before


def test_what_came_since_a_power_cut_is_not_pushed_out_by_what_is_put_back(box: Path) -> None:
    words(box / "packs/club/mine.yaml", title="New")
    words(box / OUT / "club/mine.yaml", title="Old")
    words(box / OUT / "club/deep/two.yaml", id="two", title="Two")
    (box / OUT / "club/link").symlink_to("/nowhere")
    open_store(box, Store)[0].close()
    assert lying(box) == {"packs/other.yaml", "packs/club/mine.yaml", "packs/club/deep/two.yaml", "packs/club/link"}
    assert "New" in (box / "packs/club/mine.yaml").read_text()
