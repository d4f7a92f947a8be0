import { readConfig } from "../../src/config/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { UsageError } from "../../src/cli/usage.ts";
import { createLog } from "../../src/observability/log.ts";
import { seedPropertyDemo } from "../../subgraphs/property/demo.ts";
import { importPortfolio } from "../../subgraphs/property/import/import-portfolio.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";
import { Platform } from "../platform.ts";
import { printProgress } from "../progress.ts";
import { Readiness } from "../readiness.ts";

export const importCommand: Command = {
  async run(args) {
    const { values, words } = readOptions(args, usages.import.options, ["what"]);
    if (words[0] !== "property") throw new UsageError('Name the data to import: "property".');
    if (!values.from) throw new UsageError("Set the data's location: --from <dir or url>.");
    const config = readConfig();
    const log = createLog({ level: "warn" });
    const platform = new Platform(config, log);
    const abort = new AbortController();
    process.once("SIGINT", () => abort.abort());
    try {
      await platform.open({ smtpUrl: null, work: false, besideRunning: true }, new Readiness([]));
      const summary = await importPortfolio(platform.contextIn("property"), {
        from: values.from,
        report: printProgress(process.stderr),
        signal: abort.signal,
      });
      if (config.DEMO) await seedPropertyDemo(platform.contextIn("property"), { dataDir: null });
      process.stdout.write(`${JSON.stringify(summary)}\n`);
      return 0;
    } finally {
      await platform.close(5_000);
    }
  },
};
