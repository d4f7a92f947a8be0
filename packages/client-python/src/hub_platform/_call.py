"""What the generated clients share: requests, retries and pages."""

from __future__ import annotations

import asyncio
import email.utils
import json
import random
import time
import uuid
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote

import httpx

from .errors import ConnectionFailed, HubError, error_class

PageT = TypeVar("PageT")
ItemT = TypeVar("ItemT")

_RETRIED = frozenset({408, 429, 502, 503, 504})
_FIRST_DELAY = 0.5
_LONGEST_BACKOFF = 8.0


class Unset:
    """The type of arguments that were not given. None is a value: it clears a field."""

    def __bool__(self) -> bool:
        return False


UNSET = Unset()


@dataclass(frozen=True, kw_only=True)
class RequestOptions:
    """Settings of one call.

    The same call with the same idempotency key runs once. Default: a new key per call, which its retries share.
    """

    idempotency_key: str | None = None
    timeout: float | None = None
    max_retries: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Request:
    method: str
    path: str
    params: dict[str, str]
    body: dict[str, Any] | None
    headers: dict[str, str]


class _Call:
    """What the text of a call says: `GET /invoices app items=invoices by=after`."""

    def __init__(self, text: str) -> None:
        self.method, self.path, *marks = text.split(" ")
        values = dict(mark.split("=", 1) for mark in marks if "=" in mark)
        self.needs_app = "app" in marks
        self.is_write = "write" in marks
        self.query = values.get("query", "").split(",")
        self.items = values.get("items", "")
        self.by = values.get("by", "")

    def request(
        self, base: _Base, given: Mapping[str, Any], options: RequestOptions
    ) -> _Request:
        rest = {name: value for name, value in given.items() if not isinstance(value, Unset)}
        path = self.path
        for name in [part.split("}")[0] for part in path.split("{")[1:]]:
            value = rest.pop(name, None)
            if value is None or value == "":
                raise TypeError(f"{name} is required.")
            path = path.replace("{" + name + "}", quote(str(value), safe=""))
        has_body = self.method not in ("GET", "DELETE")
        params: dict[str, str] = {}
        for name in [name for name in rest if not has_body or name in self.query]:
            value = rest.pop(name)
            if value is not None:
                params[name] = _text(value)
        headers = dict(base.headers)
        if self.needs_app:
            headers["x-app-id"] = base.app_id
        if self.is_write:
            headers["idempotency-key"] = options.idempotency_key or str(uuid.uuid4())
        headers.update(options.headers)
        return _Request(self.method, path, params, rest if has_body else None, headers)

    def next_input(self, given: Mapping[str, Any], page: Mapping[str, Any]) -> dict[str, Any] | None:
        """The input of the page after this one. None after the last one."""
        if self.by in ("after", "cursor"):
            cursor = page.get("nextCursor")
            return {**given, self.by: cursor} if cursor else None
        length = len(page[self.items])
        counts = {**page, **(page.get("pagination") or {})}
        if length == 0 or counts.get("hasMore") is False:
            return None
        start = given.get(self.by)
        if self.by == "page":
            position = start if isinstance(start, int) else 1
            return {**given, "page": position + 1} if position < counts.get("totalPages", 1 << 53) else None
        seen = (start if isinstance(start, int) else 0) + length
        return {**given, "offset": seen} if seen < counts.get("total", 1 << 53) else None


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(one) for one in value)
    return str(value)


class _Base:
    """Settings that both kinds of clients have.

    `credential` is an API key or an access token; a function is called before each attempt. `timeout` is in seconds
    per attempt. A wait for the next attempt that is longer than `max_retry_delay` seconds is left to the caller.
    """

    _app = ""

    def __init__(
        self,
        base_url: str,
        *,
        credential: str | Callable[[], str] | None = None,
        account_id: str | None = None,
        app_id: str | None = None,
        timeout: float = 30.0,
        max_retries: int = 3,
        max_retry_delay: float = 30.0,
    ) -> None:
        self.app_id = app_id or self._app
        self.headers = {"accept": "application/json", **({"x-account-id": account_id} if account_id else {})}
        self._base_url = base_url.rstrip("/")
        self._credential = credential
        self._timeout = timeout
        self._max_retries = max_retries
        self._max_retry_delay = max_retry_delay

    def _arguments(self, request: _Request, options: RequestOptions) -> dict[str, Any]:
        token = self._credential() if callable(self._credential) else self._credential
        headers = {**request.headers, **({"authorization": f"Bearer {token}"} if token else {})}
        if request.body is not None:
            headers["content-type"] = "application/json"
        return {
            "method": request.method,
            "url": self._base_url + request.path,
            "params": request.params,
            "headers": headers,
            "content": None if request.body is None else json.dumps(request.body),
            "timeout": options.timeout or self._timeout,
        }

    def _delay(self, error: HubError, attempt: int, options: RequestOptions) -> float:
        """Seconds before the next attempt. Raises the error when there is none."""
        retries = self._max_retries if options.max_retries is None else options.max_retries
        is_passing = error.status is None or error.status in _RETRIED or error.code == "IDEMPOTENCY_IN_PROGRESS"
        backoff = random.random() * min(_LONGEST_BACKOFF, _FIRST_DELAY * 2**attempt)
        after = error.retry_after_seconds
        delay = backoff if after is None else after + backoff / 4
        if attempt >= retries or not is_passing or delay > self._max_retry_delay:
            raise error
        return delay


def _no_response(error: httpx.HTTPError) -> HubError:
    if isinstance(error, httpx.TimeoutException):
        return ConnectionFailed("No response in time.", code="TIMEOUT")
    return ConnectionFailed("The platform cannot be reached.", code="NETWORK_ERROR")


def _read(response: httpx.Response) -> Any:
    """The body of a success. Raises HubError for all other responses."""
    status = response.status_code
    request_id = response.headers.get("x-request-id")
    after = _retry_after(response.headers.get("retry-after"))
    try:
        body = json.loads(response.content) if response.content else None
    except ValueError:
        raise HubError(
            f"The response with status {status} is not JSON.",
            code="INVALID_RESPONSE",
            status=status,
            request_id=request_id,
            retry_after_seconds=after,
        ) from None
    given: dict[str, Any] = body if isinstance(body, dict) else {}
    is_pending = status == 202 and given.get("code") == "APPROVAL_REQUIRED"
    if response.is_success and not is_pending:
        return body
    code = str(given.get("code", "INVALID_RESPONSE"))
    raise error_class(code, status)(
        str(given.get("error") or given.get("message") or f"Status {status}."),
        code=code,
        status=status,
        details={"approvalRequest": given.get("approvalRequest")} if is_pending else given.get("details"),
        request_id=request_id,
        retry_after_seconds=after,
    )


def _retry_after(text: str | None) -> float | None:
    """Seconds, from a number or a date."""
    if text is None:
        return None
    if text.isdecimal():
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None


class Client(_Base):
    """A client that waits for each response. Close it, or use it in a `with` block."""

    def __init__(self, base_url: str, *, http: httpx.Client | None = None, **settings: Any) -> None:
        super().__init__(base_url, **settings)
        self._http = http or httpx.Client()

    def close(self) -> None:
        self._http.close()

    def __enter__(self: ClientT) -> ClientT:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(self, text: str, given: Mapping[str, Any], options: RequestOptions | None) -> Any:
        chosen = options or RequestOptions()
        request = _Call(text).request(self, given, chosen)
        attempt = 0
        while True:
            try:
                return _read(self._http.request(**self._arguments(request, chosen)))
            except httpx.HTTPError as error:
                delay = self._delay(_no_response(error), attempt, chosen)
            except HubError as error:
                delay = self._delay(error, attempt, chosen)
            time.sleep(delay)
            attempt += 1

    def _paged(
        self, text: str, given: Mapping[str, Any], options: RequestOptions | None
    ) -> Paged[Any, Any]:
        return Paged(_Call(text), given, lambda one: self._call(text, one, options))


class AsyncClient(_Base):
    """A client for asyncio. Close it, or use it in an `async with` block."""

    def __init__(self, base_url: str, *, http: httpx.AsyncClient | None = None, **settings: Any) -> None:
        super().__init__(base_url, **settings)
        self._http = http or httpx.AsyncClient()

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self: AsyncClientT) -> AsyncClientT:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _call(self, text: str, given: Mapping[str, Any], options: RequestOptions | None) -> Any:
        chosen = options or RequestOptions()
        request = _Call(text).request(self, given, chosen)
        attempt = 0
        while True:
            try:
                return _read(await self._http.request(**self._arguments(request, chosen)))
            except httpx.HTTPError as error:
                delay = self._delay(_no_response(error), attempt, chosen)
            except HubError as error:
                delay = self._delay(error, attempt, chosen)
            await asyncio.sleep(delay)
            attempt += 1

    def _paged(
        self, text: str, given: Mapping[str, Any], options: RequestOptions | None
    ) -> AsyncPaged[Any, Any]:
        return AsyncPaged(_Call(text), given, lambda one: self._call(text, one, options))


ClientT = TypeVar("ClientT", bound=Client)
AsyncClientT = TypeVar("AsyncClientT", bound=AsyncClient)


class Paged(Generic[PageT, ItemT]):
    """A list. Iterating gives every item; `first_page()` one page; `pages()` every page."""

    def __init__(self, call: _Call, given: Mapping[str, Any], load: Callable[[Mapping[str, Any]], Any]) -> None:
        self._rule, self._given, self._load = call, given, load

    def first_page(self) -> PageT:
        return cast(PageT, self._load(self._given))

    def pages(self) -> Iterator[PageT]:
        following: Mapping[str, Any] | None = self._given
        while following is not None:
            page = self._load(following)
            following = self._rule.next_input(following, page)
            yield page

    def __iter__(self) -> Iterator[ItemT]:
        for page in self.pages():
            yield from cast(Any, page)[self._rule.items]


class AsyncPaged(Generic[PageT, ItemT]):
    """A list. `async for` gives every item; `await` one page; `pages()` every page."""

    def __init__(self, call: _Call, given: Mapping[str, Any], load: Callable[[Mapping[str, Any]], Any]) -> None:
        self._rule, self._given, self._load = call, given, load

    def __await__(self) -> Generator[Any, None, PageT]:
        return cast(Generator[Any, None, PageT], self._load(self._given).__await__())

    async def pages(self) -> AsyncIterator[PageT]:
        following: Mapping[str, Any] | None = self._given
        while following is not None:
            page = await self._load(following)
            following = self._rule.next_input(following, page)
            yield page

    async def __aiter__(self) -> AsyncIterator[ItemT]:
        async for page in self.pages():
            for item in cast(Any, page)[self._rule.items]:
                yield item
