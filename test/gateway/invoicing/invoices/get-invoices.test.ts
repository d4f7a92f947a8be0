import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { createPerson, invoiceBody, type Person } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

async function create(person: Person, overrides: Record<string, unknown> = {}) {
  const { status, body } = await app.post("/invoices", invoiceBody(overrides), person.headers);
  expect(status).toBe(201);
  return body as { invoiceId: string; paymentLink: string };
}

const list = (person: Person, query = "", headers: Record<string, string> = {}) =>
  app.get(`/invoices${query}`, { ...person.headers, ...headers });

const idsOf = (body: { invoices: { id: string }[] }) => body.invoices.map(({ id }) => id);

describe("GET /invoices", () => {
  test("invoice pages list every invoice once, newest first", async () => {
    const person = await createPerson(app, 10);
    const made: string[] = [];
    for (let count = 0; count < 7; count++) made.unshift((await create(person)).invoiceId);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const cursor: string = after === null ? "" : `&after=${encodeURIComponent(after)}`;
      const { body } = await list(person, `?limit=3${cursor}`);
      expect(body.total).toBe(7);
      seen.push(...idsOf(body));
      after = body.nextCursor;
    } while (after !== null);
    expect(seen).toEqual(made);
  });

  test("a sent invoice is listed as overdue after its due date, no longer as sent", async () => {
    const person = await createPerson(app, 10);
    // The token is checked with the test clock too, so the day must be within its lifetime.
    const today = new Date().toISOString().slice(0, 10);
    const lastMoment = `${today}T23:59:59.999Z`;
    const dayAfter = new Date(Date.parse(lastMoment) + 1).toISOString();
    const { invoiceId } = await create(person, { sendEmail: true, dueDate: today });
    await create(person, { dueDate: today });
    const idsAt = async (clock: string, filter: string) =>
      idsOf((await list(person, `?status=${filter}`, { "x-test-clock": clock })).body);
    expect(await idsAt(lastMoment, "sent")).toEqual([invoiceId]);
    expect(await idsAt(lastMoment, "overdue")).toEqual([]);
    expect(await idsAt(dayAfter, "sent")).toEqual([]);
    expect(await idsAt(dayAfter, "overdue")).toEqual([invoiceId]);
    expect(await idsAt(dayAfter, "overdue,draft")).toHaveLength(2);
  });

  test("invoice lists reject a cursor of another account or filter", async () => {
    const [one, two] = [await createPerson(app, 10), await createPerson(app, 10)];
    for (const person of [one, one, two, two]) await create(person);
    const { nextCursor } = (await list(one, "?limit=1")).body;
    const use = async (person: Person, filter = "") =>
      (await list(person, `?limit=1${filter}&after=${encodeURIComponent(nextCursor)}`)).body;
    expect((await use(one)).invoices).toHaveLength(1);
    expect((await use(two)).code).toBe("INVALID_CURSOR");
    expect((await use(one, "&status=draft")).code).toBe("INVALID_CURSOR");
  });

  test.each(["limit=0", "limit=101", "limit=x", "status=lost", "after=made-up", "page=2"])(
    "refuses ?%s",
    async (query) => {
      const person = await createPerson(app);
      const { status, body } = await list(person, `?${query}`);
      expect([status, ["VALIDATION_ERROR", "INVALID_CURSOR"].includes(body.code)]).toEqual([400, true]);
    },
  );
});

describe("the payment page", () => {
  const pathOf = (link: string) => new URL(link).pathname;

  test("the payment page of a draft needs no credential and is not open yet", async () => {
    const person = await createPerson(app, 10);
    const { paymentLink } = await create(person, { customerName: "Ana", notes: "Between us." });
    const { status, body } = await app.get(pathOf(paymentLink));
    expect(status).toBe(200);
    expect(body).toEqual({
      number: null,
      clientName: "Ana",
      currency: "USD",
      items: [expect.objectContaining({ description: expect.any(String), total: expect.any(Number) })],
      subtotal: 120,
      discount: 0,
      taxLines: [],
      dueDate: null,
      total: 120,
      amountDue: 120,
      status: "draft",
      isOpen: false,
      message: "This invoice is not open yet.",
      seller: expect.objectContaining({ name: null, bankLines: [], logoUrl: null }),
      locale: "en-US",
      onlinePayment: null,
      amountProcessing: 0,
      amountReturned: 0,
    });
  });

  test("the payment page of a sent invoice is open and shows nothing about the owner", async () => {
    const person = await createPerson(app, 10);
    const { invoiceId, paymentLink } = await create(person, { sendEmail: true });
    const { body, text } = await app.get(pathOf(paymentLink));
    expect(body).toMatchObject({ status: "sent", isOpen: true, number: "INV-000001" });
    for (const secret of [person.ownerId, invoiceId, "ana@client.example"])
      expect(text).not.toContain(secret);
  });

  test.each(["AAAAAAAAAAAAAAAAAAAAAA", "inv_00000000000000000000000000", "x"])(
    "of the unknown token %s is 404",
    async (token) => {
      const { status, body } = await app.get(`/pay/${token}`);
      expect([status, body.code]).toEqual([404, "INVOICE_NOT_FOUND"]);
    },
  );

  test("the payment page is not found by invoice ID, and its token is in no row", async () => {
    const person = await createPerson(app, 10);
    const { invoiceId, paymentLink } = await create(person);
    expect((await app.get(`/pay/${invoiceId}`)).status).toBe(404);
    const token = pathOf(paymentLink).split("/").at(-1)!;
    const rows = await app.database.query("SELECT i::text AS row FROM gateway.invoices i WHERE id = $1", [
      invoiceId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("the payment page takes a payment by POST, and no other method", async () => {
    expect((await app.post("/pay/AAAAAAAAAAAAAAAAAAAAAA", {})).status).toBe(404);
    const { status, headers } = await app.send("PUT", "/pay/AAAAAAAAAAAAAAAAAAAAAA", {}, {});
    expect([status, headers["allow"]]).toEqual([405, "GET, HEAD, POST"]);
  });
});
