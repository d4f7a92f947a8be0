/**
 * What the router and its subgraphs weigh: after a minute of load with one document for each operation, and in a run in
 * which every single request brings a document that was never seen before.
 */
import { startContender, type Running } from "./run.ts";
import { load, start, type Started } from "../processes.ts";
import { recordSection } from "../results-file.ts";
import { settings } from "../settings.ts";
import type { LoadJob } from "../load.types.ts";
import { counterMark } from "../load.types.ts";
import { mebibytes, renderTable } from "../table.ts";
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

const started: Started[] = [];
try {
  const generator = await start("load-generator.ts", [], { core: 1 });
  started.push(generator);
  const watched: Watched[] = [];
  for (const key of ["ours-in-process", "ours-http"]) {
    const running = await startContender(key, started);
    watched.push(await watch(running, generator));
    process.stderr.write(`measured: ${running.contender.title}\n`);
  }
  const text = render(watched);
  process.stdout.write(text);
  if (settings.isWhole) await recordSection("memory", text);
} finally {
  await Promise.all(started.map((one) => one.stop()));
}

async function watch({ contender, port, processes }: Running, generator: Started): Promise<Watched> {
  const rss = async () => {
    const usages = await Promise.all(processes.map((one) => one.usage()));
    return usages.reduce((sum, { rssBytes }) => sum + rssBytes, 0);
  };
  const job: LoadJob = {
    port,
    method: "POST",
    path: "/graphql",
    bodies: operations.map((operation, number) => bodyOf(operation, operation.document, number)),
    connections: settings.connections,
  };
  await load(generator, { ...job, seconds: loadSeconds });
  const afterLoad = await rss();
  const variant = operations.map((operation, number) =>
    bodyOf(operation, operation.variant(counterMark), number),
  );
  const soak = load(generator, { ...job, bodies: variant, countFrom: 1, seconds: settings.soakSeconds });
  const samples: number[] = [];
  const timer = setInterval(() => void rss().then((bytes) => samples.push(bytes)), sampleSeconds * 1000);
  const { completed } = await soak.finally(() => clearInterval(timer));
  return { title: contender.title, processes: processes.length, afterLoad, samples, newDocuments: completed };
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
    const peak = Math.max(...samples);
    const isFlat = growth < limitBytes * flatShare;
    return [
      `${title} (${processes} ${processes === 1 ? "process" : "processes"})`,
      mebibytes(afterLoad),
      String(newDocuments),
      mebibytes(peak),
      `${growth < 0 ? "" : "+"}${mebibytes(growth)}: ${isFlat ? "flat" : "growing"}`,
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
  const series = watched.map(({ title, samples }) => `${title}: ${samples.map(mebibytes).join(", ")}`);
  return `## Memory

Resident memory of the router with the three synthetic subgraphs: after ${loadSeconds} s with one document for each operation,
then over ${settings.soakSeconds} s in which every request brings a document that was never seen before. Looked at every
${sampleSeconds.toFixed(0)} s; flat when a straight line through the second half rises by less than ${mebibytes(limitBytes * flatShare)} MB.

${renderTable(head, rows)}

Samples in MB.

${series.map((line) => `- ${line}`).join("\n")}
`;
}
