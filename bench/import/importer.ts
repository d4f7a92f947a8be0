/** One import by the compiled platform, in a process that does nothing else: the database's address and the directory. */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { projectPath } from "../../src/project-root.ts";

/** Results of one process. */
export interface Measured {
  seconds: number;
  /** Resident memory of the process at its most. */
  peakBytes: number;
  changed: number;
  properties: number;
}

const load = async <T>(...path: string[]): Promise<T> =>
  (await import(pathToFileURL(projectPath("dist", ...path)).href)) as T;

const [url, dir] = process.argv.slice(2) as [string, string];
await import("reflect-metadata");
const { createLog } = await load<typeof import("../../src/observability/log.ts")>(
  "src",
  "observability",
  "log.js",
);
const { readConfig } = await load<typeof import("../../src/config/config.ts")>("src", "config", "config.js");
const { Platform } = await load<typeof import("../../platform/platform.ts")>("platform", "platform.js");
const { Readiness } = await load<typeof import("../../platform/readiness.ts")>("platform", "readiness.js");
const { importPortfolio } = await load<typeof import("../../subgraphs/property/import/import-portfolio.ts")>(
  "subgraphs",
  "property",
  "import",
  "import-portfolio.js",
);
const config = readConfig({ NODE_ENV: "test", DATABASE_URL: url });
const platform = new Platform(config, createLog({ level: "silent" }));
await platform.open({ smtpUrl: null, work: false, only: "property" }, new Readiness([]));
const startedAt = performance.now();
const summary = await importPortfolio(platform.contextIn("property"), { from: dir, report: () => undefined });
const seconds = (performance.now() - startedAt) / 1000;
await platform.close(5_000);
const peak = /VmHWM:\s+(\d+) kB/.exec(await readFile("/proc/self/status", "utf8"))?.[1];
const { properties, inserted, updated } = summary;
const measured: Measured = {
  seconds,
  peakBytes: Number(peak) * 1024,
  changed: inserted + updated,
  properties,
};
process.send!(measured);
process.disconnect();
