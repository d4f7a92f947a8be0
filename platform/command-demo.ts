import { readConfig } from "../src/config/config.ts";
import { readOptions } from "../src/cli/options.ts";
import { UsageError } from "../src/cli/usage.ts";
import type { Command } from "./command.ts";
import { formatDemoAccess, readDemoAccess } from "./demo.ts";

const formats = ["json", "env", "table"] as const;

export const demoCommand: Command = {
  async run(args) {
    const { values } = readOptions(args, { format: { type: "string", default: "table" } });
    const format = formats.find((name) => name === values.format);
    if (!format) throw new UsageError(`--format must be one of ${formats.join(", ")}.`);
    const config = readConfig();
    try {
      process.stdout.write(`${formatDemoAccess(await readDemoAccess(config), format)}\n`);
      return 0;
    } catch (error) {
      process.stderr.write(
        `The demo does not answer at ${config.OIDC_ISSUER}. Start it with: npm start\n  (${(error as Error).message})\n`,
      );
      return 1;
    }
  },
};
