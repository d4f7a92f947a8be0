"""Verification of webhook deliveries (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

__all__ = ["WebhookSignatureError", "verify_webhook"]


class WebhookSignatureError(Exception):
    """The signature is wrong, or its time is too far away."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> dict[str, Any]:
    """Verifies a delivery and returns its event. `body` is the body as it arrived.

    Raises WebhookSignatureError.
    """
    given = {name.lower(): value for name, value in headers.items()}
    raw = body.encode() if isinstance(body, str) else body
    timestamp = given.get("webhook-timestamp", "")
    current = time.time() if now is None else now
    if not timestamp.isdecimal() or abs(current - int(timestamp)) > tolerance_seconds:
        raise WebhookSignatureError("The timestamp of the webhook is too far away.")
    message = f"{given.get('webhook-id', '')}.{timestamp}.".encode() + raw
    expected = hmac.new(_key(secret), message, hashlib.sha256).digest()
    for signature in given.get("webhook-signature", "").split(" "):
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(expected, _decode(value)):
            return dict(json.loads(raw))
    raise WebhookSignatureError("No signature of the webhook is valid for this secret.")


def _key(secret: str) -> bytes:
    key = _decode(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError("The secret of a webhook endpoint starts with whsec_.")
    return key


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
