import type { CommandUsage } from "../../src/cli/help.ts";

const subgraphUsage = (name: string) =>
  ({
    summary: `serve the ${name} subgraph alone (split mode; needs DATABASE_URL)`,
    options: {},
    example: `DATABASE_URL=postgres://… PORT=4001 node dist/main.js ${name}`,
  }) satisfies CommandUsage;

/** How each command is used, in the order in which help lists them. Commands read their options from here. */
export const usages = {
  start: {
    summary: "start the whole platform in one process (the default command)",
    options: {
      json: { type: "boolean", help: "Logs one JSON line when it is ready instead of the overview." },
    },
    example: "PORT=5000 node dist/main.js start",
  },
  demo: {
    summary: "print identities, tokens and API keys of the running demo",
    positionals: "[token <name>]",
    actions: { "token <name>": "Prints only the token of one identity, valid for a day." },
    options: {
      format: {
        type: "string",
        value: "<json|env|table>",
        help: "How everything is printed; json and env contain all tokens. Default: table.",
      },
    },
    example: "TOKEN=$(npm run -s demo -- token pia)",
  },
  import: {
    summary: "import real building data, also beside a running platform",
    positionals: "property",
    options: { from: { type: "string", value: "<dir or url>", help: "Where the data is. Required." } },
    example: "npm run import -- property --from ./data",
  },
  compose: {
    summary: "write schema/ from the code",
    options: {
      check: { type: "boolean", help: "Writes nothing; exit code 1 when a generated file differs." },
    },
    example: "npm run compose -- --check",
  },
  docs: {
    summary: "build the explorer and its documentation into dist/explorer",
    options: { force: { type: "boolean", help: "Builds it even when no source changed." } },
    example: "node dist/main.js docs --force",
  },
  doctor: {
    summary: "check every setting, and show its value and where it comes from",
    options: {
      database: { type: "boolean", help: "Examines the database too, without changing it." },
      "write-example": { type: "boolean", help: "Writes .env.example." },
    },
    example: "npm run doctor -- --database",
  },
  schema: {
    summary: "show, check or release the changes of the API since its last release",
    positionals: "[action]",
    actions: {
      diff: "Lists everything that differs from the last release.",
      check: "Exit code 1 when a breaking change was not accepted. The default.",
      release: "Records the API as a release in schema/releases/.",
    },
    options: {
      from: {
        type: "string",
        value: "<version>",
        help: "The release to compare with. Default: the last one.",
      },
      json: { type: "boolean", help: "Prints the changes of diff as JSON." },
      version: { type: "string", value: "<version>", help: "The name of the new release." },
    },
    example: "node dist/main.js schema diff --json",
  },
  reference: {
    summary: "build the reference tables of the Green Score, or compare with them",
    options: {
      from: { type: "string", value: "<dir>", help: "Where the published data is. Required." },
      version: {
        type: "string",
        value: "<version>",
        help: "The version to write. Default: the current one.",
      },
    },
    example: "node dist/main.js reference --from ./data/property",
  },
  router: {
    summary: "serve the router alone (split mode)",
    options: {},
    example: "HUB_URL=http://127.0.0.1:4001 node dist/main.js router",
  },
  hub: subgraphUsage("hub"),
  property: subgraphUsage("property"),
  gateway: subgraphUsage("gateway"),
  worker: {
    summary: "run the background jobs alone (split mode; needs DATABASE_URL)",
    options: {},
    example: "DATABASE_URL=postgres://… node dist/main.js worker",
  },
  rotate: {
    summary: "rotate secrets",
    positionals: "[action]",
    actions: {
      status: "Shows what still needs which value of each secret. The default.",
      encryption: "Encrypts stored values again with the newest ENCRYPTION_SECRET.",
      peppers: "Lists the keys that are hashed with an older KEY_PEPPER.",
    },
    options: {},
    example: "npm run rotate -- encryption",
  },
  migrate: {
    summary: "migrate the database to this release and end",
    options: {
      "roles-only": {
        type: "boolean",
        help: "Creates only the database roles, before a dump is restored. Needs DATABASE_URL.",
      },
    },
    example: "DATABASE_URL=postgres://… node dist/main.js migrate",
  },
} as const satisfies Record<string, CommandUsage>;

export type CommandName = keyof typeof usages;
