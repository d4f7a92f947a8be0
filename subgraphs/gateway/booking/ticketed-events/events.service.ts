import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { withCharges } from "../charges/charge.rows.ts";
import { settleCharges } from "../charges/settle-charges.service.ts";
import { locationFor } from "../locations/locations.service.ts";
import { leftOf, statusOf } from "./event-states.ts";
import {
  findOwn,
  findRows,
  insertAll,
  pageRows,
  updateRow,
  type EventRow,
  type TicketTypeRow,
} from "./events.rows.ts";
import type * as types from "./events.types.ts";
import { sendTicketMailJob } from "./send-ticket-mail.job.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";

/** 400 for one field. */
export const refuse = (path: string, message: string, rule: string) =>
  validationError([{ path, message, rule }]);

/**
 * A draft of an event. Throws VALIDATION_ERROR for times that do not fit and an unknown zone, NOT_FOUND for the location,
 * and INVALID_STATE when that is archived.
 */
export function createEvent(
  ctx: GatewayContext,
  input: types.CreateEventInput,
): Promise<types.TicketedEvent> {
  return exactlyOnce(ctx, { operation: "createEvent", input }, async (em) => {
    const now = ctx.clock.now();
    if (input.start >= input.end) throw refuse("end", "must be after start", "minimum");
    if (input.end <= now) throw refuse("end", "must be in the future", "minimum");
    if (!Intl.supportedValuesOf("timeZone").includes(input.timezone) && input.timezone !== "UTC")
      throw refuse("timezone", "must be an IANA time zone", "timezone");
    const row: EventRow = {
      id: newId("evt"),
      ownerId: ownerOf(ctx),
      title: input.title.trim(),
      description: input.description ?? null,
      startsAt: input.start.toISOString(),
      endsAt: input.end.toISOString(),
      timezone: input.timezone,
      locationId: await locationFor(em, ctx, input.locationId),
      capacity: input.capacity ?? null,
      registered: 0,
      status: "draft",
      cancelReason: null,
      refundsDueCents: null,
      refundHoursBefore: input.refundHoursBefore ?? null,
      version: 1,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    };
    await insertAll(em, "ticketed_events", [row]);
    return presentEvent(row, [], now);
  });
}

/** The account's events, newest first. */
export function listEvents(
  ctx: GatewayContext,
  { status = null, from = null, to = null, limit, after }: types.EventsArgs,
): Promise<types.TicketedEventPage> {
  const now = ctx.clock.now();
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "ticketed_events", {
      where: `($2::timestamptz IS NULL OR ends_at >= $2) AND ($3::timestamptz IS NULL OR starts_at <= $3)
        AND ($4::text IS NULL OR $4 = CASE WHEN status <> 'published' THEN status WHEN ends_at <= $5 THEN 'completed'
          WHEN least(capacity - registered, (SELECT coalesce(sum(quantity - sold), 0) FROM event_ticket_types AS k
            WHERE k.event_id = t.id)) = 0 THEN 'sold_out' ELSE 'published' END)`,
      values: [from, to, status, now],
      list: ["events", status, from, to],
      limit,
      after,
    });
    const where = "event_id = ANY ($1) ORDER BY created_at, id";
    const all = await findRows(em, "event_ticket_types", where, [rows.map(({ id }) => id)]);
    const ofEvent = Map.groupBy(all, ({ eventId }) => eventId);
    return { events: rows.map((row) => presentEvent(row, ofEvent.get(row.id) ?? [], now)), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Opens the registration. Throws NOT_FOUND, INVALID_STATE once cancelled, and BUSINESS_RULE without a ticket
 * type.
 */
export function publishEvent(ctx: GatewayContext, input: types.EventInput): Promise<types.TicketedEvent> {
  return changeEvent(ctx, { operation: "publishEvent", input }, async (_em, event, ticketTypes) => {
    if (event.status === "cancelled") throw invalidState("event", event.status, ["draft", "published"]);
    if (ticketTypes.length === 0)
      throw businessRule("needs_ticket_type", "The event has no ticket type. Add one before publishing.");
    return { status: "published" };
  });
}

/**
 * Cancels an event: voids its tickets and emails all guests; with `refundAll` the email promises a refund of what was paid by other
 * means. What was paid online goes back by a job for each payment. Throws NOT_FOUND and INVALID_STATE.
 */
export function cancelEvent(
  ctx: GatewayContext,
  input: types.CancelEventInput,
): Promise<types.TicketedEvent> {
  return changeEvent(ctx, { operation: "cancelEvent", input }, async (em, event, ticketTypes) => {
    const shown = statusOf(event, ticketTypes, ctx.clock.now());
    if (shown === "completed" || shown === "cancelled")
      throw invalidState("event", shown, ["draft", "published", "sold_out"]);
    await executeSql(
      em,
      "UPDATE event_tickets SET status = 'void' WHERE event_id = $1 AND status = 'valid'",
      [event.id],
    );
    const cancelling = `UPDATE event_registrations SET status = 'cancelled'
      WHERE event_id = $1 AND status = 'confirmed' RETURNING id, price_cents::float8 AS "priceCents"`;
    const stood = await executeSql<{ id: string; priceCents: number }>(em, cancelling, [event.id]);
    const ending = `UPDATE event_registrations SET status = 'expired', reserved_until = NULL
      WHERE event_id = $1 AND status = 'reserved' RETURNING id`;
    const reserved = await executeSql<{ id: string }>(em, ending, [event.id]);
    const ids = [...stood, ...reserved].map(({ id }) => id);
    for (const registrationId of await withCharges(em, ids))
      await settleCharges(em, ctx, { registrationId }, { keepMinor: 0, reason: "cancelled" });
    for (const { id: registrationId } of stood)
      await enqueue(em, sendTicketMailJob, { registrationId, ownerId: event.ownerId, kind: "cancelled" });
    const refundsDueCents = input.refundAll ? stood.reduce((sum, one) => sum + one.priceCents, 0) : null;
    return { status: "cancelled", cancelReason: input.reason, refundsDueCents };
  });
}

/**
 * A kind of ticket; its quantity is a hard limit. Throws NOT_FOUND, INVALID_STATE, DUPLICATE and
 * VALIDATION_ERROR.
 */
export function createTicketType(
  ctx: GatewayContext,
  input: types.CreateTicketTypeInput,
): Promise<types.TicketType> {
  return exactlyOnce(ctx, { operation: "createTicketType", input }, async (em) => {
    const event = await eventOf(em, ctx, input.eventId, true);
    if (event.status === "cancelled") throw invalidState("event", event.status, ["draft", "published"]);
    const { salesFrom = null, salesTo = null } = input;
    if (salesFrom !== null && salesTo !== null && salesFrom >= salesTo)
      throw refuse("salesTo", "must be after salesFrom", "minimum");
    const row: TicketTypeRow = {
      id: newId("tkt"),
      ownerId: event.ownerId,
      eventId: event.id,
      name: input.name.trim(),
      priceCents: toMinor(input.price, 2),
      quantity: input.quantity,
      sold: 0,
      salesFrom: salesFrom?.toISOString() ?? null,
      salesTo: salesTo?.toISOString() ?? null,
      createdAt: ctx.clock.now().toISOString(),
    };
    const known = await findRows(em, "event_ticket_types", "event_id = $1 AND name = $2", [
      event.id,
      row.name,
    ]);
    if (known.length > 0)
      throw new DomainError(
        "DUPLICATE",
        "The event already has a ticket type with this name. Choose another name.",
      );
    await insertAll(em, "event_ticket_types", [row]);
    return presentTicketType(row);
  });
}

/** Ticket types of an event, oldest first. */
export function ticketTypesOf(em: EntityManager, eventId: string): Promise<TicketTypeRow[]> {
  return findRows(em, "event_ticket_types", "event_id = $1 ORDER BY created_at, id", [eventId]);
}

/** One of the account's events, locked if wanted. Throws NOT_FOUND. */
export async function eventOf(
  em: EntityManager,
  ctx: GatewayContext,
  id: string,
  lock = false,
): Promise<EventRow> {
  const row = await findOwn(em, "ticketed_events", { ownerId: ownerOf(ctx), id, lock });
  if (!row) throw notFound("event");
  return row;
}

/** Changes an event under its lock, once per idempotency key. Throws NOT_FOUND. */
export function changeEvent(
  ctx: GatewayContext,
  call: { operation: string; input: { eventId: string } },
  change: (em: EntityManager, event: EventRow, ticketTypes: TicketTypeRow[]) => Promise<Partial<EventRow>>,
): Promise<types.TicketedEvent> {
  return exactlyOnce(ctx, call, async (em) => {
    const event = await eventOf(em, ctx, call.input.eventId, true);
    const ticketTypes = await ticketTypesOf(em, event.id);
    const fields = await change(em, event, ticketTypes);
    const now = ctx.clock.now();
    const changes = { ...fields, version: event.version + 1, updatedAt: now.toISOString() };
    await updateRow(em, "ticketed_events", event.id, changes);
    return presentEvent({ ...event, ...changes }, ticketTypes, now);
  });
}

/** A stored event as the graph shows it. */
export function presentEvent(
  row: EventRow,
  ticketTypes: readonly TicketTypeRow[],
  now: Date,
): types.TicketedEvent {
  const { ownerId: _, startsAt, endsAt, refundsDueCents, ...event } = row;
  return {
    ...event,
    start: new Date(startsAt),
    end: new Date(endsAt),
    status: statusOf(row, ticketTypes, now),
    left: leftOf(row, ticketTypes),
    refundsDue: refundsDueCents === null ? null : toMajor(refundsDueCents, 2),
    ticketTypes: ticketTypes.map(presentTicketType),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
}

/** A stored ticket type as the graph shows it. */
export function presentTicketType(row: TicketTypeRow): types.TicketType {
  const { id, eventId, name, priceCents, quantity, sold, salesFrom, salesTo } = row;
  const moment = (text: string | null) => (text === null ? null : new Date(text));
  const sales = { salesFrom: moment(salesFrom), salesTo: moment(salesTo) };
  return { id, eventId, name, price: toMajor(priceCents, 2), currency: "USD", quantity, sold, ...sales };
}
