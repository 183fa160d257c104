"""A client of Balcão: hosted checkouts paid by Pix. It needs the standard library alone."""

from . import types
from ._client import Balcao
from ._errors import ApiError, BalcaoError, NoResponse, UnverifiedWebhook
from ._keys import WebhookKeys
from ._webhooks import verify_webhook, verify_webhook_by_keys

__all__ = [
    "ApiError",
    "Balcao",
    "BalcaoError",
    "NoResponse",
    "UnverifiedWebhook",
    "WebhookKeys",
    "types",
    "verify_webhook",
    "verify_webhook_by_keys",
]
