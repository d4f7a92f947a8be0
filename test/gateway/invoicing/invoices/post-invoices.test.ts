import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { until } from "../../../support/poll.ts";
import { createPerson, invoiceBody, type Person } from "../../support/people.ts";
import { mailsTo } from "../app/mails.ts";

let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await openSharedApp();
  person = await createPerson(app, 1_000);
});
afterAll(() => app?.close());

const create = (overrides: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  app.post("/invoices", invoiceBody(overrides), { ...person.headers, ...headers });

const read = async (invoiceId: string) => (await app.get(`/invoices/${invoiceId}`, person.headers)).body;

/** The invoice once it is known what became of its mail. */
const delivered = (invoiceId: string) =>
  until("it is known what became of the mail", async () => {
    const invoice = await read(invoiceId);
    return invoice.delivery !== "queued" && invoice;
  });

describe("POST /invoices", () => {
  test("POST /invoices returns 201 with exactly the three documented fields", async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toEqual({
      invoiceId: expect.stringMatching(/^inv_[0-9a-hjkmnp-tv-z]{26}$/),
      status: "draft",
      paymentLink: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]{22,}$/),
    });
  });

  test("a new draft has no number, no issue date and no mail", async () => {
    const { body } = await create({ client: "draft@client.example", sendEmail: false });
    expect(await read(body.invoiceId)).toMatchObject({
      status: "draft",
      number: null,
      issueDate: null,
      sentAt: null,
      delivery: "none",
    });
    expect(await mailsTo(app, "draft@client.example")).toEqual([]);
  });

  test("an item with only an amount becomes quantity 1 at that price", async () => {
    const { body } = await create({ items: [{ description: "Flat", amount: 99.95 }] });
    expect((await read(body.invoiceId)).lines).toMatchObject([
      { description: "Flat", quantity: 1, unitPrice: 99.95, total: 99.95, taxRates: [] },
    ]);
  });

  test("quantities, discount and tax are calculated and returned in the currency's decimals", async () => {
    const { body } = await create({
      items: [
        { description: "Hours", quantity: 2.5, unitPrice: 33.33 },
        { description: "Agreed", quantity: 3, unitPrice: 10.1, amount: 30.3 },
        { description: "Goodwill", amount: -5.5 },
      ],
      discount: 8.13,
      taxRate: 9.975,
      currency: "cad",
      dueDate: "2031-05-01",
      notes: "Thank you.",
      customerName: "Dana Client",
      client: "dana@client.example",
    });
    // 83.325 rounds to 83.33; 83.33 + 30.30 - 5.50 - 8.13 = 100.00.
    expect(await read(body.invoiceId)).toMatchObject({
      currency: "CAD",
      discount: 8.13,
      subtotal: 100,
      taxLines: [{ rate: 9.975, base: 100, tax: 9.98 }],
      taxTotal: 9.98,
      total: 109.98,
      amountPaid: 0,
      amountDue: 109.98,
      dueDate: "2031-05-01",
      notes: "Thank you.",
      client: { name: "Dana Client", email: "dana@client.example" },
      version: 1,
    });
  });

  test("a new client is named after the part before the @ until a name is given", async () => {
    const client = "nameless@client.example";
    const first = await create({ client });
    expect((await read(first.body.invoiceId)).client.name).toBe("nameless");
    const second = await create({ client, customerName: "Nora Named" });
    const third = await create({ client, customerName: "Somebody Else" });
    expect((await read(second.body.invoiceId)).client.name).toBe("Nora Named");
    expect((await read(third.body.invoiceId)).client.name).toBe("Nora Named");
    expect((await read(first.body.invoiceId)).client.name).toBe("nameless");
  });

  test("concurrent requests find the same client, ignoring case", async () => {
    const spellings = ["Par.Allel@Client.Example", "par.allel@client.example", "PAR.ALLEL@CLIENT.EXAMPLE"];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create({ client: spellings[index % 3] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
    const clients = await app.database.query(
      "SELECT id FROM gateway.clients WHERE owner_id = $1 AND lower(email) = 'par.allel@client.example'",
      [person.ownerId],
    );
    expect(clients).toHaveLength(1);
  });

  test("two accounts each have their own client for one e-mail address", async () => {
    const other = await createPerson(app, 10);
    const client = "shared@client.example";
    const mine = await create({ client });
    const theirs = await app.post(
      "/invoices",
      invoiceBody({ client, customerName: "Secret" }),
      other.headers,
    );
    expect(theirs.status).toBe(201);
    expect((await read(mine.body.invoiceId)).client.name).toBe("shared");
  });
});

describe("with sendEmail", () => {
  test("with sendEmail the invoice is sent, numbered, dated and mailed once with its link", async () => {
    const client = "mailed-once@client.example";
    const { status, body } = await create({ client, sendEmail: true, dueDate: "2031-05-01" });
    expect([status, body.status]).toEqual([201, "sent"]);
    const invoice = await delivered(body.invoiceId);
    expect(invoice).toMatchObject({
      status: "sent",
      delivery: "sent",
      number: expect.stringMatching(/^INV-\d{6}$/),
      issueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const mails = await mailsTo(app, client);
    expect(mails).toHaveLength(1);
    const mail = mails[0]!;
    expect(mail.subject).toContain(invoice.number);
    expect(mail.text).toContain(body.paymentLink);
    expect(mail.text).toContain("120.00 USD");
    expect(mail.text).toContain("May 1, 2031");
  });

  test("an invoice with a total of 0 is paid at issue", async () => {
    const items = [
      { description: "Work", amount: 50 },
      { description: "Credit", amount: -50 },
    ];
    const { body } = await create({ items, sendEmail: true });
    expect(body.status).toBe("paid");
    const invoice = await delivered(body.invoiceId);
    expect(invoice).toMatchObject({ total: 0, amountDue: 0, number: expect.stringMatching(/^INV-/) });
    expect(invoice.paidAt).not.toBeNull();
  });

  test("a rejected mail leaves the invoice issued with a failed delivery and emits an event", async () => {
    // The stand-in's mail server rejects mail to mailboxes of this name with reply code 550.
    const client = "hard-bounce+invoice@client.example";
    const { body } = await create({ client, sendEmail: true });
    const invoice = await delivered(body.invoiceId);
    expect(invoice).toMatchObject({ status: "sent", delivery: "failed" });
    expect(await mailsTo(app, client)).toEqual([]);
    const events = await app.database.query(
      "SELECT payload FROM gateway.outbox_events WHERE type = 'invoice.delivery_failed' AND object_id = $1",
      [body.invoiceId],
    );
    expect(events).toEqual([{ payload: { invoiceId: body.invoiceId, number: invoice.number } }]);
  });

  test("20 concurrent invoices get 20 numbers without a gap", async () => {
    const fresh = await createPerson(app, 100);
    const refused = { items: [{ description: "x", amount: -1 }], sendEmail: true };
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () =>
        app.post("/invoices", invoiceBody({ sendEmail: true }), fresh.headers),
      ),
      ...Array.from({ length: 5 }, () => app.post("/invoices", invoiceBody(refused), fresh.headers)),
    ]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const { body } = await app.get("/invoices?limit=100", fresh.headers);
    const numbers = body.invoices.map(({ number }: { number: string }) => number).sort();
    expect(numbers).toEqual(
      Array.from({ length: 20 }, (_, index) => `INV-${String(index + 1).padStart(6, "0")}`),
    );
  });
});
