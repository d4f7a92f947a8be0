import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { bookingsWithin, freeBusyTimes, lockProvider } from "../busy-calendars/write-busy-times.service.ts";
import { subscriptionRows, type SubscriptionRow } from "./calendar-subscription.rows.ts";
import type * as types from "./calendar-subscription.types.ts";
import { endSubscription } from "./save-subscription.service.ts";

/** The account's calendars at a URL, newest first. */
export function listCalendarSubscriptions(
  ctx: GatewayContext,
  { providerId = null, limit, after }: types.CalendarSubscriptionsArgs,
): Promise<types.CalendarSubscriptionPage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await subscriptionRows.pageRows(em, ctx, "booking_calendar_subscriptions", {
      where: "($2::text IS NULL OR provider_id = $2)",
      values: [providerId],
      list: ["calendar subscriptions", providerId],
      limit,
      after,
    });
    const subscriptions: types.CalendarSubscription[] = [];
    for (const row of rows) subscriptions.push(await presentSubscription(em, row, ctx.clock.now()));
    return { subscriptions, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Ends a subscription and frees the time that its calendar takes. Throws NOT_FOUND. */
export function removeCalendarSubscription(
  ctx: GatewayContext,
  input: types.RemoveCalendarSubscriptionInput,
): Promise<types.RemovedCalendarSubscription> {
  return exactlyOnce(ctx, { operation: "removeCalendarSubscription", input }, async (em) => {
    const own = { ownerId: ownerOf(ctx), id: input.subscriptionId };
    const found = await subscriptionRows.findOwn(em, "booking_calendar_subscriptions", own);
    if (!found) throw notFound("calendar subscription");
    // The order of locks is that of an import: provider, then subscription.
    await lockProvider(em, found.providerId);
    const row = await subscriptionRows.findOwn(em, "booking_calendar_subscriptions", { ...own, lock: true });
    if (!row) throw notFound("calendar subscription");
    await endSubscription(em, row);
    return { removed: true, freedCount: await freeBusyTimes(em, row) };
  });
}

/** A subscription as the graph shows it, with the bookings in the time that it blocks. */
export async function presentSubscription(
  em: EntityManager,
  row: SubscriptionRow,
  now: Date,
): Promise<types.CalendarSubscription> {
  const conflictingBookingIds = await bookingsWithin(em, row, now);
  const { id, providerId, source, host, refreshMinutes, status, errorCode, errorStatus, failures } = row;
  const { blockCount, unreadCount } = row;
  return {
    id,
    providerId,
    source,
    host,
    refreshMinutes,
    status,
    errorCode,
    errorStatus,
    failures,
    blockCount,
    unreadCount,
    conflictingBookingIds,
    lastReadAt: new Date(row.lastReadAt),
    nextReadAt: new Date(row.nextReadAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
}
