"""Whether a request to your endpoint is from the service, by either of its signatures."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from collections.abc import Mapping
from typing import Any, Optional, Union, cast

from ._ed25519 import is_signed
from ._errors import UnverifiedWebhook
from ._keys import MAX_TRIED, WebhookKeys, points_of
from ._tokens import json_of
from .types import WebhookEvent

TOLERANCE_SECONDS = 300
"""How old a request may be, and how far in the future, as in Standard Webhooks' libraries."""

MIN_SECRET_BYTES, MAX_SECRET_BYTES = 24, 64
"""As Standard Webhooks asks; the service's have 32. A shorter one could be guessed."""


def _unverified(reason: str) -> UnverifiedWebhook:
    return UnverifiedWebhook(f"The webhook could not be verified: {reason}.")


class _Signed:
    """What was signed, and its signatures."""

    def __init__(self, body: Union[bytes, str], headers: Mapping[str, str]) -> None:
        found = {str(name).lower(): value for name, value in headers.items()}
        self.id = str(found.get("webhook-id") or "")
        self._body = body.encode() if isinstance(body, str) else bytes(body)
        self._signatures = str(found.get("webhook-signature") or "").split(" ")
        sent_at = str(found.get("webhook-timestamp") or "")
        if not self.id:
            raise _unverified("it has no id")
        if not re.fullmatch("[0-9]{1,12}", sent_at):
            raise _unverified("its timestamp is none")
        if abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
            raise _unverified("its timestamp is too far off")
        self.content = f"{self.id}.{sent_at}.".encode("utf-8", "replace") + self._body

    def signatures(self, version: str, length: int) -> list[bytes]:
        """Those of a version that have as many bytes."""
        found = []
        for one in self._signatures:
            own, _, text = one.partition(",")
            if own != version:
                continue
            try:
                signature = base64.b64decode(text, validate=True)
            except (binascii.Error, ValueError):
                continue
            if len(signature) == length:
                found.append(signature)
        return found

    def event(self) -> WebhookEvent:
        payload: Any = json_of(self._body)
        if not isinstance(payload, dict):
            raise _unverified("its body is no JSON")
        return cast(WebhookEvent, {**payload, "id": self.id})


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not MIN_SECRET_BYTES <= len(key) <= MAX_SECRET_BYTES:
        # The value is not part of the message, since it may be most of a secret.
        form = f"whsec_ and base64 of {MIN_SECRET_BYTES} to {MAX_SECRET_BYTES} bytes"
        raise ValueError(f"secret is not the secret of a webhook endpoint: {form}.")
    return key


def verify_webhook(
    body: Union[bytes, str], headers: Mapping[str, str], secret: str
) -> WebhookEvent:
    """Verifies a request to your endpoint: its signature (``v1`` of Standard Webhooks), and that it
    is at most five minutes old.

    :param body: as it was received; parsed and serialised again it would differ
    :param secret: of the endpoint, ``whsec_…``
    :raises UnverifiedWebhook:
    :raises ValueError: ``secret`` cannot be an endpoint's
    """
    key = _key_of(secret)
    signed = _Signed(body, headers)
    expected = hmac.digest(key, signed.content, hashlib.sha256)
    for signature in signed.signatures("v1", 32):
        if hmac.compare_digest(signature, expected):
            return signed.event()
    raise _unverified("no signature matches")


def verify_webhook_by_keys(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    keys: Union[WebhookKeys, Mapping[str, Any]],
) -> WebhookEvent:
    """Verifies a request to your endpoint without its secret: an Ed25519 signature (``v1a`` of
    Standard Webhooks) by a key of your account, and that it is at most five minutes old.

    :param body: as it was received; parsed and serialised again it would differ
    :param keys: ``WebhookKeys``, or a key set that you hold
    :raises UnverifiedWebhook:
    :raises NoResponse: the keys could not be read
    :raises ValueError: the set is none of Ed25519 keys
    """
    signed = _Signed(body, headers)
    signatures = signed.signatures("v1a", 64)[:MAX_TRIED]
    points: Optional[list[bytes]] = None
    if not isinstance(keys, WebhookKeys):
        points = points_of(keys)
    elif signatures:
        points = keys.current()
    if points is None or not _some_signed(points, signed.content, signatures):
        newer = keys.newer(points) if isinstance(keys, WebhookKeys) and points else None
        if newer is None or not _some_signed(newer, signed.content, signatures):
            raise _unverified("no signature matches")
    return signed.event()


def _some_signed(points: list[bytes], content: bytes, signatures: list[bytes]) -> bool:
    return any(is_signed(point, content, one) for point in points for one in signatures)
