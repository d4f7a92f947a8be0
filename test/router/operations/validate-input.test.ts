import { performance } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import { maxListItems, maxTextLength } from "../../../router/operations/bounded-keywords.ts";
import { compileValidator } from "../../../router/operations/validate-input.ts";
import { validationError } from "../../../src/errors.ts";
import { maxInputDepth } from "../../../src/text/text-faults.ts";

const object = (properties: Record<string, object>) =>
  compileValidator({ type: "object", properties, additionalProperties: false });
const rulesOf = (faults: { path: string; rule: string }[]) => faults.map(({ path, rule }) => [path, rule]);

/** Quadratic in the length of the text. */
const slow = "^(a+)+$";

describe("length comes before pattern and format", () => {
  test("a text that is too long is not matched, and has one fault", () => {
    const validate = object({ name: { type: "string", maxLength: 100, pattern: slow } });
    expect(rulesOf(validate({ name: `${"a".repeat(100_000)}!` }))).toEqual([["name", "maxLength"]]);
  });

  test("a text of just the bound, counted in characters, is matched", () => {
    const validate = object({ name: { type: "string", maxLength: 3, pattern: "^😀*$" } });
    expect(validate({ name: "😀😀😀" })).toEqual([]);
    expect(rulesOf(validate({ name: "😀😀x" }))).toEqual([["name", "pattern"]]);
    expect(rulesOf(validate({ name: "xxxx" }))).toEqual([["name", "maxLength"]]);
    expect(rulesOf(validate({ name: "😀😀😀x" }))).toEqual([["name", "maxLength"]]);
  });

  test.each(["email", "uri", "https-url", "time-zone", "date-time"])(
    "nor has it its %s looked at",
    (format) => {
      const validate = object({ value: { type: "string", maxLength: 50, format } });
      expect(rulesOf(validate({ value: "a@".padEnd(500_000, "a") }))).toEqual([["value", "maxLength"]]);
      expect(rulesOf(validate({ value: "?" }))).toEqual([["value", "format"]]);
    },
  );

  test("a schema without a bound has the platform's", () => {
    const validate = object({ note: { type: "string" }, code: { type: ["string", "null"], pattern: slow } });
    expect(validate({ note: "x".repeat(maxTextLength), code: null })).toEqual([]);
    const long = "x".repeat(maxTextLength + 1);
    expect(rulesOf(validate({ note: long, code: long }))).toEqual([
      ["note", "maxLength"],
      ["code", "maxLength"],
    ]);
  });
});

describe("count comes before items", () => {
  const scopes = { type: "array", maxItems: 3, items: { type: "string", pattern: "^[a-z]$" } };

  test("items of a list that is too long are not validated", () => {
    const validate = object({ scopes });
    expect(rulesOf(validate({ scopes: Array.from({ length: 150_000 }, () => 1) }))).toEqual([
      ["scopes", "maxItems"],
    ]);
    expect(rulesOf(validate({ scopes: ["a", "B", 1] }))).toEqual([
      ["scopes.1", "pattern"],
      ["scopes.2", "type"],
    ]);
  });

  test("faults of nested items have their whole path", () => {
    const line = {
      type: "object",
      properties: { tags: scopes },
      required: ["id"],
      additionalProperties: false,
    };
    const validate = object({ lines: { type: "array", items: line } });
    expect(rulesOf(validate({ lines: [{ id: 1, tags: ["a", "B"] }, { tags: [] }] }))).toEqual([
      ["lines.0.id", "unknown"],
      ["lines.0.tags.1", "pattern"],
      ["lines.1.id", "required"],
    ]);
  });

  test("an unknown field names the one that was probably meant", () => {
    const validate = object({ durationMin: { type: "integer" }, name: { type: "string" } });
    const messageOf = (name: string) => validate({ [name]: 1 })[0]?.message;
    expect(messageOf("durationMinutes")).toBe("is not a known field; did you mean durationMin?");
    expect(messageOf("nmae")).toBe("is not a known field; did you mean name?");
    expect(messageOf("colour")).toBe("is not a known field");
    expect(messageOf(`name${"e".repeat(40)}`)).toBe("is not a known field");
  });

  test("a list without a bound has the platform's", () => {
    const validate = object({ ids: { type: "array", items: { type: "integer" } } });
    expect(validate({ ids: Array.from({ length: maxListItems }, () => 1) })).toEqual([]);
    expect(rulesOf(validate({ ids: Array.from({ length: maxListItems + 1 }, () => "x") }))).toEqual([
      ["ids", "maxItems"],
    ]);
  });
});

describe("faults are bounded", () => {
  test("unknown fields are counted up to a bound, and their names cut", () => {
    const validate = object({ name: { type: "string" } });
    const input = Object.fromEntries(
      Array.from({ length: 60_000 }, (_, index) => [`${"n".repeat(999)}${index}`, 1]),
    );
    const faults = validate(input);
    expect(faults.length).toBeLessThanOrEqual(100);
    const { message, details } = validationError(faults);
    const { fields, moreFaults } = details as { fields: { path: string }[]; moreFaults: number };
    expect(fields).toHaveLength(50);
    expect(moreFaults).toBe(faults.length - 50);
    expect(message).toContain(`(and ${faults.length - 1} more)`);
    expect(Math.max(...fields.map(({ path }) => path.length))).toBeLessThanOrEqual(200);
  });

  test("so are those of many items", () => {
    const item = {
      type: "object",
      properties: {},
      required: ["a", "b", "c", "d"],
      additionalProperties: false,
    };
    const validate = object({ rows: { type: "array", maxItems: 50_000, items: item } });
    expect(validate({ rows: Array.from({ length: 50_000 }, () => ({})) }).length).toBeLessThanOrEqual(100);
  });

  test("up to 50 faults are all listed", () => {
    const faults = Array.from({ length: 50 }, (_, index) => ({
      path: String(index),
      message: "x",
      rule: "y",
    }));
    expect(validationError(faults).details).toEqual({ fields: faults });
  });

  test("a path is shown without control characters and halves of characters", () => {
    const { details } = validationError([{ path: "a\0\ud800\n", message: "x", rule: "y" }]);
    expect((details["fields"] as { path: string }[])[0]!.path).toBe("a\ufffd\ufffd\ufffd");
  });
});

describe("text is well-formed, everywhere", () => {
  const open = object({ name: { type: "string" }, metadata: { type: "object" }, list: { type: "array" } });

  test.each([
    ["a text", { name: "a\ud800" }, "name"],
    ["the other half", { name: "\udc00b" }, "name"],
    ["NUL", { name: "\0" }, "name"],
    ["a nested text", { metadata: { a: [{ b: "\ud800" }] } }, "metadata.a.0.b"],
    ["the name of a field", { metadata: { "\ud800": 1 } }, "metadata.\ud800"],
    ["NUL in the name of a field", { metadata: { a: { "x\0": null } } }, "metadata.a.x\0"],
    ["an item", { list: ["a", "\ud800"] }, "list.1"],
  ])("%s", (_what, input, path) => {
    expect(rulesOf(open(input))).toEqual([[path, "characters"]]);
  });

  test("whole pairs are text", () => {
    expect(open({ name: "😀", metadata: { "😀": "é" } })).toEqual([]);
  });

  test("nesting is bounded, and does not overflow the stack", () => {
    const nested = (depth: number) => {
      let value: unknown = "end";
      for (let level = 0; level < depth; level++) value = [value];
      return value;
    };
    expect(open({ metadata: { a: nested(maxInputDepth - 2) } })).toEqual([]);
    expect(open({ metadata: { a: nested(500_000) } }).map(({ rule }) => rule)).toEqual(["depth"]);
  });
});

test("time is linear in the input", () => {
  const validate = object({
    name: { type: "string", maxLength: 200, pattern: slow, format: "email" },
    rows: { type: "array", maxItems: 10, items: { type: "string", pattern: slow } },
    metadata: { type: "object" },
  });
  const input = (size: number) => ({
    name: `${"a".repeat(size)}!`,
    rows: Array.from({ length: size }, () => "aaa!"),
    metadata: { deep: Array.from({ length: size }, () => ({ x: "y" })) },
    ...Object.fromEntries(Array.from({ length: size / 10 }, (_, index) => [`unknown${index}`, index])),
  });
  const timeOf = (value: unknown) => {
    const times = Array.from({ length: 5 }, () => {
      const began = performance.now();
      validate(value);
      return performance.now() - began;
    });
    return Math.min(...times);
  };
  const [small, large] = [input(20_000), input(160_000)];
  timeOf(small);
  // Eight times the input; a quadratic step would take 64 times as long.
  expect(timeOf(large)).toBeLessThan(30 * Math.max(timeOf(small), 0.5));
});
