/**
 * Measures what a search costs when there are 26,106 properties and when there are a million, for the same hits: the first
 * 26,106 are the same in both, and the others share the common words with them, but no rare one.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../src/db/postgres/embedded-postgres.ts";
import { createLog } from "../src/observability/log.ts";
import { recordSection } from "./results-file.ts";
import { makeProperties, scaleQueries, SMALL } from "./search-properties.ts";
import { openSearch, type OpenSearch } from "./search-world.ts";
import { mebibytes, milliseconds, renderTable } from "./table.ts";

const large = Number(process.env["BENCH_SEARCH_ROWS"] ?? 1_000_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const callsEach = 200;
const atOnce = 10;
const mostGrowth = 2;

interface Figures {
  total: number;
  p50: number;
  p95: number;
}

interface Measured {
  figures: Map<string, Figures>;
  plans: Map<string, string>;
  fullPlan: string;
  loadSeconds: number;
}

const dataDir = await mkdtemp(join(tmpdir(), "bench-search-"));
const postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ level: "silent" }) });
const opened: OpenSearch[] = [];
try {
  for (const [name, size] of [
    ["search_few", SMALL],
    ["search_many", large],
  ] as const) {
    const began = performance.now();
    const world = await openSearch(postgres.adminUrl, name, makeProperties(size));
    opened.push(world);
    world.loadSeconds = (performance.now() - began) / 1000;
    process.stderr.write(`${size} loaded in ${world.loadSeconds.toFixed(0)} s\n`);
  }
  const [few, many] = await measureInTurn(opened);
  const text = render(few!, many!);
  process.stdout.write(text);
  if (large >= 1_000_000 && rounds >= 5) await recordSection("search-scale", text);
  refuseMisses(few!, many!);
} finally {
  for (const world of opened) await world.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Each search in each size, alternating; the best round counts. */
async function measureInTurn(worlds: readonly OpenSearch[]): Promise<Measured[]> {
  const measured = worlds.map(({ loadSeconds }): Measured => {
    return { figures: new Map(), plans: new Map(), fullPlan: "", loadSeconds };
  });
  for (const { name, args } of scaleQueries) {
    for (let round = 0; round < rounds; round++) {
      for (const [place, world] of worlds.entries()) {
        const figures = await measure(world, args);
        const best = measured[place]!.figures.get(name);
        if (!best || figures.p50 < best.p50) measured[place]!.figures.set(name, figures);
      }
    }
    for (const [place, world] of worlds.entries()) {
      const [plan = ""] = await world.explain(args);
      measured[place]!.plans.set(name, nodesOf(plan));
      if (name === "an address") measured[place]!.fullPlan = plan;
    }
  }
  return measured;
}

/** Ten calls at a time; each is another search to the cache of results. */
async function measure(world: OpenSearch, args: (typeof scaleQueries)[number]["args"]): Promise<Figures> {
  const times: number[] = [];
  let total = 0;
  let calls = 0;
  const worker = async () => {
    while (calls < callsEach + atOnce) {
      const isWarm = ++calls > atOnce;
      const began = performance.now();
      total = await world.search(args);
      if (isWarm) times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]!;
  return { total, p50: at(0.5), p95: at(0.95) };
}

/** The scans of a plan, with the rows that each has found. */
function nodesOf(plan: string): string {
  const found = plan.matchAll(/->\s+(.*Scan[^(]*?)\s+(?:on property_search )?\(actual rows=([\d.]+)/g);
  return [...found]
    .map(([, scan, rows]) => `${scan!.replace(" on property_search", "")}: ${Number(rows)}`)
    .join(", ");
}

function render(few: Measured, many: Measured): string {
  const rows = scaleQueries.map(({ name }) => {
    const [a, b] = [few.figures.get(name)!, many.figures.get(name)!];
    if (a.total !== b.total) throw new Error(`${name}: ${a.total} hits of few, ${b.total} of many`);
    return [
      name,
      String(a.total),
      ...[a.p50, b.p50, a.p95, b.p95].map(milliseconds),
      (b.p50 / a.p50).toFixed(2),
      many.plans.get(name) ?? "",
    ];
  });
  const head = [
    "search",
    "hits",
    "p50 ms",
    "p50, many",
    "p95 ms",
    "p95, many",
    "growth",
    "scans, many: rows",
  ];
  const plans = scaleQueries.map(({ name }) => `- ${name}: ${few.plans.get(name)}`);
  return `## Searches in few and in many properties

${atOnce} searches at a time, ${callsEach} of each kind a round, none answered from the cache of results: in ${SMALL.toLocaleString("en")} invented
properties and in ${large.toLocaleString("en")}, with the same hits. The database, the load and the subgraph share the cores. Target: the median
grows less than ${mostGrowth} times.

${renderTable(head, rows)}

Making, loading and indexing took ${few.loadSeconds.toFixed(0)} s and ${many.loadSeconds.toFixed(0)} s. The process that searches both, and has made the properties
as well, ends with ${mebibytes(process.memoryUsage.rss())} MiB. The scans in the few:

${plans.join("\n")}

The plan of an address, in the many:

\`\`\`
${many.fullPlan}
\`\`\`
`;
}

function refuseMisses(few: Measured, many: Measured): void {
  for (const { name } of scaleQueries) {
    const growth = many.figures.get(name)!.p50 / few.figures.get(name)!.p50;
    if (growth >= mostGrowth) throw new Error(`${name} costs ${growth.toFixed(2)} times as much among many`);
  }
}
