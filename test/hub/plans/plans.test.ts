import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";

let app: TestApp;
let ada: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.as("ada");
});
afterAll(() => app?.close());

/** An app that the pricing service does not know. */
async function newApp(): Promise<string> {
  const appId = newId("app").replace("_", "-");
  const { status } = await app.post(
    "/admin/apps",
    { appId, name: appId, tagline: "t", description: "d", category: "c", defaultUrl: "https://app.example" },
    ada,
  );
  expect(status).toBe(201);
  return appId;
}

const texts = { name: "Starter", description: "For one business.", features: ["Help by mail"] };
const create = (input: object, headers = ada) =>
  app.post("/admin/plans", { planId: "starter", ...texts, ...input }, headers);
const change = (appId: string, planId: string, input: object, headers = ada) =>
  app.send("PATCH", `/admin/plans/${appId}/${planId}`, headers, input);
const shown = async (appId: string) => app.get(`/payments/plans?appId=${appId}`);
const checkout = async (appId: string, input: object) =>
  app.post(
    "/subscriptions/create-checkout",
    { appId, planId: "starter", interval: "monthly", ...input },
    await app.as("eve"),
  );

test("a new plan has prices at the processor, is listed and can be bought", async () => {
  const appId = await newApp();
  const { status, body } = await create({ appId, monthlyPrice: 29, yearlyPrice: 290 });
  expect([status, body.plan]).toEqual([
    201,
    {
      appId,
      planId: "starter",
      ...texts,
      currency: "USD",
      monthly: { amount: 29, priceId: expect.stringMatching(/^price_\w{24}$/) },
      yearly: { amount: 290, priceId: expect.stringMatching(/^price_\w{24}$/) },
      limits: { requestsPerMinute: 30, requestsPerDay: 1_000, requestsPerMonth: 10_000 },
      custom: false,
      highlighted: false,
      active: true,
      sortOrder: 0,
      source: "platform",
    },
  ]);
  const { plans } = (await shown(appId)).body;
  expect(plans).toMatchObject([
    {
      planId: "starter",
      prices: {
        monthly: { amount: 29, interval: "month", processorId: body.plan.monthly.priceId },
        yearly: { amount: 290, interval: "year", processorId: body.plan.yearly.priceId },
      },
    },
  ]);
  const opened = await checkout(appId, {});
  expect([opened.status, opened.body.url]).toEqual([200, expect.stringMatching(/^http/)]);
  expect((await create({ appId, monthlyPrice: 29 })).body.code).toBe("PLAN_EXISTS");
});

test("a new price replaces the old one, and an archived plan cannot be bought", async () => {
  const appId = await newApp();
  const before = (await create({ appId, monthlyPrice: 29 })).body.plan;
  const after = (await change(appId, "starter", { monthlyPrice: 31 })).body.plan;
  expect(after.monthly.amount).toBe(31);
  expect(after.monthly.priceId).not.toBe(before.monthly.priceId);
  expect((await shown(appId)).body.plans[0].prices.monthly.amount).toBe(31);
  // The former price is known, so that its subscribers keep the plan, and cannot be chosen.
  const former = await checkout(appId, { priceId: before.monthly.priceId });
  expect([former.status, former.body.code]).toEqual([400, "PRICE_MISMATCH"]);
  expect((await change(appId, "starter", { active: false })).body.plan.active).toBe(false);
  expect((await shown(appId)).body.plans).toEqual([]);
  expect((await checkout(appId, {})).body.code).toBe("PLAN_NOT_FOUND");
  expect((await change(appId, "starter", { active: true })).body.plan.monthly).toEqual(after.monthly);
  const audit = await app.database.query<{ before: object }>(
    `SELECT changes -> 'before' AS before FROM hub.audit_log
     WHERE action = 'updatePlan' AND changes ->> 'appId' = $1 AND outcome = 'ok' ORDER BY at, id`,
    [appId],
  );
  expect(audit.map((row) => row.before)).toEqual([
    { monthly: { amount: 29, priceId: before.monthly.priceId } },
    { active: true },
    { active: false },
  ]);
});

test("an existing price is linked when it is the same one, and refused otherwise", async () => {
  const appId = await newApp();
  const monthlyPriceId = "price_central_starter_monthly";
  for (const [input, words] of [
    [{ monthlyPrice: 30, monthlyPriceId }, "another amount"],
    [{ monthlyPrice: 290, monthlyPriceId: "price_central_starter_yearly" }, "not paid once per month"],
    [{ monthlyPrice: 29, monthlyPriceId: "price_of_nobody" }, "no price with this ID"],
    [{ monthlyPrice: 10, monthlyPriceId: "price_credits_starter" }, "not paid once per month"],
  ] as const) {
    const refused = await create({ appId, ...input });
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      400,
      "PRICE_MISMATCH",
      expect.stringContaining(words),
    ]);
  }
  const linked = await create({ appId, monthlyPrice: 29, monthlyPriceId });
  expect(linked.body.plan.monthly.priceId).toBe(monthlyPriceId);
  const changed = await change(appId, "starter", { monthlyPrice: 31, monthlyPriceId });
  expect(changed.body.code).toBe("PRICE_MISMATCH");
});

test("a plan without a price cannot be bought, until an update gives it one", async () => {
  const appId = await newApp();
  await app.database.query(
    `INSERT INTO hub.plans (app_id, plan_id, name, description, features, custom, highlighted, active, currency,
       monthly_minor, sort_order, updated_at)
     VALUES ($1, 'starter', 'Starter', '', '{}', false, false, true, 'USD', 900, 0, now())`,
    [appId],
  );
  const refused = await checkout(appId, {});
  expect([refused.status, refused.body.code]).toEqual([409, "PLAN_WITHOUT_PRICE"]);
  expect((await change(appId, "starter", {})).body.plan.monthly.priceId).toMatch(/^price_/);
  expect((await checkout(appId, {})).status).toBe(200);
});

test("a plan of the pricing service is kept here once it is updated", async () => {
  const listed = (await app.get("/admin/plans?appId=payroll", ada)).body.plans as {
    planId: string;
    source: string;
  }[];
  expect(listed.find(({ planId }) => planId === "business")).toMatchObject({ source: "pricing_service" });
  const { body } = await change("payroll", "business", { name: "Business plus" });
  expect(body.plan).toMatchObject({
    name: "Business plus",
    source: "platform",
    monthly: { amount: 299, priceId: "price_payroll_business_monthly" },
  });
  const { plans } = (await shown("payroll")).body;
  expect(plans.map((plan: { planId: string }) => plan.planId)).toEqual(listed.map(({ planId }) => planId));
  expect(plans[3].name).toBe("Business plus");
});

test("the same request creates one set of prices, and wrong plans are refused", async () => {
  const appId = await newApp();
  const headers = { ...ada, "idempotency-key": newId("key") };
  const [one, two] = [
    await create({ appId, monthlyPrice: 5 }, headers),
    await create({ appId, monthlyPrice: 5 }, headers),
  ];
  expect(two.body).toEqual(one.body);
  const faults = async (input: object) =>
    (await create(input)).body.details?.fields?.map((field: { path: string }) => field.path);
  expect(await faults({ appId, planId: "integration", monthlyPrice: 5 })).toEqual(["planId"]);
  expect(await faults({ appId, planId: "business" })).toEqual(["monthlyPrice"]);
  expect((await create({ appId: "nothing", monthlyPrice: 5 })).body.code).toBe("APP_NOT_FOUND");
  expect((await create({ appId, monthlyPrice: 5 }, await app.as("eve"))).status).toBe(403);
});
