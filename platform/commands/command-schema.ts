import { readFileSync } from "node:fs";
import { changelogOf, unacceptedChanges } from "../../router/explorer/changelog/changelog.ts";
import { diffReleases } from "../../router/explorer/changelog/diff-releases.ts";
import {
  notesOf,
  readComing,
  readPrices,
  readReleases,
  writeRelease,
} from "../../router/explorer/changelog/release-files.ts";
import type { Change, Release } from "../../router/explorer/changelog/release.types.ts";
import { takeRelease } from "../../router/explorer/changelog/take-release.ts";
import { createCompiledExecutor } from "../../router/execution/executor.ts";
import { readDocuments } from "../../router/operations/read-documents.ts";
import { operationAreas } from "../../router/operations/areas.ts";
import { buildRegistry } from "../../router/operations/registry.ts";
import { readSupergraphFacts } from "../../router/schema/supergraph-facts.ts";
import { readOptions } from "../../src/cli/options.ts";
import { suggestion, UsageError } from "../../src/cli/usage.ts";
import { projectPath } from "../../src/project-root.ts";
import { platformVersion } from "../../src/version.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";

const actions = { diff: printDiff, check: checkChanges, release: makeRelease } satisfies Record<
  keyof typeof usages.schema.actions,
  unknown
>;

/** API changes since the last release: shown, checked, or made the next release. */
export const schemaCommand: Command = {
  async run(args) {
    const { values, words } = readOptions(args, usages.schema.options, ["action"]);
    const name = words[0] ?? "check";
    if (!Object.hasOwn(actions, name))
      throw new UsageError(`Unknown action "${name}".${suggestion(name, Object.keys(actions))}`);
    return actions[name as keyof typeof actions](values);
  },
};

interface Flags {
  from?: string | undefined;
  json?: boolean | undefined;
  version?: string | undefined;
  supergraph?: string | undefined;
}

async function printDiff({ from, json, supergraph }: Flags): Promise<number> {
  const changes = await diffReleases(baseline(from), await readCode("next", supergraph));
  if (json) process.stdout.write(`${JSON.stringify(changes, null, 2)}\n`);
  else for (const change of changes) process.stdout.write(`${lineOf(change)}\n`);
  return 0;
}

async function checkChanges({ from, supergraph }: Flags): Promise<number> {
  const [entry] = await changelogOf([baseline(from)], await readCode("next", supergraph));
  const faults = unacceptedChanges(entry!.changes, readComing());
  if (faults.length === 0) {
    process.stderr.write(
      `${entry!.changes.length} changes since ${entry!.since}. All that need acceptance are accepted.\n`,
    );
    return 0;
  }
  process.stderr.write(`Changes since ${entry!.since} that are not accepted in schema/releases/next.json:\n`);
  for (const fault of faults) process.stderr.write(`  ${fault}\n`);
  return 1;
}

async function makeRelease({ version = platformVersion }: Flags): Promise<number> {
  const release = await readCode(version);
  writeRelease({ ...release, notes: notesOf(readComing()) });
  process.stderr.write(`Created release ${version} in schema/releases/.\n`);
  return 0;
}

/** The release of this name, or the last one. Throws a UsageError when there is none. */
function baseline(version: string | undefined): Release {
  const releases = readReleases();
  const found =
    version === undefined ? releases.at(-1) : releases.find((release) => release.version === version);
  if (found) return found;
  const names = releases.map((release) => release.version).join(", ");
  throw new UsageError(`Unknown release ${version ?? "yet"}.${names ? ` Choose one of: ${names}.` : ""}`);
}

/** The release that the code is now, from the committed supergraph or from the one in `file`. */
async function readCode(
  version: string,
  file = projectPath("schema", "supergraph.graphql"),
): Promise<Release> {
  const sdl = readFileSync(file, "utf8");
  const { publicSchema: schema } = await createCompiledExecutor(sdl, new Map());
  const facts = readSupergraphFacts(sdl);
  const registry = buildRegistry(operationAreas, readDocuments(), { schema, facts });
  const date = new Date().toISOString().slice(0, 10);
  return takeRelease({ version, schema, facts, registry }, { date, prices: readPrices() });
}

function lineOf({ level, area, id, message, operations }: Change): string {
  const hit = operations.length > 0 ? `  [${operations.join(", ")}]` : "";
  return `${level.padEnd(9)} ${area.padEnd(7)} ${id}  ${message}${hit}`;
}
