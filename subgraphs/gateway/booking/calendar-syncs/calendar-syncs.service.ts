import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { RemoteCalendar } from "../../../../src/calendars/remote-calendar.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import { isTimezone } from "../../base/wall-clock.ts";
import type { BookingContext } from "../booking.context.ts";
import { findProvider } from "../setup/providers.service.ts";
import { syncQueue } from "./calendar-sync.queue.ts";
import { syncRows, type SyncRow } from "./calendar-sync.rows.ts";
import type * as types from "./calendar-sync.types.ts";
import { presentSync, presentSyncs } from "./present-sync.rows.ts";

/**
 * Calendars of a connected account, to choose one. Throws CONNECTION_NOT_FOUND, CONNECTION_NEEDS_REAUTH, INVALID_STATE for a
 * service without calendars or a missing scope, and UPSTREAM_FAILED.
 */
export async function listConnectableCalendars(
  ctx: BookingContext,
  { connectionId }: types.ConnectableCalendarsArgs,
): Promise<types.ConnectableCalendars> {
  const { service, calendars } = await readCalendars(ctx, connectionId);
  const rows = await inTransaction(
    ctx,
    (em) =>
      syncRows.findRows(
        em,
        "booking_calendar_syncs",
        "owner_id = $1 AND service = $2 AND status <> 'ended'",
        [ownerOf(ctx), service],
      ),
    { readOnly: true },
  );
  const syncs = new Map(rows.map(({ id, calendarId }) => [calendarId, id]));
  return {
    service,
    calendars: calendars.map(({ id, name, isPrimary, isWritable }) => ({
      calendarId: id,
      name,
      isPrimary,
      isWritable,
      syncId: syncs.get(id) ?? null,
    })),
  };
}

async function readCalendars(
  ctx: BookingContext,
  connectionId: string,
): Promise<{ service: types.CalendarSyncService; calendars: RemoteCalendar[] }> {
  const request = { connectionId, action: "list_calendars", argument: {} } as const;
  const { provider, outcome } = await ctx.ports.connectedCalendars.send(ctx, request);
  if (outcome.kind === "found")
    return { service: provider as types.CalendarSyncService, calendars: outcome.value };
  throw new DomainError(
    "UPSTREAM_FAILED",
    "The calendar service did not answer as expected. Try again later, or connect the account again.",
    { retryable: outcome.kind === "later" },
  );
}

/**
 * Keeps a calendar in step with a provider's bookings: its events block the provider's time, future bookings are added to it.
 * The first sync runs at once. Throws NOT_FOUND, what listing throws, BUSINESS_RULE for a calendar that cannot be written, and
 * DUPLICATE for one that is synced already. Idempotent by the key.
 */
export function connectCalendar(
  ctx: BookingContext,
  input: types.ConnectCalendarInput,
): Promise<types.CalendarSync> {
  const { connectionId } = input;
  return onceOutside(
    ctx,
    { operation: "connectCalendar", input },
    {
      prepare: async () => {
        // Not the transaction of the change: that is the one that records it.
        const { em: outer, principal } = ctx;
        await inTransaction({ em: outer, principal }, (em) => findProvider(em, ctx, input.providerId), {
          readOnly: true,
        });
        const { service, calendars } = await readCalendars(ctx, connectionId);
        const calendar = calendars.find(({ id, isPrimary }) =>
          input.calendarId ? id === input.calendarId : isPrimary,
        );
        if (!calendar) throw notFound("calendar");
        if (!calendar.isWritable)
          throw businessRule(
            "calendar_not_writable",
            "Events cannot be added to this calendar. Choose a calendar that the account can edit.",
          );
        return { service, calendar };
      },
      record: async (em, { service, calendar }) => {
        const provider = await findProvider(em, ctx, input.providerId);
        const row = newSync(ctx, { connectionId, service, calendar, provider });
        const conflict = "ON CONFLICT (owner_id, service, calendar_id) WHERE status <> 'ended' DO NOTHING";
        await syncRows.insertAll(em, "booking_calendar_syncs", [row], conflict);
        const [made] = await syncRows.findRows(em, "booking_calendar_syncs", "id = $1", [row.id]);
        if (!made)
          throw new DomainError("DUPLICATE", "This calendar is synced already. Choose another calendar.");
        await executeSql(
          em,
          `INSERT INTO booking_calendar_copies (sync_id, booking_id, owner_id)
           SELECT $1, id, owner_id FROM bookings WHERE provider_id = $2 AND ends_at > $3
           AND (status IN ('confirmed', 'checked_in') OR status = 'pending' AND lapses_at > $3)`,
          [row.id, row.providerId, ctx.clock.now()],
        );
        await emitSync(em, "connected", row);
        await enqueueSync(em, row);
        return row;
      },
      act: () => Promise.resolve(null),
      settle: (em, row) => presentSync(em, row),
    },
  );
}

function newSync(
  ctx: BookingContext,
  {
    connectionId,
    service,
    calendar,
    provider,
  }: Pick<SyncRow, "connectionId" | "service"> & {
    calendar: RemoteCalendar;
    provider: { id: string; timezone: string };
  },
): SyncRow {
  const now = ctx.clock.now().toISOString();
  const isKnown = calendar.timezone !== null && isTimezone(calendar.timezone);
  return {
    id: newId("csy"),
    ownerId: ownerOf(ctx),
    providerId: provider.id,
    connectionId,
    service,
    calendarId: calendar.id,
    calendarName: calendar.name.slice(0, 200),
    timezone: isKnown ? calendar.timezone! : provider.timezone,
    status: "active",
    cursor: null,
    windowFrom: null,
    windowUntil: null,
    fullSyncedAt: null,
    lastSyncedAt: null,
    errorCode: null,
    failures: 0,
    retryAt: null,
    nextSyncAt: now,
    leaseUntil: null,
    channelId: null,
    channelTokenHash: null,
    channelRemoteId: null,
    channelResourceId: null,
    channelExpiresAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** The account's syncs that have not been ended, newest first. */
export function listCalendarSyncs(
  ctx: BookingContext,
  { providerId = null, limit, after }: types.CalendarSyncsArgs,
): Promise<types.CalendarSyncPage> {
  const read = async (em: EntityManager) => {
    const query = {
      where: "status <> 'ended' AND ($2::text IS NULL OR provider_id = $2)",
      values: [providerId],
      list: ["calendar syncs", providerId] as const,
      limit,
      after,
    };
    const { rows, ...page } = await syncRows.pageRows(em, ctx, "booking_calendar_syncs", query);
    return { syncs: await presentSyncs(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Runs a sync in the background as soon as the service allows it, also one that has lost its connection. Throws NOT_FOUND.
 */
export function syncCalendar(
  ctx: BookingContext,
  input: types.CalendarSyncInput,
): Promise<types.CalendarSync> {
  return exactlyOnce(ctx, { operation: "syncCalendar", input }, async (em) => {
    const row = await lockSync(em, ctx, input.syncId);
    const now = ctx.clock.now().toISOString();
    // The account may have been connected again.
    const revived = row.status === "disconnected" ? ({ status: "failing", retryAt: null } as const) : {};
    const changes = { ...revived, nextSyncAt: now, updatedAt: now };
    await syncRows.updateRow(em, "booking_calendar_syncs", row.id, changes);
    await enqueueSync(em, row);
    return presentSync(em, { ...row, ...changes });
  });
}

/** One of the account's syncs, locked. Throws NOT_FOUND, also for one that was ended. */
export async function lockSync(em: EntityManager, ctx: BookingContext, id: string): Promise<SyncRow> {
  const row = await syncRows.findOwn(em, "booking_calendar_syncs", { ownerId: ownerOf(ctx), id, lock: true });
  if (!row || row.status === "ended") throw notFound("calendar sync");
  return row;
}

/** Throws INVALID_STATE while a run has the sync. */
export async function requireNoRun(em: EntityManager, { id }: SyncRow): Promise<void> {
  const sql = "SELECT 1 FROM booking_calendar_syncs WHERE id = $1 AND lease_until > clock_timestamp()";
  const [running] = await executeSql(em, sql, [id]);
  if (running) throw invalidState("calendar sync", "running", ["active", "failing", "disconnected"]);
}

export async function enqueueSync(em: EntityManager, { id, ownerId }: SyncRow): Promise<void> {
  await enqueue(em, syncQueue, { syncId: id, ownerId }, { singletonKey: id });
}

/** Announces a change of a sync in the open transaction. */
export async function emitSync(
  em: EntityManager,
  event: "connected" | "disconnected",
  row: SyncRow,
): Promise<void> {
  const { id: objectId, ownerId } = row;
  const payload = { object: await presentSync(em, row), previous: null };
  await emitEvent(em, { type: `calendar_sync.${event}`, objectId, appId: "event-manager", ownerId, payload });
}
