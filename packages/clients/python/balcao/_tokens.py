"""The access token: fetched when it is first needed, kept, and renewed before it expires."""

from __future__ import annotations

import base64
import json
import re
import threading
from concurrent.futures import Future
from typing import Any, NamedTuple, Optional
from urllib.parse import quote

from ._errors import NoResponse, error_of
from ._http import Request
from ._retries import World, send_with_retries

MARGIN_SECONDS = 60.0
"""A token is renewed this long before it expires, so that it does not expire on its way."""

BEARER = re.compile(r"[A-Za-z0-9._~+/-]+=*")
"""RFC 6750 §2.1: what becomes a header holds no line break."""


class Token(NamedTuple):
    access_token: str
    renew_at: float


def json_of(text: bytes) -> Any:
    """None when it is no JSON, as for ``null``."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class Tokens:
    def __init__(self, base_url: str, client_id: str, client_secret: str) -> None:
        self._base_url = base_url
        self._basic = f"{quote(client_id, safe='')}:{quote(client_secret, safe='')}"
        self._lock = threading.Lock()
        self._token: Optional[Token] = None
        self._coming: Optional[Future[Token]] = None

    def get(self, world: World) -> Token:
        """Threads that need a token at the same time share one request for it."""
        with self._lock:
            if self._token and world.now() < self._token.renew_at:
                return self._token
            coming = self._coming
            is_mine = coming is None
            if coming is None:
                coming = self._coming = Future()
        if is_mine:
            self._settle(world, coming)
        return coming.result()

    def forget(self, token: Token) -> None:
        """Drops a token that was refused, unless a newer one has replaced it."""
        with self._lock:
            if self._token is token:
                self._token = None

    def _settle(self, world: World, coming: Future[Token]) -> None:
        try:
            token = self._fetched(world)
        except BaseException as error:
            with self._lock:
                self._coming = None
            coming.set_exception(error)
            return
        with self._lock:
            self._token, self._coming = token, None
        coming.set_result(token)

    def _fetched(self, world: World) -> Token:
        asked_at = world.now()
        headers = {
            "authorization": "Basic " + base64.b64encode(self._basic.encode()).decode(),
            "content-type": "application/x-www-form-urlencoded",
        }
        body = b"grant_type=client_credentials"
        request = Request("POST", f"{self._base_url}/oauth/token", headers, body)
        answer = send_with_retries(world, request, "issueToken", True)
        found = json_of(answer.body)
        if not 200 <= answer.status < 300:
            raise error_of("issueToken", answer, found)
        fields = found if isinstance(found, dict) else {}
        token, lifetime = fields.get("access_token"), fields.get("expires_in")
        is_token = isinstance(token, str) and BEARER.fullmatch(token)
        if not is_token or not isinstance(lifetime, (int, float)):
            raise NoResponse(f"issueToken: {answer.status}, but no token.")
        # A token that lives for less than twice the margin is renewed after half its life.
        return Token(str(token), asked_at + max(lifetime - MARGIN_SECONDS, lifetime / 2))
