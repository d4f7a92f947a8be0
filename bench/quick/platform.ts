import pg from "pg";
import { openSpenders } from "../../test/split/spenders.ts";
import { platformOperations, type PlatformOperation } from "../platform/operations.ts";
import { startBenchPlatform, type BenchPlatform } from "../platform/servers.ts";
import type { LoadJob } from "../load.types.ts";
import { freePorts, load, start, type Started } from "../processes.ts";
import { settings } from "../settings.ts";
import { processorSettings } from "../webhooks/servers.ts";
import { compareEvents } from "./events.ts";
import type { QuickRun } from "./federation.ts";
import { comparePairs, sliceOf, type PairOptions } from "./paired.ts";
import { compareRace } from "./race.ts";
import { compareToolCall } from "./tool-call.ts";

const sliceSeconds = 0.35;
/** What follows writes in the background comes once or four times a second: a slice has a fair share of it. */
const writeSliceSeconds = 1;
const pairing = { fewestPairs: 5, mostPairs: 8, enough: 0.015 } as const;

/** Everything that the rows of the platform share. */
export interface PlatformScope {
  platform: BenchPlatform;
  pool: pg.Pool;
  generator: Started;
  /** Sends events and serves as the payment processor. */
  world: Started;
  processorUrl: string;
}

/** The rows about real operations: one platform with demo data, and the baselines on its database. */
export async function comparePlatform(run: QuickRun): Promise<void> {
  const [processorPort] = (await freePorts(1)) as [number];
  const processorUrl = `http://127.0.0.1:${processorPort}`;
  const started: Started[] = [];
  let platform: BenchPlatform | null = null;
  let pool: pg.Pool | null = null;
  try {
    const world = await start("webhooks/send-events.ts", [String(processorPort)], { core: 1 });
    started.push(world);
    const generator = await start("load-generator.ts", [], { core: 1 });
    started.push(generator);
    platform = await startBenchPlatform(processorSettings(processorUrl));
    pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 12 });
    const scope: PlatformScope = { platform, pool, generator, world, processorUrl };
    await compareOperations(run, scope);
    await compareToolCall(run, scope);
    await compareEvents(run, scope);
    await compareRace(run, scope);
  } finally {
    await pool?.end();
    await Promise.all(started.map((one) => one.stop()));
    await platform?.stop();
  }
}

interface Server {
  port: number;
  process: Started;
}

async function compareOperations(run: QuickRun, scope: PlatformScope): Promise<void> {
  const { platform } = scope;
  const remembers = await platform.startHandWritten("remembers");
  for (const operation of platformOperations) {
    const name = operation.title;
    // Consumes of one account wait for its row, on both sides.
    if (!operation.isRead && !operation.accounts) continue;
    if (run.isWanted(name)) await addRow(run, { ...scope, name, operation, base: remembers });
  }
}

async function addRow(
  run: QuickRun,
  scope: PlatformScope & { name: string; operation: PlatformOperation; base: Server },
): Promise<void> {
  const { platform, pool, generator, name, operation, base } = scope;
  const decidedBy: PairOptions["decidedBy"] = operation.isRead ? "ratio" : "cpuRatio";
  const sql = async <T extends object>(text: string, values?: unknown[]) =>
    (await pool.query(text, values)).rows as T[];
  const people = operation.accounts ? await openSpenders(sql, platform.issuer, operation.accounts) : null;
  const send = ({ port }: Server, until: Pick<LoadJob, "seconds" | "requests">) =>
    load(generator, {
      port,
      method: operation.method,
      path: operation.path,
      headers: platform.headers,
      ...(people ? { headersInTurn: people.map(({ headers }) => headers) } : {}),
      bodies: [operation.body],
      connections: settings.connections,
      ...until,
    });
  // Writes run far more code than reads, which takes longer to be compiled: on a busy machine too, so many of them are sent.
  await send(platform, operation.isRead ? { seconds: 2 } : { requests: 12_000 });
  await send(base, operation.isRead ? { seconds: 0.7 } : { requests: 3_000 });
  const slice = (server: Server) => () =>
    sliceOf([server.process], () =>
      send(server, { seconds: operation.isRead ? sliceSeconds : writeSliceSeconds }),
    );
  const comparison = await comparePairs(slice(platform), slice(base), { ...pairing, decidedBy });
  run.add({ name, decidedBy, comparison });
}
