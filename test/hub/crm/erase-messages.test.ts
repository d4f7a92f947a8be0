import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverDueMails } from "../../../subgraphs/hub/crm/messages/message-delivery.service.ts";
import { eraseMessages } from "../../../subgraphs/hub/crm/messages/erase-messages.service.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { eraseAt } from "../support/erasure.ts";
import {
  campaignIs,
  hubContext,
  inboxOf,
  mailBody,
  newAddresses,
  newSender,
  startCampaign,
} from "./message-world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const contextIn = (days: number) => ({ ...hubContext(app), clock: { now: () => inDays(days) } });

/** All text that the sending tables hold of an account. */
async function storedOf(ownerId: string): Promise<string> {
  const tables = ["crm_profiles", "crm_campaigns", "crm_messages", "crm_delivery_reports"];
  const rows = await Promise.all(
    tables.map((table) => app.database.query(`SELECT * FROM hub.${table} WHERE owner_id = $1`, [ownerId])),
  );
  return JSON.stringify(rows.flat());
}

test("an erased account keeps counts, but no recipient, no content and nothing to send", async () => {
  const sender = await newSender(app);
  const neighbour = await newSender(app);
  const [ann, bounced] = [newAddresses(1)[0]!, newAddresses(1, "hard-bounce")[0]!];
  const later = newAddresses(2);
  const personal = { fromName: "Kim Secret", replyTo: "kim@secret.example" };
  const to = [{ email: ann, name: "Ann Secret", variables: { code: "secret-code" } }, bounced, "bad secret"];
  const done = await startCampaign(app, sender, mailBody(to, personal));
  await campaignIs(app, sender, done, "completed");
  const scheduledAt = inDays(20).toISOString();
  await startCampaign(app, sender, mailBody(later, { scheduledAt, subject: "A secret to come" }));
  await startCampaign(app, neighbour, mailBody([ann], { scheduledAt, subject: "Theirs" }));
  const text = { to: "+12125550147", body: "A secret text", category: "transactional" };
  expect((await app.post("/crm/send-sms", text, sender.headers)).status).toBe(200);
  await app.send("DELETE", "/auth/me", sender.headers);

  // The account is closed: its messages wait, and another account's do not.
  await deliverDueMails(contextIn(21), 8);
  expect(await inboxOf(app, later)).toEqual([]);
  expect((await inboxOf(app, [ann])).map(({ subject }) => subject)).toEqual(["Hello Ann", "Theirs"]);

  await eraseMessages(contextIn(29));
  expect(await storedOf(sender.ownerId)).toContain("Kim Secret");
  await eraseAt(app, inDays(31));
  const [moved] = await app.database.query<{ alias: string }>(
    "SELECT owner_id AS alias FROM hub.crm_campaigns WHERE id = $1",
    [done],
  );
  const { alias } = moved!;
  expect(alias).toMatch(/^erased_/);
  await app.database.query(
    `UPDATE hub.crm_messages SET status = 'sending', claim = 'c', claimed_until = now() + interval '1 day'
     WHERE owner_id = $1 AND address = $2`,
    [alias, later[0]],
  );
  await eraseMessages(contextIn(31));
  // A message under way is erased after its outcome.
  expect(await storedOf(alias)).toContain(later[0]);
  await app.database.query(
    `UPDATE hub.crm_messages SET status = 'sent', sent_at = now(), claimed_until = NULL
     WHERE owner_id = $1 AND address = $2`,
    [alias, later[0]],
  );
  expect(await eraseMessages(contextIn(32))).toBe(1);
  expect(await eraseMessages(contextIn(33))).toBe(0);
  const left = await storedOf(alias);
  for (const word of [ann, bounced, ...later, "ecret", "Sample LLC", "Main St", "+1212", "shop.example"])
    expect(left).not.toContain(word);
  expect(await storedOf(sender.ownerId)).toBe("[]");
  expect(await storedOf(neighbour.ownerId)).toContain(ann);

  const campaigns = await app.database.query(
    "SELECT status, total, accepted, invalid FROM hub.crm_campaigns WHERE owner_id = $1 ORDER BY created_at",
    [alias],
  );
  expect(campaigns).toEqual([
    { status: "completed", total: 3, accepted: 2, invalid: 1 },
    { status: "cancelled", total: 2, accepted: 2, invalid: 0 },
  ]);
  const use = await app.database.query(
    "SELECT kind, sum(used)::int AS used, sum(reserved)::int AS reserved FROM hub.crm_quota_use WHERE owner_id = $1 GROUP BY kind ORDER BY kind",
    [alias],
  );
  expect(use).toMatchObject([
    { kind: "email", used: 3, reserved: 0 },
    { kind: "sms", reserved: 0 },
  ]);
});
