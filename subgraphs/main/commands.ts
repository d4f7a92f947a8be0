import { ConfigError, wantsStacks } from "../../src/config.ts";
import { didYouMean, UsageError } from "../../src/cli/usage.ts";
import { DataDirInUseError } from "../../src/db/embedded-postgres.ts";
import type { Command } from "./command.ts";
import { composeCommand } from "./command-compose.ts";
import { demoCommand } from "./command-demo.ts";
import { docsCommand } from "./command-docs.ts";
import { doctorCommand } from "./command-doctor.ts";
import { importCommand } from "./command-import.ts";
import { migrateCommand } from "./command-migrate.ts";
import { referenceCommand } from "./command-reference.ts";
import { routerCommand } from "./command-router.ts";
import { schemaCommand } from "./command-schema.ts";
import { startCommand } from "./command-start.ts";
import { subgraphCommand } from "./command-subgraph.ts";
import { workerCommand } from "./command-worker.ts";

const commands: Record<string, Command> = {
  start: startCommand,
  demo: demoCommand,
  import: importCommand,
  compose: composeCommand,
  docs: docsCommand,
  doctor: doctorCommand,
  schema: schemaCommand,
  reference: referenceCommand,
  router: routerCommand,
  hub: subgraphCommand("hub"),
  property: subgraphCommand("property"),
  gateway: subgraphCommand("gateway"),
  worker: workerCommand,
  migrate: migrateCommand,
};

const help = `The platform: one graph, three doors.

Examples
  npm start                                     the whole platform in one process
  npm run -s demo -- --format json              identities of the running demo
  npm run import -- property --from ./data      real building data

Commands
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`)
  .join("\n")}
`;

/** Runs the command that the words name. Never throws: trouble is said in words, a stack only with DEBUG=1. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const [name = "start", ...args] = words;
  if (name === "--help" || name === "help") {
    process.stdout.write(help);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const meant = didYouMean(name, Object.keys(commands));
    process.stderr.write(`Unknown command "${name}".${meant ? ` Did you mean "${meant}"?` : ""}\n\n${help}`);
    return 2;
  }
  try {
    return await command.run(args);
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): number {
  if (error instanceof ConfigError) {
    const lines = error.faults.map(
      ({ name, message, hint }) => `    ${name.padEnd(24)} ${message}  (${hint})`,
    );
    process.stderr.write(`  ${error.message}\n${lines.join("\n")}\n  Fix .env or run: npm run doctor\n`);
    return 3;
  }
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\nSee: node dist/main.js --help\n`);
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
    return `Port ${port ?? "?"} is taken. Choose another one with PORT=${(port ?? 4000) + 1} (sandbox and metrics follow it).`;
  }
  return message ?? String(error);
}
