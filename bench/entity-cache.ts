/** Measures reads of public data with and without the entity cache: two platforms, in turn. */
import type { LoadJob } from "./load.types.ts";
import { startBenchPlatform, type BenchPlatform } from "./platform/servers.ts";
import { load, start } from "./processes.ts";
import { recordSection } from "./results-file.ts";
import { settings } from "./settings.ts";
import { renderTable } from "./table.ts";

interface Case {
  title: string;
  paths?: readonly string[];
  document?: string;
}

interface Figures {
  requestsPerSecond: number;
  p50Ms: number;
  /** Processor time of the platform's process. */
  microseconds: number;
}

const withCache = await startBenchPlatform();
const without = await startBenchPlatform({ ENTITY_CACHE_BYTES: "0" });
const generator = await start("load-generator.ts", [], { core: 1 });
try {
  const ids = await readIds(withCache);
  const cases: Case[] = [
    { title: "a building (REST)", paths: ids.map((id) => `/v1/properties/${id}`) },
    {
      title: "a search (REST)",
      paths: ["tower", "school", "plaza"].map((q) => `/v1/properties/search?q=${q}`),
    },
    { title: "packages of credits (REST)", paths: ["/credits/packages/central"] },
    { title: "prices of an app's plans (REST)", paths: ["/payments/plans?appId=central"] },
    { title: "a building's name (GraphQL)", document: `{ property(id: "${ids[0]}") { id name } }` },
    { title: "the balance of an account (REST), not cacheable", paths: ["/credits/balance/central"] },
  ];
  const rows: string[][] = [];
  for (const one of cases) rows.push(await measure(one));
  const text = [
    "## Entity cache",
    "",
    "Reads of public data on two platforms, one with the cache and one without (`ENTITY_CACHE_BYTES=0`). Processor time is that of the " +
      "platform's process, which has router and subgraphs; the database's is not in it.",
    "",
    renderTable(
      ["read", "without: /s", "with: /s", "ratio", "without: µs CPU", "with: µs CPU", "ratio"],
      rows,
    ),
  ].join("\n");
  process.stdout.write(`${text}\n`);
  if (settings.isWhole) await recordSection("cache", text);
} finally {
  await generator.stop();
  await withCache.stop();
  await without.stop();
}

async function measure(one: Case): Promise<string[]> {
  const best = { with: none(), without: none() };
  for (let round = 0; round <= settings.rounds; round += 1) {
    const order = round % 2 === 0 ? (["with", "without"] as const) : (["without", "with"] as const);
    for (const name of order) {
      const figures = await run(name === "with" ? withCache : without, one);
      // The first round fills the cache.
      if (round === 0) continue;
      best[name] = {
        requestsPerSecond: Math.max(best[name].requestsPerSecond, figures.requestsPerSecond),
        p50Ms: Math.min(best[name].p50Ms, figures.p50Ms),
        microseconds: Math.min(best[name].microseconds, figures.microseconds),
      };
    }
  }
  const { with: cached, without: plain } = best;
  return [
    one.title,
    plain.requestsPerSecond.toFixed(0),
    cached.requestsPerSecond.toFixed(0),
    (cached.requestsPerSecond / plain.requestsPerSecond).toFixed(2),
    plain.microseconds.toFixed(0),
    cached.microseconds.toFixed(0),
    (cached.microseconds / plain.microseconds).toFixed(2),
  ];
}

async function run(platform: BenchPlatform, { paths, document }: Case): Promise<Figures> {
  const job: LoadJob = {
    port: platform.port,
    method: paths ? "GET" : "POST",
    path: paths ? "" : "/graphql",
    ...(paths ? { paths } : {}),
    headers: platform.headers,
    bodies: document === undefined ? [] : [JSON.stringify({ query: document })],
    connections: settings.connections,
    seconds: settings.seconds,
  };
  const before = await platform.process.usage();
  const { completed, requestsPerSecond, p50Ms } = await load(generator, job);
  const after = await platform.process.usage();
  return { requestsPerSecond, p50Ms, microseconds: (after.cpuMicros - before.cpuMicros) / completed };
}

function none(): Figures {
  return { requestsPerSecond: 0, p50Ms: Infinity, microseconds: Infinity };
}

async function readIds({ port, headers }: BenchPlatform): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/properties/search?pageSize=50`, { headers });
  const { properties } = (await response.json()) as { properties: { id: string }[] };
  return properties.map(({ id }) => id);
}
