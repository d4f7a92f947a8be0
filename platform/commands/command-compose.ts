import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { readOptions } from "../../src/cli/options.ts";
import { UsageError } from "../../src/cli/usage.ts";
import { platformVersion } from "../../src/version.ts";
import { readCodePlaces } from "../compose/code-places.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";
import {
  bindOperations,
  findDrift,
  generate,
  writeGenerated,
  type BoundOperations,
} from "../compose/compose.ts";
import { findOperationGaps, withRuleFiles } from "../compose/operation-gaps.ts";
import { findTableGaps } from "../compose/table-gaps.ts";

export const composeCommand: Command = {
  async run(args) {
    const { values } = readOptions(args, usages.compose.options);
    if (values.config !== undefined || values.out !== undefined) return composeFile(values);
    const places = readCodePlaces();
    const bound = await bindOperations().catch((error: unknown): BoundOperations => {
      if (error instanceof Error) error.message = withRuleFiles(error.message, places);
      throw error;
    });
    const gaps = [...findOperationGaps(bound, places), ...findTableGaps()];
    if (gaps.length > 0) process.stderr.write(`Some operations are incomplete:\n${listed(gaps)}\n`);
    // What would be generated changes when they are complete.
    if (values.check && gaps.length > 0) return 1;
    const files = await generate(platformVersion, bound);
    if (!values.check) {
      writeGenerated(files);
      process.stderr.write(`Wrote ${files.size} files.\n`);
      return 0;
    }
    const drift = findDrift(files);
    if (drift.length > 0)
      process.stderr.write(`Generated files differ from the code:\n${listed(drift)}\nRun: npm run compose\n`);
    return drift.length > 0 ? 1 : 0;
  },
};

/** Composes other subgraphs than the project's, and writes only the supergraph. */
async function composeFile({ config, out }: { config?: string; out?: string }): Promise<number> {
  if (out === undefined) throw new UsageError("--config needs --out: a file for the composed supergraph.");
  const { supergraphSdl } = await bindOperations(config === undefined ? undefined : resolve(config));
  writeFileSync(out, supergraphSdl);
  process.stderr.write(`Wrote ${out}.\n`);
  return 0;
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join("\n");
}
