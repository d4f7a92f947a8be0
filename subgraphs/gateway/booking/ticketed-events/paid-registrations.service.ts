import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { settleCharges } from "../charges/settle-charges.service.ts";
import { enqueueLapse } from "../charges/lapse.service.ts";
import { offerFreedSeats } from "./event-waitlist.service.ts";
import { findRows, updateRow } from "./events.rows.ts";
import { issueTickets } from "./issue-tickets.service.ts";
import { emitRegistrationEvent } from "./registration-events.service.ts";
import { freeSeats, lockRegistration, type LockedRegistration } from "./seats.service.ts";

/** A bank that confirms later than at once has this long. */
const bankMs = 7 * 86_400_000;

/** True while seats are kept for a guest who has not paid or accepted yet. */
export function isReserved({ event, registration }: LockedRegistration, now: Date): boolean {
  const { status, reservedUntil } = registration;
  const isOpen = event.status === "published" && new Date(event.endsAt) > now;
  return status === "reserved" && isOpen && new Date(reservedUntil!) > now;
}

/**
 * Takes the payment of a locked registration and issues its tickets. One whose time has passed and whose seats are not free yet still
 * has them. Returns false for one that has expired or was cancelled.
 */
export async function payRegistration(
  em: EntityManager,
  ctx: GatewayContext,
  locked: LockedRegistration,
): Promise<boolean> {
  const { event, registration } = locked;
  if (registration.status === "confirmed") return true;
  const isOpen = event.status === "published" && new Date(event.endsAt) > ctx.clock.now();
  if (registration.status !== "reserved" || !isOpen) return false;
  await confirmReserved(em, ctx, locked);
  return true;
}

/** Turns kept seats into tickets, and mails them. */
export async function confirmReserved(
  em: EntityManager,
  ctx: GatewayContext,
  { registration }: LockedRegistration,
): Promise<void> {
  const changes = { status: "confirmed", reservedUntil: null } as const;
  await updateRow(em, "event_registrations", registration.id, changes);
  const confirmed = { ...registration, ...changes };
  await issueTickets(em, ctx, confirmed);
  await emitRegistrationEvent(em, "confirmed", confirmed);
}

/** Keeps seats while a bank decides, at most until the event. */
export async function keepRegistrationLonger(
  em: EntityManager,
  ctx: GatewayContext,
  locked: LockedRegistration,
): Promise<void> {
  const { event, registration } = locked;
  const now = ctx.clock.now();
  if (!isReserved(locked, now)) return;
  const until = new Date(Math.min(now.getTime() + bankMs, Date.parse(event.startsAt)));
  if (until <= new Date(registration.reservedUntil!)) return;
  await updateRow(em, "event_registrations", registration.id, { reservedUntil: until.toISOString() });
}

/** Frees the seats of a registration that was not paid or accepted in time. A no-op for any other. */
export function lapseRegistration(ctx: GatewayContext, id: string): Promise<void> {
  return inTransaction(ctx, async (em) => {
    if ((await findRows(em, "event_registrations", "id = $1", [id])).length === 0) return;
    const locked = await lockRegistration(em, id);
    const { registration } = locked;
    if (registration.status !== "reserved") return;
    const until = new Date(registration.reservedUntil!);
    const isOver = locked.event.status === "cancelled";
    if (until > ctx.clock.now() && !isOver)
      return enqueueLapse(em, { ownerId: registration.ownerId, registrationId: id }, until);
    await endReservation(em, ctx, locked);
  });
}

/** Ends a locked reservation: its seats go to the next who waits, and what was paid goes back. */
async function endReservation(
  em: EntityManager,
  ctx: GatewayContext,
  locked: LockedRegistration,
): Promise<void> {
  const { registration } = locked;
  const changes = { status: "expired", reservedUntil: null } as const;
  await updateRow(em, "event_registrations", registration.id, changes);
  const freed = await freeSeats(em, locked);
  await settleCharges(em, ctx, { registrationId: registration.id }, { keepMinor: 0, reason: "cancelled" });
  await emitRegistrationEvent(em, "expired", { ...registration, ...changes });
  await offerFreedSeats(em, ctx, freed.event, freed.ticketType);
}
