"""Verification of Ed25519 signatures (RFC 8032 §5.1.7), which Python's library does not have.

Key, message and signature are public, so that nothing here needs to take a constant time. It
verifies and nothing else: with a secret it would be unsafe. One signature takes milliseconds.
"""

from __future__ import annotations

import hashlib
from typing import Optional

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)

# Extended coordinates (X, Y, Z, T): x = X/Z, y = Y/Z, x*y = T/Z.
_Point = tuple[int, int, int, int]
_NEUTRAL: _Point = (0, 1, 1, 0)


def _sum(a: _Point, b: _Point) -> _Point:
    """Complete for this curve: it doubles as well (RFC 8032 §5.1.4)."""
    one = (a[1] - a[0]) * (b[1] - b[0]) % _P
    two = (a[1] + a[0]) * (b[1] + b[0]) % _P
    three = 2 * a[3] * b[3] * _D % _P
    four = 2 * a[2] * b[2] % _P
    e, f, g, h = two - one, four - three, four + three, two + one
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _decoded(text: bytes) -> Optional[_Point]:
    """None for what is no point, and for a second encoding of one."""
    number = int.from_bytes(text, "little")
    y, is_odd = number & (2**255 - 1), number >> 255
    if y >= _P:
        return None
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * v**3 * pow(u * v**7, (_P - 5) // 8, _P) % _P
    if (v * x * x - u) % _P != 0:
        x = x * _ROOT_OF_MINUS_ONE % _P
        if (v * x * x - u) % _P != 0:
            return None
    if x == 0 and is_odd:
        return None
    x = _P - x if x & 1 != is_odd else x
    return x, y, 1, x * y % _P


def _encoded(point: _Point) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


_BASE = _decoded((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))


def is_signed(key: bytes, content: bytes, signature: bytes) -> bool:
    """Whether the signature of 64 bytes over the content is by the key of 32 bytes."""
    point, scalar = _decoded(key), int.from_bytes(signature[32:], "little")
    if point is None or _BASE is None or len(signature) != 64 or scalar >= _ORDER:
        return False
    hashed = hashlib.sha512(signature[:32] + key + content).digest()
    challenge = int.from_bytes(hashed, "little") % _ORDER
    # scalar * base - challenge * key, both at once from the highest bit on.
    negative = (_P - point[0], point[1], 1, _P - point[3])
    terms = (_NEUTRAL, _BASE, negative, _sum(_BASE, negative))
    found = _NEUTRAL
    for bit in range(max(scalar.bit_length(), challenge.bit_length()) - 1, -1, -1):
        found = _sum(found, found)
        found = _sum(found, terms[(scalar >> bit & 1) + 2 * (challenge >> bit & 1)])
    return _encoded(found) == signature[:32]
