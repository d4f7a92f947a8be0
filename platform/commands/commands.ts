import { ConfigError, wantsStacks } from "../../src/config/config.ts";
import { asksForHelp, formatHelp, section } from "../../src/cli/help.ts";
import { suggestion, UsageError } from "../../src/cli/usage.ts";
import { DataDirInUseError } from "../../src/db/postgres/embedded-postgres.ts";
import type { Command } from "./command.ts";
import { usages, type CommandName } from "./command-usages.ts";
import type { SubgraphName } from "../subgraph-addresses.ts";

const program = "node dist/main.js";

const loadSubgraph = (name: SubgraphName) => async () =>
  (await import("./command-subgraph.ts")).subgraphCommand(name);

/** Loaders of the commands: only the running command is loaded, so that a router loads no subgraph. */
const loaders: Record<CommandName, () => Promise<Command>> = {
  start: async () => (await import("./command-start.ts")).startCommand,
  demo: async () => (await import("./command-demo.ts")).demoCommand,
  import: async () => (await import("./command-import.ts")).importCommand,
  compose: async () => (await import("./command-compose.ts")).composeCommand,
  docs: async () => (await import("./command-docs.ts")).docsCommand,
  doctor: async () => (await import("./command-doctor.ts")).doctorCommand,
  schema: async () => (await import("./command-schema.ts")).schemaCommand,
  reference: async () => (await import("./command-reference.ts")).referenceCommand,
  router: async () => (await import("./command-router.ts")).routerCommand,
  hub: loadSubgraph("hub"),
  property: loadSubgraph("property"),
  gateway: loadSubgraph("gateway"),
  worker: async () => (await import("./command-worker.ts")).workerCommand,
  rotate: async () => (await import("./command-rotate.ts")).rotateCommand,
  migrate: async () => (await import("./command-migrate.ts")).migrateCommand,
};

const help = `The hub platform: GraphQL, REST and agent tools for one graph.

Usage: ${program} <command> [options]

${section("Examples", [
  ["npm start", "start the platform in one process"],
  ["npm run -s demo -- token pia", "print the token of a demo identity"],
  ["npm run import -- property --from ./data", "import real building data"],
]).join("\n")}
${section(
  "Commands",
  Object.entries(usages).map(([name, { summary }]) => [name, summary] as const),
).join("\n")}
${program} <command> --help shows the options of a command.
`;

/**
 * Runs the command that the words name; options without a command belong to `start`. Never throws: errors are printed
 * as sentences, with a stack only when DEBUG=1. Answers the exit code.
 */
export async function runCommand(words: readonly string[]): Promise<number> {
  const [first = "start", ...rest] = words;
  if (first === "help" || first === "--help" || first === "-h") return printHelp(rest[0]);
  const isOption = first.startsWith("-");
  const [name, args] = isOption ? ["start", words] : [first, rest];
  if (!isCommand(name)) return refuseCommand(name);
  if (asksForHelp(args)) return printHelp(name);
  try {
    return await (await loaders[name]()).run(args);
  } catch (error) {
    return explain(error, name);
  }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(usages, name);
}

function printHelp(name: string | undefined): number {
  if (name !== undefined && !isCommand(name)) return refuseCommand(name);
  process.stdout.write(name === undefined ? help : formatHelp(program, name, usages[name]));
  return 0;
}

function refuseCommand(name: string): number {
  const meant = suggestion(name, [...Object.keys(usages), "help"]);
  process.stderr.write(`Unknown command "${name}".${meant}\n\n${help}`);
  return 2;
}

function explain(error: unknown, name: CommandName): number {
  if (error instanceof ConfigError) {
    const lines = error.faults.map(
      (fault) => `    ${fault.name.padEnd(24)} ${fault.message}  (${fault.hint})`,
    );
    process.stderr.write(`  ${error.message}\n${lines.join("\n")}\n  Fix .env or run: npm run doctor\n`);
    return 3;
  }
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\nSee: ${program} ${name} --help\n`);
    return 2;
  }
  process.stderr.write(`${sentence(error)}\n`);
  if (wantsStacks()) process.stderr.write(`${(error as Error).stack ?? ""}\n`);
  return 1;
}

function sentence(error: unknown): string {
  if (error instanceof DataDirInUseError) return error.message;
  const { code, port, message } = error as { code?: string; port?: number; message?: string };
  if (code === "EADDRINUSE") {
    return `Port ${port ?? "?"} is in use. Choose another port with PORT=${(port ?? 4000) + 1} (sandbox and metrics use the ports after it).`;
  }
  return message ?? String(error);
}
