/** External services that do the work and respond after the timeout. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../support/app.ts";
import { until } from "../support/poll.ts";
import { formBody, newTaxBusiness, taxFaults } from "../support/tax.ts";
import {
  allowSync,
  connect,
  control,
  createSaver,
  exchange,
  fault,
  logIn,
  presentIds,
  storedIds,
  sync,
} from "./banking/bank-world.ts";

const timeoutMs = 400;
const latencyMs = 1_200;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    BANK_TIMEOUT_MS: String(timeoutMs),
    TAXFILING_TIMEOUT_MS: String(timeoutMs),
  });
});
afterEach(async () => {
  await fault(app, null);
  await control(app, "/replies/faults", {});
  await taxFaults(app, null);
});
afterAll(() => app?.close());

describe("a bank that answers late", () => {
  test("an exchange that times out reports an unclear outcome, keeps nothing partial, and the login can be retried", async () => {
    const saver = await createSaver(app);
    const login = await logIn(app);
    await control(app, "/replies/faults", {
      delayMs: latencyMs,
      path: "/item/public_token/exchange",
      times: 1,
    });
    const late = await exchange(app, saver, login);
    expect(late).toMatchObject({ status: 502, body: { code: "UPSTREAM_FAILED" } });
    const before = await app.get("/integrations/bank/connections", saver.headers);
    expect(before.body.connections).toEqual([]);
    // The provider's token was spent by the lost answer: a new login of the same person connects.
    const again = await exchange(app, saver, await logIn(app, { login: login.login }));
    expect(again.status).toBe(200);
    const after = await app.get("/integrations/bank/connections", saver.headers);
    expect(after.body.connections).toHaveLength(1);
  });

  test("a sync that times out stores nothing, and everything when it is repeated", async () => {
    const saver = await createSaver(app);
    const { connectionId, itemId } = await connect(app, saver);
    await allowSync(app, connectionId);
    await control(app, `/items/${itemId}/transactions`, { add: 600, notify: false });
    const stored = await storedIds(app, connectionId);
    await control(app, "/replies/faults", { delayMs: latencyMs, path: "/transactions/sync", times: 1 });
    expect(await sync(app, saver, connectionId)).toMatchObject({
      status: 500,
      body: { code: "BANK_PROVIDER_ERROR", details: { retryable: true } },
    });
    expect(await storedIds(app, connectionId)).toEqual(stored);
    await allowSync(app, connectionId);
    expect((await sync(app, saver, connectionId)).body).toMatchObject({ added: 600 });
    expect(await storedIds(app, connectionId)).toEqual(await presentIds(app, itemId));
  });
});

describe("a tax provider that responds late", () => {
  test("a form that was sent twice has one record at the tax provider, and its status is known", async () => {
    const sub = "usr_late_filer";
    const headers = { authorization: `Bearer ${await app.tokenFor({ sub, expiresInSeconds: 86_400 })}` };
    const businessId = await newTaxBusiness(app, headers);
    const body = formBody(businessId, {});
    const path = "/integrations/taxfiling/forms/1099-nec";
    await taxFaults(app, { latencyMs });
    const late = await app.post(path, body, headers);
    expect(late).toMatchObject({
      status: 500,
      body: { code: "TAX_PROVIDER_ERROR", details: { retryable: true } },
    });
    const records = async () => {
      const answer = await fetch(`${app.sandboxUrl}/taxfiling/records`);
      return ((await answer.json()) as { records: { recordId: string; reference: string }[] }).records;
    };
    await until("the late call is taken", async () => (await records()).length === 1);
    await taxFaults(app, null);
    const filed = await app.post(path, body, headers);
    expect(filed).toMatchObject({ status: 200, body: { status: "submitted" } });
    const taken = await records();
    expect(taken.map(({ recordId }) => recordId)).toEqual([filed.body.recordId ?? taken[0]!.recordId]);
  });
});
