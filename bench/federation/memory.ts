/**
 * Memory of the router and its subgraphs: after a minute of load with one document for each operation, and in a
 * run in which every request brings a new document.
 */
import { startContender, type Running } from "./run.ts";
import { load, start, type Started } from "../processes.ts";
import { recordSection } from "../results-file.ts";
import { settings } from "../settings.ts";
import { counterMark, type LoadJob } from "../load.types.ts";
import { mebibytes, renderTable } from "../table.ts";
import { dashboardBody } from "../platform/operations.ts";
import { startBenchPlatform, type BenchPlatform } from "../platform/servers.ts";
import { bodyOf, operations } from "./operations.ts";

/** Memory of one contender's processes over time. */
interface Watched {
  title: string;
  processes: number;
  /** Bytes after the minute of load. */
  afterLoad: number;
  /** Bytes during the run with new documents, every `sampleSeconds`. */
  samples: readonly number[];
  newDocuments: number;
}

const limitBytes = 350 * 2 ** 20;
const loadSeconds = Math.min(60, settings.soakSeconds);
const sampleSeconds = Math.min(10, settings.soakSeconds / 12);
/** How much of the limit the second half may add before it is no longer called flat. */
const flatShare = 0.05;

/** A router that is put under load: with the same documents again and again, or with new ones. */
interface Subject {
  title: string;
  processes: readonly Started[];
  job: Omit<LoadJob, "seconds" | "bodies">;
  bodies: readonly string[];
  /** The same bodies with `counterMark` in their documents; empty to skip the run with new documents. */
  variants: readonly string[];
}

const generator = await start("load-generator.ts", [], { core: 1 });
const results: Watched[] = [];
try {
  for (const key of ["ours-in-process", "ours-http"]) {
    const started: Started[] = [];
    try {
      results.push(await watch(toSubject(await startContender(key, started))));
    } finally {
      await Promise.all(started.map((one) => one.stop()));
    }
  }
  const platform = await startBenchPlatform();
  try {
    results.push(await watch(toPlatformSubject(platform)));
  } finally {
    await platform.stop();
  }
} finally {
  await generator.stop();
}
const text = render(results);
process.stdout.write(text);
if (settings.isWhole) await recordSection("memory", text);

function toSubject({ contender, port, processes }: Running): Subject {
  return {
    title: `${contender.title}, synthetic subgraphs`,
    processes,
    job: { port, method: "POST", path: "/graphql", connections: settings.connections },
    bodies: operations.map((operation, number) => bodyOf(operation, operation.document, number)),
    // Over HTTP the router is the same one; the interesting figure there is the memory of four processes.
    variants: contender.usesSubgraphProcesses
      ? []
      : operations.map((operation, number) => bodyOf(operation, operation.variant(counterMark), number)),
  };
}

function toPlatformSubject({ port, process: server, headers }: BenchPlatform): Subject {
  return {
    title: "the platform with demo data, in one process",
    processes: [server],
    job: { port, method: "POST", path: "/graphql", headers, connections: settings.connections },
    bodies: [dashboardBody("name")],
    variants: [dashboardBody(`name${counterMark}: name`)],
  };
}

async function watch({ title, processes, job, bodies, variants }: Subject): Promise<Watched> {
  const rss = async () => {
    const usages = await Promise.all(processes.map((one) => one.usage()));
    return usages.reduce((sum, { rssBytes }) => sum + rssBytes, 0);
  };
  await load(generator, { ...job, bodies, seconds: loadSeconds });
  const afterLoad = await rss();
  const result = { title, processes: processes.length, afterLoad };
  if (variants.length === 0) return { ...result, samples: [], newDocuments: 0 };
  const soak = load(generator, { ...job, bodies: variants, countFrom: 1, seconds: settings.soakSeconds });
  const samples: number[] = [];
  const timer = setInterval(() => void rss().then((bytes) => samples.push(bytes)), sampleSeconds * 1000);
  const { completed } = await soak.finally(() => clearInterval(timer));
  return { ...result, samples, newDocuments: completed };
}

/** Growth over the second half by the straight line that fits it best, in bytes. */
function growthOf(samples: readonly number[]): number {
  const half = samples.slice(Math.floor(samples.length / 2));
  const meanPlace = (half.length - 1) / 2;
  const mean = half.reduce((sum, value) => sum + value, 0) / half.length;
  let covariance = 0;
  let variance = 0;
  half.forEach((value, place) => {
    covariance += (place - meanPlace) * (value - mean);
    variance += (place - meanPlace) ** 2;
  });
  return variance === 0 ? 0 : (covariance / variance) * (half.length - 1);
}

function render(watched: readonly Watched[]): string {
  const rows = watched.map(({ title, processes, afterLoad, samples, newDocuments }) => {
    const growth = growthOf(samples);
    const peak = Math.max(afterLoad, ...samples);
    const isFlat = growth < limitBytes * flatShare;
    return [
      `${title} (${processes} ${processes === 1 ? "process" : "processes"})`,
      mebibytes(afterLoad),
      samples.length > 0 ? String(newDocuments) : "",
      mebibytes(peak),
      samples.length > 0
        ? `${growth < 0 ? "" : "+"}${mebibytes(growth)}: ${isFlat ? "flat" : "growing"}`
        : "",
      peak < limitBytes ? "met" : "missed",
    ];
  });
  const head = [
    "",
    `MB after ${loadSeconds} s of load`,
    "new documents",
    "most MB",
    "second half, MB",
    `under ${mebibytes(limitBytes)} MB`,
  ];
  const series = watched
    .filter(({ samples }) => samples.length > 0)
    .map(({ title, samples }) => `${title}: ${samples.map(mebibytes).join(", ")}`);
  return `## Memory

Resident memory of the router and its subgraphs, without the database: after ${loadSeconds} s with one document for each operation,
then over ${settings.soakSeconds} s in which every request brings a document that was never seen before. Looked at every
${sampleSeconds.toFixed(0)} s; flat when a straight line through the second half rises by less than ${mebibytes(limitBytes * flatShare)} MB.

${renderTable(head, rows)}

Samples in MB.

${series.map((line) => `- ${line}`).join("\n")}
`;
}
