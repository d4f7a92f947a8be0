import { expect, test } from "vitest";
import { isHubError } from "../../packages/client/src/errors.ts";
import { followPages } from "../../packages/client/src/paging.ts";
import { send } from "../../packages/client/src/send.ts";

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** No response at all. */
  fails?: boolean;
}

/** A `fetch` with these replies in turn, and what it received. */
function fakeFetch(...replies: Reply[]) {
  const received: { url: string; headers: Headers; at: number }[] = [];
  const run = (async (url: string, init: RequestInit) => {
    received.push({ url, headers: new Headers(init.headers), at: performance.now() });
    const { status = 200, headers = {}, body = {}, fails = false } = replies[received.length - 1]!;
    if (fails) throw new TypeError("fetch failed");
    return new Response(JSON.stringify(body), { status, headers });
  }) as typeof fetch;
  return { run, received };
}

const baseUrl = "https://hub.example/";
const busy = { status: 503, body: { error: "Busy.", code: "SERVICE_UNAVAILABLE" } };
const write = { method: "POST", path: "/invoices", body: {} };

test("a write that fails in passing is sent again under the same idempotency key", async () => {
  const { run, received } = fakeFetch(
    { fails: true },
    { ...busy, headers: { "retry-after": "0" } },
    { body: { id: 1 } },
  );
  const response = await send({ baseUrl, credential: "key", fetch: run }, write);
  expect(response.body).toEqual({ id: 1 });
  const keys = received.map(({ headers }) => headers.get("idempotency-key"));
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(keys).size).toBe(1);
  expect(received.map(({ url }) => url)).toEqual(Array(3).fill("https://hub.example/invoices"));
  expect(received[0]!.headers.get("authorization")).toBe("Bearer key");
});

test("the wait before the next attempt is that of Retry-After", async () => {
  const { run, received } = fakeFetch({ ...busy, headers: { "retry-after": "1" } }, {});
  await send({ baseUrl, fetch: run }, write);
  expect(received[1]!.at - received[0]!.at).toBeGreaterThanOrEqual(990);
});

test("a wait that is too long is left to the caller, with its seconds", async () => {
  const limited = { status: 429, body: { error: "Slow down.", code: "RATE_LIMIT_EXCEEDED" } };
  const { run, received } = fakeFetch({
    ...limited,
    headers: { "retry-after": "120", "x-request-id": "req_1" },
  });
  const error: unknown = await send({ baseUrl, fetch: run }, write).catch((thrown: unknown) => thrown);
  expect(isHubError(error, "RATE_LIMIT_EXCEEDED")).toBe(true);
  expect(isHubError(error, "NOT_FOUND")).toBe(false);
  expect(error).toMatchObject({ status: 429, retryAfterSeconds: 120, requestId: "req_1" });
  expect(received).toHaveLength(1);
});

test("an error that would come again is not retried", async () => {
  const invalid = {
    error: "no",
    code: "VALIDATION_ERROR",
    details: { fields: [{ path: "a", message: "b", rule: "c" }] },
  };
  const { run, received } = fakeFetch({ status: 400, body: invalid }, {});
  const error: unknown = await send({ baseUrl, fetch: run }, write).catch((thrown: unknown) => thrown);
  expect(isHubError(error, "VALIDATION_ERROR") && error.details.fields[0]!.path).toBe("a");
  expect(received).toHaveLength(1);
});

test("a request that waits for approval is an error with the approval request", async () => {
  const body = { message: "Wait.", code: "APPROVAL_REQUIRED", approvalRequest: { id: "apr_1" } };
  const { run } = fakeFetch({ status: 202, body });
  await expect(send({ baseUrl, fetch: run }, write)).rejects.toMatchObject({
    code: "APPROVAL_REQUIRED",
    details: { approvalRequest: { id: "apr_1" } },
  });
});

test("a signal ends a call while it waits for its next attempt, with the signal's own reason", async () => {
  const stop = new AbortController();
  const { run, received } = fakeFetch({ ...busy, headers: { "retry-after": "20" } }, {});
  const call = send({ baseUrl, fetch: run }, write, { signal: stop.signal });
  const reason = new Error("enough");
  queueMicrotask(() => stop.abort(reason));
  await expect(call).rejects.toBe(reason);
  expect(received).toHaveLength(1);
});

test("an attempt without a response ends with its timeout", async () => {
  const never = ((_url: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => {
      signal!.addEventListener("abort", () => reject(signal!.reason as Error));
    })) as typeof fetch;
  const call = send({ baseUrl, fetch: never, timeoutMs: 5, maxRetries: 0 }, write);
  await expect(call).rejects.toMatchObject({ code: "TIMEOUT", status: null });
});

test.each([
  ["after", { nextCursor: "b" }, { nextCursor: null }, { after: "b" }],
  ["page", { hasMore: true }, { hasMore: false }, { page: 2 }],
  ["page", { pagination: { totalPages: 2 } }, { pagination: { totalPages: 2 } }, { page: 2 }],
  ["offset", { pagination: { total: 2 } }, { pagination: { total: 2 } }, { offset: 1 }],
] as const)("a list that continues by %s is read to its end", async (by, first, last, next) => {
  const asked: unknown[] = [];
  const load = async (input: object) => {
    asked.push(input);
    return asked.length === 1 ? { list: ["one"], ...first } : { list: ["two"], ...last };
  };
  const items: unknown[] = [];
  for await (const item of followPages({ items: "list", by }, { limit: 1 }, load)) items.push(item);
  expect(items).toEqual(["one", "two"]);
  expect(asked).toEqual([{ limit: 1 }, { limit: 1, ...next }]);
});
