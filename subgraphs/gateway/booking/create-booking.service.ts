import type { EntityManager } from "@mikro-orm/postgresql";
import { systemClock } from "../../../src/clock.ts";
import { exactlyOnce, refuseOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import { Turns } from "../../../src/turns.ts";
import { checkedZone } from "../booking-availability/availability.service.ts";
import { readServiceCalendar } from "../booking-availability/service-calendar.service.ts";
import { planNotifications } from "../booking-reminders/plan-notifications.service.ts";
import { ownerOf, type GatewayContext } from "../gateway.context.ts";
import { emitBookingEvent } from "./booking-events.service.ts";
import { BookingEntity } from "./booking.entity.ts";
import { approvalMs } from "./booking-states.ts";
import type { Booking, CreateBookingInput } from "./bookings.types.ts";
import { momentWanted, providersFor, refusal, type ChosenSlot } from "./choose-slot.service.ts";
import { takeHold, type TakenHold } from "./holds.service.ts";
import { presentBooking } from "./present-booking.ts";
import { clearLapsed, placeAt, snapshotOf, takeSlot } from "./take-slot.service.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Books a slot: one that `availability` shows, and that nobody else has taken when it is written. Pending when the service
 * wants approval. Throws NOT_FOUND, HOLD_NOT_FOUND, VALIDATION_ERROR, LOCAL_TIME_DOES_NOT_EXIST, and SLOT_TAKEN,
 * OUTSIDE_HOURS, TOO_SOON or TOO_FAR with three alternatives. Idempotent by the call's key. Of those who want one slot at
 * once only the first does the work and sets its price aside; the others are told in one look.
 */
export function createBooking(ctx: GatewayContext, input: CreateBookingInput): Promise<Booking> {
  const zone = checkedZone(input.timezone);
  const run = () =>
    ctx.charged ? ctx.charged((own) => book(own as GatewayContext, input, zone)) : book(ctx, input, zone);
  // Who holds the slot races with nobody.
  if (input.holdId) return run();
  return turnsOf(ctx.em).take(placeOf(ctx, input, zone), {
    run,
    look: () => lookAt(ctx, input, zone),
    refuse: (known) => refuseOnce(ctx, { operation: "createBooking", input }, copyOf(known)),
  });
}

/** Who races for slots in this process, by database. */
const races = new WeakMap<object, Turns>();

function turnsOf({ config }: EntityManager): Turns {
  const turns = races.get(config) ?? new Turns();
  races.set(config, turns);
  return turns;
}

/** Calls of one place want the same at the same time, and hear the same when it is taken. */
function placeOf(ctx: GatewayContext, input: CreateBookingInput, zone: string | null): string {
  const { serviceId, providerId, partySize, date, time, fold } = input;
  const now = ctx.clock === systemClock ? null : ctx.clock.now();
  return JSON.stringify([ownerOf(ctx), serviceId, providerId, partySize, date, time, fold, zone, now]);
}

/** Why the slot cannot be had now; null when it seems that it can. */
async function lookAt(
  ctx: GatewayContext,
  input: CreateBookingInput,
  zone: string | null,
): Promise<DomainError | null> {
  const { em, principal } = ctx;
  return inTransaction({ em, principal }, async (own) => {
    try {
      await providersFor(own, ctx, await chooseSlot(own, ctx, input, zone, null));
      return null;
    } catch (error) {
      if (error instanceof DomainError && error.code === "SLOT_TAKEN") return error;
      throw error;
    }
  });
}

/** Each caller is refused by an error of their own: it carries where in their answer it stands. */
function copyOf({ code, message, details }: DomainError): DomainError {
  return new DomainError(code, message, details);
}

function book(ctx: GatewayContext, input: CreateBookingInput, zone: string | null): Promise<Booking> {
  return exactlyOnce(ctx, { operation: "createBooking", input }, async (em) => {
    const hold = input.holdId ? await takeHold(em, ctx, input.holdId) : null;
    const chosen = await chooseSlot(em, ctx, input, zone, hold);
    const providerIds = await providersFor(em, ctx, chosen);
    // Who held the slot goes first with the provider that was held.
    const inOrder = [...providerIds].sort(
      (a, b) => Number(b === hold?.providerId) - Number(a === hold?.providerId),
    );
    const booking = await write(em, ctx, input, chosen, inOrder);
    await planNotifications(em, ctx, booking, "confirmation");
    await emitBookingEvent(em, ctx, "created", booking);
    return presentBooking(booking, ctx.clock.now());
  });
}

async function chooseSlot(
  em: EntityManager,
  ctx: GatewayContext,
  input: CreateBookingInput,
  zone: string | null,
  hold: TakenHold | null,
): Promise<ChosenSlot> {
  const { serviceId, providerId, partySize } = input;
  const midnight = Date.parse(input.date);
  const wanted = { serviceId, providerId: providerId ?? null, partySize: partySize ?? 1 };
  // Whatever the zone, the start and its day lie within this.
  const within = { start: midnight - dayMs, end: midnight + 2 * dayMs };
  const calendar = await readServiceCalendar(em, ctx, { ...wanted, within });
  const timezone = zone ?? calendar.service.timezone;
  const start = await momentWanted(em, ctx, wanted, input, timezone);
  if (hold && (hold.serviceId !== serviceId || hold.startsAt !== start)) {
    throw validationError([{ path: "holdId", message: "holds another slot", rule: "same_slot" }]);
  }
  return { wanted, calendar, start, timezone };
}

async function write(
  em: EntityManager,
  ctx: GatewayContext,
  input: CreateBookingInput,
  chosen: ChosenSlot,
  providerIds: readonly string[],
): Promise<BookingEntity> {
  const { service } = chosen.calendar;
  const now = ctx.clock.now();
  const customerId = await customerOf(em, ctx, input.clientEmail);
  const id = newId("bkg");
  const draft = {
    id,
    ownerId: ownerOf(ctx),
    appId: "event-manager",
    serviceId: service.id,
    serviceSnapshot: snapshotOf(service),
    customerId,
    clientEmail: input.clientEmail,
    partySize: chosen.wanted.partySize,
    status: service.requiresApproval ? ("pending" as const) : ("confirmed" as const),
    lapsesAt: service.requiresApproval ? new Date(now.getTime() + approvalMs) : null,
    priceMinor: service.priceMinor * chosen.wanted.partySize,
    feeMinor: null,
    currency: service.currency,
    cancelledBy: null,
    reason: null,
    notes: input.notes ?? null,
    answers: input.answers ?? null,
    icsSequence: 0,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const { start, timezone } = chosen;
  await clearLapsed(em, providerIds, placeAt(service, { id, providerId: "", start, timezone }), now);
  for (const providerId of providerIds) {
    const place = placeAt(service, { id, providerId, start, timezone });
    const row = Object.assign(new BookingEntity(), { ...draft, ...place } satisfies BookingEntity);
    if (await takeSlot(em, row)) return row;
  }
  throw await refusal(em, ctx, chosen, "SLOT_TAKEN");
}

/** The customer of this address, made when nobody has it. The name is the part before the @ until it is known. */
async function customerOf(em: EntityManager, ctx: GatewayContext, email: string): Promise<string> {
  const [row] = await executeSql<{ id: string }>(
    em,
    `INSERT INTO booking_customers (id, owner_id, name, email, email_folded, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6)
     ON CONFLICT (owner_id, email_folded) DO UPDATE SET email_folded = EXCLUDED.email_folded RETURNING id`,
    [newId("bcu"), ownerOf(ctx), email.split("@")[0], email, email.toLowerCase(), ctx.clock.now()],
  );
  return row!.id;
}
