import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settleNow } from "../../charging/faults.ts";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import {
  booksOf,
  countInvoices,
  createPerson,
  grantCredits,
  invoiceBody,
  type Person,
} from "../../support/people.ts";
import { until } from "../../../support/poll.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const create = (person: Person, key: string, overrides: Record<string, unknown> = {}) =>
  app.post("/invoices", invoiceBody(overrides), { ...person.headers, "idempotency-key": key });

describe("the same Idempotency-Key", () => {
  test("a replay returns the same body, is marked as a replay and is free", async () => {
    const person = await createPerson(app, 10);
    const first = await create(person, "k");
    const again = await create(person, "k");
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(first.headers["x-credits-charged"]).toBe("0.5");
    expect(again.headers["x-credits-charged"] ?? "0").toBe("0");
    expect(await booksOf(app.database, person.ownerId)).toEqual({ balance: 9.5, held: 0, captures: 1 });
  });

  test("50 concurrent requests with one key create one invoice, one charge and 50 identical bodies", async () => {
    const person = await createPerson(app, 10);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => create(person, "k", { sendEmail: true })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers["idempotent-replayed"] !== "true")).toHaveLength(1);
    expect(await countInvoices(app.database, person.ownerId)).toBe(1);
    // A capture that found no free connection in time is left to the job that settles charges.
    const books = await until("the invoice is paid for", async () => {
      await settleNow(app.database, person.ownerId);
      const read = await booksOf(app.database, person.ownerId);
      return read.captures > 0 && read;
    });
    expect(books).toEqual({ balance: 9.5, held: 0, captures: 1 });
  });

  test("the same key with another body returns 422 without a charge", async () => {
    const person = await createPerson(app, 10);
    await create(person, "k");
    const { status, body } = await create(person, "k", { notes: "changed" });
    expect([status, body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    expect(await countInvoices(app.database, person.ownerId)).toBe(1);
    expect(await booksOf(app.database, person.ownerId)).toEqual({ balance: 9.5, held: 0, captures: 1 });
  });

  test("the same key of two accounts is two keys", async () => {
    const [one, two] = [await createPerson(app, 10), await createPerson(app, 10)];
    const [first, second] = [await create(one, "k"), await create(two, "k")];
    expect(first.body.invoiceId).not.toBe(second.body.invoiceId);
    expect(second.headers["x-credits-charged"]).toBe("0.5");
  });

  test("a key rejected for missing credits works once credits are available", async () => {
    const person = await createPerson(app);
    expect((await create(person, "k")).status).toBe(402);
    await grantCredits(app, person.ownerId, 1);
    expect((await create(person, "k")).status).toBe(201);
    expect(await booksOf(app.database, person.ownerId)).toEqual({ balance: 0.5, held: 0, captures: 1 });
  });

  test("the same key through another transport is the same request", async () => {
    const person = await createPerson(app, 10);
    const first = await create(person, "k");
    const { authorization } = person.headers as { authorization: string };
    const tool = await app.tool("create_invoice", invoiceBody(), { authorization, "idempotency-key": "k" });
    expect(tool.body).toEqual(first.body);
    expect(tool.headers["idempotent-replayed"]).toBe("true");
    expect(await booksOf(app.database, person.ownerId)).toMatchObject({ captures: 1 });
  });

  test("a key can be used again after a failed request", async () => {
    const person = await createPerson(app, 10);
    expect((await create(person, "k", { discount: 999 })).status).toBe(400);
    const { status, headers } = await create(person, "k");
    expect([status, headers["x-credits-charged"]]).toEqual([201, "0.5"]);
  });

  test("a replayed field does not make another field of the document free", async () => {
    const person = await createPerson(app, 10);
    // Without x-app-id: the two fields belong to different apps.
    const headers = { authorization: person.headers["authorization"]!, "idempotency-key": "k" };
    const consume = `consumeCredits(input: { appId: "central", amount: 1, description: "x" }) { balance }`;
    const first = await app.graphql(`mutation { ${consume} }`, {}, headers);
    expect(first.body.errors).toBeUndefined();
    const second = await app.graphql(
      `mutation($input: CreateInvoiceInput!) { ${consume} createInvoice(input: $input) { id } }`,
      { input: invoiceBody() },
      headers,
    );
    expect(second.body.errors).toBeUndefined();
    expect(await countInvoices(app.database, person.ownerId)).toBe(1);
    expect(await booksOf(app.database, person.ownerId)).toEqual({ balance: 8.5, held: 0, captures: 1 });
    expect(second.headers["x-credits-charged"]).toBe("0.5");
  });
});
