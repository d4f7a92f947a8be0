import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { readConfig, type Config } from "../../src/config/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { UsageError } from "../../src/cli/usage.ts";
import { createLog } from "../../src/observability/log.ts";
import {
  importTaxTables,
  TaxTablesFault,
} from "../../subgraphs/gateway/payroll/tax-tables/import-tax-tables.service.ts";
import { seedPropertyDemo } from "../../subgraphs/property/demo.ts";
import { importPortfolio } from "../../subgraphs/property/import/import-portfolio.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";
import { Platform } from "../platform.ts";
import { printProgress } from "../progress.ts";
import { Readiness } from "../readiness.ts";

export const importCommand: Command = {
  async run(args) {
    const { values, words } = readOptions(args, usages.import.options, ["what", "file"]);
    const [what, file] = words;
    if (what === "tax-tables") {
      if (!file) throw new UsageError("Name the file: import tax-tables <file>.");
      const text = readTables(file);
      return onPlatform((platform) => importTables(platform, text));
    }
    if (what !== "property") throw new UsageError('Name the data to import: "property" or "tax-tables".');
    if (file !== undefined) throw new UsageError(`Unexpected argument "${file}".`);
    const { from } = values;
    if (!from) throw new UsageError("Set the data's location: --from <dir or url>.");
    return onPlatform((platform, config) => importProperty(platform, config, from));
  },
};

async function onPlatform(use: (platform: Platform, config: Config) => Promise<number>): Promise<number> {
  const config = readConfig();
  const platform = new Platform(config, createLog({ level: "warn" }));
  try {
    await platform.open({ smtpUrl: null, work: false, besideRunning: true }, new Readiness([]));
    return await use(platform, config);
  } finally {
    await platform.close(5_000);
  }
}

async function importProperty(platform: Platform, config: Config, from: string): Promise<number> {
  const abort = new AbortController();
  process.once("SIGINT", () => abort.abort());
  const summary = await importPortfolio(platform.contextIn("property"), {
    from,
    report: printProgress(process.stderr),
    signal: abort.signal,
  });
  if (config.DEMO) await seedPropertyDemo(platform.contextIn("property"), { dataDir: null });
  process.stdout.write(`${JSON.stringify(summary)}\n`);
  return 0;
}

function readTables(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new UsageError(`Cannot read ${file}. Check the path.`);
  }
}

async function importTables(platform: Platform, text: string): Promise<number> {
  try {
    const importedBy = userInfo().username;
    const summary = await importTaxTables(platform.contextIn("gateway"), { text, importedBy });
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof TaxTablesFault)) throw error;
    process.stderr.write(`Nothing was imported. ${error.message}\n`);
    return 1;
  }
}
