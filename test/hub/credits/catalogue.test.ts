import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

describe("GET /credits/packages/{appId}", () => {
  test("the catalogue needs no credential and lists the app's packages, in its order", async () => {
    const { status, body } = await app.get("/credits/packages/central");
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect((body.packages as { packageId: string }[]).map(({ packageId }) => packageId)).toEqual([
      "pkg_starter",
      "pkg_growth",
      "pkg_scale",
      "pkg_bulk",
    ]);
    expect(body.packages[1]).toEqual({
      packageId: "pkg_growth",
      name: "Growth",
      description: "500 credits",
      credits: 500,
      bonusCredits: 0,
      price: 45,
      currency: "USD",
      priceId: expect.any(String),
      pricePerCredit: 0.09,
      validityDays: null,
      pool: "standard",
      popular: true,
      active: true,
      sortOrder: 2,
    });
    expect(body.consumptionRate["invoice.create"]).toEqual({
      cost: 0.5,
      unit: "invoice",
      description: "Create an invoice",
      enabled: true,
    });
  });

  test("a price per credit counts the bonus in, half up at four decimals", async () => {
    await app.database.query(
      `INSERT INTO hub.credit_packages (package_id, app_id, name, description, credits, bonus_credits, price_cents, currency, price_id, sort_order)
       VALUES ('pkg_bonus', 'hvut', 'Bonus', 'x', 10000, 2000, 1000, 'USD', 'price_x', 1)`,
    );
    const { body } = await app.get("/credits/packages/hvut");
    expect(body.packages[0]).toMatchObject({ credits: 100, bonusCredits: 20, pricePerCredit: 0.0833 });
  });

  test.each(["no-such-app", "invoicer"])("is 404 for %s, which is unknown or sells none", async (appId) => {
    const { status, body } = await app.get(`/credits/packages/${appId}`);
    expect([status, body.success, body.code]).toEqual([404, false, "APP_NOT_FOUND"]);
  });
});

describe("GET /credits/operation-cost", () => {
  test.each([
    ["invoice.create", { cost: 0.5, enabled: true, description: "Create an invoice" }],
    ["email.each", { cost: 0.05, enabled: true, description: "Send an e-mail" }],
    ["tax.1099nec", { cost: 2.5, enabled: true, description: "File a 1099-NEC" }],
    ["no.such.operation", { cost: 0, enabled: false, description: "Unknown operation" }],
  ])("answers the price of %s without a credential", async (operation, price) => {
    const { status, body } = await app.get(`/credits/operation-cost?appId=central&operation=${operation}`);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, ...price });
  });

  test("is 404 for an unknown app", async () => {
    const { status, body } = await app.get("/credits/operation-cost?appId=nowhere&operation=invoice.create");
    expect([status, body.success, body.code]).toEqual([404, false, "APP_NOT_FOUND"]);
  });

  test.each([
    ["", ["appId", "operation"]],
    ["?appId=central", ["operation"]],
    ["?operation=invoice.create", ["appId"]],
  ])("refuses %j, naming each missing parameter", async (query, missing) => {
    const { status, body } = await app.get(`/credits/operation-cost${query}`);
    expect([status, body.success, body.code]).toEqual([400, false, "VALIDATION_ERROR"]);
    expect((body.details.fields as { path: string }[]).map(({ path }) => path).sort()).toEqual(missing);
  });
});
