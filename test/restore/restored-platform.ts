import { cp, rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { promise } from "../chaos/expectations.ts";
import type { SplitWorld } from "../split/split-world.ts";
import { recoveryPointOf, temporaryDirectory, type DrillServer } from "./archived-postgres.ts";
import { runDoctor } from "./doctor.ts";
import { openPlatform, settingsOf, type DrillWorld } from "./drill-world.ts";
import { send, type Write } from "./money-writers.ts";

/** The writes that a restored database must have, and those that it cannot have. */
export interface RecoveryPoint {
  /** Writes acknowledged before this are present. */
  all: Date;
  /** Writes sent after this are not. */
  none: Date;
}

/** A restored database, the platform on it, and the duration. */
export interface Restored {
  world: DrillWorld;
  server: DrillServer;
  platform: SplitWorld;
  point: RecoveryPoint;
  dataDir: string;
  startedAt: Date;
  seconds: { database: number; service: number };
  close(): Promise<void>;
}

/** Restores, examines the database before anything runs on it, and starts the platform. */
export async function restore(
  world: DrillWorld,
  startServer: () => Promise<DrillServer>,
  pointOf: (server: DrillServer) => Promise<RecoveryPoint> | RecoveryPoint,
): Promise<Restored> {
  const startedAt = new Date();
  const since = () => (Date.now() - startedAt.getTime()) / 1000;
  const server = await startServer();
  const closers: (() => Promise<unknown>)[] = [() => server.stop()];
  const close = async () => {
    for (const one of closers.splice(0).toReversed()) await one();
  };
  try {
    const database = since();
    const point = await pointOf(server);
    const dataDir = await temporaryDirectory("restored");
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    await cp(world.backup.files, dataDir, { recursive: true });
    const { code, bad, text } = await runDoctor(server, settingsOf(world.sandbox, dataDir));
    promise(code === 0, `doctor says: ${bad.join("; ") || text}`);
    const platform = await openPlatform(server, world.sandbox, dataDir);
    closers.push(() => platform.stop());
    const service = await untilServed(world, platform, since);
    return { world, server, platform, point, dataDir, startedAt, seconds: { database, service }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** How long until a read is answered well, through the only router. */
async function untilServed(
  { callers }: DrillWorld,
  platform: SplitWorld,
  since: () => number,
): Promise<number> {
  for (;;) {
    const call = { method: "GET", path: "/credits/balance/central" } as const;
    if ((await send(platform.routerUrls[0]!, call, callers.token))?.status === 200) return since();
    promise(since() < 120, "nothing is answered after the restore");
    await wait(25);
  }
}

/** The moment of a server that was restored from its log. */
export async function loggedPoint(server: DrillServer, none: Date): Promise<RecoveryPoint> {
  return { all: await recoveryPointOf(server), none };
}

/** How often each write is in the books, by its mark. */
export async function countWrites({ sql }: DrillServer): Promise<Map<string, number>> {
  const found = await sql<{ mark: string; count: number }>(
    `SELECT mark, count(*)::int AS count FROM (
       SELECT description AS mark FROM hub.credit_entries UNION ALL SELECT notes FROM gateway.invoices) AS all_marks
     WHERE mark LIKE 'mark-%' GROUP BY mark`,
  );
  return new Map(found.map(({ mark, count }) => [mark, count]));
}

/** Writes acknowledged by a moment. */
export function acknowledgedBy(writes: readonly Write[], moment: Date): Write[] {
  return writes.filter(({ acknowledgedAt }) => acknowledgedAt !== null && acknowledgedAt < moment);
}

/** Acknowledged writes that are missing in the ledger. */
export async function lostWrites({ world, server }: Restored): Promise<Write[]> {
  const counts = await countWrites(server);
  return world.writers.writes.filter(
    ({ mark, acknowledgedAt }) => acknowledgedAt !== null && !counts.has(mark),
  );
}
