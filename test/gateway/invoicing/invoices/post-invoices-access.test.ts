import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import {
  booksOf,
  countInvoices,
  createKey,
  createPerson,
  invoiceBody,
  type Person,
} from "../../support/people.ts";
import { withoutRequestId } from "../../../support/without-request-id.ts";

let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await openSharedApp();
  person = await createPerson(app, 100);
});
afterAll(() => app?.close());

const withoutApp = () => ({ authorization: person.headers["authorization"]! });
const create = (headers: Record<string, string>, url = "/invoices") => app.post(url, invoiceBody(), headers);

describe("the app", () => {
  test.each([
    ["none", {}, 400, "MISSING_APP_ID", {}],
    ["one that does not exist", { "x-app-id": "nonesuch" }, 400, "UNKNOWN_APP", {}],
    ["one that is no app id at all", { "x-app-id": "../etc" }, 400, "UNKNOWN_APP", {}],
    ["another one", { "x-app-id": "payroll" }, 403, "APP_MISMATCH", { expectedAppId: "invoicer" }],
  ])("named: %s", async (_, headers, status, code, details) => {
    const answer = await create({ ...withoutApp(), ...headers });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.details).toEqual(details);
  });

  test("the app can be in the path, alone or with the same header", async () => {
    expect((await create(withoutApp(), "/a/invoicer/invoices")).status).toBe(201);
    expect((await create(person.headers, "/a/invoicer/invoices")).status).toBe(201);
  });

  test("an app in the path that differs from the header returns APP_CONFLICT", async () => {
    const answer = await create(person.headers, "/a/payroll/invoices");
    expect([answer.status, answer.body.code]).toEqual([400, "APP_CONFLICT"]);
  });

  test("another app in the path returns APP_MISMATCH", async () => {
    const answer = await create(withoutApp(), "/a/payroll/invoices");
    expect([answer.status, answer.body.code]).toEqual([403, "APP_MISMATCH"]);
  });
});

describe("the caller", () => {
  const inApp = { "x-app-id": "invoicer" };

  test("a request without a credential returns 401 before app and input are checked", async () => {
    for (const headers of [{}, inApp]) {
      const answer = await app.post("/invoices", {}, headers);
      expect([answer.status, answer.body.code]).toEqual([401, "MISSING_TOKEN"]);
    }
  });

  test("a key with write:invoices creates the invoice for its owner", async () => {
    const key = await createKey(app, person.ownerId, ["write:invoices"]);
    const answer = await create({ ...key, ...inApp });
    expect(answer.status).toBe(201);
    const [row] = await app.database.query("SELECT owner_id FROM gateway.invoices WHERE id = $1", [
      answer.body.invoiceId,
    ]);
    expect(row).toEqual({ owner_id: person.ownerId });
  });

  test("a key with only read:invoices can read but not write", async () => {
    const headers = { ...app.withKey("reader"), ...inApp };
    const answer = await create(headers);
    expect([answer.status, answer.body.code]).toEqual([403, "FORBIDDEN"]);
    expect(answer.body.details.requiredScope).toBe("write:invoices");
    expect((await app.get("/invoices", headers)).status).toBe(200);
  });

  test("revoked and unknown keys return the same 401", async () => {
    const revoked = await create({ ...app.withKey("revoked"), ...inApp });
    const unknown = await create({ "x-api-key": "hub_live_nonsense", ...inApp });
    expect([revoked.status, unknown.status]).toEqual([401, 401]);
    expect(withoutRequestId(revoked.body)).toEqual(withoutRequestId(unknown.body));
  });

  test("two credentials or a key in the URL are rejected", async () => {
    const both = await create({ ...person.headers, ...app.withKey("full") });
    expect(both.status).toBe(400);
    const url = `/invoices?key=${app.withKey("full")["x-api-key"]}`;
    expect((await create(person.headers, url)).body.code).toBe("KEY_IN_URL");
  });
});

describe("another account's invoice", () => {
  test("another account's invoice returns the same error as an unknown one", async () => {
    const stranger = await createPerson(app, 10);
    const { body } = await create(person.headers);
    const theirs = await app.get(`/invoices/${body.invoiceId}`, stranger.headers);
    const missing = await app.get("/invoices/inv_00000000000000000000000000", stranger.headers);
    expect([theirs.status, theirs.body.code]).toEqual([404, "INVOICE_NOT_FOUND"]);
    expect(withoutRequestId(theirs.body)).toEqual(withoutRequestId(missing.body));
    expect((await app.get(`/invoices/${body.invoiceId}`, person.headers)).status).toBe(200);
  });

  test("another account's invoice is in no list, with any filter", async () => {
    const stranger = await createPerson(app, 10);
    await create(person.headers);
    const own = (await create(stranger.headers)).body.invoiceId;
    for (const url of ["/invoices", "/invoices?status=draft", "/invoices?limit=100"]) {
      const { body } = await app.get(url, stranger.headers);
      expect(body.invoices.map(({ id }: { id: string }) => id)).toEqual([own]);
      expect(body.total).toBe(1);
    }
  });
});

describe("the charge", () => {
  test("response headers show the charge of half a credit and the balance", async () => {
    const other = await createPerson(app, 10);
    const { headers } = await create(other.headers);
    expect([headers["x-credits-charged"], headers["x-credits-balance"]]).toEqual(["0.5", "9.5"]);
    expect(await booksOf(app.database, other.ownerId)).toEqual({ balance: 9.5, held: 0, captures: 1 });
  });

  test("missing credits return 402 with the shortage, and nothing is created", async () => {
    const broke = await createPerson(app);
    const { status, body, headers } = await create(broke.headers);
    expect(status).toBe(402);
    expect(body).toMatchObject({
      code: "INSUFFICIENT_CREDITS",
      details: { required: 0.5, balance: 0 },
    });
    expect(headers["x-credits-charged"]).toBeUndefined();
    expect(await countInvoices(app.database, broke.ownerId)).toBe(0);
  });

  test("12 concurrent requests with 2.50 credits create 5 invoices", async () => {
    const other = await createPerson(app, 2.5);
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(other.headers)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 402)).toHaveLength(7);
    expect(await booksOf(app.database, other.ownerId)).toEqual({ balance: 0, held: 0, captures: 5 });
    expect(await countInvoices(app.database, other.ownerId)).toBe(5);
  });

  test("every field of a GraphQL document is charged", async () => {
    const other = await createPerson(app, 10);
    const { headers, body } = await app.graphql(
      `mutation($one: CreateInvoiceInput!, $two: CreateInvoiceInput!) {
        one: createInvoice(input: $one) { id } two: createInvoice(input: $two) { id } }`,
      { one: invoiceBody(), two: invoiceBody() },
      other.headers,
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.one.id).not.toBe(body.data.two.id);
    expect([headers["x-credits-charged"], headers["x-credits-balance"]]).toEqual(["1", "9"]);
    expect(await booksOf(app.database, other.ownerId)).toEqual({ balance: 9, held: 0, captures: 2 });
  });

  test("only the successful fields of a document are charged", async () => {
    const other = await createPerson(app, 10);
    const { headers, body } = await app.graphql(
      `mutation($one: CreateInvoiceInput!, $two: CreateInvoiceInput!) {
        one: createInvoice(input: $one) { id } two: createInvoice(input: $two) { id } }`,
      { one: invoiceBody(), two: invoiceBody({ discount: 999 }) },
      other.headers,
    );
    expect(body.errors[0]).toMatchObject({ path: ["two"], extensions: { code: "INVALID_AMOUNT" } });
    expect(headers["x-credits-charged"]).toBe("0.5");
    expect(await booksOf(app.database, other.ownerId)).toEqual({ balance: 9.5, held: 0, captures: 1 });
  });

  test("tool calls are charged as well", async () => {
    const other = await createPerson(app, 10);
    const { status, headers } = await app.tool("create_invoice", invoiceBody(), withoutAppOf(other));
    expect(status).toBeLessThan(300);
    expect(headers["x-credits-charged"]).toBe("0.5");
  });
});

function withoutAppOf({ headers }: Person): Record<string, string> {
  return { authorization: headers["authorization"]! };
}
