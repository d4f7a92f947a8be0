import { afterAll, beforeAll, expect, test } from "vitest";
import { copyContext, type RequestContext } from "../../../src/context.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { fixedClock } from "../../../src/time/clock.ts";
import type { AllAppsContext } from "../../../subgraphs/gateway/all-apps.types.ts";
import { evaluateReload } from "../../../subgraphs/gateway/auto-reload/evaluate-reload.service.ts";
import { listEnabledRules } from "../../../subgraphs/gateway/auto-reload/rule.rows.ts";
import {
  findDueNotifications,
  sendNotification,
} from "../../../subgraphs/gateway/booking/reminders/send-notification.service.ts";
import {
  findDueRecurring,
  makeOccurrence,
} from "../../../subgraphs/gateway/invoicing/recurring-invoices/make-occurrences.service.ts";
import { settlePayroll } from "../../../subgraphs/gateway/payroll/runs/settle-payroll.service.ts";
import { dialCall, findDueCalls } from "../../../subgraphs/gateway/voice/calls/dial-call.service.ts";
import {
  advanceCampaign,
  findGoingCampaigns,
} from "../../../subgraphs/gateway/voice/campaigns/advance-campaign.service.ts";
import { findDueCallbacks } from "../../../subgraphs/gateway/voice/campaigns/make-callback.service.ts";
import { lockDueRequests } from "../../../subgraphs/hub/crm/carrier/carrier-claim.rows.ts";
import { claimMails } from "../../../subgraphs/hub/crm/messages/message-claim.rows.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { samples } from "../../walk/samples/door-samples.ts";
import { foundOrganization, signUp, type TestPerson } from "../accounts/organizations.ts";

/** When all of the scheduled work is due. */
const later = new Date("2099-01-01T12:00:00.000Z");

let app: TestApp;
let ada: Record<string, string>;
let owner: TestPerson;
let accountId: string;
let ids: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  [ada, owner] = await Promise.all([app.as("ada"), signUp(app)]);
  accountId = await foundOrganization(app, owner);
  ids = await scheduleWork(owner.in(accountId));
});
afterAll(() => app?.close());

const contextIn = (subgraph: string, ownerId: string | null = null): RequestContext =>
  copyContext(app.running.platform.contextIn(subgraph, ownerId), { clock: fixedClock(later) });
const gateway = (ownerId: string | null = null) => contextIn("gateway", ownerId) as AllAppsContext;

/** Puts one piece of each kind of work into the account. Returns the ids of all. */
async function scheduleWork(headers: Record<string, string>): Promise<Record<string, string>> {
  const made: Record<string, unknown> = {};
  const reminder = { offsetsMinutes: [60], template: "See you soon." };
  const reminders = await app.tool("create_reminder_schedule", reminder, headers);
  expect(reminders.status).toBe(200);
  for (const name of [
    "EndRecurringInvoice",
    "CancelBooking",
    "CancelCall",
    "CancelCallback",
    "PauseCallCampaign",
  ])
    Object.assign(made, await samples[name]!.input(app, headers));
  await app.send("PUT", "/crm/business-profile", headers, {
    businessName: "Sample LLC",
    postalAddress: {
      line1: "1 Main St",
      city: "Springfield",
      region: "IL",
      postalCode: "62701",
      country: "US",
    },
  });
  const campaign = await samples["GetCampaign"]!.input(app, headers);
  expect(campaign["campaignId"]).toBeDefined();
  const payment = await app.post(
    "/payroll/contractor-payments",
    await samples["PayContractor"]!.input(app, headers),
    { ...headers, "x-app-id": "payroll" },
  );
  expect(payment.status).toBe(201);
  await app.database.query(
    `WITH text AS (
       INSERT INTO hub.crm_messages (id, owner_id, channel, category, address, body, status, next_attempt_at, created_at)
       VALUES ($2, $1, 'sms', 'transactional', '+12125550142', 'Hello', 'queued', '2098-01-01', now()))
     INSERT INTO gateway.auto_reload_rules
       (owner_id, app_id, enabled, threshold, package_id, monthly_cap_cents, created_at, updated_at)
     VALUES ($1, 'central', true, 100000000, 'pkg_starter', 100000, now(), now())`,
    [accountId, newId("msg")],
  );
  return made as Record<string, string>;
}

/** Accounts with due work of each kind, as the jobs find it. */
const findDue: Record<string, () => Promise<{ ownerId: string }[]>> = {
  "recurring invoices": () => findDueRecurring(gateway()),
  "messages about bookings": () => findDueNotifications(gateway()),
  calls: () => findDueCalls(gateway()),
  callbacks: () => findDueCallbacks(gateway()),
  "call campaigns": () => findGoingCampaigns(gateway()),
  "automatic reloads": () =>
    asSystem(gateway().em, (em) => listEnabledRules(em, { ownerId: "", appId: "" }, 500)),
  "campaign e-mails": () => undone((em) => claimMails(em, { limit: 50, claim: "claim", now: later })),
  "texts and calls": () => undone((em) => lockDueRequests(em, 50, later)),
};

/** What a claim in the hub takes, without taking it. */
async function undone(
  claim: (em: RequestContext["em"]) => Promise<{ ownerId: string }[]>,
): Promise<{ ownerId: string }[]> {
  let claimed: { ownerId: string }[] = [];
  const rollBack = new Error("rolled back");
  const work = asSystem(contextIn("hub").em, async (em) => {
    claimed = await claim(em);
    throw rollBack;
  });
  await expect(work).rejects.toBe(rollBack);
  return claimed;
}

/** Kinds of work that the platform would do now for the account. */
async function dueKinds(): Promise<string[]> {
  const kinds: string[] = [];
  for (const [kind, find] of Object.entries(findDue))
    if ((await find()).some(({ ownerId }) => ownerId === accountId)) kinds.push(kind);
  return kinds;
}

const setStatus = async (change: "suspend" | "restore") => {
  const { status } = await app.post(`/admin/accounts/${accountId}/${change}`, { reason: "test" }, ada);
  expect(status).toBe(200);
};

/** What work that runs now would change. */
async function state(): Promise<unknown> {
  const [row] = await app.database.query(
    `SELECT (SELECT count(*)::int FROM gateway.invoices WHERE owner_id = $1) AS invoices,
       (SELECT array_agg(DISTINCT status) FROM gateway.booking_notifications WHERE owner_id = $1) AS mails,
       (SELECT count(*)::int FROM gateway.caller_calls WHERE owner_id = $1) AS calls,
       (SELECT count(*)::int FROM gateway.caller_calls WHERE owner_id = $1 AND asked_at IS NOT NULL) AS dialed,
       (SELECT count(*)::int FROM gateway.auto_reloads WHERE owner_id = $1) AS reloads,
       (SELECT array_agg(status) FROM gateway.contractor_payments WHERE owner_id = $1) AS payments`,
    [accountId],
  );
  return row;
}

/** Waits for reloads that began before, which may still end. */
async function reloadsEnded(): Promise<void> {
  const begun =
    "SELECT 1 FROM jobs.job WHERE name = 'auto-reload' AND state IN ('created', 'retry', 'active')";
  await until("reloads have ended", async () => (await app.database.query(begun)).length === 0);
}

async function runAll(): Promise<void> {
  const ctx = gateway(accountId);
  await makeOccurrence(ctx, ids["recurringId"]!);
  const mails = "SELECT id FROM gateway.booking_notifications WHERE owner_id = $1";
  for (const { id } of await app.database.query<{ id: string }>(mails, [accountId]))
    await sendNotification(ctx, id);
  await dialCall(ctx, ids["callId"]!);
  await advanceCampaign(ctx, ids["campaignId"]!);
  expect(await evaluateReload(ctx, "central")).toEqual({ kind: "idle" });
  await settlePayroll(gateway());
}

test("work of a suspended organization waits, and is due again when it is restored", async () => {
  const kinds = Object.keys(findDue);
  expect(await dueKinds()).toEqual(kinds);
  await setStatus("suspend");
  expect(await dueKinds()).toEqual([]);
  await reloadsEnded();
  const before = await state();
  await runAll();
  expect(await state()).toEqual(before);
  await setStatus("restore");
  expect(await dueKinds()).toEqual(kinds);
});

test("work of a closing organization waits, and is due again when it is reopened", async () => {
  const kinds = Object.keys(findDue);
  // Pay that is on its way keeps an organization from being closed.
  expect(await settlePayroll(gateway())).toBe(1);
  const headers = owner.in(accountId);
  expect((await app.post("/account/closure", { name: "Sample & Sons" }, headers)).status).toBe(202);
  expect(await dueKinds()).toEqual([]);
  await reloadsEnded();
  const before = await state();
  await runAll();
  expect(await state()).toEqual(before);
  expect((await app.send("DELETE", "/account/closure", headers)).status).toBe(200);
  expect(await dueKinds()).toEqual(kinds);
  await makeOccurrence(gateway(accountId), ids["recurringId"]!);
  expect(await state()).not.toEqual(before);
});
