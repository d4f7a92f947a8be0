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

/** On the request itself: weak maps would cost more to collect. */
const openKey = Symbol("logged");
interface Logged {
  [openKey]?: OpenRequest | null;
}

/**
 * Answered requests that wait to be stored by one call of the hub: JSON objects with commas between them. Bytes outside of the
 * heap, since objects and texts that wait for a second would grow old, and be collected at ten times the cost.
 */
interface Batch {
  bytes: Buffer;
  /** How many of the bytes are used. */
  length: number;
  count: number;
  /** True when nothing may be added any more. */
  isClosed: boolean;
}

interface AnsweredRequest {
  endpoint: string;
  status: number;
}

const document = parse(
  "mutation RecordRequests($input: RecordRequestsInput!) { recordRequests(input: $input) }",
);
const maxBatch = 500;
const batchBytes = 256 * 1024;
const comma = 44;
const maxTries = 5;
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
  #waiting: Batch[] = [];
  #waitingBytes = 0;
  /** The bytes of a batch that was sent. */
  #spare: Buffer | null = null;
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
    (request as Logged)[openKey] = { call, note: openNote(request, call), startedAt, bodyBytes };
  }

  /** Logs the request, unless no account made it or it is logged already. */
  end(request: object, { endpoint, status }: AnsweredRequest): void {
    const open = (request as Logged)[openKey];
    if (!open) return;
    (request as Logged)[openKey] = null;
    if (open.note.operation !== null && unlogged.has(open.note.operation)) return;
    const run = open.bodyBytes <= maxBodyBytes ? open.note.run : null;
    if (!this.#add(entryOf(open, run, { endpoint, status }))) return this.#options.metrics.dropped.inc();
    if (this.#timer === null) this.#timer = this.#flushLater();
  }

  /** Resolves when everything that was answered before is stored. Rejects when the hub does not take it. */
  async flush(): Promise<void> {
    while (this.#sending) await this.#sending.catch(() => undefined);
    if (this.#waiting.length === 0) return;
    this.#sending = this.#send().finally(() => (this.#sending = null));
    await this.#sending;
  }

  /** False where memory is full. */
  #add(entry: string): boolean {
    const bytes = Buffer.byteLength(entry) + 1;
    if (this.#waitingBytes + bytes > (this.#options.maxWaitingBytes ?? 8_000_000)) return false;
    let batch = this.#waiting.at(-1);
    if (!batch || batch.isClosed || batch.count === maxBatch || batch.length + bytes > batch.bytes.length) {
      const own =
        bytes <= batchBytes
          ? (this.#spare ?? Buffer.allocUnsafeSlow(batchBytes))
          : Buffer.allocUnsafeSlow(bytes);
      if (own === this.#spare) this.#spare = null;
      batch = { bytes: own, length: 0, count: 0, isClosed: false };
      this.#waiting.push(batch);
    }
    if (batch.count > 0) batch.bytes[batch.length++] = comma;
    batch.length += batch.bytes.write(entry, batch.length);
    batch.count += 1;
    this.#waitingBytes += bytes;
    return true;
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
    for (let batch = this.#waiting[0]; batch; batch = this.#waiting[0]) {
      batch.isClosed = true;
      const entries = `[${batch.bytes.toString("utf8", 0, batch.length)}]`;
      try {
        await callHub(document, { input: { entries } });
      } catch (error) {
        this.#tries += 1;
        if (this.#tries < maxTries) throw error;
        this.#options.metrics.dropped.inc(batch.count);
        this.#options.log.error({ err: error, dropped: batch.count }, "Logged requests were dropped");
      }
      this.#tries = 0;
      this.#waiting.shift();
      // Each entry was counted with one comma.
      this.#waitingBytes -= batch.length + 1;
      if (batch.bytes.length === batchBytes) this.#spare = batch.bytes;
    }
  }
}

/** What the hub stores, as JSON. */
function entryOf(
  { call, note, startedAt }: OpenRequest,
  run: RequestNote["run"],
  { endpoint, status }: AnsweredRequest,
): string {
  const { principal, requestId, appId, meter } = call;
  const { door, method, path } = placeOf(endpoint);
  const facts = {
    ownerId: principal.ownerId,
    id: newId("rql"),
    requestId,
    at: systemClock.now().toISOString(),
    door,
    method,
    path,
    operation: note.operation?.slice(0, maxNameLength) ?? null,
    status,
    code: note.code,
    durationMs: performance.now() - startedAt,
    costHundredths: meter.chargedHundredths,
    principalType: principalTypes[principal.kind],
    principalId: principal.id,
    appId,
  };
  return `${JSON.stringify(facts).slice(0, -1)},"input":${inputOf(run)}}`;
}

/** The operation's input as an audit row shows it, as JSON. Null where it cannot be read as the types that the operation takes. */
function inputOf(run: RequestNote["run"]): string {
  if (!run) return "null";
  const { operation, input } = run;
  try {
    const shown = withoutNineDigits(maskInput(operation.rootField.args, operation.toVariables(input)));
    return shown.length > maxInputCharacters ? "null" : shown;
  } catch {
    return "null";
  }
}

/** A tax number in a field for numbers is masked: refused requests are logged too. */
function withoutNineDigits(input: Record<string, unknown>): string {
  const text = JSON.stringify(input);
  if (!/\d{9}/.test(text)) return text;
  return JSON.stringify(input, (_name, value: unknown) =>
    typeof value === "number" && /^-?\d{9}(?!\d)/.test(String(value)) ? "***" : value,
  );
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
