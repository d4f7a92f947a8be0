import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../../src/config/config.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { signatureOf } from "../processor-events/signed-events.ts";
import { createPerson } from "../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const { PROCESSOR_WEBHOOK_SECRET } = readConfig({ NODE_ENV: "test" });
const [secret] = PROCESSOR_WEBHOOK_SECRET;

async function askProcessor(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const headers = { authorization: "Bearer sk_test_any", "content-type": "application/json" };
  const response = await fetch(`${app.sandboxUrl}/processor${path}`, { headers, ...init });
  expect([path, response.ok]).toEqual([path, true]);
  return (await response.json()) as Record<string, unknown>;
}

/** The events of the processor that speak of this payment, as their bodies. */
async function eventsAbout(transactionId: string): Promise<string[]> {
  const { data } = await askProcessor("/v1/events?limit=100");
  const bodies = (data as unknown[]).map((event) => JSON.stringify(event));
  return bodies.filter((body) => body.includes(transactionId));
}

/** Delivers one event with a valid signature. */
async function deliver(body: string): Promise<number> {
  const response = await app.running.router.server.inject({
    method: "POST",
    url: "/payments/processor/webhook",
    headers: { "content-type": "application/json", "stripe-signature": signatureOf(body, secret) },
    payload: body,
  });
  return response.statusCode;
}

const balanceOf = async (headers: Record<string, string>) =>
  (await app.get("/credits/balance/central", headers)).body.balance as number;

test("a payment on the processor's page is credited once, however often it is delivered", async () => {
  const { headers } = await createPerson(app);
  const opened = await app.post("/credits/purchase", { appId: "central", packageId: "pkg_growth" }, headers);
  expect(opened.status).toBe(200);
  const { sessionId, transactionId } = opened.body;
  await askProcessor(`/checkout/${sessionId}/pay`, { method: "POST", body: "{}" });
  await until("the credits are there", async () => (await balanceOf(headers)) === 500);
  const bodies = await eventsAbout(transactionId);
  const types = bodies.map((body) => (JSON.parse(body) as { type: string }).type);
  expect(types).toEqual(expect.arrayContaining(["checkout.session.completed", "payment_intent.succeeded"]));
  // Under ids of their own too: then only the payment says that they are the same.
  const copies = bodies.map((body, index) => body.replace(/"id":"evt_\w+"/, `"id":"evt_copy${index}"`));
  const deliveries = Array.from(
    { length: 20 },
    (_, index) => [...bodies, ...copies][index % (2 * bodies.length)]!,
  );
  const statuses = await Promise.all(deliveries.map(deliver));
  expect(statuses.every((status) => status === 200)).toBe(true);
  expect(await balanceOf(headers)).toBe(500);
  const { body: history } = await app.get("/credits/history/central", headers);
  expect(history.transactions).toMatchObject([
    { type: "purchase", amount: 500, transactionId, packageId: "pkg_growth", balanceAfter: 500 },
  ]);
  const { body: paid } = await app.get("/payments/transactions", headers);
  expect(paid.transactions).toMatchObject([{ transactionId, status: "succeeded", amount: 45, credits: 500 }]);
});

test("a refund at the processor takes credits back in proportion", async () => {
  const { headers } = await createPerson(app);
  const opened = await app.post(
    "/subscriptions/buy-credits",
    { appId: "central", packageId: "pkg_starter", credits: 100 },
    headers,
  );
  await askProcessor(`/checkout/${opened.body.sessionId}/pay`, { method: "POST", body: "{}" });
  await until("the credits are there", async () => (await balanceOf(headers)) === 100);
  const session = await askProcessor(`/v1/checkout/sessions/${opened.body.sessionId}`);
  const refund = (amount: number) =>
    askProcessor("/v1/refunds", {
      method: "POST",
      headers: { authorization: "Bearer sk_test_any", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        payment_intent: String(session["payment_intent"]),
        amount: String(amount),
      }),
    });
  await refund(250);
  await until("a quarter is taken back", async () => (await balanceOf(headers)) === 75);
  await refund(750);
  await until("all of it is taken back", async () => (await balanceOf(headers)) === 0);
});
