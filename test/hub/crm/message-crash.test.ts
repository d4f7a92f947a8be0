import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { BulkMail } from "../../../src/mail/bulk-mail.port.ts";
import { saveProfile } from "../../../subgraphs/hub/crm/campaign-profile.service.ts";
import { sendBulkEmail } from "../../../subgraphs/hub/crm/campaign-send.service.ts";
import { deliverDueMails, giveUpLostMails } from "../../../subgraphs/hub/crm/message-delivery.service.ts";
import { buildProgram, startProcess, untilReady } from "../../main/support/platform-process.ts";
import { sendJson, startTestSandbox } from "../../sandbox/start-test-sandbox.ts";
import { dieAt, watchCalls, watchStatements } from "../../support/crash.ts";
import { until } from "../../support/poll.ts";
import { createTestDatabase } from "../../support/postgres.ts";
import { createKeyOwner } from "../api-keys/key-owners.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { postalAddress } from "./message-world.ts";

let app: HubApp;
let endWatching: () => void;
const inbox: string[] = [];
beforeAll(async () => {
  await buildProgram();
  const bulkMail: BulkMail = {
    maxConnections: 4,
    send: async (message) => {
      inbox.push(message.to.address);
      return message.to.address.startsWith("hard")
        ? { kind: "bounced", isHard: true, code: "550" }
        : { kind: "taken" };
    },
    close: async () => undefined,
  };
  watchCalls(bulkMail);
  app = await createHubApp({ bulkMail });
  endWatching = await watchStatements(app.contextFor(null).em);
});
afterAll(async () => {
  endWatching?.();
  await app?.close();
});
beforeEach(async () => {
  inbox.splice(0);
  await app.database.query("UPDATE hub.crm_campaigns SET status = 'cancelled' WHERE completed_at IS NULL");
});

async function startCampaign(ownerId: string, recipients: string[]): Promise<string> {
  const ctx = app.contextFor(ownerId);
  await saveProfile(ctx, { businessName: "Sample", postalAddress });
  const content = { subject: "Hello", htmlBody: "<p>Hello</p>" };
  return (await sendBulkEmail(app.contextFor(ownerId), { recipients, ...content })).campaignId;
}

test("a process that dies at any step sends nothing twice, loses nothing unsaid, and leaves a quota that is right", async () => {
  const later = () => new Date(Date.now() + 3 * 60_000);
  for (const isDone of [false, true]) {
    for (let at = 1; ; at++) {
      inbox.splice(0);
      const ownerId = newId("usr");
      const recipients = ["a@mail.example", "hard@mail.example", "c@mail.example"];
      const id = await startCampaign(ownerId, recipients);
      const { hasDied, lastStep } = await dieAt({ at, isDone }, () =>
        deliverDueMails(app.contextFor(null), 2),
      );
      await deliverDueMails(app.contextFor(null), 2);
      await giveUpLostMails(app.contextFor(null, { at: later() }));
      await deliverDueMails(app.contextFor(null, { at: later() }), 2);
      const rows = await app.database.query<{ address: string; status: string; reason: string | null }>(
        "SELECT address, status, reason FROM hub.crm_messages WHERE campaign_id = $1 ORDER BY address",
        [id],
      );
      const what = `${at} ${isDone ? "done" : "not done"}: ${lastStep.slice(0, 60)} ${JSON.stringify(rows)}`;
      expect(new Set(inbox).size, what).toBe(inbox.length);
      for (const { address, status, reason } of rows) {
        if (reason === "outcome_unknown") continue;
        expect(status, what).toBe(address.startsWith("hard") ? "bounced" : "sent");
        expect(inbox, what).toContain(address);
      }
      const unknown = rows.filter(({ reason }) => reason === "outcome_unknown").length;
      expect(unknown, what).toBeLessThanOrEqual(2);
      const [state] = await app.database.query(
        `SELECT c.status, q.used, q.reserved FROM hub.crm_campaigns c JOIN hub.crm_quota_use q ON q.owner_id = c.owner_id
         WHERE c.id = $1`,
        [id],
      );
      expect(state, what).toEqual({ status: "completed", used: 3, reserved: 0 });
      if (!hasDied) break;
    }
  }
}, 120_000);

test("two processes at once send each message once", async () => {
  const recipients = Array.from({ length: 120 }, (_, index) => `p${index}@mail.example`);
  const { ownerId } = await createKeyOwner(app, { plan: "starter" });
  await startCampaign(ownerId, recipients);
  await Promise.all([1, 2, 3].map(() => deliverDueMails(app.contextFor(null), 5)));
  expect(inbox.toSorted()).toEqual(recipients.toSorted());
});

test("a platform that is killed in the middle of a campaign goes on with it: nobody gets two, nobody is forgotten", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const world = await startTestSandbox();
  const env = { DATABASE_URL: database.url, SMTP_URL: world.smtpUrl };
  const first = await startProcess(env);
  await untilReady(first);
  const headers = { ...(await first.as("demo-bo")), "content-type": "application/json" };
  const call = (method: string, path: string, body?: object) =>
    fetch(`${first.url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  await call("PUT", "/crm/business-profile", { businessName: "Sample", postalAddress });
  const recipients = Array.from({ length: 500 }, (_, index) => `p${index}@mail.example`);
  await sendJson("POST", `${world.url}/control/smtp`, { latencyMs: 20 });
  const started = await call("POST", "/crm/send-bulk-email", {
    recipients,
    subject: "Hi",
    htmlBody: "<p>Hi</p>",
  });
  const { campaignId } = (await started.json()) as { campaignId: string };
  const mails = async () =>
    (await sendJson("GET", `${world.url}/mail/messages`)).body.messages as { to: string[] }[];
  await until("some have come", async () => (await mails()).length > 60);
  first.child.kill("SIGKILL");
  await first.ended;
  expect((await mails()).length).toBeLessThan(500);
  await sendJson("DELETE", `${world.url}/control/smtp`);
  await database.query("UPDATE hub.crm_messages SET claimed_until = now() WHERE status = 'sending'");
  const second = await startProcess(env);
  await untilReady(second);
  const done = async () =>
    (
      await database.query("SELECT 1 FROM hub.crm_campaigns WHERE id = $1 AND status = 'completed'", [
        campaignId,
      ])
    ).length === 1;
  await until("the rest is sent", done, 60_000);
  const came = (await mails()).map(({ to }) => to[0]!);
  expect(new Set(came).size).toBe(came.length);
  const rows = await database.query<{ address: string; status: string; reason: string | null }>(
    "SELECT address, status, reason FROM hub.crm_messages WHERE campaign_id = $1",
    [campaignId],
  );
  const unknown = rows.filter(({ reason }) => reason === "outcome_unknown");
  expect(unknown.length).toBeLessThanOrEqual(8);
  const told = rows
    .filter(({ status }) => status === "sent" || status === "delivered")
    .map(({ address }) => address);
  expect(told.length + unknown.length).toBe(500);
  for (const address of told) expect(came).toContain(address);
}, 240_000);
