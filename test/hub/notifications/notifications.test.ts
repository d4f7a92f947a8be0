import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MailMessage } from "../../../src/mail/mail.port.ts";
import { projectPath } from "../../../src/project-root.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { notificationEvents } from "../../../subgraphs/hub/notifications/notification-events.ts";
import {
  readPreferences,
  updatePreferences,
} from "../../../subgraphs/hub/notifications/notifications.service.ts";
import { notifyOwners } from "../../../subgraphs/hub/webhooks/notify-owners.service.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { createEndpointAt } from "../webhooks/webhook-world.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

const change = (
  ownerId: string,
  enabled: boolean,
  event: keyof typeof notificationEvents = "webhook_disabled",
) => updatePreferences(app.contextFor(ownerId), { preferences: [{ event, channel: "email", enabled }] });

/** Addresses that are mailed about an endpoint of each account that was disabled just now. */
async function mailedAbout(...ownerIds: string[]): Promise<string[]> {
  for (const ownerId of ownerIds) {
    const { endpointId } = await createEndpointAt(app, "http://127.0.0.1:9/", { ownerId });
    await app.database.query(
      "UPDATE hub.webhook_endpoints SET disabled_reason = 'gone', disabled_at = now() WHERE id = $1",
      [endpointId],
    );
  }
  const sent: MailMessage[] = [];
  const ctx = app.contextFor(null);
  const mail = {
    send: async (message: MailMessage) => {
      sent.push(message);
      return "accepted" as const;
    },
  };
  const ports: HubContext["ports"] = { ...ctx.ports, mail };
  await notifyOwners(Object.assign(Object.create(ctx) as HubContext, { ports }));
  return sent.map(({ to }) => to).toSorted();
}

test("a switched-off notification reaches no mail server, and comes back when it is switched on", async () => {
  const [pia, eve] = (await mailedAbout("demo-pia", "demo-eve")).toReversed() as [string, string];
  expect([pia, eve].every((address) => address.includes("@"))).toBe(true);
  const { preferences } = await change("demo-pia", false);
  expect(preferences).toContainEqual(expect.objectContaining({ event: "webhook_disabled", enabled: false }));
  expect(await mailedAbout("demo-pia", "demo-eve")).toEqual([eve]);
  // A mail that was not wanted is not sent later.
  await change("demo-pia", true);
  expect(await mailedAbout()).toEqual([]);
  expect(await mailedAbout("demo-pia")).toEqual([pia]);
});

test("a mandatory notification stays on, says why, and nothing of the request is stored", async () => {
  const both = updatePreferences(app.contextFor("demo-sam"), {
    preferences: [
      { event: "webhook_disabled", channel: "email", enabled: false },
      { event: "data_export_ready", channel: "email", enabled: false },
    ],
  });
  await expect(both).rejects.toMatchObject({ code: "INVALID_STATE", details: { reason: "mandatory" } });
  const { preferences } = await readPreferences(app.contextFor("demo-sam"));
  expect(preferences.map(({ enabled }) => enabled)).toEqual(preferences.map(() => true));
  const reasons = preferences.filter(({ mandatory }) => mandatory !== null).map(({ event }) => event);
  expect(reasons).toEqual(["data_export_ready", "account_closing", "account_invitation"]);
});

/** Which notification each file of the hub sends by mail. A new sender is put here knowingly, and asks `isWanted`. */
const senders: Record<string, keyof typeof notificationEvents> = {
  "account-domains/mail-ended-domain.service.ts": "domain_verification_ended",
  "accounts/send-invitation.service.ts": "account_invitation",
  "approvals/mail-approval.service.ts": "approval_requested",
  "approvals/mail-outcome.service.ts": "approval_result",
  "closing/mail-closure.service.ts": "account_closing",
  "crm/tasks/task-reminders.service.ts": "task_reminder",
  "data-exports/send-archive-link.service.ts": "data_export_ready",
  "finance-alerts/mail-finance-alert.service.ts": "finance_alert",
  "webhooks/notify-owners.service.ts": "webhook_disabled",
};

test("every sender of mail has a notification, and asks for the preference where it is not mandatory", async () => {
  const hub = projectPath("subgraphs", "hub");
  const files = (await readdir(hub, { recursive: true })).filter((file) => file.endsWith(".ts"));
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(join(hub, file), "utf8");
    if (!/\bmail\s*\.send\(/.test(text)) continue;
    found.push(file);
    const event = senders[file];
    const asks = event !== undefined && text.includes(`"${event}"`) && text.includes("isWanted(");
    expect(asks || (event !== undefined && notificationEvents[event].mandatory !== null), file).toBe(true);
  }
  expect(found.toSorted()).toEqual(Object.keys(senders));
});
