import { buildSchema } from "graphql";
import { beforeAll, describe, expect, test } from "vitest";
import { checkDocs } from "../../router/explorer/data/check-docs.ts";
import { scanCode } from "../../router/explorer/data/code-scan.ts";
import { readDocsSource, type DocsSource } from "../../router/explorer/data/docs-source.ts";
import { effectiveAccess, stricterOf } from "../../router/explorer/data/effective-access.ts";
import { wantedEncoding, wantedPage } from "../../router/http/accepted.ts";
import { schemaRows } from "../../router/explorer/schema-rows.ts";
import type { AccessFacts } from "../../src/access/rules.ts";

describe("effective requirements of a field", () => {
  const schema = buildSchema(`
    type Query { me: User anyone: Page }
    type Mutation { pay: Invoice }
    type Page { title: String }
    type User { invoices: [Invoice!]! }
    type Invoice { status: String lines: [Line!]! }
    type Line { amount: Int invoice: Invoice }
  `);
  const rules: Record<string, Partial<AccessFacts>> = {
    "Query.me": { auth: "caller", anyScope: true },
    "Query.anyone": { auth: "public" },
    "Mutation.pay": { auth: "user", cost: "pay" },
    "User.invoices": { auth: "caller", scope: "read:invoices" },
    "Invoice.status": { auth: "caller", anyScope: true, owned: true },
  };
  const facts = { accessOf: (type: string, field: string) => rules[`${type}.${field}`] ?? null };
  const access = effectiveAccess(schema, facts);

  test("a field has the strictest rule of each path to it, the weakest first", () => {
    expect(access.get("Invoice.status")).toEqual([
      { auth: "caller", scope: "read:invoices", owned: true },
      { auth: "user", owned: true },
    ]);
    expect(access.get("Page.title")).toEqual([{ auth: "public" }]);
  });

  test("a field without a rule inherits the rules of its path, also in a cycle", () => {
    expect(access.get("Line.amount")).toEqual([{ auth: "caller", scope: "read:invoices" }, { auth: "user" }]);
  });

  test("the requirements of a root field contain its cost", () => {
    expect(access.get("Mutation.pay")).toEqual([{ auth: "user", cost: "pay" }]);
  });

  test("two combined requirements have all scopes, the higher tier and the stricter kind of principal", () => {
    expect(
      stricterOf(
        { auth: "caller", scope: "a:b", tier: "starter" },
        { auth: "admin", scope: "c:d", tier: "business" },
      ),
    ).toEqual({ auth: "admin", scope: "a:b c:d", tier: "business" });
  });
});

describe("the check of the documentation", () => {
  let source: DocsSource;
  beforeAll(async () => {
    source = await readDocsSource(scanCode());
  });

  test("correct documentation is accepted", () => {
    expect(() => checkDocs(source)).not.toThrow();
  });

  test("a root field without a resolver's source is rejected", () => {
    const { creditBalance: _, ...featureOf } = source.scan.featureOf;
    expect(() => checkDocs({ ...source, scan: { ...source.scan, featureOf } })).toThrow(
      "query.creditBalance was not found in the source of any resolver",
    );
  });

  test("a type with the name of a root type is rejected", () => {
    const schema = buildSchema("schema { query: Root } type Root { a: Int } type Subscription { b: Int }");
    expect(() => checkDocs({ ...source, schema })).toThrow(
      "The type Subscription has the name of a root type",
    );
  });
});

test.each([
  ["text/html,application/xhtml+xml,*/*;q=0.8", "html"],
  ["text/markdown, text/html;q=0.5", "markdown"],
  ["application/json", null],
  ["application/json, text/html", null],
  ["*/*", null],
  ["text/html;q=0", null],
  [undefined, null],
])("Accept %s asks for %s", (accept, wanted) => {
  expect(wantedPage(accept)).toBe(wanted);
});

test("an encoding that the client does not accept is not sent", () => {
  const both = { br: true, gz: true };
  expect(wantedEncoding("gzip, deflate, br", both)).toBe("br");
  expect(wantedEncoding("br;q=0, gzip", both)).toBe("gzip");
  expect(wantedEncoding("br", { br: false, gz: false })).toBe(null);
  expect(wantedEncoding(undefined, both)).toBe(null);
});

test("a schema's properties are listed with their paths, also within lists", () => {
  const rows = schemaRows({
    type: "object",
    required: ["items"],
    properties: {
      items: {
        type: "array",
        minItems: 1,
        items: { type: "object", properties: { price: { type: "number", minimum: 0, description: "Net." } } },
      },
    },
  });
  expect(rows).toEqual([
    { path: "items", type: "list of object", isRequired: true, rules: "at least 1 item", description: "" },
    { path: "items[].price", type: "number", isRequired: false, rules: "at least 0", description: "Net." },
  ]);
});
