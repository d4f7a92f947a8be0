import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { projectPath } from "../../src/project-root.ts";
import type { Comparison, Estimate } from "./paired.ts";

/** One row of the table: what was compared, and how. */
export interface Row {
  name: string;
  /** The ratio that decides whether the row fell. */
  decidedBy: "ratio" | "cpuRatio";
  comparison: Comparison;
}

/** Ratios of an earlier run. They compare two programs of one machine, so they hold for similar machines too. */
export interface Reference {
  machine: string;
  rows: Record<string, Pick<Comparison, "ratio" | "cpuRatio">>;
}

export interface Verdict {
  /** The deciding ratio against the reference's: -0.05 is 5 % less. Null for a row that the reference lacks. */
  change: number | null;
  word: "fell" | "rose" | "same" | "new";
}

/** Share of a ratio that may be lost before the row fails. */
const tolerated = 0.05;

/** A row fell when it lost more than 5 % of the reference, and more than the noise of both runs explains. */
export function verdictOf(row: Row, reference: Reference | null): Verdict {
  const rows = new Map(Object.entries(reference?.rows ?? {}));
  const earlier = rows.get(row.name)?.[row.decidedBy];
  if (!earlier) return { change: null, word: "new" };
  const now = row.comparison[row.decidedBy];
  const change = now.value / earlier.value - 1;
  const noise = Math.hypot(relative(now), relative(earlier));
  if (Math.abs(change) <= Math.max(tolerated, noise)) return { change, word: "same" };
  return { change, word: change < 0 ? "fell" : "rose" };
}

function relative({ value, noise }: Estimate): number {
  return noise / value;
}

const file = projectPath("bench", "reference.json");

export async function readReference(): Promise<Reference | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as Reference);
}

/** Keeps the measured rows; rows that were not measured stay as they are. */
export async function writeReference(measured: readonly Row[]): Promise<void> {
  const earlier = await readReference();
  const rows = new Map(Object.entries(earlier?.rows ?? {}));
  for (const { name, comparison } of measured)
    rows.set(name, { ratio: rounded(comparison.ratio), cpuRatio: rounded(comparison.cpuRatio) });
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}`;
  const reference: Reference = { machine, rows: Object.fromEntries(rows) };
  await writeFile(file, `${JSON.stringify(reference, null, 2)}\n`);
}

function rounded({ value, noise }: Estimate): Estimate {
  return { value: Number(value.toFixed(4)), noise: Number(noise.toFixed(4)) };
}
