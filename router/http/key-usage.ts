import type { FastifyInstance } from "fastify";
import { parse } from "graphql";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { RequestLog } from "./request-log.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { internalCall } from "../internal/internal-client.ts";

/** Outcome of a request, as a key's owner sees it. */
type Outcome = "ok" | "clientError" | "serverError" | "rateLimited";

/** A request that a key authenticated, while it is answered. */
interface KeyUse {
  keyId: string;
  at: Date;
}

/** On the request itself: the collector of young objects lets no value of a lasting weak map go. */
const useKey = Symbol("key use");
interface Counted {
  [useKey]?: KeyUse | null;
}

/** Requests of one key to one endpoint within an hour. */
interface Tally extends Record<Outcome, number> {
  keyId: string;
  endpoint: string;
  /** Start of the hour, UTC. */
  hour: string;
  lastUsedAt: string;
}

/** A key that was refused for a limit of its own, and when the window of that limit ends. */
interface ReachedLimit {
  keyId: string;
  until: string;
}

/** Counts that are sent to the hub together; retried under the same id until they are known to be stored. */
interface Batch {
  id: string;
  tallies: Tally[];
  reached: ReachedLimit[];
}

export interface KeyUsageOptions {
  hub: SubgraphExecutor;
  log: Logger;
  publicUrl: string;
  /** How long counts may wait in this process, in milliseconds. */
  flushEveryMs?: number;
}

const document = parse(
  "mutation RecordKeyUsage($input: RecordKeyUsageInput!) { recordKeyUsage(input: $input) }",
);
const hourMs = 3_600_000;
/** Of each kind, in a batch. */
const maxRows = 500;

/**
 * Counts the requests of API keys, each exactly once, and sends the counts to the hub: at most a second later,
 * before any read of them through this process, and at shutdown. A killed process loses its unsent counts;
 * counts that the hub did not confirm are retried and counted once. They include the keys that reached their
 * own limits.
 */
export class KeyUsageRecorder {
  readonly #options: KeyUsageOptions;
  #tallies = new Map<string, Tally>();
  /** Ends of windows, in milliseconds, by key. */
  #reached = new Map<string, number>();
  #unsent: Batch[] = [];
  #sending: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: KeyUsageOptions) {
    this.#options = options;
  }

  /** Notes that a key authenticated this request. */
  begin(request: object, use: KeyUse): void {
    (request as Counted)[useKey] = use;
  }

  /** Counts the request by its HTTP status, unless no key authenticated it or it is counted already. */
  end(request: object, endpoint: string, status: number): void {
    const use = (request as Counted)[useKey];
    if (!use) return;
    (request as Counted)[useKey] = null;
    this.#count(use, endpoint, outcomeOf(status));
    if (this.#timer === null) this.#timer = this.#flushLater();
  }

  /** Notes that a limit of the key itself refused a call of it, in the window that ends `until` (milliseconds). */
  limitReached(keyId: string, until: number): void {
    this.#reached.set(keyId, Math.max(until, this.#reached.get(keyId) ?? 0));
    if (this.#timer === null) this.#timer = this.#flushLater();
  }

  /** Resolves when everything counted before is stored. Rejects when the hub does not take it; it is then kept. */
  async flush(): Promise<void> {
    while (this.#sending) await this.#sending.catch(() => undefined);
    this.#pack();
    if (this.#unsent.length === 0) return;
    this.#sending = this.#send().finally(() => (this.#sending = null));
    await this.#sending;
  }

  #flushLater(): NodeJS.Timeout {
    const flush = () => {
      this.#timer = null;
      this.flush().catch((err: unknown) => {
        this.#options.log.warn({ err }, "key usage is not stored yet");
        this.#timer ??= this.#flushLater();
      });
    };
    return setTimeout(flush, this.#options.flushEveryMs ?? 1_000).unref();
  }

  #count({ keyId, at }: KeyUse, endpoint: string, outcome: Outcome): void {
    const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs).toISOString();
    const name = `${keyId} ${hour} ${endpoint}`;
    let tally = this.#tallies.get(name);
    if (!tally) {
      tally = {
        keyId,
        endpoint,
        hour,
        lastUsedAt: "",
        ok: 0,
        clientError: 0,
        serverError: 0,
        rateLimited: 0,
      };
      this.#tallies.set(name, tally);
    }
    tally[outcome] += 1;
    const lastUsedAt = at.toISOString();
    if (lastUsedAt > tally.lastUsedAt) tally.lastUsedAt = lastUsedAt;
  }

  #pack(): void {
    const tallies = [...this.#tallies.values()];
    const reached = Array.from(this.#reached, ([keyId, until]) => ({
      keyId,
      until: new Date(until).toISOString(),
    }));
    this.#tallies = new Map();
    this.#reached = new Map();
    for (let start = 0; start < Math.max(tallies.length, reached.length); start += maxRows) {
      this.#unsent.push({
        id: `usage-${randomUUID()}`,
        tallies: tallies.slice(start, start + maxRows),
        reached: reached.slice(start, start + maxRows),
      });
    }
  }

  async #send(): Promise<void> {
    const callHub = internalCall(this.#options.hub, this.#options);
    for (let batch = this.#unsent[0]; batch; batch = this.#unsent[0]) {
      const { id, ...input } = batch;
      await callHub(document, { input }, { requestId: id, idempotencyKey: id });
      this.#unsent.shift();
    }
  }
}

/**
 * Counts and logs every request of the server when its response is about to be sent, and hands over the rest when the server
 * closes.
 */
export function countKeyUsage(
  server: FastifyInstance,
  { keyUsage, requestLog, log }: { keyUsage: KeyUsageRecorder; requestLog: RequestLog; log: Logger },
): void {
  // Before the response is sent, so that a client that has it finds the request counted.
  server.addHook("onSend", (request, reply, _payload, done) => {
    const endpoint = endpointOf(request);
    keyUsage.end(request, endpoint, reply.statusCode);
    requestLog.end(request, { endpoint, status: reply.statusCode });
    done();
  });
  server.addHook("onClose", async () => {
    for (const recorder of [keyUsage, requestLog])
      await recorder
        .flush()
        .catch((err: unknown) => log.error({ err }, "recorded requests were not stored at shutdown"));
  });
}

/** Names of endpoints by route: routes and methods are few. */
const endpoints = new Map<string, string>();

/** The endpoint of a request, as a key's owner sees it: its method and path. */
export function endpointOf({
  method,
  routeOptions: { url = "unknown" },
}: {
  method: string;
  routeOptions: { url?: string | undefined };
}): string {
  const route = `${method} ${url}`;
  let endpoint = endpoints.get(route);
  if (endpoint === undefined) endpoints.set(route, (endpoint = route.replaceAll(/:(\w+)/g, "{$1}")));
  return endpoint;
}

function outcomeOf(status: number): Outcome {
  if (status === 429) return "rateLimited";
  if (status >= 500) return "serverError";
  return status >= 400 ? "clientError" : "ok";
}
