import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError, type DomainError } from "../../../../src/errors.ts";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { endSubscription, saveSubscription } from "../calendar-subscriptions/save-subscription.service.ts";
import { wordsOfFault } from "../calendar-subscriptions/calendar-faults.ts";
import type { BookingContext } from "../booking.context.ts";
import { findProvider } from "../setup/providers.service.ts";
import type { BusyCalendar, ImportBusyCalendarInput } from "./busy-calendar.types.ts";
import type { CalendarComponent } from "./calendar-text.ts";
import {
  bookingsWithin,
  readComponents,
  writeBusyTimes,
  type UnfitCalendar,
} from "./write-busy-times.service.ts";

const shownBlocks = 100;

/**
 * Blocks a provider's time by the events of an external calendar: of a text once, of a URL again and again. Replaces the earlier
 * import of the same source. Each event is imported, skipped and counted, or reported as not understood. Existing bookings stay and
 * are listed. Throws NOT_FOUND, INVALID_URL, BUSINESS_RULE for too many subscriptions, and VALIDATION_ERROR for a URL that cannot
 * be read, and text that is not an iCalendar, is truncated, or exceeds the maximum number of events or periods.
 */
export function importBusyCalendar(
  ctx: BookingContext,
  input: ImportBusyCalendarInput,
): Promise<BusyCalendar> {
  const { ics = null, icsUrl = null } = input;
  if ((ics === null) === (icsUrl === null))
    throw validationError([{ path: "ics", message: "must be given, or icsUrl, not both", rule: "one_of" }]);
  return icsUrl === null ? importText(ctx, input, ics!) : subscribe(ctx, input, icsUrl);
}

function importText(ctx: BookingContext, input: ImportBusyCalendarInput, ics: string): Promise<BusyCalendar> {
  const calendars = fit(readComponents(ics), "ics");
  return exactlyOnce(ctx, { operation: "importBusyCalendar", input }, async (em) => {
    const imported = await write(em, ctx, input, { calendars, path: "ics" });
    await endSubscription(em, imported);
    return { ...imported, subscriptionId: null };
  });
}

/** Reads the calendar before anything is written, and not again for a replay. */
function subscribe(
  ctx: BookingContext,
  input: ImportBusyCalendarInput,
  icsUrl: string,
): Promise<BusyCalendar> {
  const path = "icsUrl";
  const url = ctx.ports.calendarFiles.checkUrl(icsUrl, path);
  return onceOutside(
    ctx,
    { operation: "importBusyCalendar", input },
    {
      prepare: async () => {
        const { em: outer, principal } = ctx;
        await inTransaction({ em: outer, principal }, (em) => findProvider(em, ctx, input.providerId), {
          readOnly: true,
        });
        const file = await ctx.ports.calendarFiles.read(url, { etag: null, lastModified: null });
        if (file.kind === "failed") {
          const { fault, status } = file;
          throw validationError([{ path, message: wordsOfFault(fault, status), rule: fault }]);
        }
        if (file.kind === "unchanged") throw new Error("A first read has nothing to compare with.");
        return { file, calendars: fit(readComponents(file.text), path) };
      },
      record: async (em, { file, calendars }) => {
        const imported = await write(em, ctx, input, { calendars, path });
        const { blockCount, notUnderstood, providerId, source } = imported;
        const counts = { blockCount, unreadCount: notUnderstood.length };
        const { refreshMinutes } = input;
        const wanted = { providerId, source, url, refreshMinutes, file, ...counts };
        return { ...imported, subscriptionId: await saveSubscription(em, ctx, wanted) };
      },
      act: () => Promise.resolve(null),
      settle: (_em, imported) => Promise.resolve(imported),
    },
  );
}

async function write(
  em: EntityManager,
  ctx: BookingContext,
  input: ImportBusyCalendarInput,
  { calendars, path }: { calendars: readonly CalendarComponent[]; path: string },
): Promise<Omit<BusyCalendar, "subscriptionId">> {
  const { id: providerId, ownerId, timezone } = await findProvider(em, ctx, input.providerId);
  const now = ctx.clock.now();
  const place = { ownerId, providerId, zone: timezone, source: input.source.trim() };
  const written = fit(await writeBusyTimes(em, place, calendars, now), path);
  const { from, until, blocks, replacedCount, notUnderstood, leftOut } = written;
  return {
    providerId,
    source: place.source,
    timezone,
    from,
    until,
    blockCount: blocks.length,
    blocks: blocks.slice(0, shownBlocks),
    replacedCount,
    notUnderstood,
    leftOut,
    conflictingBookingIds: await bookingsWithin(em, place, now),
  };
}

function fit<Read extends object>(read: Read | UnfitCalendar, path: string): Exclude<Read, UnfitCalendar> {
  if (!("rule" in read)) return read as Exclude<Read, UnfitCalendar>;
  throw refused(read, path);
}

function refused({ message, rule }: UnfitCalendar, path: string): DomainError {
  return validationError([{ path, message, rule }]);
}
