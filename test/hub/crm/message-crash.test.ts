import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { BulkMail } from "../../../src/mail/bulk-mail.port.ts";
import { saveProfile } from "../../../subgraphs/hub/crm/campaigns/campaign-profile.service.ts";
import { sendBulkEmail } from "../../../subgraphs/hub/crm/campaigns/campaign-send.service.ts";
import {
  deliverDueMails,
  giveUpLostMails,
} from "../../../subgraphs/hub/crm/messages/message-delivery.service.ts";
import { dieAt, watchCalls, watchStatements } from "../../support/crash.ts";
import { until } from "../../support/poll.ts";
import { createKeyOwner } from "../api-keys/key-owners.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { postalAddress } from "./message-world.ts";

let app: HubApp;
let endWatching: () => void;
const inbox: string[] = [];
beforeAll(async () => {
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

test.each([
  ["is not done", false],
  ["is done and nobody hears of it", true],
])(
  "a process that dies at any step, which %s, sends nothing twice, loses nothing unsaid, and leaves a quota that is right",
  async (_name, isDone) => {
    for (let at = 1; ; at++) {
      inbox.splice(0);
      const id = await startCampaign(newId("usr"), ["a@mail.example", "hard@mail.example", "c@mail.example"]);
      const { hasDied, lastStep } = await dieAt({ at, isDone }, () =>
        deliverDueMails(app.contextFor(null), 2, 0),
      );
      await goOn();
      const rows = await app.database.query<{ address: string; status: string; reason: string | null }>(
        "SELECT address, status, reason FROM hub.crm_messages WHERE campaign_id = $1 ORDER BY address",
        [id],
      );
      const what = `${at}: ${lastStep.slice(0, 60)} ${JSON.stringify(rows)}`;
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
      if (!hasDied) {
        expect(at).toBeGreaterThan(20);
        return;
      }
    }
  },
);

/** Another process sends the remaining messages, and later times out those of the dead one. */
async function goOn(): Promise<void> {
  const later = app.contextFor(null, { at: new Date(Date.now() + 3 * 60_000) });
  await deliverDueMails(app.contextFor(null), 2);
  // The server detects a dead client a moment later; until then its rows are locked and skipped.
  await until("nobody has one in hand", async () => {
    await giveUpLostMails(later);
    const sql = "SELECT 1 FROM hub.crm_messages WHERE status = 'sending' LIMIT 1";
    return (await app.database.query(sql)).length === 0;
  });
}

test("two parallel processes send each message once", async () => {
  const recipients = Array.from({ length: 120 }, (_, index) => `p${index}@mail.example`);
  const { ownerId } = await createKeyOwner(app, { plan: "starter" });
  await startCampaign(ownerId, recipients);
  await Promise.all([1, 2, 3].map(() => deliverDueMails(app.contextFor(null), 5)));
  expect(inbox.toSorted()).toEqual(recipients.toSorted());
});
