import { buildExplorer } from "../../router/explorer/build/build-explorer.ts";
import { readOptions } from "../../src/cli/options.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";

export const docsCommand: Command = {
  async run(args) {
    const { values } = readOptions(args, usages.docs.options);
    const isBuilt = await buildExplorer({ force: values.force ?? false });
    process.stderr.write(isBuilt ? "Built dist/explorer.\n" : "dist/explorer is up to date.\n");
    return 0;
  },
};
