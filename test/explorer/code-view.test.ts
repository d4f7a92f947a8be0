import { expect, test } from "vitest";
import { shareOf } from "../../router/explorer/web/charts/share.ts";
import { highlight } from "../../router/explorer/web/ui/highlight.ts";
import { maskSecrets } from "../../router/explorer/web/ui/mask-secrets.ts";
import { propertiesOf } from "../../router/explorer/schema-tree.ts";

const kindsOf = (code: string) =>
  Object.fromEntries(
    highlight(code)
      .filter(({ kind }) => kind !== "")
      .map(({ text, kind }) => [text, kind]),
  );

test("highlighting keeps every character, and knows keys, strings, numbers, words and comments", () => {
  const code = `{ "id": "inv_1", "total": 12.5, "isPaid": true }\n# Variables\nquery Balance { me }`;
  expect(
    highlight(code)
      .map(({ text }) => text)
      .join(""),
  ).toBe(code);
  expect(kindsOf(code)).toEqual({
    '"id"': "key",
    '"inv_1"': "string",
    '"total"': "key",
    "12.5": "number",
    '"isPaid"': "key",
    true: "word",
    "# Variables": "note",
    query: "word",
  });
  expect(kindsOf(`curl -X POST 'http://127.0.0.1/x' # note`)).toEqual({
    curl: "word",
    "-X": "word",
    "'http://127.0.0.1/x'": "string",
    "# note": "note",
  });
});

test("highlighting takes linear time, and leaves long texts in one part", () => {
  const start = performance.now();
  const code = `"${"\\".repeat(20_000)}${'"a'.repeat(20_000)}`;
  expect(
    highlight(code)
      .map(({ text }) => text)
      .join(""),
  ).toBe(code);
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(highlight("1 ".repeat(600_000))).toHaveLength(1);
});

test("tokens, keys and signing secrets are hidden, all else is not", () => {
  const key = `hub_live_${"a".repeat(36)}`;
  expect(maskSecrets(`Bearer eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl and ${key}`)).toBe("Bearer •••• and ••••");
  expect(maskSecrets(`whsec_${"b".repeat(32)}`)).toBe("••••");
  const harmless = `Bearer $HUB_TOKEN, hub_live_ and an eye`;
  expect(maskSecrets(harmless)).toBe(harmless);
});

test("a share is of the sum, also where all values are below 1", () => {
  expect(shareOf(0.2, 0.2)).toBe(100);
  expect(shareOf(0.1, 0.4)).toBe(25);
  expect(shareOf(0, 0)).toBe(0);
});

test("the properties of a schema are a tree with rules, values and what is required", () => {
  const items = {
    type: "object",
    required: ["amount"],
    properties: { amount: { type: "number", minimum: 0 } },
  };
  const status = { type: ["string", "null"], enum: ["draft", "sent", null] };
  const [lines, state] = propertiesOf({
    type: "object",
    required: ["lines"],
    properties: { lines: { type: "array", items, description: "Lines." }, status },
  });
  expect(lines).toMatchObject({
    name: "lines",
    isRequired: true,
    description: "Lines.",
    type: "list of object",
  });
  expect(lines!.children).toMatchObject([{ name: "amount", isRequired: true, rules: "at least 0" }]);
  expect(state).toMatchObject({ isRequired: false, values: ["draft", "sent"], rules: "" });
});
