"""Digests; the library that makes them takes four megabytes, and is read when the first is wanted."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import _Hash


def sha256(content: bytes = b"") -> "_Hash":
    """Return the SHA-256 of what it is given, and of what it is updated with."""
    import hashlib

    return hashlib.sha256(content)


def sha512(content: bytes) -> bytes:
    """Return the SHA-512 of some bytes."""
    import hashlib

    return hashlib.sha512(content).digest()


def blake2b(content: bytes) -> bytes:
    """Return the BLAKE2b digest of 64 bytes of some bytes."""
    import hashlib

    return hashlib.blake2b(content).digest()
