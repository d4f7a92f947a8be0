import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import {
  booksOf,
  createAccount,
  createKey,
  createPerson,
  givePlan,
  grantCredits,
} from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const scopes = ["read:invoices", "write:invoices", "read:quotations", "write:quotations"];
const invoice = {
  customerName: "Ana Ltd",
  customerEmail: "ana@client.example",
  items: [
    { description: "Hours", quantity: 2.5, unitPrice: 33.33 },
    { description: "Travel", quantity: 1, unitPrice: 20 },
  ],
  taxRate: 13,
  dueDate: "2031-03-31",
};
const quotation = { customerName: "Ana Ltd", customerEmail: "ana@client.example", items: invoice.items };

const record = {
  invoiceId: expect.stringMatching(/^inv_[0-9a-hjkmnp-tv-z]{26}$/),
  invoiceNumber: expect.stringMatching(/^INV-\d{4}-\d{6}$/),
  customerName: "Ana Ltd",
  customerEmail: "ana@client.example",
  customerAddress: null,
  items: [
    { description: "Hours", quantity: 2.5, unitPrice: 33.33, total: 83.33 },
    { description: "Travel", quantity: 1, unitPrice: 20, total: 20 },
  ],
  subtotal: 103.33,
  tax: 13.43,
  taxRate: 13,
  total: 116.76,
  currency: "USD",
  status: "draft",
  dueDate: "2031-03-31",
  createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  updatedAt: expect.stringMatching(/Z$/),
};

async function keyOf(tier: "integration" | "business", granted: readonly string[] = scopes) {
  const ownerId = await createAccount(app, 0, tier);
  return { ownerId, headers: await createKey(app, ownerId, granted) };
}

describe.each(["integration", "business"] as const)("with a key of the %s tier", (tier) => {
  test("an invoice is created with exactly the documented record, listed, and free of credits", async () => {
    const { ownerId, headers } = await keyOf(tier);
    const made = await app.post("/createExternalInvoice", invoice, headers);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({ success: true, invoice: record });
    expect(made.headers["x-credits-charged"]).toBeUndefined();
    const list = await app.get("/getExternalInvoices?limit=1&status=draft", headers);
    expect([list.status, list.body]).toEqual([
      200,
      { success: true, invoices: [made.body.invoice], total: 1 },
    ]);
    expect(await booksOf(app.database, ownerId)).toEqual({ balance: 0, held: 0, captures: 0 });
  });

  test("a quotation is created with exactly the documented record, and listed", async () => {
    const { headers } = await keyOf(tier);
    const made = await app.post("/createExternalQuotation", quotation, headers);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      success: true,
      quotation: {
        quotationId: expect.stringMatching(/^quo_[0-9a-hjkmnp-tv-z]{26}$/),
        quotationNumber: expect.stringMatching(/^QUO-\d{4}-000001$/),
        customerName: "Ana Ltd",
        customerEmail: "ana@client.example",
        items: record.items,
        total: 103.33,
        currency: "USD",
        status: "draft",
        validUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        createdAt: expect.stringMatching(/Z$/),
      },
    });
    const list = await app.get("/getExternalQuotations", headers);
    expect(list.body).toEqual({ success: true, quotations: [made.body.quotation], total: 1 });
  });
});

test("all transports create the same invoice with consecutive numbers", async () => {
  const { headers } = await keyOf("integration");
  const rest = await app.post("/createExternalInvoice", invoice, headers);
  const tool = await app.tool("create_external_invoice", invoice, headers);
  expect(tool.body).toEqual({ success: true, invoice: record });
  const fields = `invoiceId invoiceNumber customerName customerEmail customerAddress
    items { description quantity unitPrice total } subtotal tax taxRate total currency status dueDate createdAt updatedAt`;
  const query = `mutation ($input: CreateExternalInvoiceInput!) { createExternalInvoice(input: $input) { ${fields} } }`;
  const graph = await app.graphql(query, { input: invoice }, headers);
  expect(graph.body.data.createExternalInvoice).toEqual(record);
  const numbers = [rest.body.invoice, tool.body.invoice, graph.body.data.createExternalInvoice].map(
    ({ invoiceNumber }) => (invoiceNumber as string).slice(-6),
  );
  expect(numbers).toEqual(["000001", "000002", "000003"]);
});

describe("the caller", () => {
  const calls: ["GET" | "POST", string, string, object?][] = [
    ["POST", "/createExternalInvoice", "write:invoices", invoice],
    ["GET", "/getExternalInvoices", "read:invoices"],
    ["POST", "/createExternalQuotation", "write:quotations", quotation],
    ["GET", "/getExternalQuotations", "read:quotations"],
  ];

  test.each(calls)("a request without a key is rejected: %s %s", async (method, url, _scope, body) => {
    const { status, body: answer } = await app.send(method, url, {}, body);
    expect([status, answer.code, answer.success]).toEqual([401, "MISSING_TOKEN", false]);
  });

  test.each(calls)(
    "a request without the required scope is rejected: %s %s",
    async (method, url, scope, body) => {
      const { headers } = await keyOf(
        "business",
        scopes.filter((one) => one !== scope),
      );
      const { status, body: answer } = await app.send(method, url, headers, body);
      expect([status, answer.code, answer.details.requiredScope]).toEqual([403, "FORBIDDEN", scope]);
    },
  );

  test.each(calls)(
    "the free tier is rejected with the required tier: %s %s",
    async (method, url, _scope, body) => {
      const { headers } = await createPerson(app, 0, "free");
      const { status, body: answer } = await app.send(method, url, headers, body);
      expect(status).toBe(403);
      expect(answer).toMatchObject({
        success: false,
        code: "FORBIDDEN",
        details: { reason: "tier_required" },
        requiredTier: "integration",
        currentTier: "free",
        upgradeUrl: expect.stringMatching(/^http.*\/settings$/),
      });
    },
  );

  test.each(calls)(
    "of the free tier with a hub plan of business is admitted: %s %s",
    async (method, url, _scope, body) => {
      const { ownerId, headers } = await createPerson(app, 0, "free");
      await givePlan(app, ownerId, "business");
      const { status } = await app.send(method, url, headers, body);
      expect(status).toBe(method === "POST" ? 201 : 200);
    },
  );

  test("the external API cannot read or change another account", async () => {
    const [mine, theirs] = [await keyOf("business"), await keyOf("business", [...scopes, "update:invoices"])];
    const made = await app.post("/createExternalInvoice", invoice, mine.headers);
    expect((await app.get("/getExternalInvoices", theirs.headers)).body).toEqual({
      success: true,
      invoices: [],
      total: 0,
    });
    const url = `/invoices/${made.body.invoice.invoiceId}/cancel`;
    await grantCredits(app, theirs.ownerId, 1);
    const { status, body } = await app.post(
      url,
      { reason: "x" },
      { ...theirs.headers, "x-app-id": "invoicer" },
    );
    expect([status, body.code]).toEqual([404, "INVOICE_NOT_FOUND"]);
  });
});

describe("the input", () => {
  test("invalid input returns all validation errors", async () => {
    const { headers } = await keyOf("integration");
    const bad = {
      customerName: "",
      customerEmail: "nobody",
      items: [{ description: "", quantity: 0, unitPrice: "1" }, { quantity: 1 }],
      taxRate: 101,
      dueDate: "2031-02-30",
      currency: "dollar",
      color: "red",
    };
    const { status, body } = await app.post("/createExternalInvoice", bad, headers);
    expect([status, body.code, body.success]).toEqual([400, "VALIDATION_ERROR", false]);
    expect(body.details.fields.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      "color",
      "currency",
      "customerEmail",
      "customerName",
      "dueDate",
      "items.0.description",
      "items.0.quantity",
      "items.0.unitPrice",
      "items.1.description",
      "items.1.unitPrice",
      "taxRate",
    ]);
  });

  test.each(["limit=0", "limit=101", "limit=x", "status=lost", "page=1"])(
    "of a list is refused: %s",
    async (query) => {
      const { headers } = await keyOf("integration");
      for (const url of ["/getExternalInvoices", "/getExternalQuotations"]) {
        const { status, body } = await app.get(`${url}?${query}`, headers);
        expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
      }
    },
  );

  test("a customer name and a line are enough", async () => {
    const { headers } = await keyOf("integration");
    const least = { customerName: "Ana", items: [{ description: "x", quantity: 1, unitPrice: 1 }] };
    const { status, body } = await app.post("/createExternalInvoice", least, headers);
    expect(status).toBe(201);
    expect(body.invoice).toMatchObject({ customerEmail: null, taxRate: 0, tax: 0, dueDate: null, total: 1 });
  });

  test("accepts due dates from 1900 to 2199", async () => {
    const { headers } = await keyOf("integration");
    for (const dueDate of ["1900-01-01", "2199-12-31"]) {
      const { status, body } = await app.post("/createExternalInvoice", { ...invoice, dueDate }, headers);
      expect([status, body.invoice?.dueDate]).toEqual([201, dueDate]);
    }
    for (const dueDate of ["0000-01-01", "0001-01-01", "9999-12-31"]) {
      const { status } = await app.post("/createExternalInvoice", { ...invoice, dueDate }, headers);
      expect(status).toBe(400);
    }
  });
});

describe("the same Idempotency-Key", () => {
  test("a repeated request returns the same invoice and creates no second", async () => {
    const { headers } = await keyOf("integration");
    const keyed = { ...headers, "idempotency-key": "one" };
    const [first, second] = await Promise.all([
      app.post("/createExternalInvoice", invoice, keyed),
      app.post("/createExternalInvoice", invoice, keyed),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    const replayed = [first, second].map((answer) => answer.headers["idempotent-replayed"]);
    expect(replayed.filter((value) => value === "true")).toHaveLength(1);
    expect((await app.get("/getExternalInvoices", headers)).body.total).toBe(1);
    const other = await app.post("/createExternalInvoice", { ...invoice, taxRate: 5 }, keyed);
    expect([other.status, other.body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  });
});

describe("the list", () => {
  test("is newest first, at most as many as asked, with the count of all that fit", async () => {
    const { headers } = await keyOf("business");
    const ids: string[] = [];
    for (let index = 0; index < 3; index++)
      ids.push((await app.post("/createExternalInvoice", invoice, headers)).body.invoice.invoiceId);
    const { body } = await app.get("/getExternalInvoices?limit=2", headers);
    expect(body.invoices.map(({ invoiceId }: { invoiceId: string }) => invoiceId)).toEqual([ids[2], ids[1]]);
    expect(body.total).toBe(3);
    expect((await app.get("/getExternalInvoices?status=paid", headers)).body).toEqual({
      success: true,
      invoices: [],
      total: 0,
    });
  });
});

test("an app that the call names must be the invoicing app", async () => {
  const { headers } = await keyOf("integration");
  const { status, body } = await app.get("/getExternalInvoices", { ...headers, "x-app-id": "payroll" });
  expect([status, body.code]).toEqual([403, "APP_MISMATCH"]);
});
