import { readOptions } from "../src/cli/options.ts";
import { platformVersion } from "../src/version.ts";
import type { Command } from "./command.ts";
import { findDrift, generate, writeGenerated } from "./compose.ts";

export const composeCommand: Command = {
  async run(args) {
    const { values } = readOptions(args, { check: { type: "boolean" } });
    const files = await generate(platformVersion);
    if (!values.check) {
      writeGenerated(files);
      process.stderr.write(`Wrote ${files.size} files.\n`);
      return 0;
    }
    const drift = findDrift(files);
    if (drift.length === 0) return 0;
    process.stderr.write(
      `Generated files differ from the code:\n${drift.map((path) => `  ${path}`).join("\n")}\nRun: npm run compose\n`,
    );
    return 1;
  },
};
