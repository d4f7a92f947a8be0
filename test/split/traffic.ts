import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { SubgraphReplicas } from "../../src/graphql/subgraph-replicas.ts";
import { readBooks, type RunSql, type Spender } from "./spenders.ts";

/**
 * Outcome of a request: `refused` is 429 or 503, to be retried; `cut` had no response; `wrong` must never
 * happen.
 */
export type Outcome = "ok" | "refused" | "cut" | "wrong";

export interface Asked {
  outcome: Outcome;
  status: number | null;
  text: string;
}

export interface Call {
  method: "GET" | "POST";
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

const dashboard = `query Dashboard { me { name plan creditBalances { appId balance } savedProperties(first: 1) { propertyId }
  recentInvoices(first: 2) { status total currency } } }`;

/** Reads of all doors and all subgraphs. */
export const reads: readonly Call[] = [
  { method: "GET", path: "/credits/balance/central" },
  { method: "POST", path: "/graphql", body: { query: dashboard } },
  { method: "GET", path: "/v1/properties/search?pageSize=2" },
  { method: "POST", path: "/tools/get_credit_balance/call", body: { arguments: { appId: "central" } } },
  { method: "GET", path: "/invoices?limit=2", headers: { "x-app-id": "invoicer" } },
];

/** Writes of money, marked so that they can be found in the books. */
export function writeOf(mark: string, turn: number): Call {
  const headers = { "idempotency-key": mark };
  if (turn % 3 === 2) {
    const body = { client: "ana@client.example", items: [{ description: "Work", amount: 12 }], notes: mark };
    return { method: "POST", path: "/invoices", body, headers: { ...headers, "x-app-id": "invoicer" } };
  }
  const body = { appId: "central", amount: 0.01, description: mark };
  return { method: "POST", path: "/credits/consume", body, headers };
}

/**
 * Clients of the routers, behind a load balancer that polls `/readyz`. Writes are retried under their key until
 * they are acknowledged, as a client should; reads are reported with their outcome.
 */
export class Traffic {
  readonly #routers: SubgraphReplicas;
  readonly #people: readonly Spender[];
  readonly #stop = new AbortController();
  readonly #running: Promise<void>[] = [];
  readonly #acknowledged = new Set<string>();
  readonly #marks = new Set<string>();
  readonly counts: Record<Outcome, number> = { ok: 0, refused: 0, cut: 0, wrong: 0 };
  /** Wrong responses, and the first unsuccessful one, in words. */
  readonly wrongs: string[] = [];
  readonly failures: string[] = [];
  #pauseMs = 0;
  #lastOkAt = performance.now();
  #longestGapMs = 0;

  constructor(routerUrls: readonly string[], people: readonly Spender[]) {
    this.#routers = new SubgraphReplicas(routerUrls.join(","));
    this.#people = people;
  }

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  /** The longest time in which nothing was answered well. */
  get longestGapMs(): number {
    return Math.max(this.#longestGapMs, performance.now() - this.#lastOkAt);
  }

  /** Resets the counts, except the writes, which are audited at the end. */
  reset(): void {
    Object.assign(this.counts, { ok: 0, refused: 0, cut: 0, wrong: 0 });
    this.wrongs.length = 0;
    this.failures.length = 0;
    this.#lastOkAt = performance.now();
    this.#longestGapMs = 0;
  }

  /** Starts clients that read, and clients that write. Each waits `pauseMs` before its next request. */
  start({
    readers = 4,
    writers = 2,
    pauseMs = 0,
  }: { readers?: number; writers?: number; pauseMs?: number } = {}): void {
    this.#pauseMs = pauseMs;
    for (let client = 0; client < readers; client++) this.#running.push(this.#read(client));
    for (let client = 0; client < writers; client++) this.#running.push(this.#write(client));
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  /** One request, by the next person in rotation. */
  async ask(call: Call, turn = 0, timeoutMs = 30_000): Promise<Asked> {
    const person = this.#people[turn % this.#people.length]!;
    const asked = await this.#send(call, person, timeoutMs);
    this.counts[asked.outcome] += 1;
    const words = `${call.path}: ${asked.status} ${asked.text.slice(0, 300)}`;
    if (asked.outcome === "wrong") this.wrongs.push(words);
    if (asked.outcome !== "ok" && this.failures.length < 20) this.failures.push(words);
    if (asked.outcome === "ok") {
      const now = performance.now();
      this.#longestGapMs = Math.max(this.#longestGapMs, now - this.#lastOkAt);
      this.#lastOkAt = now;
    }
    return asked;
  }

  /** One request that is not counted among the others; the audit still includes it. */
  probe(call: Call, timeoutMs = 30_000): Promise<Asked> {
    return this.#send(call, this.#people[0]!, timeoutMs);
  }

  /** Writes are noted for the audit. */
  async #send(call: Call, person: Spender, timeoutMs: number): Promise<Asked> {
    const mark = call.headers?.["idempotency-key"];
    if (mark !== undefined) this.#marks.add(mark);
    const asked = await this.#exchange(call, person, timeoutMs);
    if (mark !== undefined && asked.outcome === "ok") this.#acknowledged.add(mark);
    return asked;
  }

  async #exchange({ method, path, body, headers }: Call, person: Spender, timeoutMs: number): Promise<Asked> {
    const replica = this.#routers.pick();
    try {
      const response = await replica.connections.request({
        method,
        path,
        headers: { ...person.headers, ...headers, ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.body.text();
      return { outcome: judge(response.statusCode, text), status: response.statusCode, text };
    } catch (error) {
      this.#routers.failed(replica);
      return { outcome: "cut", status: null, text: String(error) };
    }
  }

  async #read(client: number): Promise<void> {
    for (let turn = client; !this.#stop.signal.aborted; turn++) {
      const { outcome } = await this.ask(reads[turn % reads.length]!, turn);
      const pauseMs = outcome === "ok" ? this.#pauseMs : 50;
      if (pauseMs > 0) await wait(pauseMs);
    }
  }

  async #write(client: number): Promise<void> {
    for (let turn = client; !this.#stop.signal.aborted; turn++) {
      const mark = `mark-${randomUUID()}`;
      for (let tries = 1; !this.#stop.signal.aborted; tries++) {
        const { outcome } = await this.ask(writeOf(mark, turn), turn);
        if (outcome === "ok" || outcome === "wrong") break;
        // Clients do not retry all at once.
        await wait(50 + ((client * 31 + tries * 17) % 100));
      }
      if (this.#pauseMs > 0) await wait(this.#pauseMs);
    }
  }

  /** Inconsistencies in the ledger: missing acknowledged writes, duplicate writes, wrong sums. */
  async audit(sql: RunSql): Promise<string[]> {
    const { counts, faults } = await readBooks(sql, this.#people);
    const lost = [...this.#acknowledged].filter((mark) => !counts.has(mark));
    const doubled = [...counts].filter(([, count]) => count > 1);
    const foreign = [...counts.keys()].filter((mark) => !this.#marks.has(mark));
    return [
      ...faults,
      ...(lost.length > 0 ? [`${lost.length} acknowledged writes are lost`] : []),
      ...(doubled.length > 0 ? [`${doubled.length} writes are there more than once`] : []),
      ...(foreign.length > 0 ? [`${foreign.length} writes are there that nobody sent`] : []),
    ];
  }
}

/** 409 means that a first attempt still runs whose response the client has lost. */
function judge(status: number, text: string): Outcome {
  if (status === 503 || status === 429) return "refused";
  if (status === 409 && text.includes("IDEMPOTENCY_IN_PROGRESS")) return "refused";
  if (status < 200 || status > 299) return "wrong";
  if (!text.includes('"errors":[')) return "ok";
  return isOnlyUnavailable(text) ? "refused" : "wrong";
}

function isOnlyUnavailable(text: string): boolean {
  const { errors = [] } = JSON.parse(text) as { errors?: { extensions?: { code?: string } }[] };
  return errors.every(({ extensions }) => extensions?.code === "SERVICE_UNAVAILABLE");
}
