"""What calls raise, and which error an answer is."""

from __future__ import annotations

from typing import Any, Optional

from ._http import Answer


class BalcaoError(Exception):
    """The base of every error of this package."""


class NoResponse(BalcaoError):
    """No response came, or one that is not from the service. ``__cause__``, if any, says more."""


class UnverifiedWebhook(BalcaoError):
    """The request is not from the service, was changed, or is too old. Respond with 400."""


class ApiError(BalcaoError):
    """The service answered with an error."""

    def __init__(
        self,
        operation: str,
        status: int,
        code: str,
        type: str,
        message: str,
        param: Optional[str] = None,
        existing_id: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> None:
        # All of them: an exception that was sent to another process is made anew of its args.
        super().__init__(operation, status, code, type, message, param, existing_id, request_id)
        self.operation = operation
        self.status = status
        self.code = code
        """Stable: branch on it. A later version may send codes that ``ErrorCode`` does not have."""
        self.type = type
        self.message = message
        self.param = param
        """The field at fault, dotted when nested."""
        self.existing_id = existing_id
        """In a conflict, the customer or checkout that is in the way."""
        self.request_id = request_id
        """Quote it when you ask for help."""

    def __str__(self) -> str:
        asked = self.request_id or "without an id"
        return f"{self.operation}: {self.status} {self.code}: {self.message} (request {asked})"


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None


def error_of(operation: str, answer: Answer, body: Any) -> BalcaoError:
    """The error for a response that is not 2xx, in the contract's envelope or in OAuth's."""
    outer = body if isinstance(body, dict) else {}
    error = outer.get("error")
    inner = error if isinstance(error, dict) else {}
    code, kind = _text(inner.get("code")), _text(inner.get("type"))
    if operation == "issueToken" and isinstance(error, str):
        code, kind = f"oauth_{error}", "oauth_error"
    if code is None:
        # A proxy's response may contain anything, so nothing of it is repeated.
        return NoResponse(f"{operation}: {answer.status}, but not from the service.")
    return ApiError(
        operation,
        answer.status,
        code,
        kind or "oauth_error",
        _text(inner.get("message")) or _text(outer.get("error_description")) or "",
        _text(inner.get("param")),
        _text(inner.get("existing_id")),
        _text(inner.get("request_id")) or answer.headers.get("x-request-id"),
    )
