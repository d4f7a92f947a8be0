import { readOptions } from "../../src/cli/options.ts";
import { UsageError } from "../../src/cli/usage.ts";
import { freezeReference } from "../../subgraphs/property/green-score/freeze-reference.ts";
import { CURRENT_REFERENCE } from "../../subgraphs/property/green-score/reference.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";

export const referenceCommand: Command = {
  async run(args) {
    const { values } = readOptions(args, usages.reference.options);
    if (!values.from) throw new UsageError("Set the data's location: --from <dir>.");
    const version = values.version ?? CURRENT_REFERENCE;
    const result = await freezeReference(values.from, version);
    const said = {
      written: `Wrote ${version}.`,
      same: `${version} matches these files.`,
      differs: `These files produce other tables than ${version}, which is frozen. Name a new version: --version.`,
    };
    process.stdout.write(`${said[result]}\n`);
    return result === "differs" ? 1 : 0;
  },
};
