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

const newAppId = () => newId("app").replace("_", "-");
const texts = { name: "Desk", tagline: "A desk", description: "For tests.", category: "office" };
const create = (body: object, headers = ada) => app.post("/admin/apps", { ...texts, ...body }, headers);
const change = (appId: string, body: object, headers = ada) =>
  app.send("PATCH", `/admin/apps/${appId}`, headers, body);
const callFor = async (appId: string) =>
  app.get("/credits/balance/central", { ...(await app.as("eve")), "x-app-id": appId });

describe("an app", () => {
  test("a registered app can be used by the next request, with its stored fields", async () => {
    const appId = newAppId();
    expect((await callFor(appId)).body.code).toBe("UNKNOWN_APP");
    const facts = {
      slug: `desk-${appId}`,
      iconUrl: "https://cdn.example/i.png",
      screenshots: ["https://cdn.example/1.png"],
      features: ["Fast", "Calm"],
      startingPrice: { amount: 12.5, currency: "eur", interval: "year" },
      launchDate: "2027-03-01",
      defaultUrl: "https://desk.example/app/",
      allowedOrigins: ["https://desk.example", "http://localhost:3000", "https://desk.example"],
      visibility: "public",
    };
    const { status, body } = await create({ appId, ...facts });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      app: {
        appId,
        ...texts,
        ...facts,
        startingPrice: { amount: 12.5, currency: "EUR", interval: "year" },
        defaultUrl: "https://desk.example/app",
        allowedOrigins: ["https://desk.example", "http://localhost:3000"],
        status: "active",
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    // Known, but not the other app's.
    expect((await callFor(appId)).body.code).toBe("APP_CONFLICT");
    expect((await app.get(`/admin/apps/${appId}`, ada)).body).toEqual(body);
  });

  test("an app is hidden unless set otherwise", async () => {
    const { body } = await create({ appId: newAppId() });
    expect(body.app).toMatchObject({
      visibility: "hidden",
      allowedOrigins: [],
      defaultUrl: null,
      startingPrice: null,
    });
  });

  test("an app with a name or slug in use is 409", async () => {
    for (const input of [{ appId: "invoicer" }, { appId: newAppId(), slug: "invoicer" }]) {
      const { status, body } = await create(input);
      expect([status, body.code]).toEqual([409, "APP_EXISTS"]);
    }
  });

  test("an app is created once per idempotency key", async () => {
    const input = { appId: newAppId() };
    const keyed = { ...ada, "idempotency-key": newId("key") };
    const first = await create(input, keyed);
    const second = await create(input, keyed);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    expect(second.body).toEqual(first.body);
  });

  test("an update of an app sets given fields; null clears optional ones", async () => {
    const appId = newAppId();
    await create({
      appId,
      features: ["One"],
      startingPrice: { amount: 5, currency: "USD", interval: "month" },
    });
    const renamed = await change(appId, { name: "Table" });
    expect(renamed.body.app).toMatchObject({
      name: "Table",
      features: ["One"],
      startingPrice: { amount: 5 },
    });
    const cleared = await change(appId, { features: null, startingPrice: null });
    expect(cleared.body.app).toMatchObject({ name: "Table", features: [], startingPrice: null });
    const refused = await change(appId, { name: null, visibility: null });
    expect(refused.status).toBe(400);
    expect(refused.body.details.fields.map(({ path }: { path: string }) => path)).toEqual([
      "name",
      "visibility",
    ]);
  });

  test("a retired app is unknown from the next request on, and can be restored", async () => {
    const appId = newAppId();
    await create({ appId });
    expect((await callFor(appId)).body.code).toBe("APP_CONFLICT");
    expect((await change(appId, { status: "retired" })).body.app.status).toBe("retired");
    expect((await callFor(appId)).body.code).toBe("UNKNOWN_APP");
    expect(
      (await app.get("/admin/apps", ada)).body.apps.map((one: { appId: string }) => one.appId),
    ).toContain(appId);
    await change(appId, { status: "active" });
    expect((await callFor(appId)).body.code).toBe("APP_CONFLICT");
  });

  test("the app that holds all users' plans cannot be retired", async () => {
    const { status, body } = await change("central", { status: "retired" });
    expect([status, body.code]).toEqual([409, "INVALID_STATE"]);
  });

  test("all faults of an app's input are reported at once", async () => {
    const { status, body } = await create({
      appId: "No App",
      name: "",
      slug: "Not-A-Slug",
      iconUrl: "http://cdn.example/i.png",
      screenshots: ["https://cdn.example/1.png", "nothing"],
      defaultUrl: "https://a.example/?next=x",
      allowedOrigins: ["https://ok.example", "https://*.example", "http://a.example"],
      visibility: "secret",
      owner: "me",
    });
    expect(status).toBe(400);
    expect(body.details.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
      "allowedOrigins.1",
      "allowedOrigins.2",
      "appId",
      "defaultUrl",
      "iconUrl",
      "name",
      "owner",
      "screenshots.1",
      "slug",
      "visibility",
    ]);
  });

  test.each([
    [{ amount: 1.005, currency: "USD", interval: "month" }, "AMOUNT_PRECISION"],
    [{ amount: 1.5, currency: "JPY", interval: "month" }, "AMOUNT_PRECISION"],
    [{ amount: 1, currency: "ZZZ", interval: "month" }, "INVALID_CURRENCY"],
    [{ amount: -1, currency: "USD", interval: "month" }, "VALIDATION_ERROR"],
  ])("with the price %j is 400 %s", async (startingPrice, code) => {
    const { status, body } = await create({ appId: newAppId(), startingPrice });
    expect([status, body.code]).toEqual([400, code]);
  });

  test("a change of an app writes an audit row with its id", async () => {
    const appId = newAppId();
    await create({ appId });
    await change(appId, { name: "Other" });
    const rows = await app.database.query(
      "SELECT action, actor_id, outcome FROM hub.audit_log WHERE target_id = $1 ORDER BY at, id",
      [appId],
    );
    expect(rows).toEqual(
      ["createApp", "updateApp"].map((action) => ({ action, actor_id: "demo-ada", outcome: "ok" })),
    );
  });
});

describe("the registry", () => {
  test.each<[string, string, object?]>([
    ["GET", "/admin/apps"],
    ["GET", "/admin/apps/invoicer"],
    ["POST", "/admin/apps", { appId: "sneaky", ...texts }],
    ["PATCH", "/admin/apps/invoicer", { name: "Mine" }],
  ])("%s %s is for administrators alone", async (method, url, body) => {
    expect((await app.send(method, url, {}, body)).status).toBe(401);
    const answer = await app.send(method, url, await app.as("eve"), body);
    expect([answer.status, answer.body.details.reason]).toEqual([403, "admin_required"]);
  });

  test("an unknown app is 404 in the registry", async () => {
    for (const answer of [
      await app.get("/admin/apps/nothing", ada),
      await change("nothing", { name: "x" }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, "APP_NOT_FOUND"]);
    }
  });

  test("each demo app has a URL and origins", async () => {
    const { body } = await app.get("/admin/apps/payroll", ada);
    expect(body.app.defaultUrl).toBe("https://payroll.demo.example");
    expect(body.app.allowedOrigins).toEqual(
      expect.arrayContaining(["https://payroll.demo.example", "http://localhost:3000"]),
    );
  });
});

describe("an unknown app", () => {
  test("an unknown app is 404 to public reads and 400 to writes", async () => {
    expect((await app.get("/credits/packages/nothing")).body.code).toBe("APP_NOT_FOUND");
    const body = { appId: "nothing", amount: 1, description: "x" };
    const { status, body: refusal } = await app.post("/credits/consume", body, await app.as("eve"));
    expect([status, refusal.code]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("with open apps the first use registers an unknown app, hidden; a retired one stays retired", async () => {
    const open = await createTestApp({ APPS_OPEN: "1" });
    try {
      const person = await open.as("eve");
      const hold = (appId: string) =>
        open.post("/credits/check-sufficient", { appId, requiredAmount: 1 }, person);
      const answers = await Promise.all(Array.from({ length: 5 }, () => hold("brand-new")));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const admin = await open.as("ada");
      const { body } = await open.get("/admin/apps/brand-new", admin);
      expect(body.app).toMatchObject({ name: "brand-new", visibility: "hidden", status: "active" });
      expect((await open.get("/marketplace/apps")).text).not.toContain("brand-new");
      expect((await hold("Not An App")).status).toBe(400);
      await open.send("PATCH", "/admin/apps/brand-new", admin, { status: "retired" });
      expect((await hold("brand-new")).status).toBe(400);
    } finally {
      await open.close();
    }
  });
});
