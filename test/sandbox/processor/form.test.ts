import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeForm } from "../../../sandbox/processor/form.ts";

type Value = string | Value[] | { [name: string]: Value };

/** The form of a tree as the official SDK writes it: `a[b][0]=v`. */
function encode(value: Value, name: string): [string, string][] {
  if (typeof value === "string") return [[name, value]];
  const entries = Array.isArray(value)
    ? value.map((one, index) => [index, one] as const)
    : Object.entries(value);
  return entries.flatMap(([key, one]) => encode(one, `${name}[${key}]`));
}

const name = fc.stringMatching(/^[a-z_]{1,8}$/);
const tree = fc.letrec<{ value: Value; text: string; list: Value[]; hash: Record<string, Value> }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, tie("text"), tie("list"), tie("hash")),
  text: fc.string(),
  list: fc.array(tie("value"), { minLength: 1, maxLength: 4 }),
  hash: fc.dictionary(name, tie("value"), { minKeys: 1, maxKeys: 4 }),
}));

test("a form that was written from a tree is read back as that tree", () => {
  fc.assert(
    fc.property(tree.hash, (given) => {
      const pairs = Object.entries(given).flatMap(([key, value]) => encode(value, key));
      expect(JSON.parse(JSON.stringify(decodeForm(Object.fromEntries(pairs))))).toEqual(
        JSON.parse(JSON.stringify(given)),
      );
    }),
  );
});

test("any names are read without an error and reach no prototype", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (flat) => {
      decodeForm(flat);
    }),
  );
  const read = decodeForm({ "__proto__[polluted]": "1", "constructor[prototype][polluted]": "1" });
  expect(read["polluted"]).toBeUndefined();
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

test("empty brackets add to a list, and repeated names do so too", () => {
  expect(decodeForm({ "expand[]": ["a", "b"], "c[]": "d" })).toEqual({ expand: ["a", "b"], c: ["d"] });
});
