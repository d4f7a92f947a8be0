import autocannon from "autocannon";

/** One request that is sent over and over. */
export interface Load {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

/** What one round came to. */
export interface Round {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Sends a bounded load over loopback for `seconds` and answers the throughput. Throws when any answer is not 2xx. */
export async function measure(
  load: Load,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Round> {
  const result = await autocannon({ ...load, connections, duration: seconds, workers: 1 });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${load.url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  }
  return { requestsPerSecond: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}

/** The best of several rounds: other work on the machine only ever makes a round slower. */
export function best(rounds: readonly Round[]): Round {
  return rounds.reduce((a, b) => (b.requestsPerSecond > a.requestsPerSecond ? b : a));
}
