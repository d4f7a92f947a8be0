/** Rounds of what is compared, in turn, and statements without the platform as their baseline. */
import { createHash } from "node:crypto";
import type { Pool } from "pg";
import type { LoadFigures } from "./load.types.ts";
import { settings } from "./settings.ts";

export type Latency = Pick<LoadFigures, "p50Ms" | "p95Ms" | "p99Ms" | "requestsPerSecond">;

/** The round with the best 95th percentile of each, in an order that rotates. */
export async function measureInTurn<Name extends string>(
  runs: Record<Name, () => Promise<Latency>>,
): Promise<Record<Name, Latency>> {
  const names = Object.keys(runs) as Name[];
  const best = {} as Record<Name, Latency>;
  for (const name of names) await runs[name]();
  for (let round = 0; round < settings.rounds; round++) {
    for (let place = 0; place < names.length; place++) {
      const name = names[(round + place) % names.length]!;
      const figures = await runs[name]();
      if (!best[name] || figures.p95Ms < best[name].p95Ms) best[name] = figures;
    }
  }
  return best;
}

/** The statement alone, on as many connections as the platform has clients, with rotating parameters. */
export async function runStatements(
  pool: Pool,
  text: string,
  parameters: readonly unknown[][],
  connections: number = settings.connections,
): Promise<Latency> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const deadline = startedAt + settings.seconds * 1000;
  // Prepared once per connection, under a name that two statements with one beginning do not share.
  const name = createHash("sha256").update(text).digest("hex").slice(0, 40);
  let next = 0;
  const ask = async () => {
    while (performance.now() < deadline) {
      const values = parameters[next++ % parameters.length]!;
      const askedAt = performance.now();
      await pool.query({ name, text, values });
      latencies.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  latencies.sort((a, b) => a - b);
  const quantile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)]!;
  return {
    requestsPerSecond: (latencies.length / (performance.now() - startedAt)) * 1000,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
  };
}
