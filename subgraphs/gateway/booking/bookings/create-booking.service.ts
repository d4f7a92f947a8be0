import type { EntityManager } from "@mikro-orm/postgresql";
import { systemClock } from "../../../../src/time/clock.ts";
import { exactlyOnce, refuseOnce } from "../../../../src/db/idempotency.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { KeyedQueue } from "../../../../src/concurrency/keyed-queue.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { readServiceCalendar } from "../availability/service-calendar.service.ts";
import { planNotifications } from "../reminders/plan-notifications.service.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { emitBookingEvent } from "./booking-events.service.ts";
import type { Booking, CreateBookingInput } from "./bookings.types.ts";
import {
  momentWanted,
  providersFor,
  refusal,
  type CalendarLook,
  type ChosenSlot,
} from "./choose-slot.service.ts";
import { takeHold, type TakenHold } from "./holds.service.ts";
import { presentBooking } from "./present-booking.ts";
import { customerOf, writeBooking } from "./write-booking.service.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Books a free slot. Pending when the service requires approval. Throws NOT_FOUND, HOLD_NOT_FOUND, VALIDATION_ERROR,
 * LOCAL_TIME_DOES_NOT_EXIST, and SLOT_TAKEN, OUTSIDE_HOURS, TOO_SOON or TOO_FAR with three alternatives. Idempotent by
 * the request's key. A slot that is taken is refused after one look, before any price is held. Of concurrent requests for
 * one slot only the first does the work; one look answers the others as soon as its booking is committed.
 */
export function createBooking(ctx: GatewayContext, input: CreateBookingInput): Promise<Booking> {
  const zone = checkedZone(input.timezone);
  const pay = (work: (own: GatewayContext) => Promise<Booking>) =>
    ctx.charged ? ctx.charged((own) => work(own as GatewayContext)) : work(ctx);
  // A slot hold makes the request exclusive, so it does not queue.
  if (input.holdId) return pay((own) => book(own, input, zone));
  const recheck = () => checkSlot(ctx, input, zone);
  const refuse = (known: DomainError) =>
    refuseOnce<Booking>(ctx, { operation: "createBooking", input }, copyOf(known));
  const run = async (decided: () => void) => {
    // The work reports the cause of a failing look.
    const taken = await recheck().catch(() => null);
    if (taken) return refuse(taken);
    return pay(async (own) => {
      const booking = await book(own, input, zone);
      decided();
      return booking;
    });
  };
  return turnsOf(ctx.sharedEm ?? ctx.em).take(placeOf(ctx, input, zone), { run, recheck, refuse });
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

/** Days around the wanted one whose calendar is looked at: the nearest alternatives are within. */
const lookDays = 3;

/** The refusal of a slot that is taken, with alternatives, from one statement; null when the slot seems free. */
async function checkSlot(
  ctx: GatewayContext,
  input: CreateBookingInput,
  zone: string | null,
): Promise<DomainError | null> {
  try {
    const chosen = await chooseSlot(ctx.em, ctx, input, { zone, hold: null, days: lookDays });
    await providersFor(ctx.em, ctx, { ...chosen, look: chosen });
    return null;
  } catch (error) {
    if (error instanceof DomainError && error.code === "SLOT_TAKEN") return error;
    throw error;
  }
}

/** Each request gets an error object of its own, because its path in the response differs. */
function copyOf({ code, message, details }: DomainError): DomainError {
  return new DomainError(code, message, details);
}

function book(ctx: GatewayContext, input: CreateBookingInput, zone: string | null): Promise<Booking> {
  return exactlyOnce(ctx, { operation: "createBooking", input }, async (em) => {
    const hold = input.holdId ? await takeHold(em, ctx, input.holdId) : null;
    const chosen = await chooseSlot(em, ctx, input, { zone, hold, days: 1 });
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
  { zone, hold, days }: { zone: string | null; hold: TakenHold | null; days: number },
): Promise<ChosenSlot & CalendarLook> {
  const { serviceId, providerId, partySize } = input;
  const midnight = Date.parse(input.date);
  const wanted = { serviceId, providerId: providerId ?? null, partySize: partySize ?? 1 };
  // Whatever the zone, the start and its day lie within this.
  const within = { start: midnight - days * dayMs, end: midnight + (days + 1) * dayMs };
  const calendar = await readServiceCalendar(em, ctx, { ...wanted, within });
  const timezone = zone ?? calendar.service.timezone;
  const start = await momentWanted(em, ctx, wanted, input, timezone);
  if (hold && (hold.serviceId !== serviceId || hold.startsAt !== start)) {
    throw validationError([
      { path: "holdId", message: "must hold the same service and start", rule: "same_slot" },
    ]);
  }
  return { wanted, calendar, start, timezone, within };
}
