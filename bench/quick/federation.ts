import { bodyOf, operations, type Operation, type OperationKey } from "../federation/operations.ts";
import { documentCount, startContender, type Mode, type Running } from "../federation/run.ts";
import { load, start, type Started } from "../processes.ts";
import { settings } from "../settings.ts";
import { comparePairs, sliceOf, type PairOptions } from "./paired.ts";
import type { Row } from "./reference.ts";

/** The rows that are wanted, and where finished ones go. */
export interface QuickRun {
  isWanted(name: string): boolean;
  add(row: Row): void;
}

/** A pair of contenders in one mode. */
interface Duel {
  title: string;
  /** Operations that are compared. Default: all. */
  only?: readonly OperationKey[];
  ours: string;
  base: string;
  mode: Mode;
  /** Seconds of load before the first slice, for each side. */
  warmUp: { ours: number; base: number };
}

const duels: readonly Duel[] = [
  {
    title: "one document",
    ours: "ours-in-process",
    base: "hand-written",
    mode: "warm",
    warmUp: { ours: 2, base: 1 },
  },
  {
    title: `${documentCount} documents`,
    ours: "ours-in-process",
    base: "hand-written",
    mode: "cycled",
    warmUp: { ours: 1.5, base: 0.2 },
  },
  {
    // How subgraphs of others are reached; the complete run has all operations.
    title: "over HTTP",
    only: ["oneField"],
    ours: "ours-http",
    base: "hand-written-process",
    mode: "warm",
    warmUp: { ours: 4, base: 1 },
  },
  {
    title: "over frames",
    ours: "ours-frames",
    base: "hand-written-process",
    mode: "warm",
    warmUp: { ours: 4, base: 1 },
  },
];

const sliceSeconds = 0.25;
const pairing: PairOptions = { fewestPairs: 5, mostPairs: 8, enough: 0.015, decidedBy: "cpuRatio" };

/** The federation table: our router against hand-written routes, decided by processor time. */
export async function compareFederation(run: QuickRun): Promise<void> {
  const compares = ({ only }: Duel, { key }: Operation) => only?.includes(key) ?? true;
  const rowName = ({ title }: Duel, operation: Operation) => `federation, ${title}: ${operation.title}`;
  const isWanted = (duel: Duel) =>
    operations.some((operation) => compares(duel, operation) && run.isWanted(rowName(duel, operation)));
  const wanted = duels.filter(isWanted);
  if (wanted.length === 0) return;
  const started: Started[] = [];
  try {
    const generator = await start("load-generator.ts", [], { core: 1 });
    started.push(generator);
    const running = new Map<string, Running>();
    for (const key of new Set(wanted.flatMap(({ ours, base }) => [ours, base])))
      running.set(key, await startContender(key, started));
    for (const operation of operations) {
      for (const duel of wanted) {
        const name = rowName(duel, operation);
        if (!compares(duel, operation) || !run.isWanted(name)) continue;
        const sides = { ours: running.get(duel.ours)!, base: running.get(duel.base)! };
        run.add({
          name,
          decidedBy: "cpuRatio",
          comparison: await compare({ generator, operation, duel, ...sides }),
        });
      }
    }
  } finally {
    await Promise.all(started.map((one) => one.stop()));
  }
}

async function compare(scope: {
  generator: Started;
  operation: Operation;
  duel: Duel;
  ours: Running;
  base: Running;
}) {
  const { generator, operation, duel, ours, base } = scope;
  const bodies = Array.from({ length: documentCount }, (_, number) =>
    bodyOf(operation, duel.mode === "warm" ? operation.document : operation.variant(number), number),
  );
  const send = ({ contender, port }: Running, seconds: number) =>
    load(generator, {
      port,
      method: "POST",
      path: contender.pathOf(operation.key),
      bodies,
      staysAwake: true,
      connections: settings.connections,
      seconds,
    });
  await send(ours, duel.warmUp.ours);
  await send(base, duel.warmUp.base);
  const slice = (one: Running) => () => sliceOf(one.processes, () => send(one, sliceSeconds));
  return comparePairs(slice(ours), slice(base), pairing);
}
