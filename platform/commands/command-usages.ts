import type { CommandUsage } from "../../src/cli/help.ts";

const subgraphUsage = (name: string) =>
  ({
    summary: `start only the ${name} subgraph (split mode, needs DATABASE_URL)`,
    options: {},
    example: `DATABASE_URL=postgres://… PORT=4001 node dist/main.js ${name}`,
  }) satisfies CommandUsage;

/** How each command is used, in the order in which help lists them. Commands read their options from here. */
export const usages = {
  start: {
    summary: "start the whole platform in one process (the default command)",
    options: {
      json: { type: "boolean", help: "Logs one JSON line when ready, instead of the overview." },
    },
    example: "PORT=5000 node dist/main.js start",
  },
  demo: {
    summary: "print identities, tokens and API keys of the running demo",
    positionals: "[token <name>]",
    actions: { "token <name>": "Prints only the token of one identity, valid for 1 day." },
    options: {
      format: {
        type: "string",
        value: "<json|env|table>",
        help: "Output format. json and env contain all tokens. Default: table.",
      },
    },
    example: "TOKEN=$(npm run -s demo -- token pia)",
  },
  import: {
    summary: "import real building data or payroll tax tables, also while the platform runs",
    positionals: "<property or tax-tables> [file]",
    options: {
      from: {
        type: "string",
        value: "<dir or url>",
        help: "Directory or URL of building data. Required for it.",
      },
    },
    example: "npm run import -- property --from ./data",
  },
  compose: {
    summary: "generate schema/ from the code",
    options: {
      check: { type: "boolean", help: "Writes nothing. Exit code 1 when a generated file differs." },
      config: {
        type: "string",
        value: "<file>",
        help: "Composes the subgraphs of this file instead of supergraph.yaml. Needs --out.",
      },
      out: { type: "string", value: "<file>", help: "Writes only the composed supergraph, to this file." },
    },
    example: "npm run compose -- --check",
  },
  docs: {
    summary: "build the explorer and its documentation into dist/explorer",
    options: { force: { type: "boolean", help: "Builds also when no source changed." } },
    example: "node dist/main.js docs --force",
  },
  doctor: {
    summary: "check every setting, and show its value and source",
    options: {
      database: { type: "boolean", help: "Also checks the database, without changing it." },
      "write-example": { type: "boolean", help: "Writes .env.example." },
    },
    example: "npm run doctor -- --database",
  },
  schema: {
    summary: "show, check or release API changes since the last release",
    positionals: "[action]",
    actions: {
      diff: "Lists all differences from the last release.",
      check: "Exit code 1 when a breaking change is not accepted. The default.",
      release: "Records the API as a release in schema/releases/.",
    },
    options: {
      from: {
        type: "string",
        value: "<version>",
        help: "The release to compare with. Default: the last one.",
      },
      json: { type: "boolean", help: "Prints the changes of diff as JSON." },
      supergraph: {
        type: "string",
        value: "<file>",
        help: "Compares this composed supergraph instead of schema/supergraph.graphql.",
      },
      version: { type: "string", value: "<version>", help: "The name of the new release." },
    },
    example: "node dist/main.js schema diff --json",
  },
  reference: {
    summary: "build or check the reference tables of the Green Score",
    options: {
      from: { type: "string", value: "<dir>", help: "Directory of the published data. Required." },
      version: {
        type: "string",
        value: "<version>",
        help: "The version to write. Default: the current one.",
      },
    },
    example: "node dist/main.js reference --from ./data/property",
  },
  router: {
    summary: "start only the router (split mode)",
    options: {},
    example: "HUB_URL=http://127.0.0.1:4001 node dist/main.js router",
  },
  hub: subgraphUsage("hub"),
  property: subgraphUsage("property"),
  gateway: subgraphUsage("gateway"),
  worker: {
    summary: "run only the background jobs (split mode, needs DATABASE_URL)",
    options: {},
    example: "DATABASE_URL=postgres://… node dist/main.js worker",
  },
  rotate: {
    summary: "rotate secrets",
    positionals: "[action]",
    actions: {
      status: "Shows which values of each secret are still in use. The default.",
      encryption: "Encrypts stored values again with the newest ENCRYPTION_SECRET.",
      peppers: "Lists API keys that are hashed with an older KEY_PEPPER.",
    },
    options: {},
    example: "npm run rotate -- encryption",
  },
  migrate: {
    summary: "migrate the database to this release, then exit",
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
