import type { EntityManager } from "@mikro-orm/postgresql";
import { LockMode } from "@mikro-orm/core";
import type { RemoteVideo } from "../../../../src/calendars/remote-calendar.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { bookingStateOf } from "../bookings/booking-states.ts";
import { applyChange, cancelLocked } from "../bookings/change-booking.service.ts";
import { moveTo } from "../bookings/move-booking.service.ts";
import type { BookingContext } from "../booking.context.ts";
import { noteConflict, settleConflicts } from "./calendar-conflicts.rows.ts";
import { takeVideo, wantsVideo } from "./video-links.service.ts";
import { agreedBase, mergeStep, type Times } from "./calendar-merge.ts";
import { dropCopy, findCopies, saveCopy, type Copy, type SyncRow } from "./calendar-sync.rows.ts";

/** The booking of a copy, as its event should be. */
export interface CopiedBooking {
  id: string;
  serviceName: string;
  times: NonNullable<Times>;
  /** True: the calendar is to make its video call. */
  wantsVideo: boolean;
}

/** What is left to do at the service; the booking is null where there should be no event. */
export interface WantedEvent {
  copy: Copy;
  booking: CopiedBooking | null;
}

/** What is known of the event in the calendar; absent: as the copy has it. */
export interface SeenEvent {
  eventId: string | null;
  etag: string | null;
  outside: Times;
  title: string | null;
  /** True: the copy begins a new event, since this one was deleted. */
  isGone: boolean;
  /** Its video call; null: none. */
  video: RemoteVideo | null;
  /** True for an event that an earlier request has created, and somebody has deleted since. */
  existed?: boolean;
}

/** States in which a booking is in the calendar. */
const shown: ReadonlySet<string> = new Set(["pending", "confirmed", "checked_in", "completed", "no_show"]);
/** States in which a booking can still change. */
const open: ReadonlySet<string> = new Set(["pending", "confirmed"]);

/**
 * Brings a booking and its event together, in one transaction, as far as the booking's side goes: takes a change of the calendar
 * over, shows a conflict, or returns what is to be written to the calendar. Null when nothing is.
 */
export async function mergeCopy(
  ctx: BookingContext,
  sync: SyncRow,
  bookingId: string,
  seen: SeenEvent | null,
): Promise<WantedEvent | null> {
  const attempt = (refusal: DomainError | null) =>
    inTransaction(ctx, (em) => mergeLocked(em, ctx, sync, { bookingId, seen, refusal }));
  try {
    return await attempt(null);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // The change of the calendar is refused: the second run shows it.
    return attempt(error);
  }
}

async function mergeLocked(
  em: EntityManager,
  ctx: BookingContext,
  sync: SyncRow,
  { bookingId, seen, refusal }: { bookingId: string; seen: SeenEvent | null; refusal: DomainError | null },
): Promise<WantedEvent | null> {
  const now = ctx.clock.now();
  const booking = await em.findOne(
    BookingEntity,
    { id: bookingId, ownerId: sync.ownerId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const [known] = await findCopies(em, sync.id, "booking_id = $2 FOR UPDATE", [bookingId]);
  if (!booking || !known || booking.status === "held") return null;
  const copy = withSeen(known, seen);
  await takeVideo(em, ctx, sync, { booking, video: seen?.video ?? null });
  const state = bookingStateOf(booking, now);
  const isShown = shown.has(state) && booking.providerId === sync.providerId;
  const times = { start: booking.startsAt.getTime(), end: booking.endsAt.getTime() };
  const local = isShown ? times : null;
  const step = mergeStep({ base: copy.base, booking: local, outside: copy.outside });
  if (step === "settled") {
    await settle(em, copy, now);
    return null;
  }
  if (step === "push") {
    await settleConflicts(em, sync.id, bookingId, "settled", now);
    await saveCopy(em, { ...copy, sent: local ?? "deletion", isDue: true });
    return { copy, booking: local && (await copiedBooking(em, sync, booking, local)) };
  }
  // What is over is no longer changed by the calendar, and no longer kept in step.
  const isOver = isShown && !open.has(state);
  if (isOver) {
    await settleConflicts(em, sync.id, bookingId, "settled", now);
    await dropCopy(em, copy);
    return null;
  }
  if (step === "take" && refusal === null) {
    const taken = await take(em, ctx, booking, copy.outside);
    const [after] = await findCopies(em, sync.id, "booking_id = $2", [bookingId]);
    await settle(em, { ...copy, changes: after!.changes, base: taken, outside: taken }, now);
    return null;
  }
  await saveCopy(em, { ...copy, isDue: false });
  const kind =
    step === "conflict" ? "both_changed" : copy.outside === null ? "deleted_outside" : "moved_outside";
  await noteConflict(
    em,
    sync,
    {
      bookingId,
      kind,
      eventId: copy.eventId ?? known.eventId ?? "",
      eventTitle: seen?.title ?? null,
      outside: copy.outside,
      reason: refusal?.code ?? null,
    },
    now,
  );
  return null;
}

async function copiedBooking(
  em: EntityManager,
  sync: SyncRow,
  booking: BookingEntity,
  times: NonNullable<Times>,
): Promise<CopiedBooking> {
  const { id, serviceSnapshot } = booking;
  return { id, serviceName: serviceSnapshot.name, times, wantsVideo: await wantsVideo(em, sync, booking) };
}

function withSeen(copy: Copy, seen: SeenEvent | null): Copy {
  if (seen === null) return copy;
  const { eventId, etag, outside, isGone } = seen;
  const known = agreedBase({ ...copy, outside: isGone ? null : outside });
  const base = seen.existed && copy.sent !== "deletion" ? (copy.sent ?? known) : known;
  if (!isGone) return { ...copy, eventId, etag, outside, base };
  const generation = copy.generation + 1;
  return { ...copy, eventId: null, etag: null, outside: null, base, generation, sent: null };
}

/** Both sides are the same. A copy without a booking and an event has nothing left to remember. */
async function settle(em: EntityManager, copy: Copy, now: Date): Promise<void> {
  await settleConflicts(em, copy.syncId, copy.bookingId, "settled", now);
  if (copy.outside === null) return dropCopy(em, copy);
  return saveCopy(em, { ...copy, base: copy.outside, sent: null, isDue: false });
}

/** Moves or cancels a locked booking as its event was. Throws what a move or a cancellation throws. */
async function take(
  em: EntityManager,
  ctx: BookingContext,
  booking: BookingEntity,
  outside: Times,
): Promise<Times> {
  const lengthMs = booking.endsAt.getTime() - booking.startsAt.getTime();
  if (outside !== null && outside.end - outside.start !== lengthMs)
    throw new DomainError("BUSINESS_RULE", "The event has another length. Use the length of the booking.", {
      rule: "length_changed",
    });
  await applyChange(em, ctx, booking, async (change) => {
    if (outside === null) {
      const reason = "The event was deleted in the connected calendar.";
      return cancelLocked(ctx, change, { cancelledBy: "provider", waiveFee: true, reason });
    }
    await moveTo(ctx, change, booking.providerId, () => Promise.resolve(outside.start));
    return "rescheduled";
  });
  return outside;
}

/** Makes a booking follow its event in the open transaction, whatever else has changed. Throws what moving throws. */
export async function followEvent(
  em: EntityManager,
  ctx: BookingContext,
  syncId: string,
  bookingId: string,
): Promise<void> {
  const booking = await em.findOneOrFail(
    BookingEntity,
    { id: bookingId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const [copy] = await findCopies(em, syncId, "booking_id = $2 FOR UPDATE", [bookingId]);
  if (!copy) return;
  const taken = await take(em, ctx, booking, copy.outside);
  const [after] = await findCopies(em, syncId, "booking_id = $2", [bookingId]);
  await settle(em, { ...copy, changes: after!.changes, base: taken, outside: taken }, ctx.clock.now());
}
