import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { readServiceCalendar } from "../availability/service-calendar.service.ts";
import { minutesOf, momentsAround, momentsOf } from "../../base/wall-clock.ts";
import { appointmentsText } from "../mail-words/appointments.ts";
import { mailTextOf } from "../mail-words/mail-locale.rows.ts";
import { planNotifications } from "../reminders/plan-notifications.service.ts";
import { emitBookingEvent } from "../bookings/booking-events.service.ts";
import type { BookingEntity } from "../bookings/booking.entity.ts";
import { alternativesTo, freeProviders, type ChosenSlot } from "../bookings/choose-slot.service.ts";
import { presentBooking } from "../bookings/present-booking.ts";
import { customerOf, writeBooking, type BookingClient } from "../bookings/write-booking.service.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { seriesDates } from "./series-dates.ts";
import type { BookingSeries, CreateBookingSeriesInput, SkippedDate } from "./series.types.ts";

const dayMs = 24 * 60 * 60 * 1000;
const datesWithAlternatives = 20;

/** The dates that are wanted, and the clock that they are kept by. */
interface WantedSeries {
  dates: string[];
  timezone: string;
}

/** A date that cannot be booked, and a time to search alternatives near. */
type Missed = Omit<SkippedDate, "alternatives"> & { near: number };

/**
 * Books all dates of a rule at one local time, in one transaction: all of them, or with `skip` the free ones. DST:
 * non-existent local times are skipped dates; for ambiguous ones the first occurrence is used. Throws NOT_FOUND,
 * VALIDATION_ERROR for the rule or the time zone, INVALID_STATE for an archived service, and SERIES_CONFLICT with
 * every unavailable date, also when none is free. Idempotent by the request's key. Holds the price of one booking per
 * date and captures it per booking made.
 */
export async function createBookingSeries(
  ctx: GatewayContext,
  input: CreateBookingSeriesInput,
): Promise<BookingSeries> {
  const wanted = await readWanted(ctx, input);
  const work = (own: GatewayContext) =>
    exactlyOnce(own, { operation: "createBookingSeries", input }, (em) => makeSeries(em, own, input, wanted));
  if (!ctx.charged) return work(ctx);
  const use = { units: wanted.dates.length, used: ({ bookings }: BookingSeries) => bookings.length };
  return ctx.charged((own) => work(own as GatewayContext), use);
}

async function readWanted(ctx: GatewayContext, input: CreateBookingSeriesInput): Promise<WantedSeries> {
  const zone = checkedZone(input.timezone);
  const now = ctx.clock.now().getTime();
  const { em, principal } = ctx;
  const query = {
    serviceId: input.serviceId,
    providerId: input.providerId ?? null,
    within: { start: now, end: now },
  };
  const { service } = await inTransaction({ em, principal }, (own) => readServiceCalendar(own, ctx, query), {
    readOnly: true,
  });
  const timezone = zone ?? service.timezone;
  const dates = seriesDates(input, timezone);
  if (typeof dates === "string") throw validationError([{ path: "rrule", message: dates, rule: "rrule" }]);
  return { dates, timezone };
}

async function makeSeries(
  em: EntityManager,
  ctx: GatewayContext,
  input: CreateBookingSeriesInput,
  { dates, timezone }: WantedSeries,
): Promise<BookingSeries> {
  const {
    serviceId,
    providerId = null,
    clientEmail,
    startDate,
    time,
    rrule,
    onConflict,
    notes = null,
  } = input;
  const wanted = { serviceId, providerId, partySize: 1 };
  // Whatever the zone, the dates lie within this.
  const within = { start: Date.parse(dates[0]!) - dayMs, end: Date.parse(dates.at(-1)!) + 2 * dayMs };
  const calendar = await readServiceCalendar(em, ctx, { ...wanted, within });
  const [id, createdAt] = [newId("bks"), ctx.clock.now()];
  const series = {
    id,
    serviceId,
    providerId,
    clientEmail,
    timezone,
    startDate,
    time,
    rrule,
    onConflict,
    createdAt,
  };
  await insertSeries(em, ctx, series);
  const customerId = await customerOf(em, ctx, clientEmail);
  const client = { clientEmail, customerId, notes, answers: null, seriesId: id };
  const { made, missed } = await bookDates(em, ctx, client, { dates, time }, { wanted, calendar, timezone });
  const skipped = await withAlternatives(em, ctx, missed, { wanted, timezone });
  if (made.length === 0 || (skipped.length > 0 && onConflict === "fail")) throw conflict(timezone, skipped);
  await executeSql(em, "UPDATE booking_series SET skipped = $2 WHERE id = $1", [id, JSON.stringify(skipped)]);
  await notify(em, ctx, made);
  const bookings = made.map((booking) => presentBooking(booking, createdAt));
  return { ...series, bookings, skipped };
}

/** Books in order of time, so that two overlapping series cannot deadlock. */
async function bookDates(
  em: EntityManager,
  ctx: GatewayContext,
  client: BookingClient,
  { dates, time }: Pick<WantedSeries, "dates"> & { time: string },
  within: Omit<ChosenSlot, "start">,
): Promise<{ made: BookingEntity[]; missed: Missed[] }> {
  const { timezone } = within;
  const [made, missed]: [BookingEntity[], Missed[]] = [[], []];
  for (const date of dates) {
    const [start] = momentsOf(date, minutesOf(time), timezone);
    if (start === undefined) {
      const near = momentsAround(date, minutesOf(time), timezone)[0]!;
      missed.push({ date, time, code: "LOCAL_TIME_DOES_NOT_EXIST", near });
      continue;
    }
    const chosen = { ...within, start };
    const free = freeProviders(chosen, ctx.clock.now());
    const booking = typeof free === "string" ? null : await writeBooking(em, ctx, client, chosen, free);
    if (booking) made.push(booking);
    else missed.push({ date, time, code: typeof free === "string" ? free : "SLOT_TAKEN", near: start });
  }
  return { made, missed };
}

/** Runs after all dates are tried, so that it never suggests a slot the series has taken. */
async function withAlternatives(
  em: EntityManager,
  ctx: GatewayContext,
  missed: readonly Missed[],
  { wanted, timezone }: Pick<ChosenSlot, "wanted" | "timezone">,
): Promise<SkippedDate[]> {
  const skipped: SkippedDate[] = [];
  for (const [index, { near, date, time, code }] of missed.entries()) {
    const isFirst = index < datesWithAlternatives;
    const alternatives = isFirst ? await alternativesTo(em, ctx, { wanted, start: near, timezone }) : [];
    skipped.push({ date, time, code, alternatives });
  }
  return skipped;
}

/** Queues one confirmation with all times, and reminders for each booking. */
async function notify(em: EntityManager, ctx: GatewayContext, made: readonly BookingEntity[]): Promise<void> {
  const customer = { ownerId: ownerOf(ctx), email: made[0]?.clientEmail ?? null };
  const locals = made.map(({ localStart }) => localStart);
  const message = appointmentsText(await mailTextOf(em, customer), "appointments", locals);
  for (const [index, booking] of made.entries()) {
    await planNotifications(
      em,
      ctx,
      booking,
      index === 0 ? "confirmation" : null,
      made.length > 1 ? message : null,
    );
    await emitBookingEvent(em, ctx, "created", booking);
  }
}

function insertSeries(
  em: EntityManager,
  ctx: GatewayContext,
  series: Omit<BookingSeries, "bookings" | "skipped">,
): Promise<unknown> {
  return executeSql(
    em,
    `INSERT INTO booking_series (id, owner_id, service_id, provider_id, client_email, timezone, start_date, start_time,
       rrule, on_conflict, skipped, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '[]', $11)`,
    [
      series.id,
      ownerOf(ctx),
      series.serviceId,
      series.providerId,
      series.clientEmail,
      series.timezone,
      series.startDate,
      series.time,
      series.rrule,
      series.onConflict,
      series.createdAt,
    ],
  );
}

/** 409 with every date that cannot be booked. */
function conflict(timezone: string, conflicts: SkippedDate[]): DomainError {
  const message = `${conflicts.length} of the dates cannot be booked, so none were. Choose other dates.`;
  return new DomainError("SERIES_CONFLICT", message, { timezone, conflicts });
}
