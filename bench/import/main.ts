/**
 * Measures an import of real building data from their files: into an empty database, again without changes, and
 * again with one column changed in every row of a city. Each runs in its own process. PROPERTY_DATA_DIR names
 * the folder of the publishers' files; without it nothing is measured.
 */
import { fork } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../src/db/postgres/embedded-postgres.ts";
import { readConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/observability/log.ts";
import { projectPath } from "../../src/project-root.ts";
import type { Measured } from "./importer.ts";
import { startFlags } from "../processes.ts";
import { recordSection } from "../results-file.ts";
import { settings } from "../settings.ts";
import { mebibytes, renderTable } from "../table.ts";

const targets = { seconds: 60, bytes: 500 * 2 ** 20 };
const folder = readConfig().PROPERTY_DATA_DIR;
if (folder) await measureAll(folder);
else process.stdout.write("Import: PROPERTY_DATA_DIR is not set; nothing is measured.\n");

async function measureAll(data: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-import-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ level: "silent" }) });
  const changed = join(dataDir, "changed");
  try {
    await cp(data, changed, { recursive: true });
    const file = join(changed, "nyc_ll33_grades_2020.csv");
    const rows = (await readFile(file, "utf8")).replaceAll(/,([A-F])\n/g, ",D\n");
    await rm(file);
    await writeFile(file, rows);
    const found: [string, Measured][] = [];
    for (const [title, dir] of [
      ["into an empty database", data],
      ["again, the same files", data],
      ["again, every grade of New York changed", changed],
    ] as const)
      found.push([title, await measureApart(postgres.adminUrl, dir)]);
    const text = render(found);
    process.stdout.write(text);
    if (settings.isWhole) await recordSection("import", text);
    for (const [title, { seconds, peakBytes }] of found) {
      if (seconds > targets.seconds || peakBytes > targets.bytes)
        throw new Error(`${title}: ${seconds.toFixed(1)} s and ${mebibytes(peakBytes)} MiB`);
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function measureApart(url: string, dir: string): Promise<Measured> {
  const child = fork(projectPath("bench", "import/importer.ts"), [url, dir], {
    execArgv: [...startFlags],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as Measured));
    child.once("exit", (code) => reject(new Error(`an import ended with ${code}`)));
  });
}

function render(found: readonly [string, Measured][]): string {
  const rows = found.map(([title, { seconds, peakBytes, changed, properties }]) => [
    title,
    properties.toLocaleString("en"),
    changed.toLocaleString("en"),
    seconds.toFixed(1),
    mebibytes(peakBytes),
  ]);
  return `## Import of building data

All real files, 8 MB: read, checked, merged and scored, then published in one transaction with the rows behind them. Memory
is all that the process had at its most, the platform's code included; the database is another process on the same machine.
Targets: ${targets.seconds} s and 500 MiB.

${renderTable(["", "properties", "changed", "s", "MiB"], rows)}
`;
}
