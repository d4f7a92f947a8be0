import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { connected } from "../../hub/oauth/oauth-world.ts";
import { call, newBooking, newProvider } from "./door-samples-booking.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const scopes = ["openid", "email", "https://www.googleapis.com/auth/calendar"];

/** A connection of the booking app to another account each time, so that its calendar is not synced yet. */
async function newConnection(app: TestApp, headers: Headers): Promise<{ connectionId: string }> {
  const login = newId("smp").replaceAll("_", "-");
  const choice = { provider: "google", appId: "event-manager", scopes, login };
  return { connectionId: await connected(app, { headers }, choice) };
}

/** Runs of this sync that wait are called off; what is left is one that goes on. */
const callOff = `DELETE FROM jobs.job WHERE name = 'sync-booking-calendar' AND state IN ('created', 'retry') AND data ->> 'syncId' = $1`;
const runsLeft = `SELECT 1 FROM gateway.booking_calendar_syncs WHERE id = $1 AND lease_until IS NOT NULL
  UNION ALL SELECT 1 FROM jobs.job WHERE name = 'sync-booking-calendar' AND state = 'active' AND data ->> 'syncId' = $1`;

async function newSync(app: TestApp, headers: Headers): Promise<{ syncId: string }> {
  const input = { ...(await newProvider(app, headers)), ...(await newConnection(app, headers)) };
  const { id } = await call(app, "POST", "/calendar-syncs", headers, input);
  // No run changes anything while states are compared.
  await until("the first sync is over", async () => {
    const sql = "SELECT last_synced_at, lease_until FROM gateway.booking_calendar_syncs WHERE id = $1";
    const [row] = await app.database.query(sql, [id]);
    return row!["last_synced_at"] !== null && row!["lease_until"] === null;
  });
  const sql = "UPDATE gateway.booking_calendar_syncs SET retry_at = now() + interval '1 day' WHERE id = $1";
  await app.database.query(sql, [id]);
  // The service has announced its channel, which asks for another run.
  await until("no run is left", async () => {
    await app.database.query(callOff, [id]);
    return (await app.database.query(runsLeft, [id])).length === 0;
  });
  return { syncId: id as string };
}

/** A conflict as a sync would have found it. */
async function newConflict(app: TestApp, headers: Headers) {
  const { syncId } = await newSync(app, headers);
  const { bookingId } = await newBooking(app, headers);
  const id = newId("clc");
  await app.database.query(
    `INSERT INTO gateway.booking_calendar_conflicts (id, owner_id, sync_id, booking_id, kind, event_id, created_at)
     SELECT $1, owner_id, $2, id, 'overlap', 'event', now() FROM gateway.bookings WHERE id = $3`,
    [id, syncId, bookingId],
  );
  return { conflictId: id, keep: "booking" };
}

/** A subscription as it is after its first read, and not due. */
async function newSubscription(app: TestApp, headers: Headers) {
  const { providerId } = await newProvider(app, headers);
  const id = newId("cas");
  await app.database.query(
    `INSERT INTO gateway.booking_calendar_subscriptions (id, owner_id, provider_id, source, url_sealed, host, refresh_minutes,
       status, block_count, unread_count, last_read_at, expanded_at, next_read_at, version, created_at, updated_at)
     SELECT $1, owner_id, id, 'calendar', 'sealed', 'calendar.example', 5, 'active', 0, 0, now(), now(), now() + interval '1 year',
       1, now(), now() FROM gateway.booking_providers WHERE id = $2`,
    [id, providerId],
  );
  return { subscriptionId: id };
}

/** Calendars of connected accounts, and what differs in them. */
export const calendarSyncSamples: Record<string, Sample> = {
  ListConnectedCalendars: {
    input: newConnection,
    bad: { input: { connectionId: "" }, paths: ["connectionId"] },
    foreign: "CONNECTION_NOT_FOUND",
    as: "eve",
  },
  ConnectCalendar: {
    input: async (app, headers) => ({
      ...(await newProvider(app, headers)),
      ...(await newConnection(app, headers)),
    }),
    bad: {
      input: { providerId: "prv_x", connectionId: "", calendarId: "" },
      paths: ["connectionId", "calendarId"],
    },
    foreign: "NOT_FOUND",
    as: "eve",
  },
  ListCalendarSyncs: {
    input: () => Promise.resolve({ limit: 1, providerId: "prv_x" }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
  ListCalendarSubscriptions: {
    input: () => Promise.resolve({ limit: 1, providerId: "prv_x" }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
  RemoveCalendarSubscription: { input: newSubscription, foreign: "NOT_FOUND" },
  SyncCalendar: { input: newSync, foreign: "NOT_FOUND", as: "eve" },
  DisconnectCalendar: { input: newSync, foreign: "NOT_FOUND", as: "eve" },
  ListCalendarConflicts: {
    input: () => Promise.resolve({ limit: 1, syncId: "csy_x" }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
  ResolveCalendarConflict: {
    input: newConflict,
    bad: { input: { conflictId: "clc_x", keep: "nobody" }, paths: ["keep"] },
    foreign: "NOT_FOUND",
    as: "eve",
  },
};
