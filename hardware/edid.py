"""How large a screen says it is: the size in its EDID. Pure."""

HEADER = bytes.fromhex("00ffffffffffff00")
MIN_MM, MAX_MM = 50, 1000


def size_mm(edid: bytes) -> tuple[float, float] | None:
    """Read width and height in mm from an EDID, longer side first; None where it tells none, or a picture's shape.

    The size of the first detailed timing is exact to the millimetre, that of the header to the centimetre; some
    screens leave either out, or name their shape (16 × 9) instead.
    """
    if len(edid) < 128 or edid[:8] != HEADER or sum(edid[:128]) % 256:
        return None
    first = edid[54:72]
    exact = (first[12] | (first[14] & 0xF0) << 4, first[13] | (first[14] & 0x0F) << 8)
    timed = first[0] or first[1]
    for wide, high in (exact if timed else (0, 0), (edid[21] * 10, edid[22] * 10)):
        if min(wide, high) >= MIN_MM and max(wide, high) <= MAX_MM and (wide, high) != (160, 90):
            return float(max(wide, high)), float(min(wide, high))
    return None
