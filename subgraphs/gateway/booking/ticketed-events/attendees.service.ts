import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import type * as types from "./attendees.types.ts";
import { leftOf } from "./event-states.ts";
import { findRows, pageRows } from "./events.rows.ts";
import { eventOf, presentEvent, presentTicketType, ticketTypesOf } from "./events.service.ts";
import type { TicketedEvent } from "./events.types.ts";

/** One of the account's events with its sales. Throws NOT_FOUND. */
export function readEvent(ctx: GatewayContext, eventId: string): Promise<TicketedEvent> {
  const read = async (em: EntityManager) => {
    const event = await eventOf(em, ctx, eventId);
    return presentEvent(event, await ticketTypesOf(em, event.id), ctx.clock.now());
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Ticket types of an event with what is left of each. Throws NOT_FOUND. */
export function listTicketTypes(ctx: GatewayContext, eventId: string): Promise<types.TicketTypeList> {
  const read = async (em: EntityManager) => {
    const event = await eventOf(em, ctx, eventId);
    const rows = await ticketTypesOf(em, event.id);
    const present = (row: (typeof rows)[number]) =>
      Object.assign(presentTicketType(row), { left: leftOf(event, [row]) });
    return { ticketTypes: rows.map(present) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** A guest's status in SQL: that of the registration `t` and its tickets. */
const statusOfGuest = `CASE WHEN t.status = 'cancelled' THEN 'cancelled'
  WHEN EXISTS (SELECT 1 FROM event_tickets k WHERE k.registration_id = t.id AND k.status <> 'checked_in')
  THEN 'confirmed' ELSE 'checked_in' END`;

/** The door list of an event, newest registration first, without ticket codes. Throws NOT_FOUND. */
export function listAttendees(
  ctx: GatewayContext,
  { eventId, status = null, limit, after }: types.AttendeesArgs,
): Promise<types.AttendeePage> {
  const read = async (em: EntityManager) => {
    await eventOf(em, ctx, eventId);
    const { rows, ...page } = await pageRows(em, ctx, "event_registrations", {
      where: `event_id = $2 AND t.status IN ('confirmed', 'cancelled') AND ($3::text IS NULL OR $3 = ${statusOfGuest})`,
      values: [eventId, status],
      list: ["attendees", eventId, status],
      limit,
      after,
    });
    const ids = rows.map(({ id }) => id);
    const tickets = await findRows(em, "event_tickets", "registration_id = ANY ($1)", [ids]);
    const names = new Map((await ticketTypesOf(em, eventId)).map(({ id, name }) => [id, name]));
    const inside = Map.groupBy(
      tickets.filter((one) => one.status === "checked_in"),
      ({ registrationId }) => registrationId,
    );
    const attendees = rows.map((row): types.Attendee => {
      const checkedIn = inside.get(row.id)?.length ?? 0;
      const arrived = checkedIn === row.quantity ? "checked_in" : "confirmed";
      return {
        registrationId: row.id,
        ticketTypeId: row.ticketTypeId,
        ticketTypeName: names.get(row.ticketTypeId)!,
        name: row.name,
        email: row.email,
        quantity: row.quantity,
        attendeeNames: row.attendeeNames ?? [],
        checkedIn,
        status: row.status === "cancelled" ? "cancelled" : arrived,
        registeredAt: new Date(row.createdAt),
      };
    });
    return { attendees, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Sales and attendance of an event. Throws NOT_FOUND. */
export function summarizeEvent(ctx: GatewayContext, eventId: string): Promise<types.EventSummary> {
  const read = async (em: EntityManager) => {
    const event = await eventOf(em, ctx, eventId);
    const [sales] = await executeSql<{ sold: number; cents: number; checkedIn: number }>(
      em,
      `SELECT coalesce(sum(quantity), 0)::int AS sold, coalesce(sum(price_cents), 0)::float8 AS cents,
         (SELECT count(*)::int FROM event_tickets WHERE event_id = $1 AND status = 'checked_in') AS "checkedIn"
       FROM event_registrations WHERE event_id = $1 AND status = 'confirmed'`,
      [event.id],
    );
    const { sold, cents, checkedIn } = sales!;
    const isOver = event.status === "published" && new Date(event.endsAt) <= ctx.clock.now();
    const noShows = isOver ? sold - checkedIn : 0;
    return { eventId: event.id, sold, revenue: toMajor(cents, 2), currency: "USD", checkedIn, noShows };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
