import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { atProcessor, settled } from "../../support/processor.ts";
import { withoutRequestId } from "../../support/without-request-id.ts";
import { createPayer, expectRefusal, processorIdOf, saveCard, subscribe, type Payer } from "./payers.ts";

/** All doors, the real SDK, and the processor's stand-in with its webhooks. */
let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const status = async ({ headers }: Payer, appId = "central") =>
  (await app.get(`/subscriptions/status/${appId}`, headers)).body;

describe("a plan from its checkout to its end", () => {
  test("a plan begins with its payment and ends with its cancellation", async () => {
    const payer = await createPayer(app);
    const opened = await app.post(
      "/subscriptions/create-checkout",
      { appId: "central", planId: "professional", interval: "year", metadata: { campaign: "spring" } },
      payer.headers,
    );
    expect(opened.body).toEqual({
      success: true,
      sessionId: expect.any(String),
      url: expect.stringMatching(/^http/),
      transactionId: expect.stringMatching(/^txn_/),
    });
    expect(await status(payer)).toEqual({ success: true, status: "none", subscription: null });
    await atProcessor(app, `/checkout/${opened.body.sessionId}/pay`);
    await settled(app);
    const { subscription } = await status(payer);
    expect(subscription).toMatchObject({
      planId: "professional",
      interval: "yearly",
      entitled: true,
      pause: null,
    });
    const again = await app.post(
      "/subscriptions/create-checkout",
      { appId: "central", planId: "starter" },
      payer.headers,
    );
    expectRefusal(again, "SUBSCRIPTION_EXISTS", 409);
    const ended = await app.post(
      "/subscriptions/cancel/central",
      { cancelAtPeriodEnd: false },
      payer.headers,
    );
    expect(ended.body).toMatchObject({
      success: true,
      subscription: { status: "canceled", entitled: false },
    });
    expect((await app.get("/subscriptions/all", payer.headers)).body.subscriptions).toHaveLength(1);
  });

  test("of two checkouts that were both paid, the later one ends and is refunded", async () => {
    const payer = await createPayer(app);
    const body = { appId: "central", planId: "starter" };
    const open = async () =>
      (await app.post("/subscriptions/create-checkout", body, payer.headers)).body.sessionId;
    const pages = [await open(), await open()];
    for (const page of pages) {
      await atProcessor(app, `/checkout/${page}/pay`);
      await settled(app);
    }
    const payments = async () => {
      const { transactions } = (await app.get("/payments/transactions", payer.headers)).body;
      return pages.map((page) =>
        transactions.find(({ sessionId }: { sessionId: string }) => sessionId === page),
      );
    };
    expect(await payments()).toMatchObject([{ status: "succeeded" }, { status: "succeeded" }]);
    await app.database.query("INSERT INTO jobs.job (name, data) VALUES ('note-subscription-lapses', '{}')");
    const [kept, refunded] = await until("the second is given back", async () => {
      await settled(app);
      const shown = await payments();
      return shown[1].status === "refunded" && shown;
    });
    expect(kept).toMatchObject({ status: "succeeded", amountRefunded: 0 });
    expect(refunded).toMatchObject({ amountRefunded: refunded.amount });
    expect((await status(payer)).subscription).toMatchObject({ planId: "starter", entitled: true });
    const told = await app.database.query(
      "SELECT object_id FROM hub.outbox_events WHERE owner_id = $1 AND type = 'payment.refunded'",
      [payer.id],
    );
    expect(told).toEqual([{ object_id: refunded.transactionId }]);
  });

  test("an unpaid renewal is past due; a retry with a valid card restores it", async () => {
    const payer = await createPayer(app);
    await subscribe(app, payer);
    const bad = await saveCard(app, payer, "pm_card_chargeCustomerFail");
    const methods = await app.get("/subscriptions/payment-methods", payer.headers);
    const good = methods.body.paymentMethods.find((method: { id: string }) => method.id !== bad);
    await choose(payer, bad);
    await atProcessor(app, `/subscriptions/${await processorIdOf(app, payer)}/renew`, { outcome: "failed" });
    await settled(app);
    const { subscription: late } = await status(payer);
    expect(late).toMatchObject({ entitled: true, processorStatus: "past_due" });
    const [open] = (await app.get("/subscriptions/invoices?limit=1", payer.headers)).body.invoices;
    expect(open).toMatchObject({
      status: "open",
      appId: "central",
      subscriptionId: late.id,
      currency: "USD",
      amount: 29,
    });
    const declined = await app.post(`/subscriptions/invoices/${open.id}/retry`, undefined, payer.headers);
    expect(declined.body).toEqual({
      success: true,
      invoice: { id: open.id, number: open.number, status: "open", amount: 29, currency: "USD" },
      status: "failed",
      requiresActionUrl: null,
    });
    await choose(payer, good.id);
    const paid = await app.post(`/subscriptions/invoices/${open.id}/retry`, undefined, payer.headers);
    expect(paid.body).toMatchObject({ success: true, status: "paid", invoice: { status: "paid" } });
    expect(await status(payer)).toMatchObject({ status: "active" });
    const told = await app.database.query<{ type: string }>(
      "SELECT type FROM hub.outbox_events WHERE owner_id = $1 AND type LIKE 'subscription.%' ORDER BY sequence",
      [payer.id],
    );
    const names = told.map(({ type }) => type.split(".")[1]);
    expect(names.filter((name) => name !== "updated")).toEqual(["activated", "past_due", "recovered"]);
  });

  test("delayed, duplicated and reordered webhooks end in the same state", async () => {
    const payer = await createPayer(app);
    await subscribe(app, payer);
    await atProcessor(app, "/webhooks/faults", { hold: true });
    const { headers } = payer;
    await app.post("/subscriptions/cancel/central", {}, headers);
    await app.post("/subscriptions/reactivate/central", undefined, headers);
    const update = { newPriceId: "price_central_business_monthly", prorationBehavior: "always_invoice" };
    const changed = await app.post("/subscriptions/update/central", update, headers);
    expect(changed.body).toMatchObject({
      success: true,
      subscription: { planId: "business" },
      proration: { currency: "USD" },
    });
    await app.post("/subscriptions/pause/central", {}, headers);
    const before = await status(payer);
    await atProcessor(app, "/webhooks/faults", {});
    await atProcessor(app, "/webhooks/release", { order: "reversed", copies: 2 });
    await settled(app);
    expect(await status(payer)).toEqual(before);
    expect(before.subscription).toMatchObject({
      planId: "business",
      cancelAtPeriodEnd: false,
      pause: { behavior: "void" },
    });
  });
});

async function choose(payer: Payer, paymentMethodId: string): Promise<void> {
  const chosen = await app.post(
    "/subscriptions/payment-methods/set-default",
    { paymentMethodId },
    payer.headers,
  );
  expect(chosen.body).toEqual({ success: true, paymentMethodId, isDefault: true });
}

describe("payment methods of plans", () => {
  test("the last card of a live plan stays, and can be replaced by another", async () => {
    const payer = await createPayer(app);
    await subscribe(app, payer);
    const list = async () =>
      (await app.get("/subscriptions/payment-methods", payer.headers)).body.paymentMethods;
    const [only] = await list();
    expect(only).toMatchObject({ type: "card", isDefault: true, card: { brand: "visa", last4: "4242" } });
    const path = (id: string) => `/subscriptions/payment-methods/${id}`;
    expectRefusal(await app.send("DELETE", path(only.id), payer.headers), "PAYMENT_METHOD_IN_USE", 409);
    const other = await saveCard(app, payer, "pm_card_mastercard");
    const gone = await app.send("DELETE", path(only.id), payer.headers);
    expect(gone.body).toEqual({ success: true, paymentMethodId: only.id, detached: true });
    expect(await list()).toMatchObject([{ id: other, isDefault: true }]);
    expectRefusal(await app.send("DELETE", path(only.id), payer.headers), "PAYMENT_METHOD_NOT_FOUND", 404);
  });

  test("other accounts' cards and invoices do not exist", async () => {
    const payer = await createPayer(app);
    await app.post("/subscriptions/create-portal", {}, payer.headers);
    const foreign = { paymentMethodId: "pm_demo_sam" };
    const set = await app.post("/subscriptions/payment-methods/set-default", foreign, payer.headers);
    expectRefusal(set, "PAYMENT_METHOD_NOT_FOUND", 404);
    const path = "/subscriptions/payment-methods/pm_demo_sam";
    expectRefusal(await app.send("DELETE", path, payer.headers), "PAYMENT_METHOD_NOT_FOUND", 404);
    const retry = await app.post("/subscriptions/invoices/in_demo_sam/retry", undefined, payer.headers);
    expectRefusal(retry, "INVOICE_NOT_FOUND", 404);
    const missing = await app.post("/subscriptions/invoices/in_nowhere/retry", undefined, payer.headers);
    const bare = (body: object) => withoutRequestId({ ...body, details: {} });
    expect(bare(missing.body)).toEqual(bare(retry.body));
  });

  test("an account without payments has empty lists, and can open the portal", async () => {
    const { headers } = await createPayer(app);
    expect((await app.get("/subscriptions/payment-methods", headers)).body).toEqual({
      success: true,
      paymentMethods: [],
    });
    expect((await app.get("/subscriptions/invoices", headers)).body).toEqual({ success: true, invoices: [] });
    const upcoming = await app.get("/subscriptions/upcoming-invoice/central", headers);
    expect(upcoming.body).toEqual({ success: true, invoice: null });
    const none = { success: true, status: "none", subscription: null, subscriptions: [] };
    expect((await app.get("/subscriptions/status", headers)).body).toEqual(none);
    const portal = await app.post("/subscriptions/portal", {}, headers);
    expect(portal.body).toEqual({ success: true, url: expect.stringContaining("/processor/portal/") });
    expect(portal.headers["deprecation"]).toBeDefined();
    const away = await app.post(
      "/subscriptions/create-portal",
      { returnUrl: "https://evil.example/" },
      headers,
    );
    expectRefusal(away, "INVALID_URL", 400);
    const back = { returnUrl: "https://payroll.demo.example/settings" };
    expect((await app.post("/subscriptions/create-portal", back, headers)).status).toBe(200);
  });

  test("the next invoice is shown while there will be one", async () => {
    const payer = await createPayer(app);
    await subscribe(app, payer);
    const upcoming = async () =>
      (await app.get("/subscriptions/upcoming-invoice/central", payer.headers)).body.invoice;
    const { currentPeriodEnd } = (await status(payer)).subscription;
    expect(await upcoming()).toMatchObject({
      amount: 29,
      currency: "USD",
      periodStart: currentPeriodEnd,
      lines: [{ amount: 29, proration: false }],
    });
    await app.post("/subscriptions/cancel/central", {}, payer.headers);
    expect(await upcoming()).toBeNull();
    await app.post("/subscriptions/reactivate/central", undefined, payer.headers);
    await app.post("/subscriptions/pause/central", {}, payer.headers);
    expect(await upcoming()).toBeNull();
    await app.post("/subscriptions/cancel/central", { cancelAtPeriodEnd: false }, payer.headers);
    expect(await upcoming()).toBeNull();
  });
});

describe("rejected requests", () => {
  test("plans and prices that are not sold are rejected", async () => {
    const { headers } = await createPayer(app);
    const open = (body: object) =>
      app.post("/subscriptions/create-checkout", { appId: "central", ...body }, headers);
    for (const planId of ["free", "enterprise", "integration", "gold"])
      expectRefusal(await open({ planId }), "PLAN_NOT_FOUND", 404);
    const other = { planId: "starter", priceId: "price_central_professional_monthly" };
    expectRefusal(await open(other), "PRICE_MISMATCH", 400);
    expectRefusal(
      await open({ planId: "starter", priceId: "price_payroll_starter_monthly" }),
      "PRICE_MISMATCH",
      400,
    );
    expectRefusal(await open({ planId: "starter", successUrl: "https://evil.example/" }), "INVALID_URL", 400);
    expectRefusal(await open({ appId: "nowhere", planId: "starter" }), "VALIDATION_ERROR", 400);
  });

  test("reserved metadata and unknown intervals are rejected", async () => {
    const { headers } = await createPayer(app);
    const body = { appId: "central", planId: "starter" };
    const reserved = await app.post(
      "/subscriptions/create-checkout",
      { ...body, metadata: { hub_x: "1" } },
      headers,
    );
    expectRefusal(reserved, "VALIDATION_ERROR", 400);
    const weekly = await app.post("/subscriptions/create-checkout", { ...body, interval: "weekly" }, headers);
    expect(weekly.body.details.fields).toMatchObject([{ path: "interval" }]);
  });

  test("an app in the header that differs from the path is rejected", async () => {
    const { headers } = await createPayer(app);
    const named = { ...headers, "x-app-id": "payroll" };
    expectRefusal(await app.get("/subscriptions/status/central", named), "APP_CONFLICT", 400);
    expectRefusal(await app.get("/subscriptions/status?appId=central", named), "APP_CONFLICT", 400);
    expectRefusal(await app.post("/subscriptions/cancel/central", {}, named), "APP_CONFLICT", 400);
    expect((await app.get("/subscriptions/status?appId=payroll", named)).body.status).toBe("none");
  });

  test("a change of a missing subscription is rejected", async () => {
    const { headers } = await createPayer(app);
    for (const operation of ["cancel", "reactivate", "pause", "resume"]) {
      const answer = await app.post(`/subscriptions/${operation}/central`, {}, headers);
      expectRefusal(answer, "SUBSCRIPTION_NOT_FOUND", 404);
    }
  });
});

test("in the graph a user has their subscriptions, with the app", async () => {
  const payer = await createPayer(app);
  await subscribe(app, payer);
  const query = "{ me { id subscriptions { planId status app { appId name } } } }";
  const { body } = await app.graphql(query, {}, payer.headers);
  expect(body.data.me).toEqual({
    id: payer.id,
    subscriptions: [{ planId: "starter", status: "active", app: { appId: "central", name: "Central" } }],
  });
});

test("during an outage of the processor plans keep working and are shown, and changes return an error", async () => {
  const payer = await createPayer(app);
  await subscribe(app, payer);
  await fetch(`${app.sandboxUrl}/control/processor`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ status: 503 }),
  });
  expect(await status(payer)).toMatchObject({ status: "active", subscription: { entitled: true } });
  const change = await app.post("/subscriptions/cancel/central", {}, payer.headers);
  expectRefusal(change, "PROCESSOR_ERROR", 500);
  expect(change.body.details).toMatchObject({ retryable: true });
  await fetch(`${app.sandboxUrl}/control/processor`, { method: "DELETE" });
  expect((await app.post("/subscriptions/cancel/central", {}, payer.headers)).status).toBe(200);
});
