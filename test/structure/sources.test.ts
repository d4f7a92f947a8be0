import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { suiteSeed } from "../support/seed.ts";
import { readSources, type SourceFile } from "./imports.ts";

const code = readSources();
const tests = readSources(["test"]).filter(({ path }) => path !== "main.ts");
const lines = ({ text }: SourceFile): number => text.split("\n").length - 1;

// Written apart, so that this file does not find itself.
const words = [
  ["TO", "DO"],
  ["FIX", "ME"],
  ["HA", "CK"],
].map((parts) => parts.join(""));
const unfinished = new RegExp(`\\b(${words.join("|")})\\b`);
const narrowed = /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:only|skip|todo|fails)\(/;

function findMatches(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

test("nothing in the code or its tests is left to do", () => {
  expect(findMatches([...code, ...tests], unfinished)).toEqual([]);
  expect(findMatches([{ path: "a.ts", text: `// ${words[0]}: later`, imports: [] }], unfinished)).toEqual([
    "a.ts",
  ]);
});

test("no test is switched off or runs alone", () => {
  expect(findMatches(tests, narrowed)).toEqual([]);
  expect(findMatches([{ path: "a.ts", text: ["test", "only("].join("."), imports: [] }], narrowed)).toEqual([
    "a.ts",
  ]);
});

/** Files where such functions are made once for a process, a schema, a connection or a document, or by a stand-in. */
const madeOnce = [
  "router/entity-cache/entity-cache.ts",
  "sandbox/oauth/quickbooks-api.ts",
  "src/access/approvals.ts",
  "src/access/audit.ts",
  "src/access/charge.ts",
  "src/access/shield.ts",
  "src/db/connections/broken-connections.ts",
  "src/db/eager-opening.ts",
  "src/graphql/build-subgraph.ts",
  "src/graphql/commonjs.ts",
  "src/graphql/fill-defaults.ts",
  "src/graphql/frames/open-channel.ts",
  "src/graphql/length-first.ts",
  "src/graphql/load-jit.ts",
  "src/jobs/queue-workers.ts",
  "src/observability/log.ts",
  "src/observability/trace-statements.ts",
  "subgraphs/gateway/booking/event-pages/managed-registration.service.ts",
  "subgraphs/gateway/invoicing/printing/paper.ts",
  "subgraphs/hub/blog/markdown/render-markdown.ts",
];

test("no function is written as the value of a property, where V8 makes it in the old generation", () => {
  const assigned = /\.#?\w+ (?:\?\?)?= (?:async )?(?:function\b|\w+ =>|\([^()]*\)(?:: [^=\n]+)? =>)/;
  const found = (text: string) => findMatches([{ path: "a.ts", text, imports: [] }], assigned);
  expect(findMatches(code, assigned).filter((path) => !path.startsWith("router/explorer/web/"))).toEqual(
    madeOnce,
  );
  for (const text of [
    "raw.push = (chunk) => true;",
    "raw.push = (chunk: Buffer | null): boolean => true;",
    "query.callback = async done => done();",
    "this.#done ??= function () {};",
  ])
    expect(found(text), text).toEqual(["a.ts"]);
  for (const text of ["raw.push = push;", "const push = () => true;", "total.sum = (a + b) * 2;"])
    expect(found(text), text).toEqual([]);
});

test("no test draws its own random numbers, and generated inputs have a fixed seed", () => {
  const drawing = new RegExp(
    [
      ["Math", "random"].join("\\."),
      String.raw`\brandomInt\b`,
      "getRandomValues",
      String.raw`[Ss]eed\b[^;\n]*Date\.now`,
    ].join("|"),
  );
  const drawn = (text: string) => findMatches([{ path: "a.ts", text, imports: [] }], drawing);
  const others = tests.filter(
    ({ path }) => path !== "test/support/seed.ts" && path !== "test/structure/sources.test.ts",
  );
  expect(findMatches(others, drawing)).toEqual([]);
  for (const text of [
    "Math.random()",
    "randomInt(9)",
    "const seed = Date.now() % 9;",
    "{ seed: Date.now() }",
  ])
    expect(drawn(text), text).toEqual(["a.ts"]);
  expect(drawn("seed: suiteSeed, at: 1")).toEqual([]);
  expect(fc.readConfigureGlobal().seed).toBe(suiteSeed);
});

test("no file is longer than 300 lines, and half of them have less than 80", () => {
  expect(code.filter((file) => lines(file) > 300).map(({ path }) => path)).toEqual([]);
  const sorted = code.map(lines).sort((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(80);
});

test("file names state their content", () => {
  const vague = /(^|\/)(utils?|helpers?|common|manager|index|misc)(\.|\/|$)|(^|\/)I[A-Z]/;
  expect([...code, ...tests].map(({ path }) => path).filter((path) => vague.test(path))).toEqual([]);
});

test("every dependency has exactly one version, and the lock file has it", () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"));
  const { dependencies, devDependencies } = read("package.json") as Record<string, Record<string, string>>;
  const { packages } = read("package-lock.json") as { packages: Record<string, { version: string }> };
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
});
