import { parse } from "graphql";
import type { Logger } from "pino";
import { maskInput } from "../../src/access/mask-input.ts";
import type { Principal } from "../../src/access/principal.ts";
import type { CallContext } from "../../src/context.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { newId } from "../../src/ids.ts";
import type { RequestLogMetrics } from "../../src/observability/metrics.ts";
import { systemClock } from "../../src/time/clock.ts";
import { openNote, type RequestNote } from "../calls/request-note.ts";
import { internalCall } from "../internal/internal-client.ts";

export interface RequestLogOptions {
  hub: SubgraphExecutor;
  log: Logger;
  publicUrl: string;
  metrics: RequestLogMetrics;
  /** How long entries may wait in this process, in milliseconds. */
  flushEveryMs?: number;
  /** Bytes of entries that may wait; further ones are dropped. */
  maxWaitingBytes?: number;
}

/** A request of an account, while it is answered. */
interface OpenRequest {
  call: CallContext;
  note: RequestNote;
  startedAt: number;
  /** Bytes of the request's body. */
  bodyBytes: number;
}

/** An answered request that waits to be stored. */
interface Entry extends OpenRequest {
  id: string;
  at: string;
  endpoint: string;
  status: number;
  durationMs: number;
}

interface AnsweredRequest {
  endpoint: string;
  status: number;
}

const document = parse(
  "mutation RecordRequests($input: RecordRequestsInput!) { recordRequests(input: $input) }",
);
const maxBatch = 500;
const maxTries = 5;
/** An entry without its input. */
const entryBytes = 512;
/** Larger inputs are not kept. */
const maxBodyBytes = 8_192;
const maxInputCharacters = 4_096;
const maxNameLength = 128;

/** Reads of the log itself: a page that shows it would fill it. */
const unlogged = new Set(["ListRequests", "GetRequest", "requests", "request"]);

const principalTypes: Partial<Record<Principal["kind"], string>> = {
  user: "user",
  apiKey: "api_key",
  serviceAccount: "service_account",
};

/**
 * Logs the requests of accounts at the hub: in batches, at most a second after the response, before any read of the log
 * through this process, and at shutdown. Entries wait in bounded memory: those that find it full, and those that the hub
 * does not take in five tries, are dropped and counted. A killed process loses what waits.
 */
export class RequestLog {
  readonly #options: RequestLogOptions;
  readonly #open = new WeakMap<object, OpenRequest>();
  #waiting: Entry[] = [];
  #waitingBytes = 0;
  #tries = 0;
  #sending: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  /** Notes that this request is made for an account. */
  begin(request: { headers: Record<string, unknown> }, call: CallContext, startedAt: number): void {
    const { ownerId, kind } = call.principal;
    if (ownerId === null || principalTypes[kind] === undefined) return;
    const bodyBytes = Number(request.headers["content-length"] ?? 0);
    this.#open.set(request, { call, note: openNote(request, call), startedAt, bodyBytes });
  }

  /** Logs the request, unless no account made it or it is logged already. */
  end(request: object, { endpoint, status }: AnsweredRequest): void {
    const open = this.#open.get(request);
    if (!open) return;
    this.#open.delete(request);
    if (open.note.operation !== null && unlogged.has(open.note.operation)) return;
    // Masked when it is sent, off the request's path.
    if (!(open.bodyBytes <= maxBodyBytes)) open.note.run = null;
    const bytes = bytesOf(open);
    if (this.#waitingBytes + bytes > (this.#options.maxWaitingBytes ?? 8_000_000)) {
      this.#options.metrics.dropped.inc();
      return;
    }
    this.#waitingBytes += bytes;
    const durationMs = performance.now() - open.startedAt;
    const at = systemClock.now().toISOString();
    this.#waiting.push({ ...open, id: newId("rql"), at, endpoint, status, durationMs });
    if (this.#timer === null) this.#timer = this.#flushLater();
  }

  /** Resolves when everything that was answered before is stored. Rejects when the hub does not take it. */
  async flush(): Promise<void> {
    while (this.#sending) await this.#sending.catch(() => undefined);
    if (this.#waiting.length === 0) return;
    this.#sending = this.#send().finally(() => (this.#sending = null));
    await this.#sending;
  }

  #flushLater(): NodeJS.Timeout {
    const flush = () => {
      this.#timer = null;
      this.flush().catch((err: unknown) => {
        this.#options.log.warn({ err }, "Logged requests are not stored yet");
        if (this.#timer === null) this.#timer = this.#flushLater();
      });
    };
    return setTimeout(flush, this.#options.flushEveryMs ?? 1_000).unref();
  }

  async #send(): Promise<void> {
    const callHub = internalCall(this.#options.hub, this.#options);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, maxBatch);
      const entries = JSON.stringify(batch.map(stored));
      try {
        await callHub(document, { input: { entries } });
      } catch (error) {
        this.#tries += 1;
        if (this.#tries < maxTries) throw error;
        this.#options.metrics.dropped.inc(batch.length);
        this.#options.log.error({ err: error, dropped: batch.length }, "Logged requests were dropped");
      }
      this.#tries = 0;
      this.#waiting.splice(0, batch.length);
      for (const entry of batch) this.#waitingBytes -= bytesOf(entry);
    }
  }
}

function bytesOf({ bodyBytes, note }: OpenRequest): number {
  return entryBytes + (note.run ? bodyBytes : 0);
}

/** An entry as the hub stores it. */
function stored({ call, note, id, at, endpoint, status, durationMs }: Entry): Record<string, unknown> {
  const { principal, requestId, appId, meter } = call;
  const { door, method, path } = placeOf(endpoint);
  return {
    ownerId: principal.ownerId,
    id,
    requestId,
    at,
    door,
    method,
    path,
    operation: note.operation?.slice(0, maxNameLength) ?? null,
    status,
    code: note.code,
    durationMs,
    costHundredths: meter.chargedHundredths,
    principalType: principalTypes[principal.kind],
    principalId: principal.id,
    appId,
    input: inputOf(note),
  };
}

/** The operation's input as an audit row shows it. Null where it cannot be read as the types that the operation takes. */
function inputOf({ run }: RequestNote): Record<string, unknown> | null {
  if (!run) return null;
  const { operation, input } = run;
  try {
    const shown = withoutNineDigits(maskInput(operation.rootField.args, operation.toVariables(input)));
    return JSON.stringify(shown).length > maxInputCharacters ? null : shown;
  } catch {
    return null;
  }
}

/** A tax number in a field for numbers is masked: refused requests are logged too. */
function withoutNineDigits<T>(input: T): T {
  return JSON.parse(
    JSON.stringify(input, (_name, value: unknown) =>
      typeof value === "number" && /^-?\d{9}(?!\d)/.test(String(value)) ? "***" : value,
    ),
  ) as T;
}

interface Place {
  door: "rest" | "graphql" | "tool" | "mcp";
  method: string;
  path: string;
}

/** Places by endpoint: routes and methods are few. */
const places = new Map<string, Place>();

function placeOf(endpoint: string): Place {
  let place = places.get(endpoint);
  if (!place) {
    const [method = "", path = ""] = endpoint.split(" ");
    const first = path.replace(/^\/a\/\{appId\}/, "").split("/")[1];
    const door = first === "graphql" || first === "mcp" ? first : first === "tools" ? "tool" : "rest";
    places.set(endpoint, (place = { door, method, path }));
  }
  return place;
}
