/**
 * Mixed load over all doors at half of the platform's capacity, for 20 minutes or SOAK_SECONDS: nothing fails, memory is
 * flat, no window of 15 s has pauses, and at the end the ledger, the invoices and the usage counters agree with the
 * responses.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sendAtRate, sendClosed, type Load, type Window } from "../../bench/open-loop/arrivals.ts";
import { startOwnDatabase } from "../split/own-database.ts";
import { prepareDatabase, startOwnSandbox } from "../split/own-sandbox.ts";
import { openSpenders } from "../split/spenders.ts";
import { SplitWorld } from "../split/split-world.ts";
import { reads, Traffic, writeOf, type Call } from "../split/traffic.ts";
import { MemoryWatch } from "./memory-watch.ts";

const seconds = Number(process.env["SOAK_SECONDS"] ?? 20 * 60);
const share = 0.5;
/** The most that the slowest call in a hundred of a window may take, as a multiple of the median one. */
const mostTimesMedian = 5;
const warmUpSeconds = Math.min(60, Math.max(5, seconds / 10));

const verdicts: [what: string, isKept: boolean, words: string][] = [];
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
    counts: { worker: 1 },
    env: { SMTP_URL: sandbox.smtpUrl },
  });
  closers.push(() => split.stop());
  const people = await openSpenders(database.sql, sandbox.issuer, 200);
  const traffic = new Traffic(split.routerUrls, people);
  const load: Load = { traffic, people, next: mixed };
  // The capacity is that of compiled code, which takes a minute of load.
  const warmUp = await sendClosed(load, 16, warmUpSeconds);
  const first = await sendClosed(load, 16, Math.max(5, warmUpSeconds / 3));
  const rate = first.answeredPerSecond * share;
  process.stderr.write(
    `${first.answeredPerSecond.toFixed(0)} a second at most; ${rate.toFixed(0)} for ${seconds} s\n`,
  );
  const watch = new MemoryWatch(split.processes, seconds);
  const figures = await sendAtRate(load, rate, seconds);
  const growth = watch.stop();

  verdicts.push(
    [
      "no call failed",
      warmUp.failed + first.failed + figures.failed === 0,
      `${figures.failed} of ${Math.round(rate * seconds)}${figures.failure ? `: ${figures.failure}` : ""}`,
    ],
    [
      "the rate was kept",
      figures.answeredPerSecond > rate * 0.98,
      `${figures.answeredPerSecond.toFixed(0)} of ${rate.toFixed(0)} a second, p50 ${figures.p50Ms.toFixed(1)} ms, p99 ${figures.p99Ms.toFixed(0)} ms`,
    ],
    latencyVerdict(figures.windows),
    ...growth.map(
      ({ name, isFlat, words }) => [`memory of ${name} is flat`, isFlat, words] as [string, boolean, string],
    ),
  );
  const faults = await settled(() => traffic.audit(database.sql), database.sql);
  verdicts.push([
    "ledgers add up, every write is there once",
    faults.length === 0,
    faults.join("; ") || `${traffic.acknowledged} writes`,
  ]);
  const [left] = await settledQueue(database.sql);
  verdicts.push(["no event is left behind", left === 0, `${left} wait`]);
  const dead = await database.sql<{ count: number }>(
    "SELECT count(*)::int AS count FROM jobs.job WHERE state = 'failed'",
  );
  verdicts.push(["no job failed", dead[0]!.count === 0, `${dead[0]!.count} failed`]);
} finally {
  for (const close of closers.toReversed()) await close();
}
for (const [what, isKept, words] of verdicts) {
  process.stdout.write(`| ${what.padEnd(44)} | ${isKept ? "kept  " : "BROKEN"} | ${words} |\n`);
}
process.exit(verdicts.every(([, isKept]) => isKept) ? 0 : 1);

/** Prints each window; the slowest ones are named in the verdict. */
function latencyVerdict(windows: readonly Window[]): [string, boolean, string] {
  const timesOf = ({ p50Ms, p99Ms }: Window) => p99Ms / p50Ms;
  for (const window of windows) {
    const { atSeconds, p50Ms, p99Ms, maxMs } = window;
    process.stderr.write(
      `from ${String(atSeconds).padStart(4)} s: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (${timesOf(window).toFixed(1)} x), most ${maxMs.toFixed(0)} ms\n`,
    );
  }
  const worst = windows.reduce((found, each) => (timesOf(each) > timesOf(found) ? each : found));
  const slow = windows.filter((each) => timesOf(each) > mostTimesMedian).length;
  const words = `worst ${timesOf(worst).toFixed(1)} x at ${worst.atSeconds} s, ${slow} of ${windows.length} windows beyond ${mostTimesMedian} x`;
  return ["p99 of each 15 s is near its p50", slow === 0, words];
}

/** One call in six writes; every twelfth is an invoice. */
function mixed(turn: number): Call {
  return turn % 6 === 5
    ? writeOf(`mark-${randomUUID()}`, turn % 12 === 11 ? 2 : 0)
    : reads[turn % reads.length]!;
}

type Sql = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;

async function settled(audit: () => Promise<string[]>, sql: Sql): Promise<string[]> {
  let faults: string[] = [];
  for (let attempt = 0; attempt < 120; attempt++) {
    await sql("UPDATE jobs.job SET start_after = now() WHERE state IN ('created', 'retry')");
    faults = await audit();
    if (faults.length === 0) return faults;
    await wait(500);
  }
  return faults;
}

async function settledQueue(sql: Sql): Promise<[number]> {
  let count = 0;
  for (let attempt = 0; attempt < 120; attempt++) {
    const [row] = await sql<{ count: number }>(
      `SELECT ((SELECT count(*) FROM hub.outbox_events WHERE published_at IS NULL)
             + (SELECT count(*) FROM gateway.outbox_events WHERE published_at IS NULL))::int AS count`,
    );
    count = row!.count;
    if (count === 0) break;
    await wait(500);
  }
  return [count];
}
