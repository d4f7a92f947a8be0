import { randomUUID } from "node:crypto";
import { startOwnDatabase } from "../../test/split/own-database.ts";
import { prepareDatabase, startOwnSandbox } from "../../test/split/own-sandbox.ts";
import { openSpenders } from "../../test/split/spenders.ts";
import type { ProcessKind } from "../../test/split/split-process.ts";
import { SplitWorld } from "../../test/split/split-world.ts";
import { reads, Traffic, writeOf } from "../../test/split/traffic.ts";
import { sendClosed, type Load } from "../open-loop/arrivals.ts";
import { familyMicros, processorMicros } from "./processor-time.ts";

/** Who works on a call in split mode. */
export type Worker = Exclude<ProcessKind, "worker"> | "database";

/** Processor time of a call, in microseconds, by who spends it. */
export type Demand = Readonly<Record<Worker, number>>;

/** Kinds of calls: reads of all doors, and writes that move credits. */
export type Kind = "read" | "write";

/** The cost of a request of each kind per process, measured in split mode under load. */
export async function measureDemand(seconds: number): Promise<Record<Kind, Demand>> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const database = await startOwnDatabase();
    closers.push(() => database.stop());
    await prepareDatabase(database.directUrl);
    const sandbox = await startOwnSandbox();
    closers.push(() => sandbox.stop());
    const split = await SplitWorld.start({
      databaseUrl: database.directUrl,
      sandboxPort: sandbox.port,
      env: { SMTP_URL: sandbox.smtpUrl },
    });
    closers.push(() => split.stop());
    const people = await openSpenders(database.sql, sandbox.issuer, 50);
    const [{ postmaster }] = (await database.sql<{ postmaster: number }>(
      "SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS postmaster",
    )) as [{ postmaster: number }];
    const traffic = new Traffic([split.one("router").url], people);
    const spent = (): Demand => ({
      router: processorMicros(split.one("router").pid!),
      hub: processorMicros(split.one("hub").pid!),
      property: processorMicros(split.one("property").pid!),
      gateway: processorMicros(split.one("gateway").pid!),
      database: familyMicros(postmaster),
    });
    const loads: Record<Kind, Load> = {
      read: { traffic, people, next: (turn) => reads[turn % reads.length]! },
      write: { traffic, people, next: () => writeOf(`mark-${randomUUID()}`, 0) },
    };
    const found = {} as Record<Kind, Demand>;
    for (const kind of ["read", "write"] as const) {
      await sendClosed(loads[kind], 16, Math.max(2, seconds / 2));
      const before = spent();
      const { answeredPerSecond, failed, failure } = await sendClosed(loads[kind], 16, seconds);
      if (failed > 0) throw new Error(`${failed} ${kind}s failed: ${failure}`);
      const after = spent();
      const calls = answeredPerSecond * seconds;
      found[kind] = Object.fromEntries(
        Object.entries(after).map(([name, micros]) => [name, (micros - before[name as Worker]) / calls]),
      ) as unknown as Demand;
    }
    return found;
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}
