import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalHash, decodeJson, encodeJson } from "../../src/db/json-codec.ts";

const data = fc.letrec((tie) => ({
  value: fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt(),
    fc.date({ noInvalidDate: true }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom("$date", "$bigint", "$undefined", "$$date", "__proto__")),
      tie("value"),
      { maxKeys: 4 },
    ),
  ),
})).value;

test("any plain data with dates and bigints comes back as it was, tags inside of data included", () => {
  fc.assert(
    fc.property(data, (value) => {
      expect(decodeJson(encodeJson(value))).toEqual(value);
    }),
  );
});

test("a result of undefined comes back as undefined", () => {
  expect(decodeJson(encodeJson(undefined))).toBeUndefined();
});

test("an object with toJSON is stored as its result", () => {
  const at = new Date("2026-01-02T03:04:05.678Z");
  const entity = { secret: 1, toJSON: () => ({ id: "x", at }) };
  expect(decodeJson(encodeJson([entity]))).toEqual([{ id: "x", at }]);
});

test("a number without a JSON form is refused", () => {
  expect(() => encodeJson({ value: Number.NaN })).toThrow();
});

test("the hash is that of the data: not of the order of fields, but of all else", () => {
  const hash = canonicalHash({ a: 1, b: { c: [1, 2], d: undefined } });
  expect(canonicalHash({ b: { c: [1, 2] }, a: 1 })).toBe(hash);
  expect(canonicalHash({ a: 1, b: { c: [2, 1] } })).not.toBe(hash);
  expect(canonicalHash({ a: "1", b: { c: [1, 2] } })).not.toBe(hash);
  expect(canonicalHash({ a: [["x", 1]] })).not.toBe(canonicalHash({ a: { x: 1 } }));
  expect(canonicalHash({ at: new Date(0) })).not.toBe(canonicalHash({ at: new Date(0).toISOString() }));
});
