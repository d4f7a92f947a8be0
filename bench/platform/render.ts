import type { LoadFigures } from "../load.types.ts";
import { settings } from "../settings.ts";
import type { Variant } from "./hand-written-variants.ts";
import { mebibytes, milliseconds, renderTable } from "../table.ts";

/**
 * The platform called with a token and with an API key, and the two hand-written variants by their handling of
 * a known token.
 */
export type ServerName = "platform" | "withKey" | Variant;

export interface Measured extends LoadFigures {
  /** Processor time of the server's process for one request, in microseconds; the database's is not in it. */
  cpuMicrosPerRequest: number;
  rssBytes: number;
}

/** Best rounds by the operation's title and the server. */
export type PlatformResults = Map<string, ReadonlyMap<ServerName, Measured>>;

const titles: Record<ServerName, string> = {
  platform: "platform",
  withKey: "platform, by API key",
  verifies: "by hand, verifies each token",
  remembers: "by hand, remembers tokens",
  guarded: "by hand, remembers tokens, with row-level security, account limits and audit",
};

/** The section of the results file, also printed. */
export function renderPlatform(results: PlatformResults): string {
  const { rounds, seconds, connections } = settings;
  const rows = [...results].flatMap(([operation, byServer]) => {
    const platform = byServer.get("platform")!;
    return [...byServer].map(([name, measured]) => [
      operation,
      titles[name],
      measured.requestsPerSecond.toFixed(0),
      name === "platform" ? "" : compare(platform, measured),
      measured.cpuMicrosPerRequest.toFixed(0),
      `${milliseconds(measured.p50Ms)} / ${milliseconds(measured.p99Ms)}`,
      mebibytes(measured.rssBytes),
    ]);
  });
  const head = [
    "operation",
    "server",
    "req/s",
    "platform against it (by CPU)",
    "CPU µs",
    "p50 / p99 ms",
    "memory MB",
  ];
  return `## Platform: real operations

Best of ${rounds} rounds of ${seconds} s, ${connections} connections, one caller, one embedded PostgreSQL with durable
commits, which shares the core of the servers. The hand-written routes (Fastify, raw \`pg\`, prepared statements) do by
hand what the platform does for these operations: they verify the same token with \`jose\`, on each request or once,
limit the rate in memory, refuse a caller whose account is not active, and read or write the same rows; the reads give
the same answer, which is checked. Reads of the apps are free here. The first two have no row-level security, and audit nothing; the last has row-level
security by role and transaction, counts the account's calls by minute, day and month, and audits the write. None has
validation, idempotency, double entry, lots, metrics, traces or request ids. CPU is that of the server's process without the database.

${renderTable(head, rows)}
`;
}

function compare(platform: Measured, other: Measured): string {
  const ratio = platform.requestsPerSecond / other.requestsPerSecond;
  const cpuRatio = other.cpuMicrosPerRequest / platform.cpuMicrosPerRequest;
  return `${ratio.toFixed(2)} (${cpuRatio.toFixed(2)})`;
}
