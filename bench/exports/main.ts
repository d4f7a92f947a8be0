/**
 * Measures how long a payroll of 50,000 rows takes to write in each format, and how much memory, beside the plain
 * `JSON.stringify` of the same rows and beside the libraries that write such files. Rounds are interleaved, each in a
 * process of its own; the best time and the worst memory count.
 */
import { fork } from "node:child_process";
import { projectPath } from "../../src/project-root.ts";
import { startFlags } from "../processes.ts";
import { recordSection } from "../results-file.ts";
import { settings } from "../settings.ts";
import { mebibytes, milliseconds, renderTable } from "../table.ts";
import { contenders } from "./contenders.ts";
import { measureDoor } from "./door.ts";
import type { Measured } from "./measure.ts";

const baseline = "JSON.stringify of the rows";
const targets = { milliseconds: 10_000, moreBytes: 200 * 2 ** 20 };

const names = Object.keys(contenders).filter((name) => settings.contenders?.includes(name) ?? true);
const found = new Map<string, Measured>();
for (let round = 0; round < settings.rounds; round++) {
  for (let place = 0; place < names.length; place++) {
    const name = names[(place + round) % names.length]!;
    const measured = await measure(name);
    const earlier = found.get(name) ?? measured;
    found.set(name, {
      ...measured,
      milliseconds: Math.min(measured.milliseconds, earlier.milliseconds),
      longestStopMs: Math.min(measured.longestStopMs, earlier.longestStopMs),
      moreBytes: Math.max(measured.moreBytes, earlier.moreBytes),
    });
  }
}
const doorRuns = await measureDoor();
const text = render();
process.stdout.write(text);
if (settings.isWhole) await recordSection("exports", text);
const exports = [...found].filter(([name]) => name.startsWith("export as"));
for (const [name, { milliseconds: took, moreBytes }] of [...exports, ...doorRuns]) {
  if (took > targets.milliseconds || moreBytes > targets.moreBytes)
    throw new Error(`${name} took ${milliseconds(took)} ms and ${mebibytes(moreBytes)} MiB more.`);
}

function measure(name: string): Promise<Measured> {
  const child = fork(projectPath("bench", "exports/measure.ts"), [name], {
    execArgv: ["--expose-gc", ...startFlags],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as Measured));
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}`)));
  });
}

function render(): string {
  const base = found.get(baseline)?.milliseconds ?? Number.NaN;
  const rows = [...found].map(([name, { milliseconds: took, moreBytes, longestStopMs, size }]) => [
    name,
    milliseconds(took),
    (took / base).toFixed(1),
    mebibytes(moreBytes),
    milliseconds(longestStopMs),
    (size / 1e6).toFixed(1),
  ]);
  const atDoor = [...doorRuns].map(
    ([format, { milliseconds: took, moreBytes, moreThanAtFirstBytes, size }]) => [
      format,
      milliseconds(took),
      mebibytes(moreBytes),
      mebibytes(moreThanAtFirstBytes),
      (size / 1e6).toFixed(1),
    ],
  );
  return `## Payroll exports

50,000 employees with two taxes and a deduction each. An export reads and checks every row to the cent, masks, adds up and
writes a file of 17 columns with its digest; a spreadsheet is compressed. The libraries get rows that are flat and checked.
Ratios are to the plain \`JSON.stringify\` of the same rows in the same run. Memory is the process's most beyond what it has
with the payroll in it; "stop" is the longest that no other call had its turn. Targets of an export: 10 s and 200 MiB.

${renderTable(["", "ms", "ratio", "more MiB", "stop ms", "MB"], rows)}

At the REST door of a running platform, 50,000 flat records of eight columns in a body of 8 MB, the file's bytes read to
their end. Memory is that of the whole process, beyond what it had just before the export, and beyond what it had before
the first of ${4 * settings.rounds} exports in a row.

${renderTable(["format", "ms", "more MiB", "than at first", "MB"], atDoor)}
`;
}
