"""One request and its response, within a time that is never exceeded."""

from __future__ import annotations

import functools
import http.client
import io
import socket
import ssl
import time
from collections.abc import Mapping
from typing import Any, NamedTuple, Optional
from urllib.parse import urlsplit

MAX_BODY_BYTES = 64 * 1024 * 1024


class Request(NamedTuple):
    method: str
    url: str
    headers: Mapping[str, str]
    body: Optional[bytes]


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    """By their names in lower case."""
    body: bytes


class TooLarge(Exception):
    """The body of a response has more than ``MAX_BODY_BYTES``."""


def _left(deadline: float) -> float:
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError("The response took too long.")
    return seconds


class _Incoming(io.RawIOBase):
    """The bytes of a socket. The timeout of a socket is for each of its reads, not for all."""

    def __init__(self, connected: socket.socket, deadline: float) -> None:
        self._socket = connected
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._socket.settimeout(_left(self._deadline))
        return self._socket.recv_into(buffer)


class _Bounded:
    """As much of a socket as ``http.client`` uses; its opener closes it."""

    def __init__(self, connected: socket.socket, deadline: float) -> None:
        self._socket = connected
        self._deadline = deadline

    def sendall(self, data: bytes) -> None:
        self._socket.settimeout(_left(self._deadline))
        self._socket.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Incoming(self._socket, self._deadline))

    def close(self) -> None:
        pass


@functools.cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


def _connected(host: str, port: int, is_secure: bool, deadline: float) -> socket.socket:
    failure = OSError("The host has no address.")
    for family, kind, protocol, _, address in socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM
    ):
        connected = socket.socket(family, kind, protocol)
        try:
            connected.settimeout(_left(deadline))
            connected.connect(address)
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if is_secure:
                connected.settimeout(_left(deadline))
                connected = _trust().wrap_socket(connected, server_hostname=host)
            return connected
        except OSError as error:
            connected.close()
            failure = error
    raise failure


def attempt(request: Request, limit_seconds: float) -> Answer:
    """Sends a request once, and reads its response to the end. No redirect is followed.

    :raises OSError, http.client.HTTPException: no response, or one that breaks off
    :raises TooLarge:
    """
    deadline = time.monotonic() + limit_seconds
    parts = urlsplit(request.url)
    is_secure = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if is_secure else 80)
    connected = _connected(host, port, is_secure, deadline)
    try:
        connection = http.client.HTTPConnection(host, port)
        connection.default_port = 443 if is_secure else 80
        connection.sock = _Bounded(connected, deadline)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        headers = {"accept": "application/json, */*", "connection": "close", **request.headers}
        connection.request(request.method, path, request.body, headers)
        response = connection.getresponse()
        body = response.read(MAX_BODY_BYTES + 1)
        if len(body) > MAX_BODY_BYTES:
            raise TooLarge
        if response.length:
            # `read` with a size passes over a body that is shorter than its Content-Length.
            raise http.client.IncompleteRead(body, response.length)
        return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, body)
    finally:
        connected.close()
