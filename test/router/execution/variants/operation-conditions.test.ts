import { parse, print, stripIgnoredCharacters } from "graphql";
import { expect, test } from "vitest";
import { OperationConditions } from "../../../../router/execution/variants/operation-conditions.ts";

function decide(text: string, values: Record<string, unknown> = {}, operationName?: string): string {
  const document = OperationConditions.read(parse(text), operationName)!.decide(values);
  return stripIgnoredCharacters(print(document));
}

test.each([
  ["{ a @skip(if: true) b @skip(if: false) }", "{b}"],
  ["{ a @include(if: true) b @include(if: false) }", "{a}"],
  ["{ ... @include(if: false) { a } ... on Q @skip(if: false) { b } }", "{...on Q{b}}"],
  ["{ a @include(if: true) @skip(if: true) b @include(if: true) @skip(if: false) }", "{b}"],
  ["{ a @include(if: true) @own b @own @skip(if: true) }", "{a@own}"],
])("literals decide: %s", (text, expected) => {
  expect(decide(text)).toBe(expected);
});

test.each([
  ["{ a @include(if: $a) b @skip(if: $b) }", { a: true, b: true }, "{a}"],
  ["{ a @include(if: $a) b @skip(if: $b) }", { a: false, b: false }, "{b}"],
  ["{ x a @include(if: $a) @skip(if: $b) }", { a: true, b: true }, "{x}"],
  ["{ x a @include(if: $a) @skip(if: $b) }", { a: true, b: false }, "{x a}"],
  ["{ x ... @include(if: $a) { ... @skip(if: $b) { a } } }", { a: true, b: true }, "{x}"],
  ["{ x ...F @include(if: $a) } fragment F on Q { a @skip(if: $b) b }", { a: false, b: false }, "{x}"],
  [
    "{ ...F @include(if: $a) } fragment F on Q { a @skip(if: $b) b }",
    { a: true, b: true },
    "{...F}fragment F on Q{b}",
  ],
  ["{ x ...F } fragment F on Q { ...G } fragment G on Q { a @skip(if: $b) }", { b: true }, "{x}"],
  ["{ x ...F @defer } fragment F on Q { a @skip(if: $b) }", { b: true }, "{x ...F@defer}fragment F on Q"],
])("values decide: %s with %o", (text, values, expected) => {
  const query = `query($a: Boolean! $b: Boolean!) ${text}`;
  const head = "query($a:Boolean!$b:Boolean!)";
  expect(decide(query, values).trim()).toBe(`${head}${expected}`);
});

test("an object may be left without selections", () => {
  const document = OperationConditions.read(parse("{ me { a @skip(if: true) } }"), undefined)!.decide({});
  expect(document.definitions[0]).toMatchObject({
    selectionSet: { selections: [{ name: { value: "me" }, selectionSet: { selections: [] } }] },
  });
});

test("only the operation that is meant is left, with the fragments that it still uses", () => {
  const text = `query A($on: Boolean!) { ...F @skip(if: $on) ...G @include(if: $on) } query B { b }
    fragment F on Q { f } fragment G on Q { g } fragment H on Q { h }`;
  expect(decide(text, { on: true }, "A")).toBe("query A($on:Boolean!){...G}fragment G on Q{g}");
});

test("operations without conditions have none to decide, whatever other operations have", () => {
  const text = "query A($on: Boolean!) { a @skip(if: $on) } query B { ...F } fragment F on Q { b }";
  const document = parse(text);
  expect(OperationConditions.read(document, "B")).toBeNull();
  expect(OperationConditions.read(document, "C")).toBeNull();
  expect(OperationConditions.read(document, "A")).not.toBeNull();
});

test("the key has the values that conditions need, and nothing else", () => {
  const text = `query($a: Boolean! $n: Int $b: Boolean = true) {
    x(n: $n) @include(if: $a) ...F } fragment F on Q { y @skip(if: $b) z @include(if: false) }`;
  const conditions = OperationConditions.read(parse(text), undefined)!;
  expect(conditions.hasVariables).toBe(true);
  expect(conditions.nullableVariables).toEqual(["b"]);
  expect(conditions.keyOf({ a: true, n: 1 })).toBe(conditions.keyOf({ a: true, n: 2, b: true }));
  const keys = [{ a: true }, { a: false }, { a: true, b: false }, { a: false, b: false }].map((values) =>
    conditions.keyOf(values),
  );
  expect(new Set(keys).size).toBe(4);
  // What is not a Boolean is refused when the operation runs, and makes no variant of its own.
  expect(conditions.keyOf({ a: "yes" })).toBe(conditions.keyOf({ a: false }));
});

test("a variable may be named like a member that every object has", () => {
  const text = "query($constructor: Boolean! = false) { a @include(if: $constructor) b }";
  const conditions = OperationConditions.read(parse(text), undefined)!;
  expect(conditions.keyOf({})).toBe(conditions.keyOf({ constructor: false }));
  expect(conditions.keyOf({})).not.toBe(conditions.keyOf({ constructor: true }));
});
