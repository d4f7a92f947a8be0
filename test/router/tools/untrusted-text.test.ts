import { expect, test } from "vitest";
import { markedSchema, markUntrusted, stripUnseen } from "../../../router/tools/untrusted-text.ts";

test("untrusted text is marked, in lists as well, and other values stay unchanged", () => {
  const body = {
    total: 2,
    rows: [
      { payee: "ACME\u0007", note: "mine" },
      { payee: null, note: "x" },
    ],
  };
  expect(markUntrusted(body, ["rows.payee", "nothing.there"])).toEqual({
    total: 2,
    rows: [
      { payee: { untrustedText: "ACME" }, note: "mine" },
      { payee: null, note: "x" },
    ],
  });
});

test("every text of a free-form object is marked, and its schema stays unchanged", () => {
  const body = { answers: { pets: "two\u0007", ages: [3, "four"], more: null } };
  expect(markUntrusted(body, ["answers"])).toEqual({
    answers: { pets: { untrustedText: "two" }, ages: [3, { untrustedText: "four" }], more: null },
  });
  const schema = { type: "object", properties: { answers: { type: ["object", "null"] } } };
  expect(markedSchema(schema, ["answers"])).toEqual(schema);
});

test("characters that a reader does not see are stripped; lines, tabs and joined signs stay", () => {
  expect(stripUnseen("a\u0000b\u001b[31mc\u202ed\u200be\u{e0041}f")).toBe("ab[31mcdef");
  expect(stripUnseen("line\n\ttab 👩‍👧 é")).toBe("line\n\ttab 👩‍👧 é");
});

test("the schema marks the same fields as the result, and an unknown path is an error", () => {
  const schema = {
    type: "object",
    properties: {
      rows: {
        type: "array",
        items: {
          type: "object",
          properties: { payee: { type: ["string", "null"] }, count: { type: "integer" } },
        },
      },
    },
  };
  const marked = markedSchema(schema, ["rows.payee"]) as typeof schema;
  expect(marked.properties.rows.items.properties.payee).toEqual({
    type: ["object", "null"],
    properties: { untrustedText: { type: "string" } },
    required: ["untrustedText"],
  });
  expect(() => markedSchema(schema, ["rows.name"])).toThrow("unknown rows.name");
  expect(() => markedSchema(schema, ["rows.count"])).toThrow("is not a string");
});
