"""Update files to try things on, and signatures of them."""

import base64
import hashlib
import json
import platform
import sys
import zipfile
from pathlib import Path

from device.files import minisign

ORDER = 2**252 + 27742317777372353535851937790883648493
KEY_ID = b"spytable"
PYTHON = f"{sys.version_info[0]}.{sys.version_info[1]}"
CONTENT = {"systemd/install": b"#!/bin/bash\nexit 0\n", "wheels/spytable-9.0-py3-none-any.whl": b"x" * 3000}


def _encoded(point: tuple[int, int, int, int]) -> bytes:
    p = 2**255 - 19
    inverse = pow(point[2], p - 2, p)
    x, y = point[0] * inverse % p, point[1] * inverse % p
    return (y | (x & 1) << 255).to_bytes(32, "little")


class Signer:
    """An owner with a key."""

    def __init__(self, seed: bytes = b"owner") -> None:
        digest = hashlib.sha512(hashlib.sha256(seed).digest()).digest()
        self._scalar = int.from_bytes(digest[:32], "little") & ~7 & ~(1 << 255) | 1 << 254
        self._prefix = digest[32:]
        self.public = _encoded(minisign._times(self._scalar, minisign.BASE))
        self.key = base64.b64encode(b"Ed" + KEY_ID + self.public).decode()

    def sign(self, message: bytes) -> bytes:
        """Return the plain signature of a message."""
        nonce = int.from_bytes(hashlib.sha512(self._prefix + message).digest(), "little") % ORDER
        point = _encoded(minisign._times(nonce, minisign.BASE))
        challenge = int.from_bytes(hashlib.sha512(point + self.public + message).digest(), "little") % ORDER
        return point + ((nonce + challenge * self._scalar) % ORDER).to_bytes(32, "little")

    def minisig(self, content: bytes, comment: str = "an update") -> str:
        """Return what minisign writes for a content."""
        made = self.sign(hashlib.blake2b(content).digest())
        whole = self.sign(made + comment.encode())
        lines = ("untrusted comment: x", base64.b64encode(b"ED" + KEY_ID + made).decode())
        return "\n".join((*lines, f"trusted comment: {comment}", base64.b64encode(whole).decode(), ""))


def make_update(
    folder: Path,
    version: str = "9.0",
    signer: Signer | None = None,
    content: dict[str, bytes] | None = None,
    **other: object,
) -> Path:
    """Make an update of a version; `other` stands in its manifest."""
    folder.mkdir(exist_ok=True)
    content = CONTENT if content is None else content
    digests = {name: hashlib.sha256(text).hexdigest() for name, text in content.items()}
    manifest = {"format": 1, "name": "spytable", "version": version, "machines": [platform.machine()]}
    text = json.dumps({**manifest, "pythons": [PYTHON], "sha256": digests, **other}).encode()
    path = folder / f"spytable-{version}.update"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("manifest.json", text)
        if signer:
            archive.writestr("manifest.json.minisig", signer.minisig(text))
        for name, each in content.items():
            archive.writestr(name, each)
    return path


def with_size_spoilt(path: Path) -> Path:
    """Have the list of a zip say that its last member is larger than the whole file."""
    content = bytearray(path.read_bytes())
    at = content.rfind(b"PK\1\2")
    content[at + 20 : at + 28] = (len(content) * 2).to_bytes(4, "little") * 2
    path.write_bytes(content)
    return path


def with_offset_spoilt(path: Path) -> Path:
    """Flip the bit of a zip that has all its members begin before its own beginning."""
    content = bytearray(path.read_bytes())
    content[content.rfind(b"PK\5\6") + 18] ^= 0x40
    path.write_bytes(content)
    return path
