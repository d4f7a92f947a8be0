import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedAppWithTwins } from "../../support/shared-app.ts";

let app: TestApp;
let pia: Record<string, string>;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  pia = await app.as("pia");
});
afterAll(() => app.close());
afterEach(async () => {
  for (const party of ["processor", "botcheck"])
    await fetch(`${app.sandboxUrl}/control/${party}`, { method: "DELETE" });
});

const intentPath = "/payments/processor/create-payment-intent";
const checkoutPath = "/payments/processor/create-checkout-session";
const bothPaths = [intentPath, checkoutPath];
const order = { amount: 12.5, appId: "central", recaptchaToken: "test-pass" };

const journal = async (party: string) =>
  (
    (await (await fetch(`${app.sandboxUrl}/control/${party}/journal`)).json()) as {
      requests: {
        method: string;
        path: string;
        headers: Record<string, string>;
        body: Record<string, string>;
      }[];
    }
  ).requests;
const setFault = (party: string, fault: object) =>
  fetch(`${app.sandboxUrl}/control/${party}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fault),
  });
const rowsOf = (ownerId: string) =>
  app.database.query<{
    id: string;
    status: string;
    session_id: string | null;
    payment_intent_id: string | null;
  }>(
    "SELECT id, status, session_id, payment_intent_id FROM hub.payment_transactions WHERE owner_id = $1 ORDER BY created_at, id",
    [ownerId],
  );
let people = 0;
async function newPerson() {
  const sub = `usr_payer_${++people}`;
  return {
    sub,
    headers: { authorization: `Bearer ${await app.tokenFor({ sub, email: `${sub}@mail.example` })}` },
  };
}

test("a payment intent is returned without an envelope, and recorded before its payer confirms it", async () => {
  const { sub, headers } = await newPerson();
  const { status, body } = await app.post(intentPath, { ...order, description: "A thing" }, headers);
  expect(status).toBe(200);
  expect(Object.keys(body).toSorted()).toEqual(["clientSecret", "paymentIntentId", "transactionId"]);
  expect(body.clientSecret).toContain(body.paymentIntentId);
  expect(body.transactionId).toMatch(/^txn_[0-9a-z]{26}$/);
  const list = await app.get("/payments/transactions", headers);
  expect(list.body).toEqual({
    success: true,
    transactions: [
      {
        transactionId: body.transactionId,
        type: "payment_intent",
        status: "pending",
        amount: 12.5,
        amountRefunded: 0,
        currency: "USD",
        appId: "central",
        description: "A thing",
        packageId: null,
        credits: null,
        paymentIntentId: body.paymentIntentId,
        sessionId: null,
        invoiceUrl: null,
        failureCode: null,
        failureMessage: null,
        metadata: {},
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
        completedAt: null,
      },
    ],
    pagination: { page: 1, limit: 10, total: 1, totalPages: 1, hasMore: false },
  });
  const sent = (await journal("processor")).filter(({ path }) => path.endsWith("/payment_intents")).at(-1)!;
  expect(sent.body).toMatchObject({
    amount: "1250",
    currency: "usd",
    "metadata[userId]": sub,
    "metadata[appId]": "central",
    "metadata[transactionId]": body.transactionId,
  });
  expect(sent.headers["idempotency-key"]).toMatch(/^hub:createPaymentIntent:/);
});

test("a checkout session is a page of the processor with the payer's reference", async () => {
  const { sub, headers } = await newPerson();
  const { status, body } = await app.post(checkoutPath, { ...order, metadata: { order: "7" } }, headers);
  expect(status).toBe(200);
  expect(Object.keys(body).toSorted()).toEqual(["sessionId", "transactionId", "url"]);
  expect(body.url).toMatch(/^http/);
  const session = (await (
    await fetch(`${app.sandboxUrl}/processor/v1/checkout/sessions/${body.sessionId}`, {
      headers: { authorization: "Bearer sk_test_sandbox_processor" },
    })
  ).json()) as Record<string, unknown>;
  expect(session).toMatchObject({
    mode: "payment",
    client_reference_id: body.transactionId,
    amount_total: 1_250,
    currency: "usd",
    success_url: expect.stringMatching(/\/billing\/success$/),
    cancel_url: expect.stringMatching(/\/billing\/cancel$/),
    metadata: { userId: sub, appId: "central", transactionId: body.transactionId },
  });
  expect(Number(session["expires_at"]) - Number(session["created"])).toBe(86_400);
  const [listed] = (await app.get("/payments/transactions", headers)).body.transactions;
  expect(listed).toMatchObject({
    type: "checkout_session",
    sessionId: body.sessionId,
    metadata: { order: "7" },
  });
});

describe.each(bothPaths)("POST %s", (path) => {
  test.each<[string, object, string, number]>([
    ["an amount below the least", { amount: 0.49 }, "VALIDATION_ERROR", 400],
    ["an amount above the greatest", { amount: 1_000_000 }, "VALIDATION_ERROR", 400],
    ["an amount as text", { amount: "12.5" }, "VALIDATION_ERROR", 400],
    ["no amount", { amount: undefined }, "VALIDATION_ERROR", 400],
    ["no app", { appId: undefined }, "VALIDATION_ERROR", 400],
    ["an unknown app", { appId: "nowhere" }, "VALIDATION_ERROR", 400],
    ["no bot check", { recaptchaToken: undefined }, "VALIDATION_ERROR", 400],
    ["an empty bot check", { recaptchaToken: "" }, "VALIDATION_ERROR", 400],
    ["a currency of two letters", { currency: "US" }, "VALIDATION_ERROR", 400],
    ["no such currency", { currency: "ABC" }, "INVALID_CURRENCY", 400],
    ["too many decimals", { amount: 1.005 }, "AMOUNT_PRECISION", 400],
    ["decimals of yen", { amount: 99.5, currency: "JPY" }, "AMOUNT_PRECISION", 400],
    ["too little in a currency", { amount: 49, currency: "jpy" }, "INVALID_AMOUNT", 400],
    ["metadata that is reserved", { metadata: { hub_x: "1" } }, "VALIDATION_ERROR", 400],
    ["a failed bot check", { recaptchaToken: "test-low" }, "BOT_CHECK_FAILED", 400],
    ["a field nobody knows", { price: 1 }, "VALIDATION_ERROR", 400],
  ])("with %s is refused and leaves nothing", async (_what, changed, code, status) => {
    const { sub, headers } = await newPerson();
    const answer = await app.post(path, { ...order, ...changed }, headers);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body).not.toHaveProperty("success");
    expect(await rowsOf(sub)).toEqual([]);
  });

  test.each([
    ["below", 10, "KRW"],
    ["above", 500_000, "KWD"],
  ])(
    "with an amount %s what the processor takes in its currency is refused",
    async (_what, amount, currency) => {
      const { body, status } = await app.post(
        path,
        { ...order, amount, currency },
        (await newPerson()).headers,
      );
      expect([status, body.code]).toEqual([400, "INVALID_AMOUNT"]);
    },
  );

  test("a payment needs a user with an open account", async () => {
    expect((await app.post(path, order)).body.code).toBe("MISSING_TOKEN");
    expect((await app.post(path, order, app.withKey("full"))).status).toBe(401);
    const { sub, headers } = await newPerson();
    await app.get("/auth/me", headers);
    await app.post(`/admin/users/${sub}/suspend`, { reason: "test" }, await app.as("ada"));
    const closed = await app.post(path, order, headers);
    expect([closed.status, closed.body.code]).toEqual([404, "USER_NOT_FOUND"]);
  });

  test("a payment whose processor fails answers 500 and stays pending", async () => {
    const { sub, headers } = await newPerson();
    await setFault("processor", { status: 500 });
    const answer = await app.post(path, order, headers);
    expect([answer.status, answer.body.code]).toEqual([500, "PROCESSOR_ERROR"]);
    expect(answer.body.details).toMatchObject({ retryable: true, requestId: expect.any(String) });
    expect(await rowsOf(sub)).toMatchObject([
      { status: "pending", session_id: null, payment_intent_id: null },
    ]);
  });

  test("a repeated key returns the same, skips the bot check, and rejects another body", async () => {
    const { sub, headers } = await newPerson();
    const { token } = (await (
      await fetch(`${app.sandboxUrl}/botcheck/tokens`, { method: "POST" })
    ).json()) as { token: string };
    const keyed = { ...headers, "idempotency-key": `key-of-${sub}` };
    const body = { ...order, recaptchaToken: token };
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.post(path, body, keyed)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect(answers.filter((one) => one.headers["idempotent-replayed"] === "true")).toHaveLength(9);
    expect(await rowsOf(sub)).toHaveLength(1);
    const other = await app.post(path, { ...body, amount: 13 }, keyed);
    expect([other.status, other.body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    const unkeyed = await app.post(path, body, headers);
    expect(unkeyed.body).toMatchObject({ code: "BOT_CHECK_FAILED", details: { reason: "duplicate" } });
  });

  test("a key whose first attempt failed at the processor makes the one recorded payment", async () => {
    const { sub, headers } = await newPerson();
    const keyed = { ...headers, "idempotency-key": `key-of-${sub}` };
    await setFault("processor", { status: 503 });
    expect((await app.post(path, order, keyed)).status).toBe(500);
    const [first] = await rowsOf(sub);
    await fetch(`${app.sandboxUrl}/control/processor`, { method: "DELETE" });
    const { body } = await app.post(path, order, keyed);
    expect(body.transactionId).toBe(first!.id);
    expect(await rowsOf(sub)).toHaveLength(1);
  });
});

test("a payment whose response was lost at first is made once", async () => {
  const { sub, headers } = await newPerson();
  const keyed = { ...headers, "idempotency-key": `lost-by-${sub}` };
  const replies = (faults: object) =>
    fetch(`${app.sandboxUrl}/processor/replies/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(faults),
    });
  await replies({ lose: true, method: "POST", path: "/v1/payment_intents" });
  const { body } = await app.post(intentPath, order, keyed);
  const { data } = (await (
    await fetch(`${app.sandboxUrl}/processor/v1/payment_intents?limit=100`, {
      headers: { authorization: "Bearer sk_test_sandbox_processor" },
    })
  ).json()) as { data: { id: string; metadata: Record<string, string> }[] };
  const made = data.filter(({ metadata }) => metadata["userId"] === sub);
  expect(made.map(({ id }) => id)).toEqual([body.paymentIntentId]);
  expect(made[0]!.metadata["transactionId"]).toBe(body.transactionId);
  expect(await rowsOf(sub)).toMatchObject([{ id: body.transactionId }]);
  expect((await app.post(intentPath, order, keyed)).body).toEqual(body);
});

test.each(["https://evil.example/", "http://central.demo.example/", "javascript:alert(1)"])(
  "a checkout that would lead to %s is refused",
  async (successUrl) => {
    for (const field of ["successUrl", "cancelUrl"]) {
      const { status, body } = await app.post(checkoutPath, { ...order, [field]: successUrl }, pia);
      expect([status, body.code, body.details.field]).toEqual([400, "INVALID_URL", field]);
    }
  },
);

test("a checkout leads back to pages of its app", async () => {
  const urls = { successUrl: "https://central.demo.example/thanks", cancelUrl: "http://localhost:3000/back" };
  expect((await app.post(checkoutPath, { ...order, ...urls }, pia)).status).toBe(200);
});

test("a response with secrets is stored sealed for its replay", async () => {
  const { sub, headers } = await newPerson();
  const keyed = { ...headers, "idempotency-key": `secret-of-${sub}` };
  const { body } = await app.post(intentPath, order, keyed);
  const [row] = await app.database.query<{ text: string }>(
    "SELECT row_to_json(k)::text AS text FROM hub.idempotency_keys k WHERE scope = $1",
    [sub],
  );
  expect(row!.text).toContain(body.paymentIntentId);
  expect(row!.text).not.toContain(body.clientSecret);
  expect(app.logLines.join("")).not.toContain(body.clientSecret);
});

describe("the list of payments", () => {
  test("payments are paged, newest first, for the own account only", async () => {
    const { headers } = await newPerson();
    const made: string[] = [];
    for (const appId of ["central", "invoicer", "central"])
      made.unshift((await app.post(intentPath, { ...order, appId }, headers)).body.transactionId);
    const ids = async (query: string) => {
      const { body } = await app.get(`/payments/transactions?${query}`, headers);
      return [body.transactions.map((one: { transactionId: string }) => one.transactionId), body.pagination];
    };
    expect(await ids("limit=2")).toEqual([
      made.slice(0, 2),
      { page: 1, limit: 2, total: 3, totalPages: 2, hasMore: true },
    ]);
    expect(await ids("limit=2&page=2")).toEqual([
      made.slice(2),
      { page: 2, limit: 2, total: 3, totalPages: 2, hasMore: false },
    ]);
    expect(await ids("page=9")).toEqual([
      [],
      { page: 9, limit: 10, total: 3, totalPages: 1, hasMore: false },
    ]);
    expect(await ids("appId=invoicer")).toEqual([
      [made[1]],
      { page: 1, limit: 10, total: 1, totalPages: 1, hasMore: false },
    ]);
    const stranger = await app.get("/payments/transactions", (await newPerson()).headers);
    expect(stranger.body).toEqual({
      success: true,
      transactions: [],
      pagination: { page: 1, limit: 10, total: 0, totalPages: 0, hasMore: false },
    });
  });

  test("payments of the same time are ordered by id", async () => {
    const { sub, headers } = await newPerson();
    for (let made = 0; made < 3; made++) await app.post(intentPath, order, headers);
    await app.database.query("UPDATE hub.payment_transactions SET created_at = now() WHERE owner_id = $1", [
      sub,
    ]);
    const { body } = await app.get("/payments/transactions", headers);
    const ids = body.transactions.map((one: { transactionId: string }) => one.transactionId);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  test.each(["page=0", "limit=0", "limit=101", "page=x", "page=1.5", "appId=", "other=1"])(
    "refuses ?%s",
    async (query) => {
      const { status, body } = await app.get(`/payments/transactions?${query}`, pia);
      expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
    },
  );
});

test("both ways of paying have the payment rate limit, and are rejected while limits cannot be checked", () => {
  const access = (name: string) => app.running.router.registry.get(name)!.access;
  for (const name of ["CreatePaymentIntent", "CreateCheckoutSession"])
    expect(access(name)).toMatchObject({ auth: "payer", limit: "payment-create", money: true });
  expect(access("PaymentTransactions")).toMatchObject({ auth: "payer" });
  expect(access("Plans")).toMatchObject({ auth: "public" });
});
