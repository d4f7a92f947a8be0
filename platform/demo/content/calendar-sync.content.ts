import { demoCalendarConnectionId } from "../../../src/demo-identities.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { RequestContext } from "../../../src/context.ts";
import { subscriptionUrlPlace } from "../../../subgraphs/gateway/booking/calendar-subscriptions/calendar-subscription.rows.ts";
import type { GatewayContext } from "../../../subgraphs/gateway/base/gateway.context.ts";
import { dayAfter, later, type ContentRow } from "./content-step.ts";
import { insertNamedRow } from "./named-rows.ts";

/** A connected calendar whose service has asked to wait, and a conflict in it. */
export function calendarSyncRows(ownerId: string, now: Date): ContentRow[] {
  const created_at = now.toISOString();
  const sync = {
    id: "csy_demo_1",
    owner_id: ownerId,
    provider_id: "prv_demo_3",
    connection_id: demoCalendarConnectionId,
    service: "google",
    calendar_id: "pia@sandbox.example",
    calendar_name: "Calendar",
    timezone: "Europe/London",
    status: "failing",
    error_code: "busy",
    failures: 1,
    retry_at: later(now),
    next_sync_at: later(now),
    version: 1,
    created_at,
    updated_at: created_at,
  };
  const conflict = {
    id: "clc_demo_1",
    owner_id: ownerId,
    sync_id: sync.id,
    booking_id: "bkg_demo_2",
    kind: "overlap",
    event_id: "demo-event",
    event_title: "Dentist",
    outside_starts_at: `${dayAfter(now, 3)}T16:00:00.000Z`,
    outside_ends_at: `${dayAfter(now, 3)}T17:00:00.000Z`,
    created_at,
  };
  return [
    { table: "booking_calendar_syncs", row: sync },
    { table: "booking_calendar_conflicts", row: conflict },
  ];
}

/** A calendar at a URL that was read, and is read again much later. */
export async function insertSubscription(ctx: RequestContext, ownerId: string, now: Date): Promise<void> {
  const id = "cas_demo_1";
  const created_at = now.toISOString();
  const row = {
    id,
    owner_id: ownerId,
    provider_id: "prv_demo_2",
    source: "holidays",
    url_sealed: (ctx as GatewayContext).ports.keyRing.seal(
      "https://calendar.example/holidays.ics",
      subscriptionUrlPlace(id),
    ),
    host: "calendar.example",
    refresh_minutes: 60,
    status: "active",
    block_count: 0,
    unread_count: 0,
    last_read_at: created_at,
    expanded_at: created_at,
    next_read_at: later(now),
    version: 1,
    created_at,
    updated_at: created_at,
  };
  await asSystem(ctx.em, (em) => insertNamedRow(em, "booking_calendar_subscriptions", row));
}
