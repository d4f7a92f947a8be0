import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";

let app: TestApp;
let ada: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.as("ada");
});
afterAll(() => app?.close());

const newPackageId = () => `pkg_${newId("p").slice(2).toLowerCase()}`;
const facts = { appId: "central", name: "Trial", description: "To try it.", credits: 20, price: 4.5 };
const create = (input: object, headers = ada) =>
  app.post("/admin/credit-packages", { packageId: newPackageId(), ...facts, ...input }, headers);
const change = (packageId: string, input: object, headers = ada) =>
  app.send("PATCH", `/admin/credit-packages/${packageId}`, headers, input);
const onSale = async (packageId: string) =>
  ((await app.get("/credits/packages/central")).body.packages as { packageId: string }[]).find(
    (one) => one.packageId === packageId,
  );
const buy = async (packageId: string) =>
  app.post("/credits/purchase", { appId: "central", packageId }, await app.as("eve"));
const priceRows = (packageId: string) =>
  app.database.query<{ price_id: string | null }>(
    "SELECT price_id FROM hub.credit_packages WHERE package_id = $1",
    [packageId],
  );
const auditOf = (packageId: string) =>
  app.database.query<{ action: string; outcome: string; changes: string }>(
    "SELECT action, outcome, changes::text AS changes FROM hub.audit_log WHERE changes::text LIKE $1 ORDER BY at, id",
    [`%${packageId}%`],
  );

describe("a new package", () => {
  test("a new package has a price at the processor, is on sale and can be bought", async () => {
    const packageId = newPackageId();
    const { status, body } = await create({ packageId, bonusCredits: 5, validityDays: 90 });
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        package: {
          packageId,
          ...facts,
          bonusCredits: 5,
          currency: "USD",
          priceId: expect.stringMatching(/^price_\w{24}$/),
          validityDays: 90,
          popular: false,
          active: true,
          sortOrder: 0,
          pool: "standard",
        },
      },
    ]);
    expect(await onSale(packageId)).toMatchObject({ price: 4.5, priceId: body.package.priceId });
    const bought = await buy(packageId);
    expect([bought.status, bought.body.url]).toEqual([200, expect.stringMatching(/^http/)]);
  });

  test("an existing price of the processor is linked when it is the same one", async () => {
    const { body } = await create({});
    const { priceId } = body.package;
    expect((await create({ priceId })).body.package.priceId).toBe(priceId);
    for (const [input, words] of [
      [{ priceId, price: 4.51 }, "another amount or currency"],
      [{ priceId, currency: "EUR" }, "another amount or currency"],
      [{ priceId: "price_of_nobody" }, "no price with this ID"],
      [{ priceId: "price_central_starter_monthly", price: 29 }, "archived or recurring"],
    ] as const) {
      const refused = await create(input);
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([
        400,
        "PRICE_MISMATCH",
        expect.stringContaining(words),
      ]);
    }
  });

  test.each([
    [{ packageId: "pkg_starter" }, 409, "PACKAGE_EXISTS"],
    [{ appId: "nowhere" }, 400, "VALIDATION_ERROR"],
    [{ currency: "ZZZ" }, 400, "INVALID_CURRENCY"],
    [{ currency: "JPY" }, 400, "AMOUNT_PRECISION"],
  ])("with %j is %i %s", async (input, status, code) => {
    const answer = await create(input);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test("the same key creates one package and one price", async () => {
    const input = { packageId: newPackageId(), ...facts };
    const headers = { ...ada, "idempotency-key": newId("key") };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.post("/admin/credit-packages", input, headers)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.package.priceId)).size).toBe(1);
  });
});

describe("a package without a price", () => {
  test("a package without a price is not listed and not sold, until its price is created", async () => {
    const packageId = newPackageId();
    await create({ packageId });
    await app.database.query("UPDATE hub.credit_packages SET price_id = NULL WHERE package_id = $1", [
      packageId,
    ]);
    expect(await onSale(packageId)).toBeUndefined();
    const refused = await buy(packageId);
    expect([refused.status, refused.body.code]).toEqual([409, "PACKAGE_WITHOUT_PRICE"]);
    const listed = await app.get("/admin/credit-packages?appId=central", ada);
    expect(listed.body.packages).toContainEqual(expect.objectContaining({ packageId, priceId: null }));
    expect((await change(packageId, {})).body.package.priceId).toMatch(/^price_/);
    expect((await buy(packageId)).status).toBe(200);
  });
});

describe("a change of a package", () => {
  test("a new amount gets a price of its own, and other changes keep the price", async () => {
    const packageId = newPackageId();
    const { priceId } = (await create({ packageId })).body.package;
    const renamed = await change(packageId, { name: "Other", sortOrder: 9, validityDays: 30 });
    expect(renamed.body.package).toMatchObject({ name: "Other", sortOrder: 9, validityDays: 30, priceId });
    const repriced = await change(packageId, { price: 6 });
    expect(repriced.body.package).toMatchObject({ name: "Other", price: 6, priceId: expect.any(String) });
    expect(repriced.body.package.priceId).not.toBe(priceId);
    expect((await change(packageId, { validityDays: null })).body.package.validityDays).toBeNull();
  });

  test("a package off sale is not listed and not sold", async () => {
    const packageId = newPackageId();
    await create({ packageId });
    expect((await change(packageId, { active: false })).body.package.active).toBe(false);
    expect(await onSale(packageId)).toBeUndefined();
    expect((await buy(packageId)).body.code).toBe("PACKAGE_NOT_FOUND");
  });

  test("the audit row has what was changed, and what it was before", async () => {
    const packageId = newPackageId();
    await create({ packageId });
    const { priceId } = (await change(packageId, { price: 6 })).body.package;
    expect(priceId).toBe((await priceRows(packageId))[0]!.price_id);
    const [, changed] = await auditOf(packageId);
    expect([changed!.action, changed!.outcome]).toEqual(["updateCreditPackage", "ok"]);
    expect(JSON.parse(changed!.changes)).toMatchObject({
      packageId,
      price: 6,
      before: { price: 4.5, priceId: expect.stringMatching(/^price_/) },
    });
  });

  test("an unknown package is 404", async () => {
    const { status, body } = await change("pkg_nothing", { name: "x" });
    expect([status, body.code]).toEqual([404, "PACKAGE_NOT_FOUND"]);
  });
});

describe("prices of operations", () => {
  const set = (operation: string, input: object) =>
    app.send("PUT", `/admin/operation-costs/${operation}`, ada, input);

  test("the price list is public, and a change counts at once", async () => {
    const list = await app.get("/credits/operation-costs?appId=invoicer");
    expect(list.body.costs).toContainEqual({
      operation: "payroll.run",
      cost: 5,
      unit: "run",
      description: "Run payroll",
      enabled: true,
    });
    expect(list.body.total).toBe(list.body.costs.length);
    const { status, body } = await set("payroll.export", { cost: 1.25, enabled: false });
    expect([status, body.cost]).toMatchObject([
      200,
      { operation: "payroll.export", cost: 1.25, enabled: false },
    ]);
    const price = await app.get("/credits/operation-cost?appId=central&operation=payroll.export");
    expect(price.body).toMatchObject({ cost: 1.25, enabled: false });
    const [row] = await app.database.query<{ changes: string }>(
      "SELECT changes::text AS changes FROM hub.audit_log WHERE action = 'setOperationCost' ORDER BY at DESC, id DESC LIMIT 1",
    );
    expect(JSON.parse(row!.changes)).toMatchObject({ before: { cost: 100, enabled: true } });
  });

  test("a new operation needs all fields", async () => {
    const refused = await set("sample.thing", { cost: 1 });
    expect(refused.body.details.fields.map(({ path }: { path: string }) => path)).toEqual([
      "unit",
      "description",
    ]);
    const made = await set("sample.thing", { cost: 1, unit: "thing", description: "A thing" });
    expect(made.body.cost).toEqual({
      operation: "sample.thing",
      cost: 1,
      unit: "thing",
      description: "A thing",
      enabled: true,
    });
  });

  test("the price list of an unknown app is 404", async () => {
    const { status, body } = await app.get("/credits/operation-costs?appId=nowhere");
    expect([status, body.code]).toEqual([404, "APP_NOT_FOUND"]);
  });
});
