import type { EntityManager } from "@mikro-orm/postgresql";
import { systemClock } from "../../../../src/time/clock.ts";
import { exactlyOnce, refuseOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { KeyedQueue } from "../../../../src/concurrency/keyed-queue.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { readServiceCalendar } from "../availability/service-calendar.service.ts";
import { planNotifications } from "../reminders/plan-notifications.service.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { emitBookingEvent } from "./booking-events.service.ts";
import type { Booking, CreateBookingInput } from "./bookings.types.ts";
import { momentWanted, providersFor, refusal, type ChosenSlot } from "./choose-slot.service.ts";
import { takeHold, type TakenHold } from "./holds.service.ts";
import { presentBooking } from "./present-booking.ts";
import { customerOf, writeBooking } from "./write-booking.service.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Books a free slot. Pending when the service requires approval. Throws NOT_FOUND, HOLD_NOT_FOUND, VALIDATION_ERROR,
 * LOCAL_TIME_DOES_NOT_EXIST, and SLOT_TAKEN, OUTSIDE_HOURS, TOO_SOON or TOO_FAR with three alternatives. Idempotent by
 * the request's key. Of concurrent requests for one slot only the first does the work and holds its price; one check
 * answers the others.
 */
export function createBooking(ctx: GatewayContext, input: CreateBookingInput): Promise<Booking> {
  const zone = checkedZone(input.timezone);
  const run = () =>
    ctx.charged ? ctx.charged((own) => book(own as GatewayContext, input, zone)) : book(ctx, input, zone);
  // A slot hold makes the request exclusive, so it does not queue.
  if (input.holdId) return run();
  return turnsOf(ctx.em).take(placeOf(ctx, input, zone), {
    run,
    recheck: () => checkSlot(ctx, input, zone),
    refuse: (known) => refuseOnce(ctx, { operation: "createBooking", input }, copyOf(known)),
  });
}

/** Who races for slots in this process, by database. */
const races = new WeakMap<object, KeyedQueue>();

function turnsOf({ config }: EntityManager): KeyedQueue {
  const turns = races.get(config) ?? new KeyedQueue();
  races.set(config, turns);
  return turns;
}

/** Queue key: requests with the same key want the same slot and share the same refusal. */
function placeOf(ctx: GatewayContext, input: CreateBookingInput, zone: string | null): string {
  const { serviceId, providerId, partySize, date, time, fold } = input;
  const now = ctx.clock === systemClock ? null : ctx.clock.now();
  return JSON.stringify([ownerOf(ctx), serviceId, providerId, partySize, date, time, fold, zone, now]);
}

/** The reason the slot is unavailable; null when it seems free. */
async function checkSlot(
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

/** Each request gets an error object of its own, because its path in the response differs. */
function copyOf({ code, message, details }: DomainError): DomainError {
  return new DomainError(code, message, details);
}

function book(ctx: GatewayContext, input: CreateBookingInput, zone: string | null): Promise<Booking> {
  return exactlyOnce(ctx, { operation: "createBooking", input }, async (em) => {
    const hold = input.holdId ? await takeHold(em, ctx, input.holdId) : null;
    const chosen = await chooseSlot(em, ctx, input, zone, hold);
    const providerIds = await providersFor(em, ctx, chosen);
    // Tries the provider of the hold first.
    const inOrder = [...providerIds].sort(
      (a, b) => Number(b === hold?.providerId) - Number(a === hold?.providerId),
    );
    const { clientEmail, notes = null, answers = null } = input;
    const client = { clientEmail, customerId: await customerOf(em, ctx, clientEmail) };
    const booking = await writeBooking(
      em,
      ctx,
      { ...client, notes, answers, seriesId: null },
      chosen,
      inOrder,
    );
    if (!booking) throw await refusal(em, ctx, chosen, "SLOT_TAKEN");
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
    throw validationError([
      { path: "holdId", message: "must hold the same service and start", rule: "same_slot" },
    ]);
  }
  return { wanted, calendar, start, timezone };
}
