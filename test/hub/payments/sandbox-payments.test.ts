import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { sendJson } from "../../sandbox/start-test-sandbox.ts";

/** Payments end to end: over all doors, the processor's stand-in and its signed events. */
let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

let people = 0;
async function newPerson() {
  const sub = `usr_buyer_${++people}`;
  return { authorization: `Bearer ${await app.tokenFor({ sub })}` };
}
const processor = (path: string, body: object = {}) =>
  sendJson("POST", `${app.sandboxUrl}/processor${path}`, body);
const settled = () => processor("/webhooks/settled");
async function api(method: "GET" | "POST", path: string, form: Record<string, string> = {}) {
  const response = await fetch(`${app.sandboxUrl}/processor/v1/${path}`, {
    method,
    headers: {
      authorization: "Bearer sk_test_sandbox_processor",
      "content-type": "application/x-www-form-urlencoded",
    },
    ...(method === "POST" ? { body: new URLSearchParams(form).toString() } : {}),
  });
  return (await response.json()) as Record<string, unknown>;
}
const order = { amount: 20, appId: "central", recaptchaToken: "test-pass" };
const openPage = async (headers: Record<string, string>) =>
  (await app.post("/payments/processor/create-checkout-session", order, headers)).body as {
    sessionId: string;
    transactionId: string;
  };
const latest = async (headers: Record<string, string>) =>
  (await app.get("/payments/transactions", headers)).body.transactions[0];
const buyCredits = async (headers: Record<string, string>) => {
  const answer = await app.post("/credits/purchase", { appId: "central", packageId: "pkg_starter" }, headers);
  return answer.body as { sessionId: string };
};
const balance = async (headers: Record<string, string>) =>
  (await app.get("/credits/balance/central", headers)).body.balance as number;

test("a paid page ends in a successful payment, with its receipt", async () => {
  const headers = await newPerson();
  const { sessionId } = await openPage(headers);
  await processor(`/checkout/${sessionId}/pay`);
  await settled();
  expect(await latest(headers)).toMatchObject({
    type: "checkout_session",
    status: "succeeded",
    amount: 20,
    sessionId,
    paymentIntentId: expect.stringMatching(/^pi_/),
    invoiceUrl: expect.stringMatching(/^http/),
    completedAt: expect.any(String),
  });
  expect(await balance(headers)).toBe(0);
});

test("a declined card fails the payment, and another one pays it after all", async () => {
  const headers = await newPerson();
  const { sessionId } = await openPage(headers);
  await processor(`/checkout/${sessionId}/pay`, { card: "4000000000009995" });
  await settled();
  expect(await latest(headers)).toMatchObject({
    status: "failed",
    failureCode: "insufficient_funds",
    failureMessage: expect.any(String),
  });
  await processor(`/checkout/${sessionId}/pay`, { card: "4242424242424242" });
  await settled();
  expect(await latest(headers)).toMatchObject({
    status: "succeeded",
    failureCode: null,
    failureMessage: null,
  });
});

describe("a page that is complete before its money is there", () => {
  test.each([
    ["paid", "succeeded"],
    ["failed", "failed"],
  ])("waits, and ends %s as %s", async (outcome, status) => {
    const headers = await newPerson();
    const { sessionId } = await openPage(headers);
    await processor(`/checkout/${sessionId}/pay`, { outcome: "unpaid" });
    await settled();
    expect((await latest(headers)).status).toBe("processing");
    await processor(`/checkout/${sessionId}/settle`, { outcome });
    await settled();
    expect((await latest(headers)).status).toBe(status);
  });
});

test("an unpaid page expires", async () => {
  const headers = await newPerson();
  const { sessionId } = await openPage(headers);
  await api("POST", `checkout/sessions/${sessionId}/expire`);
  await settled();
  expect(await latest(headers)).toMatchObject({ status: "expired", completedAt: expect.any(String) });
});

test("bought credits are granted once, also for repeated and reordered events, and taken back with the refund", async () => {
  const headers = await newPerson();
  const { sessionId } = await buyCredits(headers);
  await processor("/webhooks/faults", { hold: true });
  await processor(`/checkout/${sessionId}/pay`);
  expect((await latest(headers)).status).toBe("pending");
  await processor("/webhooks/faults");
  await processor("/webhooks/release", { order: "reversed", copies: 20 });
  await settled();
  expect(await latest(headers)).toMatchObject({ type: "credit_purchase", status: "succeeded", credits: 100 });
  expect(await balance(headers)).toBe(100);
  const { paymentIntentId: intent } = await latest(headers);
  await api("POST", "refunds", { payment_intent: intent, amount: "250" });
  await settled();
  expect(await latest(headers)).toMatchObject({ status: "partially_refunded", amountRefunded: 2.5 });
  expect(await balance(headers)).toBe(75);
  await api("POST", "refunds", { payment_intent: intent });
  await settled();
  expect(await latest(headers)).toMatchObject({ status: "refunded", amountRefunded: 10 });
  expect(await balance(headers)).toBe(0);
});

test.each([
  ["won", "succeeded", 100],
  ["lost", "refunded", 0],
] as const)("a contested purchase that is %s ends as %s", async (decision, status, credits) => {
  const headers = await newPerson();
  const { sessionId } = await buyCredits(headers);
  await processor(`/checkout/${sessionId}/pay`, { card: "4000000000000259" });
  await settled();
  const { paymentIntentId, ...disputed } = await latest(headers);
  expect(disputed.status).toBe("disputed");
  const { data } = (await api("GET", `disputes?payment_intent=${paymentIntentId}`)) as {
    data: { id: string }[];
  };
  await processor(`/disputes/${data[0]!.id}/close`, { status: decision });
  await settled();
  expect((await latest(headers)).status).toBe(status);
  expect(await balance(headers)).toBe(credits);
});

test("a payment confirmed by its payer is reported by the processor", async () => {
  const headers = await newPerson();
  const { body } = await app.post("/payments/processor/create-payment-intent", order, headers);
  await api("POST", `payment_intents/${body.paymentIntentId}/confirm`, {
    payment_method: "pm_card_visa",
    return_url: "https://central.demo.example/",
  });
  await settled();
  expect(await latest(headers)).toMatchObject({ type: "payment_intent", status: "succeeded" });
});
