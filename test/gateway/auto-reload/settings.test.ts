import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createPerson } from "../support/people.ts";
import { createPayer, type Payer } from "./payers.ts";

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await openSharedApp();
  payer = await createPayer(app, 1_000);
});
afterAll(() => app?.close());

const path = "/credits/auto-reload";
const usual = { enabled: true, thresholdCredits: 20, packageId: "pkg_starter", monthlyCap: 5000 };
const put = (body: object, headers: Record<string, string> = payer.headers) =>
  app.send("PUT", path, headers, body);
const get = (headers: Record<string, string> = payer.headers) => app.get(path, headers);

describe("auto-reload settings", () => {
  test("auto-reload is disabled until it is saved", async () => {
    const person = await createPerson(app);
    const { status, body } = await get({ ...person.headers, "x-app-id": "central" });
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        config: {
          enabled: false,
          thresholdCredits: null,
          packageId: null,
          monthlyCap: null,
          webhookUrl: null,
          status: "disabled",
          reason: null,
          currentMonth: {
            month: expect.stringMatching(/^\d{4}-\d\d$/),
            spentCents: 0,
            remainingCents: 0,
            count: 0,
          },
          lastAttemptAt: null,
          nextAttemptAt: null,
          consecutiveFailures: 0,
        },
      },
    ]);
  });

  test.each<[string, object, number, string, string[]?]>([
    ["nothing at all", {}, 400, "VALIDATION_ERROR", ["enabled"]],
    [
      "enabled alone",
      { enabled: true },
      400,
      "VALIDATION_ERROR",
      ["thresholdCredits", "packageId", "monthlyCap"],
    ],
    [
      "off with a part",
      { enabled: false, monthlyCap: 1 },
      400,
      "VALIDATION_ERROR",
      ["thresholdCredits", "packageId"],
    ],
    ["a null", { ...usual, packageId: null }, 400, "VALIDATION_ERROR", ["packageId"]],
    [
      "a negative threshold",
      { ...usual, thresholdCredits: -0.01 },
      400,
      "VALIDATION_ERROR",
      ["thresholdCredits"],
    ],
    [
      "a threshold above a million",
      { ...usual, thresholdCredits: 1_000_000.01 },
      400,
      "VALIDATION_ERROR",
      ["thresholdCredits"],
    ],
    ["a third decimal", { ...usual, thresholdCredits: 1.001 }, 400, "VALIDATION_ERROR", ["thresholdCredits"]],
    [
      "a threshold that is a text",
      { ...usual, thresholdCredits: "20" },
      400,
      "VALIDATION_ERROR",
      ["thresholdCredits"],
    ],
    ["a negative cap", { ...usual, monthlyCap: -1 }, 400, "VALIDATION_ERROR", ["monthlyCap"]],
    ["a cap with a fraction", { ...usual, monthlyCap: 5000.5 }, 400, "VALIDATION_ERROR", ["monthlyCap"]],
    ["a field that is not known", { ...usual, quantity: 2 }, 400, "VALIDATION_ERROR", ["quantity"]],
    ["a cap below the package", { ...usual, monthlyCap: 999 }, 400, "CAP_BELOW_PACKAGE"],
    ["a package that is not on sale", { ...usual, packageId: "pkg_nonesuch" }, 404, "PACKAGE_NOT_FOUND"],
    ["the same while off", { ...usual, enabled: false, packageId: "pkg_nonesuch" }, 404, "PACKAGE_NOT_FOUND"],
    ["a plain http address", { ...usual, webhookUrl: "http://hooks.example.com/" }, 400, "INVALID_URL"],
    ["a private address", { ...usual, webhookUrl: "https://192.168.0.1/" }, 400, "INVALID_URL"],
    ["no address", { ...usual, webhookUrl: "hooks" }, 400, "INVALID_URL"],
    ["another app than the header", { ...usual, appId: "payroll" }, 400, "APP_CONFLICT"],
  ])("with %s is refused, and nothing is saved", async (_words, body, status, code, paths) => {
    const before = (await get()).text;
    const answer = await put(body);
    expect([answer.status, answer.body.code, answer.body.success]).toEqual([status, code, false]);
    if (paths) {
      const fields = answer.body.details.fields as { path: string }[];
      expect(fields.map((field) => field.path).sort()).toEqual([...paths].sort());
    }
    expect((await get()).text).toBe(before);
  });

  test.each<[string, object]>([
    ["no threshold at all", { ...usual, thresholdCredits: 0 }],
    ["the highest threshold, off", { ...usual, enabled: false, thresholdCredits: 1_000_000 }],
    ["a cap of one package", { ...usual, monthlyCap: 1000 }],
    ["no cap while off", { ...usual, enabled: false, monthlyCap: 0 }],
    ["two decimals", { ...usual, thresholdCredits: 0.01 }],
    ["an address", { ...usual, webhookUrl: "https://hooks.example.com/reload" }],
  ])("with %s is saved and echoed", async (_words, body) => {
    const { status, body: answer } = await put(body);
    expect([status, answer]).toMatchObject([200, { success: true, config: { webhookUrl: null, ...body } }]);
    expect((await get()).body.config).toEqual(answer.config);
  });

  test("`enabled: false` alone keeps the other settings; a full save clears omitted ones", async () => {
    await put({ ...usual, webhookUrl: "https://hooks.example.com/keep" });
    const off = await put({ enabled: false });
    expect(off.body.config).toMatchObject({
      ...usual,
      enabled: false,
      status: "disabled",
      webhookUrl: "https://hooks.example.com/keep",
    });
    expect((await put(usual)).body.config).toMatchObject({ ...usual, webhookUrl: null, status: "active" });
  });

  test("enabling needs a default payment method, disabling does not", async () => {
    const person = await createPerson(app, 50);
    const headers = { ...person.headers, "x-app-id": "central" };
    const refused = await put(usual, headers);
    expect([refused.status, refused.body.code]).toEqual([409, "NO_PAYMENT_METHOD"]);
    expect((await put({ ...usual, enabled: false }, headers)).status).toBe(200);
  });

  test("saving with credits below the threshold starts a reload immediately", async () => {
    const poor = await createPayer(app, 5);
    expect((await put(usual, poor.headers)).status).toBe(200);
    const { reloads } = (await app.get(`${path}/history`, poor.headers)).body;
    expect(reloads).toMatchObject([{ triggerBalance: 5, thresholdCredits: 20, attempt: 1 }]);
  });

  test("settings belong to an app that exists and that the key has access to", async () => {
    const { authorization = "" } = payer.headers;
    const bare = await put(usual, { authorization });
    expect([bare.status, bare.body.code]).toEqual([400, "MISSING_APP_ID"]);
    const unknown = await put(usual, { authorization, "x-app-id": "nonesuch" });
    expect([unknown.status, unknown.body.code]).toEqual([400, "UNKNOWN_APP"]);
    await put({ ...usual, thresholdCredits: 7 }, { authorization, "x-app-id": "payroll" });
    expect((await get()).body.config.thresholdCredits).not.toBe(7);
    expect((await app.get("/a/payroll/credits/auto-reload", { authorization })).body.config).toMatchObject({
      thresholdCredits: 7,
    });
    const asTool = await app.tool("get_auto_reload", { appId: "payroll" }, { authorization });
    expect(asTool.body.config).toMatchObject({ thresholdCredits: 7 });
  });

  test("an idempotency key saves once and is rejected for another input", async () => {
    const headers = { ...payer.headers, "idempotency-key": newId("k") };
    const first = await put(usual, headers);
    const again = await put(usual, headers);
    expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"]);
    const other = await put({ ...usual, monthlyCap: 6000 }, headers);
    expect([other.status, other.body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  });
});

describe("auto-reload history", () => {
  /** This many failed and succeeded reloads, two at each moment, so that ids decide the order. */
  async function withReloads(count: number) {
    const owner = await createPerson(app);
    await app.database.query(
      `INSERT INTO gateway.auto_reloads (id, owner_id, app_id, wallet_app_id, status, reason, triggered_at,
         trigger_balance, threshold, package_id, credits, amount_cents, currency, month, spent_before_cents, cap_cents,
         attempt, settled_at)
       SELECT 'rld_' || $1 || lpad(n::text, 3, '0'), $1, 'central', 'central',
         CASE n % 3 WHEN 0 THEN 'failed' ELSE 'succeeded' END, CASE n % 3 WHEN 0 THEN 'charge_failed' END,
         timestamptz '2026-05-01' + (n / 2) * interval '1 minute', 0, 2000, 'pkg_starter', 10000, 1000, 'USD',
         '2026-05', 0, 5000, 1, now()
       FROM generate_series(1, $2) AS n`,
      [owner.ownerId, count],
    );
    return { ...owner.headers, "x-app-id": "central" };
  }
  const idsOf = (body: { reloads: { id: string }[] }) => body.reloads.map(({ id }) => id.slice(-3));

  test("history pages are newest first, without duplicates or gaps", async () => {
    const headers = await withReloads(7);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? "" : `&after=${encodeURIComponent(cursor)}`;
      const { body } = await app.get(`${path}/history?limit=3${after}`, headers);
      seen.push(...idsOf(body));
      cursor = body.nextCursor as string | null;
    } while (cursor !== null);
    expect(seen).toEqual(["007", "006", "005", "004", "003", "002", "001"]);
    const failed = await app.get(`${path}/history?status=failed`, headers);
    expect(idsOf(failed.body)).toEqual(["006", "003"]);
  });

  test("history cursors are valid for their own list only", async () => {
    const headers = await withReloads(3);
    const { nextCursor } = (await app.get(`${path}/history?limit=1`, headers)).body;
    const stranger = await withReloads(3);
    for (const [query, asked] of [
      [`status=failed&after=${nextCursor}`, headers],
      [`after=${nextCursor}x`, headers],
      ["after=nonsense", headers],
      [`after=${nextCursor}`, { ...headers, "x-app-id": "payroll" }],
      [`after=${nextCursor}`, stranger],
    ] as const) {
      const { status, body } = await app.get(`${path}/history?${query}`, asked);
      expect([query, status, body.code]).toEqual([query, 400, "INVALID_CURSOR"]);
    }
  });

  test.each(["limit=0", "limit=101", "status=lost", "offset=1"])("history rejects ?%s", async (query) => {
    const { status, body } = await app.get(`${path}/history?${query}`, payer.headers);
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
  });
});
