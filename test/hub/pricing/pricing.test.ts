import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHttpPricing } from "../../../subgraphs/hub/pricing/http-pricing.adapter.ts";
import {
  findPlanPrice,
  findPrice,
  readPlans,
  showPlans,
} from "../../../subgraphs/hub/pricing/pricing.service.ts";
import { sendJson } from "../../sandbox/start-test-sandbox.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { internalPrincipal } from "../../../src/access/principal.ts";
import { fixedClock } from "../../../src/time/clock.ts";
import { newMeter } from "../../../src/context.ts";
import { silentLog } from "../../support/silent-log.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  await fetch(`${app.sandboxUrl}/control/pricing`, { method: "DELETE" });
  await app.database.query("DELETE FROM hub.pricing_answers");
});

const start = new Date("2026-05-01T12:00:00.000Z").getTime();
const minutes = (count: number) => new Date(start + count * 60_000);
const contextAt = (at: Date) =>
  app.running.platform.running("hub").contextFor({
    principal: internalPrincipal("test", null),
    requestId: "req_of_the_test",
    appId: null,
    idempotencyKey: null,
    clock: fixedClock(at),
    log: silentLog,
    meter: newMeter(),
    publicUrl: app.url,
  }) as HubContext;
const fault = (faults: object) => sendJson("POST", `${app.sandboxUrl}/control/pricing`, faults);
const requestCount = async () =>
  ((await sendJson("GET", `${app.sandboxUrl}/control/pricing/journal`)).body as { requests: unknown[] })
    .requests.length;
const at = (moment: Date) => ({ "x-test-clock": moment.toISOString() });
const plansOf = (appId: string, headers: Record<string, string> = {}) =>
  app.get(`/payments/plans?appId=${appId}`, headers);

describe("GET /payments/plans", () => {
  test("an app's plans are public", async () => {
    const { status, body } = await plansOf("central");
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["success", "appId", "currency", "plans", "updatedAt"]);
    expect(body).toMatchObject({ success: true, appId: "central", currency: "USD" });
    expect(body.plans.map((plan: { planId: string }) => plan.planId)).toEqual([
      "free",
      "starter",
      "professional",
      "business",
      "enterprise",
    ]);
    expect(body.plans[1]).toEqual({
      planId: "starter",
      name: "Starter",
      description: expect.any(String),
      prices: {
        monthly: {
          amount: 29,
          currency: "USD",
          interval: "month",
          processorId: "price_central_starter_monthly",
        },
        yearly: {
          amount: 290,
          currency: "USD",
          interval: "year",
          processorId: "price_central_starter_yearly",
        },
      },
      features: expect.arrayContaining([expect.any(String)]),
      limits: { requestsPerMinute: 30, requestsPerDay: 1_000, requestsPerMonth: 10_000 },
      trialDays: 0,
      custom: false,
      highlighted: false,
    });
    expect(body.plans[0].prices.monthly).toEqual({
      amount: 0,
      currency: "USD",
      interval: "month",
      processorId: "price_central_free_monthly",
    });
    expect(body.plans[4]).toMatchObject({ custom: true, prices: {}, limits: { requestsPerMinute: -1 } });
  });

  test("the invoicing app's plans are its own tiers", async () => {
    const { body } = await plansOf("invoicer");
    expect(
      body.plans.map((plan: { planId: string; prices: { monthly?: { amount: number } } }) => [
        plan.planId,
        plan.prices.monthly?.amount,
      ]),
    ).toEqual([
      ["free", 0],
      ["integration", 29.99],
      ["business", 49.99],
    ]);
  });

  test.each([
    ["?appId=nowhere", 404, "APP_NOT_FOUND"],
    ["", 400, "VALIDATION_ERROR"],
    ["?appId=central&currency=EUR", 400, "VALIDATION_ERROR"],
  ])("%s answers %i %s", async (query, status, code) => {
    const answer = await app.get(`/payments/plans${query}`);
    expect([answer.status, answer.body.code, answer.body.success]).toEqual([status, code, false]);
  });

  test("plans are requested from the pricing service at most every 4 minutes", async () => {
    const before = await requestCount();
    for (const moment of [minutes(0), minutes(3.99), minutes(3.99)]) await plansOf("payroll", at(moment));
    expect((await requestCount()) - before).toBe(1);
    await plansOf("payroll", at(minutes(4)));
    expect((await requestCount()) - before).toBe(2);
  });

  test("during an outage the cached plans are returned for 24 hours, and marked as stale", async () => {
    const fresh = await plansOf("hvut", at(minutes(0)));
    expect(fresh.headers["warning"]).toBeUndefined();
    for (const down of [{ status: 503 }, { dropRate: 1 }, { malformed: true }]) {
      await fault(down);
      const stale = await plansOf("hvut", at(minutes(24 * 60)));
      expect([stale.status, stale.text]).toEqual([200, fresh.text]);
      expect(stale.headers["warning"]).toBe('110 - "Response is Stale"');
    }
    const tooOld = await plansOf("hvut", at(minutes(24 * 60 + 1)));
    expect([tooOld.status, tooOld.body.code]).toEqual([502, "UPSTREAM_FAILED"]);
    expect(tooOld.headers["warning"]).toBeUndefined();
  });

  test("without cached plans an outage is an error", async () => {
    await fault({ status: 500 });
    const { status, body } = await plansOf("finance");
    expect([status, body.code, body.details.retryable]).toEqual([502, "UPSTREAM_FAILED", true]);
  });

  test("a request waits for the pricing service at most 3 seconds", async () => {
    await plansOf("central", at(minutes(0)));
    await fault({ latencyMs: 60_000 });
    const started = performance.now();
    const stale = await plansOf("central", at(minutes(6)));
    expect(stale.headers["warning"]).toBeDefined();
    expect(performance.now() - started).toBeLessThan(6_000);
  });
});

describe("prices", () => {
  test("prices of plans are found by plan and interval, in minor units", async () => {
    const ctx = contextAt(minutes(0));
    expect(await findPlanPrice(ctx, "central", "business", "year")).toEqual({
      priceId: "price_central_business_yearly",
      planId: "business",
      interval: "year",
      amount: 299_000,
      currency: "USD",
      isActive: true,
    });
    for (const planId of ["free", "enterprise", "nothing"])
      expect(await findPlanPrice(ctx, "central", planId, "year")).toBeNull();
  });

  test("prices are found by their id in their own app only, also inactive ones", async () => {
    const ctx = contextAt(minutes(0));
    expect(await findPrice(ctx, "invoicer", "price_invoicer_integration_monthly")).toMatchObject({
      planId: "integration",
      amount: 2_999,
    });
    expect(await findPrice(ctx, "central", "price_invoicer_integration_monthly")).toBeNull();
    expect(await findPrice(ctx, "central", "price_central_enterprise_yearly")).toMatchObject({
      isActive: false,
    });
  });

  test("prices that the meter marks as stale are the cached ones", async () => {
    await readPlans(contextAt(minutes(0)), "central");
    await fault({ status: 503 });
    const ctx = contextAt(minutes(6));
    await showPlans(ctx, "central");
    expect(ctx.meter.stale).toBe(true);
    const fresh = contextAt(minutes(3));
    await showPlans(fresh, "central");
    expect(fresh.meter.stale).toBeUndefined();
  });
});

test("a pricing service that is not configured is reported as such", async () => {
  await expect(createHttpPricing({ baseUrl: null, apiKey: null }).readPlans("central")).rejects.toMatchObject(
    {
      code: "UPSTREAM_FAILED",
      details: { configured: false },
    },
  );
});
