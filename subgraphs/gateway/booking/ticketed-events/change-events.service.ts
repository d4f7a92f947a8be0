import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { DomainError } from "../../../../src/errors.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { toMinor } from "../../../../src/money.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound, versionConflict } from "../../base/gateway.errors.ts";
import type {
  UpdateEventInput,
  UpdateTicketTypeInput,
  CancelRegistrationInput,
} from "./change-events.types.ts";
import { locationFor } from "../locations/locations.service.ts";
import { settleCharges } from "../charges/settle-charges.service.ts";
import { statusOf } from "./event-states.ts";
import { offerFreedSeats } from "./event-waitlist.service.ts";
import { findOwn, findRows, updateRow, type EventRow, type TicketTypeRow } from "./events.rows.ts";
import { changeEvent, eventOf, presentTicketType, refuse } from "./events.service.ts";
import type { TicketedEvent, TicketType } from "./events.types.ts";
import { emitRegistrationEvent } from "./registration-events.service.ts";
import { moneyOf, presentRegistration } from "./registrations.service.ts";
import type { Registration } from "./registrations.types.ts";
import { freeSeats, lockRegistration, type LockedRegistration } from "./seats.service.ts";
import { sendTicketMailJob } from "./send-ticket-mail.job.ts";

/**
 * Updates an event that has not ended. Guests get an email when time or location changes, or as `notifyAttendees` says. Throws
 * NOT_FOUND, VERSION_CONFLICT, INVALID_STATE, VALIDATION_ERROR, and BUSINESS_RULE for a capacity below the guests.
 */
export function updateEvent(ctx: GatewayContext, input: UpdateEventInput): Promise<TicketedEvent> {
  return changeEvent(ctx, { operation: "updateEvent", input }, async (em, event, ticketTypes) => {
    const now = ctx.clock.now();
    const { version, capacity, description } = input;
    if (typeof version === "number" && version !== event.version) throw versionConflict(event.version);
    requireOpen(event, ticketTypes, now);
    const start = input.start ?? new Date(event.startsAt);
    const end = input.end ?? new Date(event.endsAt);
    if (start >= end) throw refuse("end", "must be after start", "minimum");
    if (end <= now) throw refuse("end", "must be in the future", "minimum");
    if (typeof capacity === "number" && capacity < event.registered)
      throw businessRule(
        "capacity_below_registered",
        `${event.registered} guests are registered. Choose a capacity of at least ${event.registered}.`,
        { registered: event.registered },
      );
    const changes = {
      title: input.title?.trim() ?? event.title,
      startsAt: start.toISOString(),
      endsAt: end.toISOString(),
      timezone: checkedZone(input.timezone) ?? event.timezone,
      locationId:
        input.locationId === undefined ? event.locationId : await locationFor(em, ctx, input.locationId),
      capacity: capacity === undefined ? event.capacity : capacity,
      description: description === undefined ? event.description : description,
      refundHoursBefore:
        input.refundHoursBefore === undefined ? event.refundHoursBefore : input.refundHoursBefore,
    };
    const isMoved =
      start.getTime() !== new Date(event.startsAt).getTime() ||
      end.getTime() !== new Date(event.endsAt).getTime() ||
      changes.timezone !== event.timezone ||
      changes.locationId !== event.locationId;
    if (input.notifyAttendees ?? isMoved) await notifyGuests(em, event);
    return changes;
  });
}

/**
 * Updates a ticket type of an event that has not ended; tickets that are sold keep their price. Locks event and type
 * as registrations do. Throws NOT_FOUND, INVALID_STATE, DUPLICATE, VALIDATION_ERROR, and BUSINESS_RULE for a quantity
 * below the sold ones.
 */
export function updateTicketType(ctx: GatewayContext, input: UpdateTicketTypeInput): Promise<TicketType> {
  return exactlyOnce(ctx, { operation: "updateTicketType", input }, async (em) => {
    const own = { ownerId: ownerOf(ctx), id: input.ticketTypeId };
    const known = await findOwn(em, "event_ticket_types", own);
    if (!known) throw notFound("ticket type");
    const event = await eventOf(em, ctx, known.eventId, true);
    requireOpen(event, [], ctx.clock.now());
    const row = (await findOwn(em, "event_ticket_types", { ...own, lock: true }))!;
    const quantity = input.quantity ?? row.quantity;
    if (quantity < row.sold)
      throw businessRule(
        "quantity_below_sold",
        `${row.sold} tickets are sold. Choose a quantity of at least ${row.sold}.`,
        { sold: row.sold },
      );
    const changes = {
      name: input.name?.trim() ?? row.name,
      priceCents: typeof input.price === "number" ? toMinor(input.price, 2) : row.priceCents,
      quantity,
      salesFrom: input.salesFrom === undefined ? row.salesFrom : (input.salesFrom?.toISOString() ?? null),
      salesTo: input.salesTo === undefined ? row.salesTo : (input.salesTo?.toISOString() ?? null),
    };
    requireSalesPeriod(changes);
    await requireFreeName(em, row, changes.name);
    await updateRow(em, "event_ticket_types", row.id, changes);
    return presentTicketType({ ...row, ...changes });
  });
}

/**
 * Cancels a registration before the end of its event: voids its tickets, frees their seats for those who wait, and emails the guest.
 * With `refund`, what was paid online goes back by a job, and the mail promises the rest. Throws NOT_FOUND, INVALID_STATE, and BUSINESS_RULE when a
 * ticket was checked in.
 */
export function cancelRegistration(
  ctx: GatewayContext,
  input: CancelRegistrationInput,
): Promise<Registration> {
  return exactlyOnce(ctx, { operation: "cancelRegistration", input }, async (em) => {
    const own = { ownerId: ownerOf(ctx), id: input.registrationId };
    const known = await findOwn(em, "event_registrations", own);
    if (!known) throw notFound("registration");
    const event = await eventOf(em, ctx, known.eventId, true);
    requireOpen(event, [], ctx.clock.now());
    return cancelLocked(em, ctx, await lockRegistration(em, known.id), { refund: input.refund });
  });
}

/** Cancels a locked registration in the open transaction, as `cancelRegistration` does. */
export async function cancelLocked(
  em: EntityManager,
  ctx: GatewayContext,
  locked: LockedRegistration,
  { refund }: { refund: boolean },
): Promise<Registration> {
  const { registration } = locked;
  const { id, priceCents, ownerId, status } = registration;
  if (status !== "confirmed") throw invalidState("registration", status, ["confirmed"]);
  const where = "registration_id = $1 ORDER BY id FOR UPDATE";
  const tickets = await findRows(em, "event_tickets", where, [id]);
  if (tickets.some((one) => one.status === "checked_in"))
    throw businessRule(
      "already_checked_in",
      "A ticket of this registration was checked in. Choose a registration whose guests have not arrived.",
    );
  await executeSql(em, "UPDATE event_tickets SET status = 'void' WHERE registration_id = $1", [id]);
  const freed = await freeSeats(em, locked);
  const changes = { status: "cancelled" as const, refundDueCents: refund ? priceCents : null };
  await updateRow(em, "event_registrations", id, changes);
  if (refund) await settleCharges(em, ctx, { registrationId: id }, { keepMinor: 0, reason: "cancelled" });
  await enqueue(em, sendTicketMailJob, { registrationId: id, ownerId, kind: "registration_cancelled" });
  const cancelled = { ...registration, ...changes };
  await emitRegistrationEvent(em, "cancelled", cancelled);
  await offerFreedSeats(em, ctx, freed.event, freed.ticketType);
  const voided = tickets.map((ticket) => ({ ...ticket, status: "void" as const }));
  return presentRegistration(ctx, cancelled, voided, await moneyOf(em, id));
}

/** Throws INVALID_STATE for an event that was cancelled or has ended. */
function requireOpen(event: EventRow, ticketTypes: readonly TicketTypeRow[], now: Date): void {
  const shown = statusOf(event, ticketTypes, now);
  if (shown === "completed" || shown === "cancelled")
    throw invalidState("event", shown, ["draft", "published", "sold_out"]);
}

/** Emails all guests about the event as it will be at the commit, once per version. */
async function notifyGuests(em: EntityManager, event: EventRow): Promise<void> {
  const guests = await executeSql<{ id: string }>(
    em,
    "SELECT id FROM event_registrations WHERE event_id = $1 AND status = 'confirmed' ORDER BY id",
    [event.id],
  );
  const { ownerId } = event;
  for (const { id: registrationId } of guests)
    await enqueue(em, sendTicketMailJob, {
      registrationId,
      ownerId,
      kind: "changed",
      version: event.version + 1,
    });
}

function requireSalesPeriod({ salesFrom, salesTo }: Pick<TicketTypeRow, "salesFrom" | "salesTo">): void {
  if (salesFrom !== null && salesTo !== null && new Date(salesFrom) >= new Date(salesTo))
    throw refuse("salesTo", "must be after salesFrom", "minimum");
}

async function requireFreeName(
  em: EntityManager,
  { id, eventId }: TicketTypeRow,
  name: string,
): Promise<void> {
  const where = "event_id = $1 AND name = $2 AND id <> $3";
  const others = await findRows(em, "event_ticket_types", where, [eventId, name, id]);
  if (others.length > 0)
    throw new DomainError(
      "DUPLICATE",
      "The event already has a ticket type with this name. Choose another name.",
    );
}
