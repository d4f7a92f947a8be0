import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceBody } from "../../gateway/support/people.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { foundOrganization, newMember, signUp } from "../accounts/organizations.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

interface EventBody {
  type: string;
  account: string;
  actor: { type: string; id: string } | null;
  data: { object: Record<string, unknown> };
}

/** Events of an account that match, once there are this many. */
function eventsOf(
  accountId: string,
  matches: (event: EventBody) => boolean,
  count = 1,
): Promise<EventBody[]> {
  return until(`${count} events`, async () => {
    const sql = "SELECT body FROM hub.webhook_events WHERE owner_id = $1 ORDER BY created_at, id";
    const rows = await app.database.query<{ body: string }>(sql, [accountId]);
    const found = rows.map(({ body }) => JSON.parse(body) as EventBody).filter(matches);
    return found.length >= count && found;
  });
}

test("webhook events name the account and who caused them: a member or a key", async () => {
  const owner = await signUp(app);
  const id = await foundOrganization(app, owner);
  const endpoint = { url: "https://93.184.216.34/hooks", eventTypes: ["*"] };
  expect((await app.post("/webhooks/endpoints", endpoint, owner.in(id))).status).toBe(201);
  const { person, headers } = await newMember(app, id, "member");
  const member = { type: "user", id: person.userId };
  const made = await app.post("/invoices", invoiceBody(), { ...headers, "x-app-id": "invoicer" });
  expect(made.status).toBe(201);
  const [created] = await eventsOf(id, ({ type }) => type === "invoice.created");
  expect([created!.account, created!.actor]).toEqual([id, member]);

  const scopes = ["write:credits", "write:invoices"];
  const { body } = await app.post("/api-keys", { name: "Till", scopes }, owner.in(id));
  const [issued] = await eventsOf(id, ({ type }) => type === "api_key.created");
  expect(issued!.actor).toEqual({ type: "user", id: owner.userId });
  const byKey = { "x-api-key": body.key as string };
  await app.post("/invoices", invoiceBody(), { ...byKey, "x-app-id": "invoicer" });
  const key = { type: "api_key", id: body.apiKey.id as string };
  const invoices = await eventsOf(id, ({ type }) => type === "invoice.created", 2);
  expect(invoices.map(({ actor }) => actor)).toEqual([member, key]);

  // What a request spends is written by another process at times, and together with that of others: the actor is the same.
  const balance = (await app.get("/credits/balance/central", owner.in(id))).body.available as number;
  const spent = { appId: "central", amount: balance, description: "all" };
  expect((await app.post("/credits/consume", spent, { ...byKey, "x-app-id": "central" })).status).toBe(200);
  const [exhausted] = await eventsOf(id, ({ type }) => type === "credits.exhausted");
  expect([exhausted!.account, exhausted!.actor]).toEqual([id, key]);
});
