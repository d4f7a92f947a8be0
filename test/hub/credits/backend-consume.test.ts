import { afterAll, beforeAll, expect, test } from "vitest";
import { demoServiceAccounts } from "../../../src/demo-identities.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { accountOf, createSpender } from "../support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp({ creditsConsume: "backend" });
});
afterAll(() => app?.close());

const body = { appId: "central", amount: 1, description: "x" };
const missing = { reason: "scope_missing", requiredScope: "consume:credits" };

async function asBackend(ownerId: string) {
  return { authorization: `Bearer ${demoServiceAccounts[0]!.key}`, "x-on-behalf-of": ownerId };
}

test("with backend-only spending, a user may neither consume nor hold credits, and may still read", async () => {
  const ownerId = await createSpender(app, 10);
  const headers = await app.as(ownerId);
  for (const path of ["/credits/consume", "/credits/holds"]) {
    const answer = await app.post(path, body, headers);
    expect([path, answer.status, answer.body.details]).toEqual([path, 403, missing]);
  }
  expect((await app.get("/credits/balance/central", headers)).body.balance).toBe(10);
  expect(await accountOf(app.database, ownerId)).toEqual({ balance: 10, held: 0 });
});

test("a service account that holds consume:credits spends for the person it acts for", async () => {
  const ownerId = await createSpender(app, 10);
  await app.get("/credits/balance/central", await app.as(ownerId));
  const spent = await app.post("/credits/consume", body, await asBackend(ownerId));
  expect([spent.status, spent.body.balance]).toEqual([200, 9]);
});

test("a service account without that scope may not, an API key may", async () => {
  const ownerId = await createSpender(app, 10);
  await app.get("/credits/balance/central", await app.as(ownerId));
  const headers = await asBackend(ownerId);
  await app.changeAccess("UPDATE hub.service_accounts SET scopes = array_remove(scopes, 'consume:credits')");
  const refused = await app.post("/credits/consume", body, headers);
  expect([refused.status, refused.body.details]).toEqual([403, missing]);
  expect((await app.post("/credits/consume", body, app.withKey("full"))).status).toBe(200);
  expect(await accountOf(app.database, ownerId)).toEqual({ balance: 10, held: 0 });
});
