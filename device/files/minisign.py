"""Signatures as minisign makes them: Ed25519 (RFC 8032) over a BLAKE2b digest; only verified here."""

import base64
import binascii

from device.files.digest import blake2b, sha512

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)
_KEY_BYTES, _SIGNATURE_BYTES = 2 + 8 + 32, 2 + 8 + 64

_Point = tuple[int, int, int, int]
"""Extended coordinates X, Y, Z, T: x = X/Z, y = Y/Z, xy = T/Z."""


def is_key(text: str) -> bool:
    """Tell whether a text is a public key: the second line of minisign's `.pub` file."""
    return _decoded(text, _KEY_BYTES)[:2] == b"Ed"


def is_signed(content: bytes, signature: str, key: str) -> bool:
    """Tell whether this signature of this content, the text of a `.minisig` file, was made with this key."""
    lines = signature.splitlines()
    if len(lines) < 4 or not is_key(key) or not lines[2].startswith("trusted comment: "):
        return False
    public = _decoded(key, _KEY_BYTES)
    made, whole = _decoded(lines[1], _SIGNATURE_BYTES), _decoded(lines[3], 64)
    if made[:2] != b"ED" or made[2:10] != public[2:10]:
        return False
    comment = lines[2].removeprefix("trusted comment: ").encode()
    return verified(public[10:], blake2b(content), made[10:]) and verified(public[10:], made[10:] + comment, whole)


def _decoded(text: str, length: int) -> bytes:
    """Return the bytes of a base64 text of a given length; none where it is no such text."""
    try:
        found = base64.b64decode(text.strip(), validate=True)
    except (binascii.Error, ValueError):
        return b""
    return found if len(found) == length else b""


def verified(key: bytes, message: bytes, signature: bytes) -> bool:
    """Verify a plain Ed25519 signature."""
    if len(key) != 32 or len(signature) != 64:
        return False
    public, point, scalar = _point(key), _point(signature[:32]), int.from_bytes(signature[32:], "little")
    if public is None or point is None or scalar >= _L:
        return False
    digest = sha512(signature[:32] + key + message)
    challenge = int.from_bytes(digest, "little") % _L
    return _same(_times(scalar, BASE), _sum(point, _times(challenge, public)))


def _point(encoded: bytes) -> _Point | None:
    """Return the point these bytes stand for, if they stand for one."""
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    x = _P - x if x & 1 != sign else x
    return x, y, 1, x * y % _P


def _sum(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(scalar: int, point: _Point) -> _Point:
    found: _Point = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            found = _sum(found, point)
        point, scalar = _sum(point, point), scalar >> 1
    return found


def _same(one: _Point, other: _Point) -> bool:
    return not ((one[0] * other[2] - other[0] * one[2]) % _P or (one[1] * other[2] - other[1] * one[2]) % _P)


_BASE = _point((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))
assert _BASE is not None
BASE: _Point = _BASE
"""The curve's base point."""
