import { demoCalendarConnectionId } from "../../../src/demo-identities.ts";
import { dayAfter, later, type ContentRow } from "./content-step.ts";

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
