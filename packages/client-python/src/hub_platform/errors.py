"""Errors of calls."""

from __future__ import annotations

from typing import Any


class HubError(Exception):
    """A call that did not succeed.

    `code` is a code of the platform, or `NETWORK_ERROR`, `TIMEOUT` or `INVALID_RESPONSE`. `status` and
    `request_id` are None without a response.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | None = None,
        details: dict[str, Any] | None = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.details: dict[str, Any] = details or {}
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds


class ValidationError(HubError):
    """The input is not valid. `fields` lists the faults, each with `path`, `message` and `rule`."""

    @property
    def fields(self) -> list[dict[str, str]]:
        return list(self.details.get("fields", []))


class AuthenticationError(HubError):
    """The credential is missing, wrong, expired or revoked (401)."""


class ForbiddenError(HubError):
    """The credential may not do this (403)."""


class NotFoundError(HubError):
    """The object does not exist for this account (404)."""


class ConflictError(HubError):
    """The state of an object, or an idempotency key, does not allow this (409, 422)."""


class RateLimitError(HubError):
    """Too many requests (429)."""


class ApprovalRequiredError(HubError):
    """Nothing was done: another member must approve the request, which is in `details` (202)."""


class ServerError(HubError):
    """The platform failed or is busy (5xx)."""


class ConnectionFailed(HubError):
    """No response, or none in time."""


_BY_STATUS: dict[int, type[HubError]] = {
    202: ApprovalRequiredError,
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    422: ConflictError,
    429: RateLimitError,
}


def error_class(code: str, status: int) -> type[HubError]:
    """The class for a response with this code and status."""
    if code == "VALIDATION_ERROR":
        return ValidationError
    if status >= 500:
        return ServerError
    return _BY_STATUS.get(status, HubError)
