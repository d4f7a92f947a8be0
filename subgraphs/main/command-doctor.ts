import { writeFileSync } from "node:fs";
import { envExample, maskedConfig, readConfig } from "../../src/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { projectPath } from "../../src/project-root.ts";
import type { Command } from "./command.ts";

export const doctorCommand: Command = {
  summary: "check every setting and say what is wrong (--write-example writes .env.example)",
  async run(args) {
    const { values } = readOptions(args, { "write-example": { type: "boolean" } });
    if (values["write-example"]) writeFileSync(projectPath(".env.example"), envExample());
    const config = readConfig();
    for (const [name, value] of Object.entries(maskedConfig(config))) {
      process.stdout.write(`  ${name.padEnd(26)}${value}\n`);
    }
    process.stdout.write("\n  All settings are good.\n");
    return 0;
  },
};
