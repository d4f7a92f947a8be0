/**
 * All ratios of the tables in under three minutes: short slices of ours and of the baseline in turns, on one machine in
 * one run. Exits with 1 when a row fell by more than 5 % against `bench/reference.json`. With `--record`, the measured
 * rows become the reference. Other words are the beginnings of the names of rows: only those are measured.
 */
import { renderTable } from "../table.ts";
import { compareFederation } from "./federation.ts";
import { comparePlatform } from "./platform.ts";
import { verdictOf, readReference, writeReference, type Row } from "./reference.ts";

const words = process.argv.slice(2);
const names = words.filter((word) => word !== "--record");
const startedAt = performance.now();
const rows: Row[] = [];
const run = {
  isWanted: (name: string) => names.length === 0 || names.some((wanted) => name.startsWith(wanted)),
  add: (row: Row) => {
    rows.push(row);
    process.stderr.write(`${elapsed()} ${row.name}\n`);
  },
};
await compareFederation(run);
// All other rows need the platform, whose start takes longer than the rows of the federation.
if (names.length === 0 || names.some((name) => !name.startsWith("federation"))) await comparePlatform(run);
const reference = await readReference();
const verdicts = rows.map((row) => verdictOf(row, reference));
const head = [
  "row",
  "rate ratio",
  "CPU ratio",
  "best slices",
  "CPU µs",
  "pairs",
  "decided by",
  "reference",
  "change",
  "",
];
process.stdout.write(`${renderTable(head, rows.map(toCells))}\n\n`);
process.stdout.write(
  `${elapsed()} in all. ± is the half width of the 95 % interval; best slices: rate / CPU of the best of each side. Reference: ${reference?.machine ?? "none"}\n`,
);
if (words.includes("--record")) await writeReference(rows);
else if (verdicts.some(({ word }) => word === "fell")) process.exitCode = 1;

function toCells(row: Row, index: number): string[] {
  const { ratio, cpuRatio, best, cpuMicros, pairs } = row.comparison;
  const { change, word } = verdicts[index]!;
  const earlier = reference?.rows[row.name]?.[row.decidedBy];
  return [
    row.name,
    percentage(ratio),
    percentage(cpuRatio),
    best.cpuRatio === 0 ? best.ratio.toFixed(3) : `${best.ratio.toFixed(3)} / ${best.cpuRatio.toFixed(3)}`,
    cpuMicros.toFixed(0),
    String(pairs),
    row.decidedBy === "ratio" ? "rate" : "CPU",
    earlier ? percentage(earlier) : "",
    change === null ? "" : `${change < 0 ? "" : "+"}${(change * 100).toFixed(1)} %`,
    word === "fell" ? "FELL" : word,
  ];
}

function percentage({ value, noise }: { value: number; noise: number }): string {
  // Without /proc the processor time of a database is not known.
  if (value === 0) return "";
  return `${value.toFixed(3)} ± ${((noise / value) * 100).toFixed(1)} %`;
}

function elapsed(): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
}
