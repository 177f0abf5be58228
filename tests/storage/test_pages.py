"""A spoilt page, whichever it is: the box plays on, and a file it cannot read is kept."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from device.game.session import Session
from device.game.statistics import statistics
from device.storage.store import FILE, Store, StoreError
from tests.storage.test_store import filled, works

PAGE = 4096
Spoil = Callable[[bytes, int], bytes]


def _flipped(content: bytes, page: int) -> bytes:
    start, end = page * PAGE, (page + 1) * PAGE
    return content[:start] + bytes(byte ^ 0xFF for byte in content[start:end]) + content[end:]


def _head_flipped(content: bytes, page: int) -> bytes:
    place = page * PAGE
    return content[:place] + bytes([content[place] ^ 0x01]) + content[place + 1 :]


def _zeroed(content: bytes, page: int) -> bytes:
    return content[: page * PAGE] + bytes(PAGE) + content[(page + 1) * PAGE :]


def _cut(content: bytes, page: int) -> bytes:
    return content[: page * PAGE]


def _torn(content: bytes, page: int) -> bytes:
    return content[: page * PAGE + PAGE // 2]


@pytest.mark.parametrize("spoil", [_flipped, _head_flipped, _zeroed, _cut, _torn], ids=lambda spoil: spoil.__name__)
def test_whichever_page_is_spoilt_the_box_plays_on_and_the_file_is_kept(tmp_path: Path, spoil: Spoil) -> None:
    content = filled(tmp_path / "good").read_bytes()
    with closing(sqlite3.connect(tmp_path / "good" / FILE)) as file:
        assert file.execute("PRAGMA page_size").fetchone() == (PAGE,)
    aside = 0
    for page in range(len(content) // PAGE):
        directory = tmp_path / str(page)
        directory.mkdir()
        spoilt = spoil(content, page)
        (directory / FILE).write_bytes(spoilt)
        store = Store(directory)
        if store.moved_aside:
            aside += 1
            assert store.moved_aside.read_bytes() == spoilt
        session = Session(store)
        with suppress(StoreError):
            session.resume()
        statistics(store.results())
        assert works(store)
        store.close()
    assert aside
