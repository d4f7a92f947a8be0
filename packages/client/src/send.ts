import { HubError } from "./errors.ts";
import type { ClientOptions, RequestOptions } from "./options.ts";

/** A request to the platform. */
export interface HttpRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Takes an idempotency key. Default: unless the method is GET or HEAD. */
  isWrite?: boolean;
}

/** A successful response with a JSON body. */
export interface HttpResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

const retriedStatuses = [408, 429, 502, 503, 504];
const firstDelayMs = 500;
const longestBackoffMs = 8_000;

/**
 * Sends a request and reads its JSON response. Retries what may succeed later: no connection, a timeout, the statuses 408,
 * 429, 502, 503 and 504, and an idempotency key whose first request still runs. Waits for `Retry-After`, otherwise for a
 * random part of 0.5, 1, 2, … 8 seconds. All attempts of a write share one idempotency key. Throws HubError; what `signal` was aborted
 * with is thrown unchanged.
 */
export async function send(
  client: ClientOptions,
  request: HttpRequest,
  options: RequestOptions = {},
): Promise<HttpResponse> {
  const retries = options.maxRetries ?? client.maxRetries ?? 3;
  const headers: Record<string, string> = { accept: "application/json", ...client.headers };
  if (client.accountId !== undefined) headers["x-account-id"] = client.accountId;
  if (request.body !== undefined) headers["content-type"] = "application/json";
  if (request.isWrite ?? !["GET", "HEAD"].includes(request.method))
    headers["idempotency-key"] = options.idempotencyKey ?? crypto.randomUUID();
  Object.assign(headers, request.headers, options.headers);
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryOnce(client, { ...request, headers }, options);
    if (!(outcome instanceof HubError)) return outcome;
    const delay = delayBefore(outcome, attempt);
    const longest = client.maxRetryDelayMs ?? 30_000;
    if (attempt >= retries || delay === null || delay > longest) throw outcome;
    await wait(delay, options.signal);
  }
}

async function tryOnce(
  client: ClientOptions,
  { method, path, body, headers }: HttpRequest,
  { signal, timeoutMs = client.timeoutMs ?? 30_000 }: RequestOptions,
): Promise<HttpResponse | HubError> {
  const { credential } = client;
  const token = typeof credential === "function" ? await credential() : credential;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await (client.fetch ?? fetch)(client.baseUrl.replace(/\/$/, "") + path, {
      method,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return read(response, await response.text());
  } catch (cause) {
    signal?.throwIfAborted();
    if (timeout.aborted)
      return new HubError(`No response within ${timeoutMs} ms.`, { code: "TIMEOUT", status: null, cause });
    return new HubError("The platform cannot be reached.", { code: "NETWORK_ERROR", status: null, cause });
  }
}

function read(response: Response, text: string): HttpResponse | HubError {
  const { status, headers } = response;
  const facts = { status, requestId: headers.get("x-request-id"), retryAfterSeconds: retryAfterOf(headers) };
  const body = parse(text);
  if (body === undefined)
    return new HubError(`The response with status ${status} is not JSON.`, {
      ...facts,
      code: "INVALID_RESPONSE",
    });
  const { code, error, message, details, approvalRequest } = (body ?? {}) as Record<string, never>;
  const isPending = status === 202 && code === "APPROVAL_REQUIRED";
  if (response.ok && !isPending) return { status, headers, body };
  return new HubError(error ?? message ?? `Status ${status}.`, {
    ...facts,
    code: code ?? "INVALID_RESPONSE",
    details: isPending ? { approvalRequest } : details,
  });
}

/** Undefined for text that is not JSON. */
function parse(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Seconds, from a number or a date. */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get("retry-after");
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

/** Milliseconds before the next attempt. Null when it would fail the same way. */
function delayBefore({ code, status, retryAfterSeconds }: HubError, attempt: number): number | null {
  const isPassing = status === null || retriedStatuses.includes(status) || code === "IDEMPOTENCY_IN_PROGRESS";
  if (!isPassing) return null;
  const backoff = Math.random() * Math.min(longestBackoffMs, firstDelayMs * 2 ** attempt);
  // Clients that were refused together do not return together.
  return retryAfterSeconds === null ? backoff : retryAfterSeconds * 1000 + backoff / 4;
}

async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
  });
  signal?.throwIfAborted();
}
