"""A sound file of every format, and what spoils it."""

import random

CARDS = ", ".join(f"WORD{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXY")
DEAL = f"""game: duet
options: {{tokens: 9}}
cards: [{CARDS}]
key: {{a: AAAAAAAAAKKK............., b: AAAK.....AK.AAAAAK.......}}
"""
SCENARIO = f"{DEAL}moves:\n  - {{clue: {{side: a, word: sea, number: 2}}}}\n  - {{guess: {{side: b, card: WORDA}}}}\n"
CONFIG = """screen: {driver: simulated, size_mm: [154, 86], rotate: 0, seats: opposite}
touch: {confirm: hold, hold_seconds: 0.6}
leds: {brightness: 0.4, max_milliamps: 900, palette: standard}
buttons: {a: {driver: gpio, pin: 17, pull: up, lamp: 27}, b: {driver: gpio, pin: 22, lamp: 23}}
sound: {driver: none, volume: 0.5}
operator: {pin: "1234", usb: /media/spytable}
"""
PACK = "id: club\ntitle: Our club\nlanguage: en\nkind: words\ncards:\n" + "".join(
    f"  - {{word: WORD{letter}, parts: [WORD]}}\n" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)
SCRIPT = "- {screenshot: home}\n- {tap: new_game}\n- {wait: 0.2}\n- {dump: new}\n- {press: [a, b], seconds: 0.2}\n"
SAMPLES: dict[tuple[str, ...], bytes] = {
    ("config", "check", "FILE"): CONFIG.encode(),
    ("packs", "check", "FILE"): PACK.encode(),
    ("replay", "FILE"): SCENARIO.encode(),
    ("think", "FILE", "--side", "a", "--lang", "en"): SCENARIO.encode(),
    ("drive", "FILE", "--out", "OUT", "--size", "800x480"): SCRIPT.encode(),
}
"""The words of a command that reads a format, and a sound file of it."""

NASTY = [
    *("\u200b", "\u00ad", "\ufeff", "\u202e", "\u2066", "\0", "\x1b[2J", "\ud800", "é", "ł", "🂡"),
    *("!!bool x", '!!int ""', '!!float ""', "!!timestamp x", "!!python/object:os.system x", "59:59:59:59:59:59"),
    *(
        "9" * 6000,
        "A" * 24000,
        "[" * 500,
        "{" * 500,
        "&a [*a]",
        "*nobody",
        "? [a]",
        "<<: 1",
        "no",
        "~",
        ".inf",
        "1e999",
    ),
    *("-1", "true", "null", "''", "{}", "[]", "---", "...", "#", "%YAML 9.9", "\t", "\r", "|", ">"),
]
"""What has broken things before, and what may."""


def spoilt(content: bytes, rng: random.Random) -> bytes:
    """Return a file with some bytes changed, cut, doubled, or with something nasty put in."""
    spoiled = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(spoiled) + 1)
        match rng.randrange(6):
            case 0 if spoiled:
                spoiled[at % len(spoiled)] = rng.randrange(256)
            case 1:
                del spoiled[at : at + rng.randrange(1, 40)]
            case 2:
                spoiled[at:at] = spoiled[at : at + rng.randrange(1, 200)]
            case 3:
                del spoiled[at:]
            case 4:
                words = spoiled.decode("utf-8", "replace").split(" ")
                words[rng.randrange(len(words))] = rng.choice(NASTY)
                spoiled = bytearray(" ".join(words).encode("utf-8", "surrogatepass"))
            case _:
                spoiled[at:at] = rng.choice(NASTY).encode("utf-8", "surrogatepass")
    return bytes(spoiled)
