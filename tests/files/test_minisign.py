"""Signatures: the standard's own examples, minisign's own files, and everything spoilt."""

import pytest

from device.files.minisign import is_key, is_signed, verified
from tests.owner.updates import Signer

# RFC 8032, 7.1: public key, message, signature.
EXAMPLES = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe2465"
        "5141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb0"
        "0d291612bb0c00",
    ),
]
KEY = "RWSKAgTvkKISxOSSqLzhcJtsfRPrE8SPZ+X55iI2V+23jutiiC+EJYSf"
CONTENT = b'{"a": 1}\n'
MADE_BY_MINISIGN = """untrusted comment: signature from minisign secret key
RUSKAgTvkKISxJxvALOqjXUQlUadIEZRmxpOB0NLGcFDyUf4whK0gvHJR+atbj2Z9Yzlt1yl/UwmRk2C1oU7VBTsf9Ci51jvLw0=
trusted comment: hello
p9582HNMU0aOOpS7zUe9+TW0NRVim8R8Hk7/xxcC8lam+tvqA3a/lP6hiFAgPPdLdex/9PwyvStwHdJ1MDKuDw==
"""


@pytest.mark.parametrize(("key", "message", "signature"), EXAMPLES)
def test_the_standards_examples(key: str, message: str, signature: str) -> None:
    public, text, made = (bytes.fromhex(each) for each in (key, message, signature))
    assert verified(public, text, made)
    assert not verified(public, text + b"x", made)
    for place in (0, 31, 32, 63):
        spoilt = bytearray(made)
        spoilt[place] ^= 1
        assert not verified(public, text, bytes(spoilt))


def test_a_second_form_of_a_good_signature_is_none() -> None:
    """S + L is the same number in the group: it would let anyone make another signature of it."""
    key, _, signature = (bytes.fromhex(each) for each in EXAMPLES[0])
    order = 2**252 + 27742317777372353535851937790883648493
    other = (int.from_bytes(signature[32:], "little") + order).to_bytes(32, "little")
    assert not verified(key, b"", signature[:32] + other)


def test_what_minisign_signed_is_signed() -> None:
    assert is_key(KEY)
    assert is_signed(CONTENT, MADE_BY_MINISIGN, KEY)


@pytest.mark.parametrize(
    ("content", "signature", "key"),
    [
        (CONTENT + b" ", MADE_BY_MINISIGN, KEY),
        (CONTENT, MADE_BY_MINISIGN.replace("hello", "hullo"), KEY),
        (CONTENT, MADE_BY_MINISIGN.replace("Qw0=", "Qw1="), Signer().key),
        (CONTENT, MADE_BY_MINISIGN, Signer().key),
        (CONTENT, "", KEY),
        (CONTENT, "a\nb\nc\nd\n", KEY),
        (CONTENT, MADE_BY_MINISIGN, ""),
        (CONTENT, "\n".join(MADE_BY_MINISIGN.splitlines()[:2]), KEY),
    ],
)
def test_anything_else_is_not(content: bytes, signature: str, key: str) -> None:
    assert not is_signed(content, signature, key)


@pytest.mark.parametrize("key", ["", "RW", "ü", KEY[:-4], KEY + "AAAA", MADE_BY_MINISIGN])
def test_what_is_no_key(key: str) -> None:
    assert not is_key(key)
