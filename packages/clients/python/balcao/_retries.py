"""Which requests are retried, and when."""

from __future__ import annotations

import http.client
import itertools
import random
import re
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import NamedTuple, Optional

from ._errors import NoResponse
from ._http import Answer, Request, TooLarge, attempt

ATTEMPTS = 5
"""For each request, the first included."""

FIRST_PAUSE_SECONDS = 1.0
"""The first pause is between half of this and this; each one after it is twice as long."""

LONGEST_PAUSE_SECONDS = 60.0
"""A response with a longer ``Retry-After`` is returned at once instead."""

ATTEMPT_LIMIT_SECONDS = 10.0
"""The timeout of an attempt, the body of its response included."""

UNDONE = (408, 429)
"""After these the service has done nothing, so every request can be retried."""


class World(NamedTuple):
    """Network, time and randomness, which tests replace."""

    attempt: Callable[[Request, float], Answer] = attempt
    wait: Callable[[float], None] = time.sleep
    random: Callable[[], float] = random.random
    now: Callable[[], float] = time.monotonic
    limit_seconds: float = ATTEMPT_LIMIT_SECONDS


def _retry_after_seconds(answer: Answer) -> float:
    """``Retry-After``, which is in seconds or a date (RFC 9110 §10.2.3); 0 without."""
    text = answer.headers.get("retry-after", "")
    if re.fullmatch("[0-9]+", text):
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return 0.0


def send_with_retries(world: World, request: Request, name: str, is_repeatable: bool) -> Answer:
    """Sends a request, and retries it after a 408 or 429, and after a 5xx or no response when it
    is repeatable. Pauses grow exponentially with jitter, and are added to ``Retry-After``.

    :raises NoResponse:
    """
    for count in itertools.count(1):
        answer: Optional[Answer] = None
        cause: Optional[Exception] = None
        try:
            answer = world.attempt(request, world.limit_seconds)
        except TooLarge as error:
            raise NoResponse(f"{name}: the answer is too large.") from error
        except (OSError, http.client.HTTPException) as error:
            cause = error
        failed = answer is None or answer.status >= 500
        again = (failed and is_repeatable) or (answer is not None and answer.status in UNDONE)
        asked_seconds = _retry_after_seconds(answer) if answer else 0.0
        if not again or count == ATTEMPTS or asked_seconds > LONGEST_PAUSE_SECONDS:
            if answer is None:
                raise NoResponse(f"{name}: the service did not answer.") from cause
            return answer
        backoff_seconds = (0.5 + world.random() / 2) * FIRST_PAUSE_SECONDS * 2.0 ** (count - 1)
        world.wait(asked_seconds + backoff_seconds)
    raise AssertionError
