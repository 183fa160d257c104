"""The client: it fills in a request, sends it with a token, and reads what came."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, Optional
from urllib.parse import quote, urlencode, urlsplit

from ._errors import NoResponse, error_of
from ._http import Answer, Request
from ._operations import Operations
from ._retries import World, send_with_retries
from ._tokens import Tokens, json_of


_ADDRESS = re.compile("https?://[!-\"$->A-~]+", re.IGNORECASE)


def _checked_base_url(base_url: str) -> str:
    address = base_url.rstrip("/")
    try:
        # A port that is none raises.
        parts = urlsplit(address)
        is_address = bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or not _ADDRESS.fullmatch(address):
        # What was given may hold a password, so nothing of it is repeated.
        raise ValueError("base_url is not an address: http or https, a host, at most a path.")
    return address


def _path_of(name: str, path: str, values: Mapping[str, str]) -> str:
    for parameter, value in values.items():
        # Empty and dot segments are removed from a URL even when they are encoded.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f"{name}: {parameter} cannot be {value!r}.")
        path = path.replace(f"{{{parameter}}}", quote(value, safe=""))
    return path


def _query_of(query: Mapping[str, Any]) -> str:
    texts = {True: "true", False: "false"}
    given = {
        key: texts[value] if isinstance(value, bool) else value
        for key, value in query.items()
        if value is not None
    }
    return f"?{urlencode(given)}" if given else ""


def _given(method: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
    """None is a value in a PATCH alone, where it clears; elsewhere it counts as not given."""
    if method == "PATCH":
        return body
    return {name: value for name, value in body.items() if value is not None}


class Balcao(Operations):
    """A client for one account. Threads may share it.

    Tokens are fetched, kept and renewed. Requests are retried as the contract advises, ``POST``
    under an ``Idempotency-Key`` that is made once for each call. Keep it on your server.

    :param base_url: the service's public address, such as ``https://pay.example.com``
    :raises ValueError: an address that is none, or credentials that are missing
    """

    def __init__(self, base_url: str, client_id: str, client_secret: str) -> None:
        self._base_url = _checked_base_url(base_url)
        if not client_id or not client_secret:
            raise ValueError("client_id or client_secret is missing.")
        self._tokens = Tokens(self._base_url, client_id, client_secret)
        self._world = World()

    def _authorized(self, name: str, request: Request) -> Answer:
        """Sends a request with the kept token, and once more with a new one after a 401."""
        is_repeatable = request.method != "POST" or "idempotency-key" in request.headers

        def send(access_token: str) -> Answer:
            headers = {**request.headers, "authorization": f"Bearer {access_token}"}
            own = request._replace(headers=headers)
            return send_with_retries(self._world, own, name, is_repeatable)

        token = self._tokens.get(self._world)
        answer = send(token.access_token)
        if answer.status != 401:
            return answer
        # The token was revoked, or expired earlier than this clock says.
        self._tokens.forget(token)
        return send(self._tokens.get(self._world).access_token)

    def _call(
        self,
        name: str,
        method: str,
        path: str,
        *,
        path_values: Mapping[str, str] = {},
        query: Mapping[str, Any] = {},
        body: Optional[Mapping[str, Any]] = None,
        takes_key: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        url = self._base_url + _path_of(name, path, path_values) + _query_of(query)
        headers = {}
        if takes_key:
            key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
            if not re.fullmatch("[!-~]([ -~]*[!-~])?", key):
                raise ValueError(f"{name}: idempotency_key is no header's value in ASCII.")
            headers["idempotency-key"] = key
        sent = None
        if body is not None:
            headers["content-type"] = "application/json"
            sent = json.dumps(_given(method, body), allow_nan=False).encode()
        answer = self._authorized(name, Request(method, url, headers, sent))
        is_good = 200 <= answer.status < 300
        # A page of something between here and the service is no file of the service's.
        if is_good and "content-disposition" in answer.headers:
            return answer.body
        found = json_of(answer.body)
        if not is_good:
            raise error_of(name, answer, found)
        if not isinstance(found, dict):
            raise NoResponse(f"{name}: {answer.status}, but no JSON.")
        return found

    def _each(
        self, name: str, method: str, path: str, *, query: Mapping[str, Any], **rest: Any
    ) -> Iterator[Any]:
        """A page is read when the iteration reaches it."""
        while True:
            page = self._call(name, method, path, query=query, **rest)
            yield from page["data"]
            if page["next_cursor"] is None:
                return
            query = {**query, "starting_after": page["next_cursor"]}
