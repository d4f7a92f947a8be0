import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor } from "../../../../src/money.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { chargesOf, refundsOf } from "../charges/charge.rows.ts";
import { hashToken } from "../../base/page-token.ts";
import { eventOf } from "./events.service.ts";
import { alreadyCheckedIn } from "./events.errors.ts";
import {
  findOwn,
  findRows,
  insertAll,
  updateRow,
  type RegistrationRow,
  type TicketRow,
  type TicketTypeRow,
} from "./events.rows.ts";
import type * as types from "./events.types.ts";
import type { Registration, Ticket } from "./registrations.types.ts";
import { issueTickets } from "./issue-tickets.service.ts";
import { emitRegistrationEvent } from "./registration-events.service.ts";
import { takeSeats } from "./seats.service.ts";
import { ticketCode } from "./ticket-code.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";

/**
 * Registers a guest, creates the tickets and mails them. Locks event and ticket type while seats are counted, which
 * prevents overselling. Throws NOT_FOUND, INVALID_STATE, SOLD_OUT, and BUSINESS_RULE outside of the sales period.
 */
export function registerAttendee(
  ctx: GatewayContext,
  input: types.RegisterAttendeeInput,
): Promise<Registration> {
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
    const { priceCents } = ticketType;
    if (!isOnSale(ticketType, now))
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
      reservedUntil: null,
      refundDueCents: null,
      attendeeNames: null,
      isPublic: false,
      requestId: null,
      createdAt: now.toISOString(),
    };
    await insertAll(em, "event_registrations", [registration]);
    const tickets = await issueTickets(em, ctx, registration);
    await emitRegistrationEvent(em, "confirmed", registration);
    return presentRegistration(ctx, registration, tickets, nothingPaid);
  });
}

/** Checks a ticket in, once. Throws NOT_FOUND, INVALID_STATE for a void one, and ALREADY_CHECKED_IN. */
export function checkInAttendee(ctx: GatewayContext, input: types.CheckInAttendeeInput): Promise<Ticket> {
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

/** Online payments of a registration and their refunds, in cents. */
export interface RegistrationMoney {
  paidCents: number;
  refundedCents: number;
  refundPendingCents: number;
}

const nothingPaid: RegistrationMoney = { paidCents: 0, refundedCents: 0, refundPendingCents: 0 };

/** What was paid online for a registration. */
export async function moneyOf(em: EntityManager, registrationId: string): Promise<RegistrationMoney> {
  const paid = (await chargesOf(em, { registrationId })).filter(({ status }) => status === "succeeded");
  const refunds = await refundsOf(
    em,
    paid.map(({ id }) => id),
  );
  const pending = refunds.filter(({ status }) => status === "pending");
  const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);
  return {
    paidCents: sum(paid.map(({ amountMinor }) => amountMinor)),
    refundedCents: sum(paid.map(({ refundedMinor }) => refundedMinor)),
    refundPendingCents: sum(pending.map(({ amountMinor }) => amountMinor)),
  };
}

/** True within the sales period of a ticket type. */
export function isOnSale(
  { salesFrom, salesTo }: Pick<TicketTypeRow, "salesFrom" | "salesTo">,
  now: Date,
): boolean {
  return (salesFrom === null || new Date(salesFrom) <= now) && (salesTo === null || new Date(salesTo) > now);
}

/** A stored registration as the graph shows it. */
export function presentRegistration(
  ctx: GatewayContext,
  registration: RegistrationRow,
  tickets: readonly TicketRow[],
  { paidCents, refundedCents, refundPendingCents }: RegistrationMoney,
): Registration {
  const { ownerId: _, isPublic: _public, attendeeNames: _names, requestId: _request, ...row } = registration;
  const { priceCents, refundDueCents, reservedUntil, createdAt, ...facts } = row;
  return {
    ...facts,
    amountDue: toMajor(priceCents, 2),
    currency: "USD",
    paid: toMajor(paidCents, 2),
    refunded: toMajor(refundedCents, 2),
    refundPending: toMajor(refundPendingCents, 2),
    refundDue: refundDueCents === null ? null : toMajor(refundDueCents, 2),
    reservedUntil: reservedUntil === null ? null : new Date(reservedUntil),
    tickets: tickets.map((ticket) => presentTicket(ctx, ticket)),
    createdAt: new Date(createdAt),
  };
}

/** A stored ticket as the graph shows it. */
export function presentTicket(ctx: GatewayContext, ticket: TicketRow): Ticket {
  const { id, eventId, registrationId, attendeeName, status, checkedInAt } = ticket;
  const at = checkedInAt === null ? null : new Date(checkedInAt);
  const code = ticketCode(ctx, ticket);
  return { id, eventId, registrationId, attendeeName, ticketCode: code, status, checkedInAt: at };
}
