import type { EntityManager } from "@mikro-orm/postgresql";
import { systemClock } from "../../../../src/time/clock.ts";
import { exactlyOnce, refuseOnce } from "../../../../src/db/idempotency.ts";
import { inPlainTransaction } from "../../../../src/db/pipelined-transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { KeyedQueue } from "../../../../src/concurrency/keyed-queue.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { checkAnswers } from "../intake-forms/intake-forms.service.ts";
import { noteAnsweredForm } from "../intake-forms/intake-forms.rows.ts";
import { readServiceCalendar } from "../availability/service-calendar.service.ts";
import { planNotifications } from "../reminders/plan-notifications.service.ts";
import { acceptOffer, offerOfHold, requireAcceptable } from "../waitlist/accept-offer.service.ts";
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
import { placeAt } from "./take-slot.service.ts";
import { customerOf, writeBooking } from "./write-booking.service.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Books a free slot. Pending when the service requires approval. Throws NOT_FOUND, HOLD_NOT_FOUND, VALIDATION_ERROR,
 * BUSINESS_RULE for a blocked customer, LOCAL_TIME_DOES_NOT_EXIST, and SLOT_TAKEN, OUTSIDE_HOURS, TOO_SOON or TOO_FAR with
 * three alternatives. Idempotent by the request's key. A slot that is taken is refused after one look, before any price is
 * held. Of concurrent requests for one slot only the first does the work; its look and its booking answer the others as
 * soon as it is committed.
 */
export function createBooking(ctx: GatewayContext, input: CreateBookingInput): Promise<Booking> {
  const zone = checkedZone(input.timezone);
  const pay = (work: (own: GatewayContext) => Promise<Booking>) =>
    ctx.charged ? ctx.charged((own) => work(own as GatewayContext)) : work(ctx);
  // A slot hold makes the request exclusive, so it does not queue.
  if (input.holdId) return pay((own) => book(own, input, { zone, look: null }));
  const { queue, looks } = racesOf(ctx.sharedEm ?? ctx.em);
  const place = placeOf(ctx, input, zone);
  const recheck = async () => {
    const look = looks.get(place) ?? (await lookAt(ctx, input, zone));
    // Each look decides once: later bookings are not in it.
    looks.delete(place);
    return refusalAfter(ctx, look);
  };
  const refuse = (known: DomainError) =>
    refuseOnce<Booking>(ctx, { operation: "createBooking", input }, copyOf(known));
  const run = async (decided: () => void) => {
    // The work reports the cause of a failing look.
    const look = await lookAt(ctx, input, zone).catch(() => null);
    const taken = look && (await refusalAfter(ctx, look).catch(() => null));
    if (taken) return refuse(taken);
    return pay(async (own) => {
      const booking = await book(own, input, { zone, look });
      // A booking that is replayed may have been cancelled since.
      if (look && !own.meter.replayed) looks.set(place, withBooking(look, booking));
      decided();
      looks.delete(place);
      return booking;
    });
  };
  return queue.take(place, { run, recheck, refuse });
}

/** Days around the wanted one whose calendar is looked at: the nearest alternatives are within. */
const lookDays = 3;

/** A start, and the calendar around it at a moment. */
type Look = ChosenSlot & CalendarLook;

/** Requests of this process for the same slot, by the key of that slot. */
interface Races {
  queue: KeyedQueue;
  /** What the requests that wait can be decided by. */
  looks: Map<string, Look>;
}

const races = new WeakMap<object, Races>();

function racesOf({ config }: EntityManager): Races {
  const known = races.get(config) ?? { queue: new KeyedQueue(), looks: new Map<string, Look>() };
  races.set(config, known);
  return known;
}

/** Queue key: requests with the same key want the same slot and share the same refusal. */
function placeOf(ctx: GatewayContext, input: CreateBookingInput, zone: string | null): string {
  const { serviceId, providerId, partySize, date, time, fold } = input;
  const now = ctx.clock === systemClock ? null : ctx.clock.now();
  return JSON.stringify([ownerOf(ctx), serviceId, providerId, partySize, date, time, fold, zone, now]);
}

/** The calendar around the wanted slot, in one statement. */
function lookAt(ctx: GatewayContext, input: CreateBookingInput, zone: string | null): Promise<Look> {
  return chooseSlot(ctx.em, ctx, input, { zone, hold: null, days: lookDays });
}

/** The refusal of a slot that is taken, with alternatives of the look; null when the slot seems free. */
async function refusalAfter(ctx: GatewayContext, look: Look): Promise<DomainError | null> {
  try {
    await providersFor(ctx.em, ctx, { ...look, look });
    return null;
  } catch (error) {
    if (error instanceof DomainError && error.code === "SLOT_TAKEN") return error;
    throw error;
  }
}

/** The look after a booking of its slot. */
function withBooking(look: Look, { id, providerId, startsAt, partySize }: Booking): Look {
  const { service, providers, resources } = look.calendar;
  const start = startsAt.getTime();
  const place = placeAt(service, { id, providerId, start, timezone: look.timezone });
  const taken = {
    start: place.blockStart.getTime(),
    end: place.blockEnd.getTime(),
    startsAt: start,
    sessionKey: place.sessionKey,
    partySize,
  };
  const after = providers.map((one) =>
    one.id === providerId ? { ...one, taken: [...one.taken, taken] } : one,
  );
  const used = resources.map((one) => ({ ...one, taken: [...one.taken, taken] }));
  return { ...look, calendar: { service, providers: after, resources: used } };
}

/** Each request gets an error object of its own, because its path in the response differs. */
function copyOf({ code, message, details }: DomainError): DomainError {
  return new DomainError(code, message, details);
}

/** Statements that do not wait for each other are sent together. The look, if there is one, is of just before. */
function book(
  ctx: GatewayContext,
  input: CreateBookingInput,
  { zone, look }: { zone: string | null; look: Look | null },
): Promise<Booking> {
  let seen = look;
  const write = async (em: EntityManager): Promise<Booking> => {
    const { clientEmail, notes = null, answers = null } = input;
    const offer = input.holdId ? await offerOfHold(em, ctx, input.holdId) : null;
    if (offer) requireAcceptable(offer, clientEmail, ctx.clock.now());
    const hold = input.holdId ? await takeHold(em, ctx, input.holdId) : null;
    const known = seen;
    // A transaction that runs again, after a deadlock, looks for itself.
    seen = null;
    const [chosen, customerId] = await Promise.all([
      known ?? chooseSlot(em, ctx, input, { zone, hold, days: 1 }),
      customerOf(em, ctx, clientEmail),
    ]);
    const providerIds = await providersFor(em, ctx, chosen);
    const checked = answers && (await checkAnswers(em, ownerOf(ctx), input.serviceId, answers));
    // Tries the provider of the hold first.
    const inOrder = [...providerIds].sort(
      (a, b) => Number(b === hold?.providerId) - Number(a === hold?.providerId),
    );
    const client = { clientEmail, customerId, notes, answers: checked?.answers ?? answers, seriesId: null };
    const booking = await writeBooking(em, ctx, client, chosen, inOrder);
    if (!booking) throw await refusal(em, ctx, chosen, "SLOT_TAKEN");
    if (checked) await noteAnsweredForm(em, booking, checked.form);
    if (offer) await acceptOffer(em, ctx, offer, booking.id);
    await Promise.all([
      planNotifications(em, ctx, booking, "confirmation"),
      emitBookingEvent(em, ctx, "created", booking),
    ]);
    return presentBooking(booking, ctx.clock.now());
  };
  return exactlyOnce(ctx, { operation: "createBooking", input }, write, inPlainTransaction);
}

async function chooseSlot(
  em: EntityManager,
  ctx: GatewayContext,
  input: CreateBookingInput,
  { zone, hold, days }: { zone: string | null; hold: TakenHold | null; days: number },
): Promise<Look> {
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
