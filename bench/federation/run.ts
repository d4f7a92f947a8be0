import { deepStrictEqual } from "node:assert";
import { settings } from "../settings.ts";
import { contenders as allContenders, type Contender } from "./contenders.ts";
import { bodyOf, operations as allOperations, type Operation } from "./operations.ts";
import { freePorts, load, start, startFlags, type Started } from "../processes.ts";
import { processFlags } from "../../test/split/process-flags.ts";
import { subgraphNames } from "./subgraphs.ts";
import type { LoadFigures } from "../load.types.ts";

/** Results of one contender with one operation. */
export interface Measured extends LoadFigures {
  /** Processor time of all its server processes for one request, in microseconds. */
  cpuMicrosPerRequest: number;
  /** Memory of all its server processes after the round. */
  rssBytes: number;
}

export type Mode = "warm" | "cycled";
export const modes: readonly Mode[] = ["warm", "cycled"];

/** Documents that differ, in the mode that cycles through many. */
export const documentCount = 1_000;

/** Results by operation, mode and contender. */
export type Results = Map<string, Measured>;

export function resultKey(operation: string, mode: Mode, contender: string): string {
  return `${operation} ${mode} ${contender}`;
}

/** A contender that answers. */
export interface Running {
  contender: Contender;
  port: number;
  /** Everything that works for this contender, its subgraphs' processes included. */
  processes: readonly Started[];
}

const serverCore = 0;
const loadCore = 1;

/** Starts all contenders, checks that they answer the same, and measures them in interleaved rounds. */
export async function measureFederation(report: (line: string) => void): Promise<Results> {
  const contenders = allContenders.filter(({ key }) => settings.contenders?.includes(key) ?? true);
  const operations = allOperations.filter(({ key }) => settings.operations?.includes(key) ?? true);
  const started: Started[] = [];
  try {
    const running = await startAll(contenders, started);
    const generator = await start("load-generator.ts", [], { core: loadCore });
    started.push(generator);
    for (const operation of operations) await refuseDifferentAnswers(running, operation);
    const results: Results = new Map();
    for (const operation of operations) {
      for (const mode of modes) {
        await measureOperation({ running, generator, operation, mode }, results);
        report(`measured: ${operation.title}, ${mode}`);
      }
    }
    return results;
  } finally {
    await Promise.all(started.map((process) => process.stop()));
  }
}

async function startAll(contenders: readonly Contender[], started: Started[]): Promise<Running[]> {
  const running: Running[] = [];
  for (const contender of contenders) running.push(await startOne(contender, started));
  return running;
}

/** Starts one contender alone. */
export async function startContender(key: string, started: Started[]): Promise<Running> {
  const contender = allContenders.find((one) => one.key === key);
  if (!contender) throw new Error(`There is no contender ${key}`);
  return startOne(contender, started);
}

/**
 * With separate subgraphs when it needs their processes, so that warm-up by one contender does not affect
 * another.
 */
async function startOne(contender: Contender, started: Started[]): Promise<Running> {
  const subgraphs = contender.usesSubgraphProcesses
    ? await startSubgraphs(started)
    : { urls: localUrls, processes: [] };
  return startServer(contender, subgraphs, started);
}

interface Subgraphs {
  urls: Record<string, string>;
  processes: readonly Started[];
}

/** URLs that are never requested. */
const localUrls = Object.fromEntries(subgraphNames.map((name) => [name, `http://${name}.invalid`]));

async function startSubgraphs(started: Started[]): Promise<Subgraphs> {
  const ports = await freePorts(subgraphNames.length);
  const urls: Record<string, string> = {};
  const processes: Started[] = [];
  for (const name of subgraphNames) {
    const port = ports.shift()!;
    urls[name] = `http://127.0.0.1:${port}`;
    const subgraph = await start("federation/subgraph-server.ts", [name, String(port)], {
      core: serverCore,
      nodeArgs: [...processFlags, ...settings.nodeArgs],
    });
    processes.push(subgraph);
    started.push(subgraph);
  }
  return { urls, processes };
}

async function startServer(contender: Contender, subgraphs: Subgraphs, started: Started[]): Promise<Running> {
  const [port] = (await freePorts(1)) as [number];
  const args = [...contender.kind, String(port), JSON.stringify(subgraphs.urls)];
  const server = await start(contender.file, args, {
    core: serverCore,
    nodeArgs: [...(contender.runsAs === "start" ? startFlags : processFlags), ...settings.nodeArgs],
  });
  started.push(server);
  return {
    contender,
    port,
    processes: [server, ...(contender.usesSubgraphProcesses ? subgraphs.processes : [])],
  };
}

/** Throws when a contender's answer is not the first one's, or carries errors. */
async function refuseDifferentAnswers(running: readonly Running[], operation: Operation): Promise<void> {
  let expected: unknown = null;
  for (const { contender, port } of running) {
    const response = await fetch(`http://127.0.0.1:${port}${contender.pathOf(operation.key)}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: bodyOf(operation, operation.document, 7),
    });
    const answer: unknown = await response.json();
    expected ??= answer;
    deepStrictEqual(answer, expected, `${contender.title} answers ${operation.key} differently`);
    if (!(answer as { data?: unknown }).data) {
      throw new Error(`${contender.title} answers ${operation.key} with ${JSON.stringify(answer)}`);
    }
  }
}

async function measureOperation(
  scope: { running: readonly Running[]; generator: Started; operation: Operation; mode: Mode },
  results: Results,
): Promise<void> {
  const { running, operation, mode } = scope;
  const bodies = Array.from({ length: documentCount }, (_, number) =>
    bodyOf(operation, mode === "warm" ? operation.document : operation.variant(number), number),
  );
  for (const one of running) await warmUp(one, bodies, scope);
  for (let round = 0; round < settings.rounds; round++) {
    for (let place = 0; place < running.length; place++) {
      const one = running[(place + round) % running.length]!;
      const measured = await measureRound(one, bodies, scope);
      const key = resultKey(operation.key, mode, one.contender.key);
      const best = results.get(key);
      if (!best || measured.requestsPerSecond > best.requestsPerSecond) results.set(key, measured);
    }
  }
}

/** The processes that are compared do not pay for waking the load. */
const staysAwake = true;

/** Long enough for the compiler to finish with the hot code of four processes that share one core. */
const warmUpSeconds = 12;

/** With many documents, each of them is sent once before. */
async function warmUp(
  { contender, port }: Running,
  bodies: readonly string[],
  { generator, operation, mode }: { generator: Started; operation: Operation; mode: Mode },
): Promise<void> {
  const path = contender.pathOf(operation.key);
  const job = { port, method: "POST" as const, path, bodies, staysAwake, connections: settings.connections };
  await load(
    generator,
    mode === "cycled" ? { ...job, requests: bodies.length } : { ...job, seconds: warmUpSeconds },
  );
}

async function measureRound(
  { contender, port, processes }: Running,
  bodies: readonly string[],
  { generator, operation }: { generator: Started; operation: Operation },
): Promise<Measured> {
  const usages = () => Promise.all(processes.map((process) => process.usage()));
  const before = await usages();
  const figures = await load(generator, {
    port,
    method: "POST",
    path: contender.pathOf(operation.key),
    bodies,
    staysAwake,
    connections: settings.connections,
    seconds: settings.seconds,
  });
  const after = await usages();
  const cpuMicros = after.reduce((sum, usage, index) => sum + usage.cpuMicros - before[index]!.cpuMicros, 0);
  return {
    ...figures,
    cpuMicrosPerRequest: cpuMicros / figures.completed,
    rssBytes: after.reduce((sum, usage) => sum + usage.rssBytes, 0),
  };
}
