import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mountGraphQL } from "../../router/graphql/mount-graphql.ts";
import type { TrustedMode } from "../../router/graphql/trusted-documents.ts";
import { noLimits } from "../../router/limits/limits.ts";
import { readSupergraphFacts } from "../../router/schema/supergraph-facts.ts";
import { createCompiledExecutor } from "../../router/execution/executor.ts";
import { projectPath } from "../../src/project-root.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const me = "{ me { id } }";
const supergraphSdl = readFileSync(projectPath("schema", "supergraph.graphql"), "utf8");
const executor = await createCompiledExecutor(supergraphSdl, new Map());

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "manifest-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Mounts the door as the router does when it starts. */
async function start(content: string, mode: TrustedMode = "allow"): Promise<void> {
  const file = join(folder, "manifest.json");
  await writeFile(file, content);
  mountGraphQL(fastify(), {
    executor,
    facts: readSupergraphFacts(supergraphSdl),
    makeCall: () => Promise.reject(new Error("nobody calls")),
    identify: () => Promise.reject(new Error("nobody calls")),
    allowedOrigins: () => Promise.resolve([]),
    limits: noLimits,
    isOpenToExploring: true,
    trust: { mode, file, registry: new Map() },
  });
}

test("a valid manifest is loaded, and none is read where documents have no ids", async () => {
  await start(JSON.stringify({ [sha256(me)]: me, [`sha256:${sha256("{ __typename }")}`]: "{ __typename }" }));
  await start("{", "off");
});

const hash = sha256("{ nothing }");
const cases: [about: string, content: string, message: RegExp][] = [
  ["is not JSON", "{", /manifest\.json cannot be read/],
  ["is not an object", "[]", /must be one JSON object/],
  ["has an ID that is not a hash", JSON.stringify({ [sha256(me)]: me, home: me }), /home: the id must be/],
  ["has an ID in capitals", JSON.stringify({ [hash.toUpperCase()]: me }), /the id must be/],
  ["has another text's hash", JSON.stringify({ [hash]: me }), new RegExp(`${hash}: the text's SHA-256`)],
  [
    "has a document that is not a string",
    JSON.stringify({ [`sha256:${hash}`]: 7 }),
    new RegExp(`sha256:${hash}: .*must be a string`),
  ],
  [
    "has a document that the graph does not know",
    JSON.stringify({ [hash]: "{ nothing }" }),
    new RegExp(`${hash}: Cannot query field "nothing"`),
  ],
  [
    "has a document that is too long",
    JSON.stringify({ [sha256(`${me}#`.padEnd(20_000, "x"))]: `${me}#`.padEnd(20_000, "x") }),
    /Maximum 15360 bytes/,
  ],
  ["has several faults, all of which are reported", JSON.stringify({ one: me, two: 2 }), /one: [\s\S]*two: /],
];

test.each(cases)("the router does not start with a manifest that %s", async (_about, content, message) => {
  await expect(start(content)).rejects.toThrow(message);
  await expect(start(content, "only")).rejects.toThrow(message);
});
