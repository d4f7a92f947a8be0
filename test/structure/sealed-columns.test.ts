/**
 * All sealed columns are in the lists that `npm run rotate` works through: nothing is left behind under an old
 * key.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { deriveKeyRing } from "../../src/crypto/crypto.ts";
import { sealedBySubgraph } from "../../platform/rotate/sealed.ts";
import type { TestApp } from "../support/app.ts";
import { openSharedApp } from "../support/shared-app.ts";
import { readSources } from "./imports.ts";

const code = readSources().filter(({ path }) => /^(src|subgraphs|router)\//.test(path));
const columns = Object.values(sealedBySubgraph).flatMap((sealed) => sealed.columns);
const listed = new Set(columns.map(({ table, column }) => `${table}.${column}`));

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

/** Calls of `seal`: the file, and the expression that says where the envelope belongs. */
function sealings(files: readonly { path: string; text: string }[]): { path: string; place: string }[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/\.seal\(/g)].map((match) => {
      const call = argumentsAt(text, match.index + match[0].length);
      return { path, place: (call[1] ?? "").trim() };
    }),
  );
}

/** The arguments of a call whose opening parenthesis ends before `start`. */
function argumentsAt(text: string, start: number): string[] {
  const found: string[] = [];
  let [depth, from] = [1, start];
  for (let at = start; depth > 0 && at < text.length; at++) {
    const char = text[at]!;
    if ("([{".includes(char)) depth += 1;
    if (")]}".includes(char)) depth -= 1;
    if (depth === 0 || (depth === 1 && char === ",")) {
      found.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return found;
}

/** The place of one row as the function of this name in this file, or in one that it imports from, says it. */
function samplesOf(place: string): string | null {
  const name = /^(?:\w+\.)?(\w+)\(/.exec(place)?.[1];
  if (name === undefined) return null;
  const body = code
    .filter(({ text }) => new RegExp(`function ${name}\\(`).test(text))
    .map(({ text }) => new RegExp(`function ${name}\\([^{]*\\{[^\`]*\`([^\`$]+)\\$\\{`).exec(text)?.[1]);
  return body.find((text) => text !== undefined) ?? null;
}

const prefixes = new Set(
  columns.map(({ placeOf, key }) => placeOf(...key.map(() => "ROW")).split(/ROW|\["ROW/)[0]!),
);
/** Seals what was opened at the same place; not a place of its own. */
const engine = ["src/db/reseal.ts", "src/db/reseal-texts.ts"];

test("every place that is sealed at is that of a listed column", () => {
  const found = sealings(code).filter(({ path }) => !engine.includes(path));
  expect(found.length).toBeGreaterThanOrEqual(15);
  const unlisted = found.filter(({ place }) => {
    const prefix = samplesOf(place);
    return (
      prefix === null || ![...prefixes].some((known) => known.startsWith(prefix) || prefix.startsWith(known))
    );
  });
  expect(unlisted).toEqual([]);
});

test("the search finds a place that is not listed, and one that it cannot read", () => {
  const text = "keyRing.seal(JSON.stringify([a, b]), placeOfNothing(id)); keyRing.seal(a, `x.${id}`)";
  expect(sealings([{ path: "a.ts", text }]).map(({ place }) => samplesOf(place))).toEqual([null, null]);
  expect(samplesOf("tinPlace(id)")).toBe("tax_recipients.tin.");
});

test("every column of the database for sealed text is listed, and every listed one is there", async () => {
  const found = await app.database.query<{ name: string }>(
    `SELECT table_schema || '.' || table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema IN ('hub', 'property', 'gateway') AND data_type IN ('text', 'json', 'jsonb')
       AND column_name ~ '(sealed|encrypted|envelope)'`,
  );
  expect([...listed].sort()).toEqual(found.map(({ name }) => name).sort());
});

test("no two columns seal at the same place, but for a secret and the one before it", () => {
  const ring = deriveKeyRing("a-secret-of-the-structure-test");
  expect(ring.currentKeyIds.length).toBe(2);
  const places = columns
    .filter(({ column }) => column !== "previous_secret_sealed")
    .map(({ table, placeOf, key }) => `${table.split(".")[0]} ${placeOf(...key.map(() => "ROW"))}`);
  expect(new Set(places).size).toBe(places.length);
});
