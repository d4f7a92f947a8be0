import type { EntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { ChannelListener } from "../../../../src/db/channel-listener.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { claimProbe, gateOf, newBreaker, recordOutcome, type Breaker, type Outcome } from "./breaker.ts";

/** Under this name the database announces whose breaker opened, closed or is on trial. */
const channel = "hub_ai_breakers";
/** Maximum delay before successes are written. */
const holdMs = 1_000;

interface BufferedSuccess {
  outcome: Outcome;
  at: number;
}

/**
 * The providers' circuit breakers: one database row each, shared by all processes, and a local cache. A decision costs
 * no statement while a breaker is closed or open; only a probe is claimed in the database, by one process at a time.
 * Failures are written at once, since they may open it; successes within a second, since they seldom change it.
 */
export class ProviderBreakers {
  readonly #listener: ChannelListener;
  readonly #known = new Map<string, Breaker>();
  readonly #waiting = new Map<string, BufferedSuccess[]>();
  readonly #stop: () => void;
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> = Promise.resolve();
  /** Moves with every announcement, so that rows read before one are not kept after it. */
  #changes = 0;
  #em: EntityManager | null = null;
  readonly #writing = new Set<Promise<void>>();
  readonly #log: Logger;

  constructor(listener: ChannelListener, log: Logger) {
    this.#listener = listener;
    this.#log = log;
    const forget = () => {
      this.#changes += 1;
      this.#known.clear();
    };
    this.#stop = listener.listen(channel, forget, forget);
  }

  /** Whether the provider may be called now. `probe` claims the probe for `leaseMs`. */
  async gate(
    em: EntityManager,
    provider: string,
    options: { now: number; leaseMs: number },
  ): Promise<ReturnType<typeof gateOf>> {
    const { now, leaseMs } = options;
    const gate = gateOf(await this.#find(em, provider), now);
    if (gate !== "probe") return gate;
    let claimed: ReturnType<typeof gateOf> = "open";
    await this.#change(em, provider, (breaker) => {
      claimed = gateOf(breaker, now);
      return claimed === "probe" ? claimProbe(breaker, now, leaseMs) : breaker;
    });
    return claimed;
  }

  /** Records an outcome. Outcomes that do not change the decision are buffered for a while. Never rejects. */
  async record(em: EntityManager, provider: string, outcome: Outcome, now: number): Promise<void> {
    const known = this.#known.get(provider);
    const isClosed = known?.phase === "closed";
    if (
      isClosed &&
      (outcome.kind === "neutral" || (outcome.kind === "ok" && known.failuresInRow.length === 0))
    ) {
      this.#holdBack(em, provider, { outcome, at: now });
      return;
    }
    const writing = this.#change(em, provider, (breaker) => recordOutcome(breaker, outcome, now)).catch(
      (err: unknown) => this.#log.error({ err, party: provider }, "a breaker could not be written"),
    );
    this.#writing.add(writing);
    await writing;
    this.#writing.delete(writing);
  }

  /** The breakers of all providers as the database has them, with what this process still holds back. */
  async readAll(em: EntityManager): Promise<ReadonlyMap<string, Breaker>> {
    await this.flush();
    const rows = await asSystem(em, (own) =>
      executeSql<{ provider: string; state: Breaker }>(own, "SELECT provider, state FROM ai_breakers"),
    );
    return new Map(rows.map(({ provider, state }) => [provider, { ...newBreaker, ...state }]));
  }

  /** Resolves when everything recorded so far is written. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const before = Promise.all([this.#flushing, ...this.#writing]);
    this.#flushing = before.then(() => this.#writeWaiting());
    return this.#flushing;
  }

  async close(): Promise<void> {
    this.#stop();
    await this.flush();
  }

  async #find(em: EntityManager, provider: string): Promise<Breaker> {
    const known = this.#known.get(provider);
    if (known) return known;
    const changesBefore = this.#changes;
    const sql = "SELECT state FROM ai_breakers WHERE provider = $1";
    const [row] = await asSystem(em, (own) => executeSql<{ state: Breaker }>(own, sql, [provider]));
    const breaker = row ? { ...newBreaker, ...row.state } : newBreaker;
    if (this.#listener.isHearing && this.#changes === changesBefore) this.#known.set(provider, breaker);
    return breaker;
  }

  #holdBack(em: EntityManager, provider: string, success: BufferedSuccess): void {
    const waiting = this.#waiting.get(provider) ?? [];
    waiting.push(success);
    this.#waiting.set(provider, waiting);
    this.#em = em.fork();
    this.#timer ??= setTimeout(() => void this.flush(), holdMs).unref();
  }

  async #writeWaiting(): Promise<void> {
    for (const provider of this.#waiting.keys()) {
      if (!this.#em) return;
      await this.#change(this.#em, provider, (breaker) => breaker).catch((err: unknown) =>
        this.#log.warn({ err, party: provider }, "how a provider is doing could not be written"),
      );
    }
  }

  /**
   * Applies the buffered successes and then a change to a row, under its lock. Notifies every process if the decision
   * changed.
   */
  async #change(em: EntityManager, provider: string, change: (breaker: Breaker) => Breaker): Promise<void> {
    const held = this.#waiting.get(provider) ?? [];
    this.#waiting.delete(provider);
    const changesBefore = this.#changes;
    const changed = await asSystem(em, async (own) => {
      await executeSql(
        own,
        "INSERT INTO ai_breakers (provider, state) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        [provider, JSON.stringify(newBreaker)],
      );
      const [row] = await executeSql<{ state: Breaker }>(
        own,
        "SELECT state FROM ai_breakers WHERE provider = $1 FOR UPDATE",
        [provider],
      );
      const before: Breaker = { ...newBreaker, ...row!.state };
      const caughtUp = held.reduce((breaker, { outcome, at }) => recordOutcome(breaker, outcome, at), before);
      const after = change(caughtUp);
      if (after === before) return after;
      await executeSql(own, "UPDATE ai_breakers SET state = $2 WHERE provider = $1", [
        provider,
        JSON.stringify(after),
      ]);
      if (decides(before) !== decides(after))
        await executeSql(own, "SELECT pg_notify($1, $2)", [channel, provider]);
      return after;
    });
    // Our own notification clears it again, which costs one read at the next request.
    if (this.#listener.isHearing && this.#changes === changesBefore) this.#known.set(provider, changed);
  }
}

/** The fields of a breaker that decide whether the provider is called. */
function decides({ phase, openUntil, probeUntil, failuresInRow }: Breaker): string {
  return JSON.stringify([phase, openUntil, probeUntil, failuresInRow.length > 0]);
}
