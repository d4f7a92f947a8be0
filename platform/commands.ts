import { ConfigError, wantsStacks } from "../src/config/config.ts";
import { didYouMean, UsageError } from "../src/cli/usage.ts";
import { DataDirInUseError } from "../src/db/embedded-postgres.ts";
import type { Command } from "./command.ts";
import type { SubgraphName } from "./subgraph-addresses.ts";

/** A command and where it is: only what runs is loaded, so that a router carries no subgraph with it. */
interface NamedCommand {
  summary: string;
  load(): Promise<Command>;
}

const subgraphNamed = (name: SubgraphName): NamedCommand => ({
  summary: `serve the ${name} subgraph alone (split mode)`,
  load: async () => (await import("./command-subgraph.ts")).subgraphCommand(name),
});

const commands: Record<string, NamedCommand> = {
  start: {
    summary: "start the whole platform in one process",
    load: async () => (await import("./command-start.ts")).startCommand,
  },
  demo: {
    summary: "print identities, tokens and keys of the running demo (--format json|env|table)",
    load: async () => (await import("./command-demo.ts")).demoCommand,
  },
  import: {
    summary: "import real data: property --from <dir or url>",
    load: async () => (await import("./command-import.ts")).importCommand,
  },
  compose: {
    summary: "write schema/ from the code, or with --check fail when it differs",
    load: async () => (await import("./command-compose.ts")).composeCommand,
  },
  docs: {
    summary: "build the explorer and its documentation into dist/explorer",
    load: async () => (await import("./command-docs.ts")).docsCommand,
  },
  doctor: {
    summary:
      "check every setting and say what is wrong (--database looks at that, too; --write-example writes .env.example)",
    load: async () => (await import("./command-doctor.ts")).doctorCommand,
  },
  schema: {
    summary:
      "diff (since the last release), check (fail on what nobody accepted), release (freeze what is there)",
    load: async () => (await import("./command-schema.ts")).schemaCommand,
  },
  reference: {
    summary: "tables of the Green Score: --from <dir> builds and freezes them, or compares those there are",
    load: async () => (await import("./command-reference.ts")).referenceCommand,
  },
  router: {
    summary: "serve the router alone (split mode)",
    load: async () => (await import("./command-router.ts")).routerCommand,
  },
  hub: subgraphNamed("hub"),
  property: subgraphNamed("property"),
  gateway: subgraphNamed("gateway"),
  worker: {
    summary: "run the background jobs alone (split mode)",
    load: async () => (await import("./command-worker.ts")).workerCommand,
  },
  rotate: {
    summary: "rotate secrets: status, encryption (seal everything again), peppers (keys under older ones)",
    load: async () => (await import("./command-rotate.ts")).rotateCommand,
  },
  migrate: {
    summary:
      "bring the database to this release and end (--roles-only makes roles for a dump that is restored)",
    load: async () => (await import("./command-migrate.ts")).migrateCommand,
  },
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
    return await (await command.load()).run(args);
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
