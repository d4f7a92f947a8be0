import type { EntityManager } from "@mikro-orm/postgresql";
import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { BookingContext } from "../booking.context.ts";
import { findProvider } from "../setup/providers.service.ts";
import { lockProvider, readComponents, writeBusyTimes } from "../busy-calendars/write-busy-times.service.ts";
import { subscriptionQueue } from "./calendar-subscription.queue.ts";
import { presentSubscription } from "./calendar-subscriptions.service.ts";
import type { CalendarFile } from "./calendar-files.port.ts";
import {
  subscriptionRows,
  subscriptionUrlPlace,
  type SubscriptionRow,
} from "./calendar-subscription.rows.ts";
import type { SubscriptionFault } from "./calendar-subscription.types.ts";
import { contentHashOf, nextReadAfter } from "./save-subscription.service.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Busy times move on with the days, so they are calculated again this often, also for unchanged content. */
const expandAfterMs = dayMs;
const maxExponent = 9;

/** What a read did: `gone` when the subscription was removed or replaced meanwhile. */
export type SubscriptionRead = "changed" | "unchanged" | "failed" | "gone";

/**
 * Reads the calendar of a due subscription, and replaces its busy times when it has changed. After a failure they stay, and it is
 * tried again with growing pauses, up to a day.
 */
export async function refreshSubscription(
  ctx: BookingContext,
  subscriptionId: string,
): Promise<SubscriptionRead> {
  const find = (em: EntityManager) =>
    subscriptionRows.findRows(
      em,
      "booking_calendar_subscriptions",
      `id = $1 AND next_read_at <= $2 AND ${ofOpenAccount()}`,
      [subscriptionId, ctx.clock.now()],
    );
  const [row] = await inTransaction(ctx, find, { readOnly: true });
  if (!row) return "gone";
  const url = ctx.ports.keyRing.open(row.urlSealed, subscriptionUrlPlace(row.id));
  const isOld = ctx.clock.now().getTime() - Date.parse(row.expandedAt) >= expandAfterMs;
  const known = isOld ? { etag: null, lastModified: null } : row;
  const file = await ctx.ports.calendarFiles.read(url, known);
  return inTransaction(ctx, (em) => settle(em, ctx, row, { file, isOld }));
}

async function settle(
  em: EntityManager,
  ctx: BookingContext,
  read: SubscriptionRow,
  { file, isOld }: { file: CalendarFile; isOld: boolean },
): Promise<SubscriptionRead> {
  await lockProvider(em, read.providerId);
  const [row] = await subscriptionRows.findRows(
    em,
    "booking_calendar_subscriptions",
    "id = $1 AND version = $2 FOR UPDATE",
    [read.id, read.version],
  );
  if (!row) return "gone";
  if (file.kind === "failed") return fail(em, ctx, row, file.fault, file);
  if (file.kind === "unchanged") return succeed(em, ctx, row, {});
  const { text, etag, lastModified } = file;
  const contentHash = contentHashOf(text);
  if (contentHash === row.contentHash && !isOld) return succeed(em, ctx, row, { etag, lastModified });
  const calendars = readComponents(text);
  if ("rule" in calendars) return fail(em, ctx, row, "not_a_calendar");
  const { timezone: zone } = await findProvider(em, ctx, row.providerId);
  const place = { ...row, zone };
  const written = await writeBusyTimes(em, place, calendars, ctx.clock.now());
  if ("rule" in written) return fail(em, ctx, row, "not_a_calendar");
  await succeed(em, ctx, row, {
    etag,
    lastModified,
    contentHash,
    blockCount: written.blocks.length,
    unreadCount: written.notUnderstood.length,
    expandedAt: ctx.clock.now().toISOString(),
  });
  return "changed";
}

async function succeed(
  em: EntityManager,
  ctx: BookingContext,
  row: SubscriptionRow,
  changes: Partial<SubscriptionRow>,
): Promise<SubscriptionRead> {
  const now = ctx.clock.now();
  await save(em, ctx, row, {
    ...changes,
    status: "active",
    errorCode: null,
    errorStatus: null,
    failures: 0,
    lastReadAt: now.toISOString(),
    nextReadAt: nextReadAfter(now, row.refreshMinutes),
  });
  return "unchanged";
}

async function fail(
  em: EntityManager,
  ctx: BookingContext,
  row: SubscriptionRow,
  errorCode: SubscriptionFault,
  { status: errorStatus, retryAfterMs }: { status: number | null; retryAfterMs: number | null } = {
    status: null,
    retryAfterMs: null,
  },
): Promise<SubscriptionRead> {
  const failures = row.failures + 1;
  const grown = row.refreshMinutes * minuteMs * 2 ** Math.min(failures, maxExponent);
  // Never shorter than the server asks for.
  const pauseMs = Math.max(Math.min(grown, dayMs), retryAfterMs ?? 0);
  const nextReadAt = new Date(ctx.clock.now().getTime() + pauseMs).toISOString();
  await save(em, ctx, row, { status: "failing", errorCode, errorStatus, failures, nextReadAt });
  return "failed";
}

/** Stores the result of a read. Emits an event when reads begin to fail, and when they succeed again. */
async function save(
  em: EntityManager,
  ctx: BookingContext,
  row: SubscriptionRow,
  changes: Partial<SubscriptionRow> & Pick<SubscriptionRow, "status">,
): Promise<void> {
  const now = ctx.clock.now();
  const fields = { ...changes, updatedAt: now.toISOString() };
  await subscriptionRows.updateRow(em, "booking_calendar_subscriptions", row.id, fields);
  if (changes.status === row.status) return;
  const event = changes.status === "active" ? "recovered" : "failed";
  const { id: objectId, ownerId } = row;
  const payload = { object: await presentSubscription(em, { ...row, ...fields }, now), previous: null };
  await emitEvent(em, {
    type: `calendar_subscription.${event}`,
    objectId,
    appId: "event-manager",
    ownerId,
    payload,
  });
}

/** Subscriptions of all open accounts that are due, the longest waiting first. */
export function findDueSubscriptions(
  ctx: BookingContext,
  limit = 500,
): Promise<{ id: string; ownerId: string }[]> {
  return asSystem(ctx.em, (em) =>
    executeSql(
      em,
      `SELECT id, owner_id AS "ownerId" FROM booking_calendar_subscriptions
       WHERE next_read_at <= $1 AND ${ofOpenAccount()} ORDER BY next_read_at LIMIT $2`,
      [ctx.clock.now(), limit],
    ),
  );
}

/** Enqueues the subscriptions that are due. */
export async function enqueueDueSubscriptions(ctx: BookingContext): Promise<void> {
  const due = await findDueSubscriptions(ctx);
  if (due.length === 0) return;
  await asSystem(ctx.em, async (em) => {
    for (const { id: subscriptionId, ownerId } of due)
      await enqueue(em, subscriptionQueue, { subscriptionId, ownerId }, { singletonKey: subscriptionId });
  });
}
