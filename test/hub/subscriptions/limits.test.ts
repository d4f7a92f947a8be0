import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { createPayer, subscribe, type Payer } from "./payers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: "on" });
});
afterAll(() => app?.close());

/** The rate limit per minute in an app, by the response headers. */
async function minuteLimit({ headers }: Payer, appId: string): Promise<number> {
  const answer = await app.get("/subscriptions/status", { ...headers, "x-app-id": appId });
  expect(answer.status).toBe(200);
  return Number(/"minute";q=(\d+)/.exec(String(answer.headers["ratelimit-policy"]))?.[1]);
}

test("a plan raises the limit of its app with the payment, and lowers it when it is ended or changed", async () => {
  const payer = await createPayer(app);
  expect(await minuteLimit(payer, "central")).toBe(10);
  await subscribe(app, payer, { planId: "professional" });
  expect(await minuteLimit(payer, "central")).toBe(60);
  expect(await minuteLimit(payer, "payroll")).toBe(10);
  const update = { newPriceId: "price_central_business_monthly" };
  expect((await app.post("/subscriptions/update/central", update, payer.headers)).status).toBe(200);
  expect(await minuteLimit(payer, "central")).toBe(120);
  const now = { cancelAtPeriodEnd: false };
  expect((await app.post("/subscriptions/cancel/central", now, payer.headers)).status).toBe(200);
  expect(await minuteLimit(payer, "central")).toBe(10);
});

test("a plan that ends with its period keeps the limit until that moment", async () => {
  const payer = await createPayer(app);
  await subscribe(app, payer);
  const { body } = await app.post("/subscriptions/cancel/central", {}, payer.headers);
  const end = new Date(body.subscription.cancelAt).getTime();
  const at = async (time: number) => {
    const token = await app.tokenFor({ sub: payer.id, expiresInSeconds: 40 * 86_400 });
    const headers = { authorization: `Bearer ${token}`, "x-test-clock": new Date(time).toISOString() };
    return minuteLimit({ id: payer.id, headers }, "central");
  };
  expect(await at(end - 1)).toBe(30);
  expect(await at(end)).toBe(10);
});
