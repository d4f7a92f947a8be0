import { randomUUID } from "node:crypto";
import type pg from "pg";
import { settings } from "../settings.ts";

/** An account as a consumer names it. */
export interface SpenderAccount {
  id: string;
  ownerId: string;
}

/** A way of spending 0.01 credits. */
export interface Consumer {
  name: string;
  /** Resolves when it is committed; rejects for anything else. */
  consume(account: SpenderAccount, key: string | null): Promise<unknown>;
  close(): Promise<void>;
}

export interface Round {
  completed: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Transactions that wrote, for each call. */
  commitsPerCall: number;
  /** Processor time of this process for each call; the database's is not in it. */
  cpuMicros: number;
}

/** One round with a number of clients, each of which sends its next request as soon as it has a response. */
export async function measure(
  { consume }: Consumer,
  options: { accounts: readonly SpenderAccount[]; callers: number; isKeyed: boolean; admin: pg.Client },
): Promise<Round> {
  const { accounts, callers, isKeyed, admin } = options;
  const latencies: number[] = [];
  let next = 0;
  const commitsBefore = await readCommits(admin);
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const deadline = start + settings.seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < deadline) {
        const account = accounts[next++ % accounts.length]!;
        const asked = performance.now();
        await consume(account, isKeyed ? randomUUID() : null);
        latencies.push(performance.now() - asked);
      }
    }),
  );
  const elapsedMs = performance.now() - start;
  const cpu = process.cpuUsage(cpuBefore);
  const completed = latencies.length;
  latencies.sort((a, b) => a - b);
  const quantile = (share: number) => latencies[Math.min(completed - 1, Math.floor(completed * share))]!;
  return {
    completed,
    perSecond: (completed / elapsedMs) * 1000,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    commitsPerCall: ((await readCommits(admin)) - commitsBefore) / completed,
    cpuMicros: (cpu.user + cpu.system) / completed,
  };
}

/** How many transactions have ever written; the next one's number. */
async function readCommits(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ next: string }>(
    "SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next",
  );
  return Number(rows[0]!.next);
}
