"""The public keys of an account, which verify its webhooks without a secret."""

from __future__ import annotations

import base64
import http.client
import re
import threading
import time
from collections.abc import Callable
from typing import Any, Optional
from urllib.parse import urlsplit

from ._errors import NoResponse
from ._http import Request, TooLarge, attempt
from ._tokens import json_of

MAX_AGE_SECONDS = 60 * 60.0
"""A key that was revoked is believed for this long at most."""

MIN_INTERVAL_SECONDS = 60.0
"""Forged requests make the set be read no more often than this."""

READ_LIMIT_SECONDS = 5.0
"""A delivery is given up after ten seconds, so there is no time for a second attempt."""

MAX_TRIED = 8
"""The service sends two signatures and publishes two keys at most; the rest is not tried."""


def points_of(key_set: Any) -> list[bytes]:
    """The Ed25519 keys (RFC 8037) of a JSON Web Key Set.

    :raises ValueError: there is none in it
    """
    keys = key_set.get("keys") if isinstance(key_set, dict) else None
    points = [
        base64.urlsafe_b64decode(f"{key['x']}=")
        for key in (keys if isinstance(keys, list) else [])
        if isinstance(key, dict)
        and (key.get("kty"), key.get("crv")) == ("OKP", "Ed25519")
        and re.fullmatch("[A-Za-z0-9_-]{43}", str(key.get("x")))
    ]
    if not points:
        raise ValueError("The keys are no set of Ed25519 keys (RFC 8037).")
    return points[:MAX_TRIED]


class WebhookKeys:
    """The public keys of your account, for ``verify_webhook_by_keys``. Make it once: it keeps what
    it has read, and reads again after an hour, or when no key verifies a signature.

    :param address: ``…/webhooks/<seller_id>/jwks.json``; from your configuration, never from a
        request
    :raises ValueError: the address is none
    """

    def __init__(self, address: str, *, _now: Callable[[], float] = time.monotonic) -> None:
        if not re.fullmatch("(?i)https?://[!-~]+", address) or not urlsplit(address).hostname:
            raise ValueError("The address is not http or https.")
        self._address = address
        self._now = _now
        self._lock = threading.Lock()
        self._points: Optional[list[bytes]] = None
        self._read_at = self._failed_at = float("-inf")

    def current(self) -> list[bytes]:
        """:raises NoResponse:"""
        with self._lock:
            if self._points and self._now() - self._read_at < MAX_AGE_SECONDS:
                return self._points
            return self._read()

    def newer(self, known: list[bytes]) -> Optional[list[bytes]]:
        """The keys as they are now, for a signature that none of ``known`` has made; None when they
        were read, or could not be, a moment ago.

        :raises NoResponse:
        """
        with self._lock:
            if self._points and self._points is not known:
                return self._points
            tried_at = max(self._read_at, self._failed_at)
            return None if self._now() - tried_at < MIN_INTERVAL_SECONDS else self._read()

    def _read(self) -> list[bytes]:
        started_at = self._now()
        try:
            answer = attempt(Request("GET", self._address, {}, None), READ_LIMIT_SECONDS)
            if not 200 <= answer.status < 300:
                raise ValueError(f"It answered {answer.status}.")
            self._points = points_of(json_of(answer.body))
        except (OSError, http.client.HTTPException, TooLarge, ValueError) as error:
            self._failed_at = started_at
            raise NoResponse("The keys of webhooks could not be read.") from error
        self._read_at = started_at
        return self._points
