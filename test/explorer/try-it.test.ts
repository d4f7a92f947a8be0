import { beforeAll, describe, expect, test } from "vitest";
import { scanCode } from "../../router/explorer/data/code-scan.ts";
import { readDocsSource, type DocsSource } from "../../router/explorer/data/docs-source.ts";
import type { DocsSchema, OperationDocs } from "../../router/explorer/data/docs.types.ts";
import { operationFiles } from "../../router/explorer/data/operation-docs.ts";
import { checkValue } from "../../router/explorer/web/try-it/check-value.ts";
import { startValue, withValueAt, type Step } from "../../router/explorer/web/try-it/edit-value.ts";
import { isLocalText, textOf, valueOf } from "../../router/explorer/web/try-it/field-text.ts";
import { formOf, type FormField } from "../../router/explorer/web/try-it/form-field.ts";
import { readRefusal } from "../../router/explorer/web/try-it/refusal.ts";
import { risksOf } from "../../router/explorer/web/try-it/risks.ts";
import {
  readInput,
  requestSchema,
  restRequest,
  startInput,
  supportsDryRun,
  toolArguments,
  type TryDoor,
} from "../../router/explorer/web/try-it/try-request.ts";
import { nobody } from "../../router/explorer/web/session/identity.ts";
import { compileValidator } from "../../router/operations/validate-input.ts";

let source: DocsSource;
let operations: OperationDocs[];

beforeAll(async () => {
  source = await readDocsSource(scanCode());
  operations = [...operationFiles(source)].map(([, docs]) => docs);
});

const doorsOf = ({ rest, tool }: OperationDocs): TryDoor[] => [
  ...(rest ? (["rest"] as const) : []),
  ...(tool ? (["tool"] as const) : []),
];

/** Every field of a form that holds a single value, with its path and value. */
function* leavesOf(
  field: FormField,
  value: unknown,
  path: readonly Step[] = [],
): Generator<{ field: FormField; value: unknown; path: readonly Step[] }> {
  if (field.control === "group") {
    const members = (value ?? {}) as Record<string, unknown>;
    for (const inner of field.fields) yield* leavesOf(inner, members[inner.name], [...path, inner.name]);
  } else if (field.control === "list") {
    const items = (value ?? []) as unknown[];
    for (const [index, item] of items.entries()) yield* leavesOf(field.item!, item, [...path, index]);
  } else yield { field, value, path };
}

describe("the form of every operation", () => {
  test("each REST path and tool has a form whose fields are the properties of its schema", () => {
    let forms = 0;
    for (const docs of operations) {
      for (const door of doorsOf(docs)) {
        const schema = requestSchema(docs, door);
        const names = formOf(schema).fields.map(({ name }) => name);
        expect(names.toSorted(), docs.name).toEqual(Object.keys(schema["properties"] as object).toSorted());
        forms++;
      }
    }
    expect(forms).toBeGreaterThan(900);
  });

  test("each example fills its form without a fault, and its texts give the same values back", () => {
    const faulty: string[] = [];
    for (const docs of operations) {
      for (const door of doorsOf(docs)) {
        const schema = requestSchema(docs, door);
        const input = startInput(docs, schema);
        const faults = docs.example ? checkValue(schema, input) : [];
        faulty.push(...faults.map(({ path, message }) => `${docs.name} by ${door}: ${path} ${message}`));
        let rebuilt: unknown = structuredClone(input);
        for (const { field, value, path } of leavesOf(formOf(schema), input)) {
          if (value === undefined || value === null) continue;
          rebuilt = withValueAt(rebuilt, path, valueOf(field, textOf(field, value)));
        }
        expect(rebuilt, docs.name).toEqual(input);
      }
    }
    // The tool also takes a script that is not stored, so its example names none. The path needs one.
    expect(faulty.filter((fault) => fault !== "ValidateScript by rest: scriptId is required")).toEqual([]);
  });

  test("few values need JSON: objects without known properties, and values of two types", () => {
    const asJson = operations.flatMap((docs) =>
      doorsOf(docs).flatMap((door) =>
        [...fieldsOf(formOf(requestSchema(docs, door)))]
          .filter(({ control }) => control === "json")
          .map(({ schema }) => schema),
      ),
    );
    for (const schema of asJson) {
      const types = [schema["type"]].flat().filter((type) => type !== "null");
      expect(types.length > 1 || (types[0] === "object" && !schema["properties"])).toBe(true);
    }
  });

  test("a form does not ask for what the page sets itself, and keeps the operation's own fields", () => {
    const pay = operations.find(({ name }) => name === "ConsumeCredits")!;
    const names = formOf(requestSchema(pay, "tool")).fields.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["amount", "description"]));
    for (const control of ["idempotencyKey", "dryRun", "confirm", "confirmationId"])
      expect(names).not.toContain(control);
    expect(supportsDryRun(pay, "tool")).toBe(true);
    expect(operations.some((docs) => docs.tool && !supportsDryRun(docs, "tool"))).toBe(true);
  });

  test("choices show the meanings that the graph describes", () => {
    const described = operations.flatMap((docs) =>
      doorsOf(docs).flatMap((door) =>
        [...fieldsOf(formOf(requestSchema(docs, door), docs.meanings))].filter(
          ({ choices }) => choices.length > 0 && choices.every(({ meaning }) => meaning !== null),
        ),
      ),
    );
    expect(described.length).toBeGreaterThan(100);
    const amend = operations.find(({ name }) => name === "AmendFiling")!;
    const change = formOf(requestSchema(amend, "tool"), amend.meanings).fields.find(
      ({ name }) => name === "change",
    )!;
    expect(change.choices[0]).toEqual({
      value: "weight_increase",
      meaning: "Vehicle moved to a heavier weight category.",
    });
  });
});

function* fieldsOf(field: FormField): Generator<FormField> {
  yield field;
  for (const inner of field.fields) yield* fieldsOf(inner);
  if (field.item) yield* fieldsOf(field.item);
}

describe("the check of an input", () => {
  /** Wrong values for a property. Each is a fault somewhere, and most are none elsewhere. */
  const wrongValues: readonly unknown[] = [
    undefined,
    null,
    "",
    "x",
    "x".repeat(300),
    -1,
    0.123456,
    1e9,
    true,
    [],
    [null],
    {},
    "2026-02-30",
    "2026-01-15T09:30:00Z",
  ];

  test("the page finds the faults that the server finds, in the same words", () => {
    let compared = 0;
    let faulty = 0;
    for (const { row, inputSchema } of source.registry.values()) {
      const docs = operations.find(({ name }) => name === row.name)!;
      const example = docs.example?.input;
      if (!example) continue;
      const validate = compileValidator(inputSchema);
      const properties = Object.keys(inputSchema["properties"] ?? {});
      properties.forEach((name, turn) => {
        for (const wrong of [
          wrongValues[turn % wrongValues.length],
          wrongValues[(turn + 5) % wrongValues.length],
        ]) {
          const input = withValueAt(example, [name], wrong);
          // The server refuses control characters and texts above its own bounds, which no schema shows.
          const wanted = validate(input).map(({ path, message }) => `${path} ${message}`);
          const found = checkValue(docs.input, input).map(({ path, message }) => `${path} ${message}`);
          expect([row.name, JSON.stringify(wrong), found.toSorted()]).toEqual([
            row.name,
            JSON.stringify(wrong),
            wanted.toSorted(),
          ]);
          compared++;
          if (wanted.length > 0) faulty++;
        }
      });
    }
    expect(compared).toBeGreaterThan(2_000);
    expect(faulty).toBeGreaterThan(500);
  });

  test("faults name their place in nested lists, and unknown properties", () => {
    const schema: DocsSchema = {
      type: "object",
      properties: {
        items: {
          type: "array",
          minItems: 1,
          items: {
            type: "object",
            properties: { amount: { type: "number", exclusiveMinimum: 0, multipleOf: 0.01 } },
            required: ["amount"],
            additionalProperties: false,
          },
        },
      },
      required: ["items"],
      additionalProperties: false,
    };
    expect(checkValue(schema, {})).toEqual([{ path: "items", message: "is required" }]);
    expect(checkValue(schema, { items: [] })).toEqual([
      { path: "items", message: "must have at least 1 item" },
    ]);
    expect(
      checkValue(schema, { items: [{ amount: 0.1 }, { amount: -1.001, note: "" }, {}], more: 1 }),
    ).toEqual([
      { path: "items.1.amount", message: "must be more than 0" },
      { path: "items.1.amount", message: "must have at most 2 decimal places" },
      { path: "items.1.note", message: "is not a known field" },
      { path: "items.2.amount", message: "is required" },
      { path: "more", message: "is not a known field" },
    ]);
    expect(checkValue(schema, { items: Array.from({ length: 500 }, () => ({})) })).toHaveLength(50);
  });
});

describe("texts of inputs", () => {
  test.each([
    ["number", "1.", 1],
    ["number", " 12.50 ", 12.5],
    ["number", "12x", "12x"],
    ["number", "0x10", "0x10"],
    ["number", "Infinity", "Infinity"],
    ["number", "", undefined],
    ["boolean", "false", false],
    ["boolean", "", undefined],
    ["text", "", undefined],
    ["text", " a ", " a "],
    ["json", `{"a":[1]}`, { a: [1] }],
    ["json", "a@b.example", "a@b.example"],
    ["dateTime", "2026-01-15T09:30", "2026-01-15T09:30:00Z"],
    ["dateTime", "2026-01-15T09:30:15.250", "2026-01-15T09:30:15.250Z"],
    ["dateTime", "tomorrow", "tomorrow"],
  ] as const)("a %s input with %j means %j", (control, text, value) => {
    expect(valueOf({ control }, text)).toEqual(value);
  });

  test("only times in UTC are shown in the browser's input, which knows no zones", () => {
    expect(isLocalText("2026-01-15T09:30:00Z")).toBe(true);
    expect(isLocalText("2026-01-15T09:30:00+02:00")).toBe(false);
    expect(isLocalText(undefined)).toBe(true);
  });
});

describe("edits of an input", () => {
  test("a value is set without a change to the previous input, and undefined removes it", () => {
    const before = { a: { b: [1, 2] }, c: 1 };
    expect(withValueAt(before, ["a", "b", 1], 3)).toEqual({ a: { b: [1, 3] }, c: 1 });
    expect(withValueAt(before, ["c"], undefined)).toEqual({ a: { b: [1, 2] } });
    expect(withValueAt({}, ["x", "y", 0, "z"], true)).toEqual({ x: { y: [{ z: true }] } });
    expect(before).toEqual({ a: { b: [1, 2] }, c: 1 });
  });

  test("a property named like an inherited member is a property", () => {
    const changed = withValueAt({}, ["__proto__"], 1) as object;
    expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
    expect(Object.hasOwn(changed, "__proto__")).toBe(true);
  });

  test("an added list has its least number of items, and an added group its required frames", () => {
    const form = formOf({
      type: "object",
      properties: {
        lines: {
          type: "array",
          minItems: 2,
          items: { type: "object", properties: { amount: { type: "number" } } },
        },
        billing: {
          type: "object",
          properties: { tags: { type: "array", items: { type: "string" } }, name: { type: "string" } },
          required: ["tags", "name"],
        },
      },
    });
    const [lines, billing] = form.fields;
    expect(startValue(lines!)).toEqual([{}, {}]);
    expect(startValue(billing!)).toEqual({ tags: [""] });
  });
});

describe("the request of a form", () => {
  const find = (name: string) => operations.find((docs) => docs.name === name)!;
  const options = { as: nobody, isDryRun: false, key: "k-1", appId: null };

  test("a REST request has its parameters in path and query, and a key when it changes something", () => {
    const get = find("CreditBalance");
    const read = restRequest(get, { appId: "central" }, options);
    expect(read.headers).not.toHaveProperty("idempotency-key");
    expect(read.path).toContain("central");
    const consume = find("ConsumeCredits");
    const sent = restRequest(consume, { appId: "central", amount: 1 }, options);
    expect(sent).toMatchObject({ method: "POST", headers: { "idempotency-key": "k-1" } });
    expect(sent.body).toMatchObject({ amount: 1 });
  });

  test("null is no value of a parameter, and is sent in a body", () => {
    const list = operations.find(({ rest }) =>
      rest?.parameters.some((parameter) => parameter.in === "query" && parameter.name === "limit"),
    )!;
    expect(restRequest(list, { ...list.example?.input, limit: null }, options).path).not.toContain("null");
  });

  test("a tool's dry run says so and has no key", () => {
    const consume = find("ConsumeCredits");
    expect(toolArguments(consume, { amount: 1 }, { isDryRun: false, key: "k-1" })).toEqual({
      amount: 1,
      idempotencyKey: "k-1",
    });
    expect(toolArguments(consume, { amount: 1 }, { isDryRun: true, key: "k-1" })).toEqual({
      amount: 1,
      dryRun: true,
    });
  });

  test("the JSON view takes an object and names what is wrong with anything else", () => {
    expect(readInput(" ")).toEqual({});
    expect(readInput(`{"a":1}`)).toEqual({ a: 1 });
    expect(() => readInput("[1]")).toThrow("The input must be a JSON object.");
    expect(() => readInput("{")).toThrow(/^The input is not valid JSON: /);
  });

  test("writes that spend, reach people or cannot be undone need a confirmation, reads never", () => {
    expect(risksOf(find("CreditBalance"), true)).toEqual([]);
    expect(risksOf(find("ConsumeCredits"), false)).toEqual(["It spends money, credits or a paid quota."]);
    const sending = operations.filter(({ tool }) => tool?.hints.openWorld && !tool.hints.readOnly);
    expect(sending.length).toBeGreaterThan(20);
    for (const docs of sending) expect(risksOf(docs, false), docs.name).not.toEqual([]);
    const plain = operations.find(
      ({ kind, tool, access }) =>
        kind === "mutation" && tool && !tool.asksFirst && access.money !== true && access.confirm !== true,
    )!;
    expect(risksOf(plain, false)).toEqual([]);
    expect(risksOf(plain, true)).toEqual(["This is not a demo: it changes real data."]);
  });

  test("a refusal is read with its code, details and field faults, whatever the body is", () => {
    expect(readRefusal(200, {})).toBeNull();
    expect(
      readRefusal(400, {
        error: "amount must be a number",
        code: "VALIDATION_ERROR",
        details: { fields: [{ path: "amount", message: "must be a number", rule: "type" }, 5, { path: 1 }] },
      }),
    ).toEqual({
      status: 400,
      code: "VALIDATION_ERROR",
      message: "amount must be a number",
      details: expect.anything(),
      fields: [{ path: "amount", message: "must be a number" }],
    });
    expect(readRefusal(502, "<html>")).toMatchObject({ code: "HTTP_502", fields: [] });
    expect(readRefusal(403, { details: "none" })).toMatchObject({ status: 403, details: {} });
  });
});
