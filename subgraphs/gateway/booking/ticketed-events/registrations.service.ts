import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { toMajor } from "../../../../src/money.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { hashToken } from "../../base/page-token.ts";
import { leftOf } from "./event-states.ts";
import { eventOf } from "./events.service.ts";
import { alreadyCheckedIn, soldOut } from "./events.errors.ts";
import {
  findOwn,
  findRows,
  insertAll,
  updateRow,
  type EventRow,
  type RegistrationRow,
  type TicketRow,
  type TicketTypeRow,
} from "./events.rows.ts";
import type * as types from "./events.types.ts";
import { sendTicketMailJob } from "./send-ticket-mail.job.ts";
import { newTicketCode, ticketCode } from "./ticket-code.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";

/**
 * Registers a guest, creates the tickets and mails them. Locks event and ticket type while seats are counted, which
 * prevents overselling. Throws NOT_FOUND, INVALID_STATE, SOLD_OUT, and BUSINESS_RULE outside of the sales period.
 */
export function registerAttendee(
  ctx: GatewayContext,
  input: types.RegisterAttendeeInput,
): Promise<types.Registration> {
  return exactlyOnce(ctx, { operation: "registerAttendee", input }, async (em) => {
    const { quantity } = input;
    const now = ctx.clock.now();
    const event = await eventOf(em, ctx, input.eventId, true);
    if (event.status !== "published") throw invalidState("event", event.status, ["published"]);
    if (new Date(event.endsAt) <= now) throw invalidState("event", "completed", ["published"]);
    const ticketType = await findOwn(em, "event_ticket_types", {
      ownerId: event.ownerId,
      id: input.ticketTypeId,
      lock: true,
    });
    if (ticketType?.eventId !== event.id) throw notFound("ticket type");
    const { salesFrom, salesTo, priceCents } = ticketType;
    if ((salesFrom !== null && new Date(salesFrom) > now) || (salesTo !== null && new Date(salesTo) <= now))
      throw businessRule(
        "not_on_sale",
        "This ticket type is not on sale now. Check its salesFrom and salesTo.",
      );
    await takeSeats(em, event, ticketType, quantity);
    const registration: RegistrationRow = {
      id: newId("reg"),
      ownerId: event.ownerId,
      eventId: event.id,
      ticketTypeId: ticketType.id,
      name: input.name.trim(),
      email: input.email,
      quantity,
      priceCents: priceCents * quantity,
      status: "confirmed",
      refundDueCents: null,
      createdAt: now.toISOString(),
    };
    await insertAll(em, "event_registrations", [registration]);
    const tickets = Array.from({ length: quantity }, () => newTicket(ctx, registration));
    await insertAll(em, "event_tickets", tickets);
    const { id: registrationId, ownerId } = registration;
    await enqueue(em, sendTicketMailJob, { registrationId, ownerId, kind: "tickets" });
    return presentRegistration(ctx, registration, tickets);
  });
}

/** Checks a ticket in, once. Throws NOT_FOUND, INVALID_STATE for a void one, and ALREADY_CHECKED_IN. */
export function checkInAttendee(
  ctx: GatewayContext,
  input: types.CheckInAttendeeInput,
): Promise<types.Ticket> {
  return exactlyOnce(ctx, { operation: "checkInAttendee", input }, async (em) => {
    const codeHash = hashToken(input.ticketCode.trim().toLowerCase());
    const where = "owner_id = $1 AND code_hash = $2 FOR UPDATE";
    const [ticket] = await findRows(em, "event_tickets", where, [ownerOf(ctx), codeHash]);
    if (!ticket) throw notFound("ticket");
    if (ticket.status === "void") throw invalidState("ticket", "void", ["valid"]);
    if (ticket.status === "checked_in") throw alreadyCheckedIn(new Date(ticket.checkedInAt!));
    const now = ctx.clock.now();
    if (input.at && input.at > now)
      throw businessRule("in_the_future", "The check-in time is in the future. Set at to now or earlier.");
    const checkedInAt = (input.at ?? now).toISOString();
    await updateRow(em, "event_tickets", ticket.id, { status: "checked_in", checkedInAt });
    return presentTicket(ctx, { ...ticket, status: "checked_in", checkedInAt });
  });
}

/** Takes seats from two locked rows; table constraints check the same. Throws SOLD_OUT. */
async function takeSeats(
  em: EntityManager,
  event: EventRow,
  ticketType: TicketTypeRow,
  quantity: number,
): Promise<void> {
  const left = leftOf(event, [ticketType]);
  if (quantity > left) throw soldOut(left);
  await updateRow(em, "event_ticket_types", ticketType.id, { sold: ticketType.sold + quantity });
  await updateRow(em, "ticketed_events", event.id, { registered: event.registered + quantity });
}

function newTicket(ctx: GatewayContext, registration: RegistrationRow): TicketRow {
  const { ownerId, eventId, id: registrationId, createdAt } = registration;
  const id = newId("etk");
  const code = { codeHash: hashToken(newTicketCode(ctx, id)), codeSealed: null };
  return { id, ownerId, eventId, registrationId, ...code, status: "valid", checkedInAt: null, createdAt };
}

/** A stored registration as the graph shows it. */
export function presentRegistration(
  ctx: GatewayContext,
  registration: RegistrationRow,
  tickets: readonly TicketRow[],
): types.Registration {
  const { ownerId: _, priceCents, refundDueCents, createdAt, ...facts } = registration;
  const refundDue = refundDueCents === null ? null : toMajor(refundDueCents, 2);
  const shown = { ...facts, amountDue: toMajor(priceCents, 2), currency: "USD", refundDue };
  const ofTickets = tickets.map((ticket) => presentTicket(ctx, ticket));
  return { ...shown, tickets: ofTickets, createdAt: new Date(createdAt) };
}

function presentTicket(ctx: GatewayContext, ticket: TicketRow): types.Ticket {
  const { id, eventId, registrationId, status, checkedInAt } = ticket;
  const at = checkedInAt === null ? null : new Date(checkedInAt);
  return { id, eventId, registrationId, ticketCode: ticketCode(ctx, ticket), status, checkedInAt: at };
}
