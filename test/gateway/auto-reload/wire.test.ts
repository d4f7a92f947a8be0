import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startReceiver, type Receiver } from "../../hub/webhooks/receiver.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { createKey, invoiceBody } from "../support/people.ts";
import { controlProcessor, createPayer, type Payer } from "./payers.ts";

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  app = await createTestApp({ WEBHOOK_ALLOW_HOSTS: "127.0.0.1" });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.close();
  await app?.close();
});

const usual = { enabled: true, thresholdCredits: 20, packageId: "pkg_starter", monthlyCap: 5000 };
const save = (payer: Payer, over: object = {}, headers: object = {}) =>
  app.send("PUT", "/credits/auto-reload", { ...payer.headers, ...headers }, { ...usual, ...over });
const read = (payer: Payer) => app.get("/credits/auto-reload", payer.headers);
const history = async (payer: Payer, query = "") =>
  (await app.get(`/credits/auto-reload/history${query}`, payer.headers)).body;
const spend = (payer: Payer, amount: number) =>
  app.post("/credits/consume", { appId: "central", amount, description: "test" }, payer.headers);
const balance = async (payer: Payer) =>
  (await app.get("/credits/balance/central", payer.headers)).body.balance as number;
const untilSettled = (payer: Payer, status: string) =>
  until(`a reload is ${status}`, async () => {
    const { reloads } = await history(payer, `?status=${status}`);
    return reloads.length > 0 && reloads[0];
  });

describe("auto-reload over HTTP", () => {
  test("the only card of auto-reload stays until it is off", async () => {
    const payer = await createPayer(app, 50);
    await save(payer);
    const [only] = (await app.get("/subscriptions/payment-methods", payer.headers)).body.paymentMethods;
    const remove = () => app.send("DELETE", `/subscriptions/payment-methods/${only.id}`, payer.headers);
    const refusal = await remove();
    expect(refusal.status).toBe(409);
    expect(refusal.body).toMatchObject({
      code: "PAYMENT_METHOD_IN_USE",
      details: { paymentMethodId: only.id },
    });
    await app.send("PUT", "/credits/auto-reload", payer.headers, { enabled: false });
    expect((await remove()).body).toMatchObject({ detached: true });
  });

  test("low credits buy one package with the saved card and appear in history, payments and ledger", async () => {
    const payer = await createPayer(app, 50);
    expect((await save(payer)).body.config).toMatchObject({ ...usual, webhookUrl: null, status: "active" });
    expect(await history(payer)).toEqual({ success: true, reloads: [], nextCursor: null });
    expect((await spend(payer, 31)).status).toBe(200);
    const reload = await untilSettled(payer, "succeeded");
    expect(reload).toEqual({
      id: expect.stringMatching(/^rld_/),
      appId: "central",
      status: "succeeded",
      reason: null,
      triggeredAt: expect.any(String),
      triggerBalance: 19,
      thresholdCredits: 20,
      packageId: "pkg_starter",
      credits: 100,
      amountCents: 1000,
      currency: "USD",
      month: new Date().toISOString().slice(0, 7),
      spentThisMonthCentsBefore: 0,
      monthlyCapCents: 5000,
      attempt: 1,
      nextAttemptAt: null,
      settledAt: expect.any(String),
      paymentTransactionId: expect.stringMatching(/^txn_/),
      error: null,
      balanceAfter: 119,
    });
    expect([await balance(payer), await payer.charges()]).toEqual([119, [1000]]);
    expect((await read(payer)).body.config).toMatchObject({
      currentMonth: { spentCents: 1000, remainingCents: 4000, count: 1 },
      consecutiveFailures: 0,
    });
    const [entry] = (await app.get("/credits/history/central", payer.headers)).body.transactions;
    expect(entry).toMatchObject({
      type: "auto_reload",
      amount: 100,
      transactionId: reload.paymentTransactionId,
    });
    const [payment] = await app.database.query(
      "SELECT type, status, metadata->>'reloadId' AS reload FROM hub.payment_transactions WHERE owner_id = $1",
      [payer.ownerId],
    );
    expect(payment).toEqual({ type: "auto_reload", status: "succeeded", reload: reload.id });
  });

  test("a hundred concurrent spenders buy at most the three packages of the cap", async () => {
    const payer = await createPayer(app, 50);
    await save(payer, { monthlyCap: 3000, thresholdCredits: 1000 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => spend(payer, 3)));
    const spent = answers.filter(({ status }) => status === 200).length * 3;
    await until("the cap is reached", async () => {
      const { reloads } = await history(payer);
      return reloads.some(
        (one: { reason: string | null }) => one.reason === "cap_reached" || one.reason === "burst_guard",
      );
    });
    expect(await payer.charges()).toEqual([1000, 1000, 1000]);
    expect(await balance(payer)).toBe(50 + 300 - spent);
    const { reloads } = await history(payer, "?status=succeeded");
    expect(
      reloads.map((one: { spentThisMonthCentsBefore: number }) => one.spentThisMonthCentsBefore),
    ).toEqual([2000, 1000, 0]);
  });

  test("an app without its own credits reloads the central ones by its own settings", async () => {
    const payer = await createPayer(app, 20.2);
    const inInvoicer = { ...payer.headers, "x-app-id": "invoicer" };
    await app.send("PUT", "/credits/auto-reload", inInvoicer, usual);
    expect((await app.post("/invoices", invoiceBody(), inInvoicer)).status).toBe(201);
    const reload = await until("the reload is paid", async () => {
      const answer = await app.get("/a/invoicer/credits/auto-reload/history?status=succeeded", payer.headers);
      return (
        (answer.body.reloads ?? [])[0] ??
        (await app.get("/credits/auto-reload/history?status=succeeded", inInvoicer)).body.reloads[0]
      );
    });
    expect(reload).toMatchObject({ appId: "invoicer", triggerBalance: 19.7 });
    expect(await balance(payer)).toBe(119.7);
    expect((await history(payer)).reloads).toEqual([]);
  });
});

describe("an operation without enough credits", () => {
  const create = (payer: Payer) =>
    app.post("/invoices", invoiceBody(), { ...payer.headers, "x-app-id": "invoicer" });

  test("INSUFFICIENT_CREDITS reports that auto-reload is disabled", async () => {
    const payer = await createPayer(app, 0);
    const { status, body, headers } = await create(payer);
    expect([status, body.code, body.details.autoReload]).toEqual([
      402,
      "INSUFFICIENT_CREDITS",
      { state: "disabled" },
    ]);
    expect(headers["retry-after"]).toBeUndefined();
  });

  test("INSUFFICIENT_CREDITS starts a reload, reports it as pending, and a retry succeeds", async () => {
    const payer = await createPayer(app, 50);
    await save(payer, { thresholdCredits: 1 });
    await controlProcessor(app, "/replies/faults", {
      delayMs: 1_500,
      method: "POST",
      path: "/v1/payment_intents",
    });
    expect((await spend(payer, 49.8)).status).toBe(200);
    const refused = await create(payer);
    expect(refused.body).toMatchObject({
      code: "INSUFFICIENT_CREDITS",
      details: { required: 0.5, balance: 0.2, autoReload: { state: "pending" } },
    });
    expect([refused.status, refused.headers["retry-after"]]).toEqual([402, "2"]);
    await untilSettled(payer, "succeeded");
    expect((await create(payer)).status).toBe(201);
    expect(await payer.charges()).toEqual([1000]);
  });

  test("INSUFFICIENT_CREDITS reports the next attempt or the suspension", async () => {
    const payer = await createPayer(app, 21, "pm_card_chargeCustomerFail");
    await save(payer);
    await spend(payer, 20.9);
    const failed = await untilSettled(payer, "failed");
    expect(failed).toMatchObject({
      reason: "charge_failed",
      error: { code: "card_declined", message: expect.any(String) },
      nextAttemptAt: expect.any(String),
    });
    expect((await create(payer)).body.details.autoReload).toEqual({
      state: "backing_off",
      nextAttemptAt: failed.nextAttemptAt,
    });
    expect(await payer.charges()).toEqual([]);
  });
});

describe("a charge without a response", () => {
  const faults = (path: "replies" | "webhooks", body: object) =>
    controlProcessor(app, `/${path}/faults`, body);
  const atPayments = { method: "POST", path: "/v1/payment_intents" };

  test("a charge without a response is settled once by the processor's event", async () => {
    const payer = await createPayer(app, 50);
    await save(payer);
    await faults("replies", { delayMs: 20_000, ...atPayments });
    await spend(payer, 31);
    await untilSettled(payer, "succeeded");
    await faults("replies", {});
    expect([await balance(payer), await payer.charges()]).toEqual([119, [1000]]);
    expect((await history(payer)).reloads).toHaveLength(1);
  });

  test("a charge without a response or event is retried with the same key", async () => {
    const payer = await createPayer(app, 50);
    await save(payer);
    await faults("webhooks", { hold: true, times: 100 });
    await faults("replies", { lose: true, ...atPayments });
    await spend(payer, 31);
    await untilSettled(payer, "succeeded");
    await faults("webhooks", {});
    await controlProcessor(app, "/webhooks/release", { copies: 2 });
    await controlProcessor(app, "/webhooks/settled", {});
    expect([await balance(payer), await payer.charges()]).toEqual([119, [1000]]);
  });
});

test("reload events are sent to the webhook URL, signed with the secret revealed once", async () => {
  const payer = await createPayer(app, 21);
  receiver.received.length = 0;
  const headers = { "idempotency-key": "webhook" };
  const saved = await save(payer, { webhookUrl: receiver.url, monthlyCap: 1100 }, headers);
  const { webhookSecret } = saved.body;
  expect(webhookSecret).toMatch(/^whsec_/);
  const again = await save(payer, { webhookUrl: receiver.url, monthlyCap: 1100 }, headers);
  expect([again.body, again.headers["idempotent-replayed"]]).toEqual([saved.body, "true"]);
  expect((await save(payer, { webhookUrl: receiver.url, monthlyCap: 1100 })).body.webhookSecret).toBeNull();
  await spend(payer, 11);
  await until("all is told", () => receiver.received.length >= 7);
  const told = receiver.received.map((_one, index) => receiver.verify(index, webhookSecret));
  const types = told.map(({ type }) => (type as string).replace("credits.", "")).sort();
  expect(types).toEqual([
    "auto_reload.cap_threshold",
    "auto_reload.cap_threshold",
    "auto_reload.config_changed",
    "auto_reload.config_changed",
    "auto_reload.started",
    "auto_reload.succeeded",
    "low",
  ]);
  const [reload] = (await history(payer)).reloads;
  const object = (type: string) => told.find((event) => event.type === type)!.data.object;
  expect(object("credits.auto_reload.succeeded")).toEqual(reload);
  expect(object("credits.low")).toMatchObject({ appId: "central", available: 10, threshold: 20 });
  const endpoints = (await app.get("/webhooks/endpoints", payer.headers)).body.endpoints;
  expect(endpoints).toMatchObject([
    { url: receiver.url, eventTypes: ["credits.low", "credits.auto_reload.*"] },
  ]);
  await save(payer, { webhookUrl: undefined });
  expect((await app.get("/webhooks/endpoints", payer.headers)).body.endpoints).toEqual([]);
});

test("an API key needs the scope to read and change auto-reload", async () => {
  const payer = await createPayer(app, 50);
  const writer = await createKey(app, payer.ownerId, ["write:credits"]);
  const put = await app.send("PUT", "/credits/auto-reload", { ...writer, "x-app-id": "central" }, usual);
  expect(put.status).toBe(200);
  const get = await app.get("/credits/auto-reload", { ...writer, "x-app-id": "central" });
  expect([get.status, get.body.details.requiredScope]).toEqual([403, "read:credits"]);
});
