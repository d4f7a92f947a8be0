import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { booksOf, countInvoices, createPerson, invoiceBody, type Person } from "../../support/people.ts";

let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await openSharedApp();
  person = await createPerson(app, 100);
});
afterAll(() => app?.close());

const item = { description: "Consulting", amount: 120 };
const items = (...some: object[]) => ({ items: some });
const create = (overrides: Record<string, unknown>) =>
  app.post("/invoices", invoiceBody(overrides), person.headers);

describe("accepted to the bound", () => {
  test.each<[string, Record<string, unknown>]>([
    ["200 items", items(...Array.from({ length: 200 }, () => item))],
    ["a description of 1 character", items({ ...item, description: "x" })],
    ["a description of 500 characters", items({ ...item, description: "x".repeat(500) })],
    ["quantity x unitPrice alone", items({ description: "x", quantity: 0.0001, unitPrice: 10_000 })],
    [
      "an amount that agrees after rounding",
      items({ description: "x", quantity: 1.5, unitPrice: 0.33, amount: 0.5 }),
    ],
    ["an amount of zero", items({ description: "x", amount: 0 })],
    ["two decimals", items({ description: "x", amount: 0.01 })],
    ["each currency: EUR", { currency: "EUR" }],
    ["each currency: GBP", { currency: "GBP" }],
    ["a currency in lower case", { currency: "usd" }],
    ["a tax rate of 100 percent", { taxRate: 100 }],
    ["a tax rate with 4 decimals", { taxRate: 9.9755 }],
    ["a discount of all", { discount: 120 }],
    [
      "null for everything optional",
      { customerName: null, taxRate: null, discount: null, dueDate: null, notes: null },
    ],
  ])("%s", async (_, overrides) => {
    const { status, text } = await create(overrides);
    expect([status, status === 201 ? "" : text]).toEqual([201, ""]);
  });
});

describe("refused with the field that is at fault", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["no client", { client: undefined }, "client"],
    ["a client that is no e-mail address", { client: "not an address" }, "client"],
    ["a client of 255 characters", { client: `${"x".repeat(64)}@${"y".repeat(180)}.example.org` }, "client"],
    ["a client that is a number", { client: 7 }, "client"],
    ["no items", { items: undefined }, "items"],
    ["an empty list of items", { items: [] }, "items"],
    ["201 items", items(...Array.from({ length: 201 }, () => item)), "items"],
    ["a description of nothing", items({ ...item, description: "" }), "items.0.description"],
    ["a blank description", items({ ...item, description: "  " }), "items.0.description"],
    [
      "a description of 501 characters",
      items(item, { ...item, description: "x".repeat(501) }),
      "items.1.description",
    ],
    ["no description", items({ amount: 1 }), "items.0.description"],
    ["an item without a price", items({ description: "x" }), "items.0.amount"],
    ["a quantity without a unit price", items({ description: "x", quantity: 1 }), "items.0.unitPrice"],
    ["a unit price without a quantity", items({ description: "x", unitPrice: 1 }), "items.0.quantity"],
    ["a quantity of zero", items({ description: "x", quantity: 0, unitPrice: 1 }), "items.0.quantity"],
    ["a negative quantity", items({ description: "x", quantity: -1, unitPrice: 1 }), "items.0.quantity"],
    [
      "an amount that is not quantity x unitPrice",
      items({ ...item, quantity: 2, unitPrice: 59.99 }),
      "items.0.amount",
    ],
    ["an amount as text", items({ description: "x", amount: "120" }), "items.0.amount"],
    ["a third decimal of an amount", items({ description: "x", amount: 1.005 }), "items.0.amount"],
    [
      "a third decimal of a unit price",
      items({ description: "x", quantity: 2, unitPrice: 0.335 }),
      "items.0.unitPrice",
    ],
    [
      "a fifth decimal of a quantity",
      items({ description: "x", quantity: 1.00001, unitPrice: 1 }),
      "items.0.quantity",
    ],
    ["a third decimal of the discount", { discount: 1.001 }, "discount"],
    ["a negative discount", { discount: -1 }, "discount"],
    ["a fifth decimal of the tax rate", { taxRate: 1.00001 }, "taxRate"],
    ["a negative tax rate", { taxRate: -1 }, "taxRate"],
    ["a tax rate above 100", { taxRate: 100.0001 }, "taxRate"],
    ["a currency of four letters", { currency: "EURO" }, "currency"],
    ["a due date that does not exist", { dueDate: "2031-02-30" }, "dueDate"],
    ["a due date that is a time", { dueDate: "2031-02-03T00:00:00Z" }, "dueDate"],
    ["sendEmail as text", { sendEmail: "true" }, "sendEmail"],
    ["notes of 5001 characters", { notes: "x".repeat(5_001) }, "notes"],
    ["a field that is not known", { clinet: "x" }, "clinet"],
    ["a field of an item that is not known", items({ ...item, qty: 1 }), "items.0.qty"],
  ])("%s", async (_, overrides, path) => {
    const { status, body } = await create(overrides);
    expect(status, JSON.stringify(body)).toBe(400);
    expect(["VALIDATION_ERROR", "AMOUNT_PRECISION"]).toContain(body.code);
    expect(body.details.fields.map((fault: { path: string }) => fault.path)).toContain(path);
  });

  test("too many decimals return AMOUNT_PRECISION with the allowed number", async () => {
    const { body } = await create(items({ description: "x", amount: 1.005 }));
    expect(body).toMatchObject({ code: "AMOUNT_PRECISION", details: { decimals: 2 } });
  });

  test("a response lists all validation errors", async () => {
    const { body } = await create({ client: "x", taxRate: -1, ...items({ description: "", amount: "1" }) });
    const paths = body.details.fields.map((fault: { path: string }) => fault.path);
    expect(paths).toEqual(
      expect.arrayContaining(["client", "taxRate", "items.0.description", "items.0.amount"]),
    );
  });
});

describe("refused with a code of its own", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["a currency that invoices are not in", { currency: "JPY" }, "INVALID_CURRENCY"],
    ["a currency that does not exist", { currency: "XXX" }, "INVALID_CURRENCY"],
    ["a negative total", items({ description: "x", amount: -0.01 }), "INVALID_AMOUNT"],
    ["a discount above the net", { discount: 120.01 }, "INVALID_AMOUNT"],
    [
      "a total of more than 15 digits",
      items({ description: "x", quantity: 99_999_999, unitPrice: 9_999_999 }),
      "INVALID_AMOUNT",
    ],
  ])("%s", async (_, overrides, code) => {
    const { status, body } = await create(overrides);
    expect([status, body.code]).toEqual([400, code]);
  });

  test.each([
    ["text that is no JSON", '{"client":', "application/json", 400, "INVALID_JSON"],
    ["a list", "[]", "application/json", 400, "VALIDATION_ERROR"],
    ["another type", "client=x", "application/x-www-form-urlencoded", 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["a body above 1 MiB", `"${"x".repeat(1_048_577)}"`, "application/json", 413, "PAYLOAD_TOO_LARGE"],
  ])("a body that is %s", async (_, payload, type, status, code) => {
    const response = await fetch(`${app.url}/invoices`, {
      method: "POST",
      headers: { ...person.headers, "content-type": type },
      body: payload,
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });

  test("a query parameter", async () => {
    const { status, body } = await app.post("/invoices?dryRun=true", invoiceBody(), person.headers);
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.details.fields[0].path).toBe("dryRun");
  });
});

test("a rejected request costs nothing and stores nothing", async () => {
  const other = await createPerson(app, 10);
  const wrong = [{ client: "x" }, { discount: 999 }, { currency: "JPY" }, { taxRate: 1.00001 }];
  for (const overrides of wrong) {
    const { status, headers } = await app.post("/invoices", invoiceBody(overrides), other.headers);
    expect(status).toBe(400);
    expect(headers["x-credits-charged"]).toBeUndefined();
  }
  expect(await booksOf(app.database, other.ownerId)).toEqual({ balance: 10, held: 0, captures: 0 });
  expect(await countInvoices(app.database, other.ownerId)).toBe(0);
  const clients = await app.database.query("SELECT 1 FROM gateway.clients WHERE owner_id = $1", [
    other.ownerId,
  ]);
  expect(clients).toEqual([]);
});
