import { readFileSync } from "node:fs";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import type { AccessFacts } from "../../src/access/rules.ts";
import { propagableHeader } from "../../src/graphql/foreign/propagated-headers.ts";
import { projectPath } from "../../src/project-root.ts";
import { checkableFacts, type CheckableFacts } from "./checkable-facts.ts";

/** Where the SDL of a subgraph comes from. */
export type SchemaSource = { file: string } | { introspect: true };

/** Who checks access to the fields of a subgraph, and what holds for fields without `@access`. */
export interface SubgraphAccess {
  /** Facts of fields without `@access`. Null: they are as accessible as their parent, and root fields need `@access`. */
  default: CheckableFacts | null;
  /** `router`: before any fetch. `subgraph`: the subgraph itself, from the signed principal. */
  checkedBy: "router" | "subgraph";
}

/** One subgraph of supergraph.yaml. */
export interface SubgraphEntry {
  name: string;
  /** Origin of the subgraph, such as `https://reviews.example.com`. */
  address: string;
  /** Path of its GraphQL endpoint. */
  path: string;
  schema: SchemaSource;
  /** `platform`: batches, streams and readiness probes of this platform. `graphql`: GraphQL over HTTP. */
  protocol: "graphql" | "platform";
  /** True when requests carry the signed principal. */
  signed: boolean;
  /** Names of client headers that are sent to the subgraph, in lower case. */
  headers: readonly string[];
  /** Maximum silence of the subgraph in milliseconds. */
  timeoutMs?: number | undefined;
  /** Maximum time of a request in milliseconds, including its retries. */
  deadlineMs?: number | undefined;
  /** Maximum retries of a read whose connection fails. */
  retries: number;
  /** Size limit of a response. Default: 16 MiB, with `protocol: platform` 64 MiB. */
  maxResponseBytes?: number | undefined;
  access: SubgraphAccess;
  /** Names of subgraphs whose fields it may take over with `@override`. */
  overrides: readonly string[];
}

const builtInRules = {
  deny: { auth: "internal" },
  public: { auth: "public" },
  authenticated: { auth: "caller" },
  user: { auth: "user" },
  admin: { auth: "admin" },
} as const satisfies Record<string, { auth: AccessFacts["auth"] }>;

const subgraphName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, "a name has 1 to 32 lowercase letters, digits and dashes");

const address = z.url({ protocol: /^https?$/ }).refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url?.pathname === "/" && url.search === "" && url.hash === "";
  return isOrigin && url.username === "" && url.password === "";
}, "must be a scheme, host and port, without path, query or credentials");

const header = z
  .string()
  .transform((name) => name.toLowerCase())
  .refine(propagableHeader, "is not a header that may be sent to a subgraph");

const milliseconds = z.number().int().min(100).max(600_000);

const entrySchema = z
  .strictObject({
    address,
    path: z
      .string()
      .regex(/^\/[A-Za-z0-9._~/-]{0,200}$/, "must begin with / and have no query")
      .default("/graphql"),
    schema: z.union(
      [z.strictObject({ file: z.string().min(1) }), z.strictObject({ introspect: z.literal(true) })],
      { error: "must be `file: <path>` or `introspect: true`" },
    ),
    protocol: z.enum(["graphql", "platform"]).default("graphql"),
    signed: z.boolean(),
    headers: z.array(header).max(20).default([]),
    timeoutMs: milliseconds.optional(),
    deadlineMs: milliseconds.optional(),
    retries: z.number().int().min(0).max(5).default(1),
    maxResponseBytes: z
      .number()
      .int()
      .min(1_024)
      .max(64 * 1024 * 1024)
      .optional(),
    access: z.strictObject({
      default: z.string(),
      checkedBy: z.enum(["router", "subgraph"]).default("router"),
    }),
    overrides: z.array(subgraphName).default([]),
  })
  .refine(({ protocol, signed }) => protocol === "graphql" || signed, {
    path: ["signed"],
    message: "must be true with `protocol: platform`",
  })
  .refine(({ access, signed }) => access.checkedBy === "router" || signed, {
    path: ["access", "checkedBy"],
    message: "must be router unless requests are signed: the subgraph does not know the principal",
  })
  .refine(({ access }) => access.default !== "parent" || access.checkedBy === "subgraph", {
    path: ["access", "default"],
    message: "`parent` needs `checkedBy: subgraph`",
  });

const configSchema = z.strictObject({
  rules: z.record(z.string().regex(/^[a-z][a-z0-9-]{0,31}$/), checkableFacts).default({}),
  subgraphs: z.record(subgraphName, entrySchema),
});

const maxConfigBytes = 256 * 1024;

/** Reads the text of a supergraph.yaml. Throws an error that lists every fault with its path. */
export function parseSupergraphConfig(yaml: string): SubgraphEntry[] {
  if (Buffer.byteLength(yaml) > maxConfigBytes) throw new Error("supergraph.yaml is larger than 256 KiB.");
  const parsed = configSchema.safeParse(parseYaml(yaml, { maxAliasCount: 10 }));
  if (!parsed.success) throw faultsOf(parsed.error.issues.map(({ path, message }) => [path, message]));
  const { rules, subgraphs } = parsed.data;
  const named = new Map<string, CheckableFacts | null>([
    ...Object.entries(rules),
    ...Object.entries(builtInRules),
    ["parent", null],
  ]);
  const faults: [PropertyKey[], string][] = [];
  if (Object.keys(subgraphs).length === 0) faults.push([["subgraphs"], "must have at least one subgraph"]);
  const entries = Object.entries(subgraphs).map(([name, { access, ...entry }]): SubgraphEntry => {
    const facts = named.get(access.default);
    if (facts === undefined) {
      const path = ["subgraphs", name, "access", "default"];
      faults.push([path, `unknown rule; choose one of: ${[...named.keys()].join(", ")}`]);
    }
    for (const other of entry.overrides)
      if (other === name || !Object.hasOwn(subgraphs, other))
        faults.push([["subgraphs", name, "overrides"], `${other} is not another subgraph`]);
    const checked = { default: facts ?? null, checkedBy: access.checkedBy };
    return { name, ...entry, address: new URL(entry.address).origin, access: checked };
  });
  const reserved = Object.keys(rules).filter(
    (name) => Object.hasOwn(builtInRules, name) || name === "parent",
  );
  for (const name of reserved) faults.push([["rules", name], "is the name of a built-in rule"]);
  if (faults.length > 0) throw faultsOf(faults);
  return entries;
}

/** Reads a file of this form. Throws as `parseSupergraphConfig` does. */
export function readSupergraphConfig(path: string = projectPath("supergraph.yaml")): SubgraphEntry[] {
  return parseSupergraphConfig(readFileSync(path, "utf8"));
}

/** URL of the subgraph's GraphQL endpoint. */
export function endpointOf({ address: origin, path }: Pick<SubgraphEntry, "address" | "path">): string {
  return `${origin}${path}`;
}

function faultsOf(faults: readonly [readonly PropertyKey[], string][]): Error {
  const lines = faults.map(([path, message]) => `  ${path.map(String).join(".") || "file"}: ${message}`);
  return new Error(`supergraph.yaml is not valid:\n${lines.join("\n")}`);
}
