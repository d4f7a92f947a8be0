import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { readServiceCalendar, type BookableService } from "../availability/service-calendar.service.ts";
import { dropNotifications, planNotifications } from "../reminders/plan-notifications.service.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { BookingEntity } from "./booking.entity.ts";
import { requireMovable } from "./booking-states.ts";
import type { Booking, ReassignBookingInput, RescheduleBookingInput } from "./bookings.types.ts";
import {
  changeBooking,
  changeNotice,
  type BookingChange,
  type ChangeNotice,
} from "./change-booking.service.ts";
import { momentWanted, providersFor, refusal } from "./choose-slot.service.ts";
import { firstVideoStatus } from "./video.rows.ts";
import { clearExpired, placeAt, takeSlot } from "./take-slot.service.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Moves a booking in one transaction: the old slot is free only when the new one is taken. The id stays, its price and
 * policy too. Throws NOT_FOUND, INVALID_STATE, LOCAL_TIME_DOES_NOT_EXIST, SLOT_TAKEN, OUTSIDE_HOURS, TOO_SOON, TOO_FAR.
 */
export function rescheduleBooking(ctx: GatewayContext, input: RescheduleBookingInput): Promise<Booking> {
  return changeBooking(ctx, "rescheduleBooking", input, async (change) => {
    const { booking } = change;
    await moveTo(ctx, change, input.providerId ?? booking.providerId, async (em, wanted) =>
      momentWanted(em, ctx, wanted, input, booking.timezone),
    );
    if (input.reason) booking.reason = input.reason;
    return "rescheduled";
  });
}

/** Gives a booking to another provider at the same time. Throws as `rescheduleBooking`. */
export function reassignBooking(ctx: GatewayContext, input: ReassignBookingInput): Promise<Booking> {
  return changeBooking(ctx, "reassignBooking", input, async (change) => {
    await moveTo(ctx, change, input.providerId, async () => change.booking.startsAt.getTime());
    return "rescheduled";
  });
}

type Wanted = Parameters<typeof momentWanted>[2];

/** Moves a locked booking in the open transaction. The booking is unchanged when it throws. */
export async function moveTo(
  ctx: GatewayContext,
  { em, booking, state }: BookingChange,
  providerId: string,
  startOf: (em: EntityManager, wanted: Wanted) => Promise<number>,
  { kind, message }: ChangeNotice = changeNotice,
): Promise<void> {
  requireMovable(state);
  const { serviceId, partySize, timezone, resourceIds } = booking;
  const wanted = { serviceId, providerId, partySize, except: booking.id, resourceIds };
  const start = await startOf(em, wanted);
  const within = { start: start - dayMs, end: start + dayMs };
  const calendar = await readServiceCalendar(em, ctx, { ...wanted, within });
  // Duration, buffers and resources stay as booked. Keeping the same time needs no minimum notice.
  const notice = start === booking.startsAt.getTime() ? { minNoticeMin: 0 } : {};
  const service: BookableService = { ...calendar.service, ...booking.serviceSnapshot, ...notice };
  const chosen = { wanted, calendar: { ...calendar, service }, start, timezone };
  await providersFor(em, ctx, chosen);
  const place = placeAt(service, { id: booking.id, providerId, start, timezone });
  await clearExpired(em, [providerId], place, ctx.clock.now());
  if (!(await isFree(em, booking, place, ctx.clock.now())))
    throw await refusal(em, ctx, chosen, "SLOT_TAKEN");
  // Another provider has another calendar, which makes another link.
  if (providerId !== booking.providerId) {
    const videoStatus = await firstVideoStatus(em, providerId, booking.serviceSnapshot.video);
    Object.assign(booking, { videoStatus, videoUrl: null });
  }
  Object.assign(booking, place, { icsSequence: booking.icsSequence + 1 });
  await em.flush();
  await dropNotifications(em, booking.id);
  await planNotifications(em, ctx, booking, kind, message);
}

/**
 * Reserves the new place with a temporary row and deletes it immediately: competing requests wait for this
 * transaction, and the booking can move without a constraint violation. A row in the booking's own session does not
 * collide with it.
 */
async function isFree(
  em: EntityManager,
  booking: BookingEntity,
  place: ReturnType<typeof placeAt>,
  now: Date,
): Promise<boolean> {
  const id = newId("hld");
  const isAlone = place.sessionKey === booking.id;
  // Within a session that the booking is in already, its seats are its own.
  if (!isAlone && place.sessionKey === booking.sessionKey) return true;
  const probe = Object.assign(new BookingEntity(), booking, place, { id });
  if (!(await takeSlot(em, probe, { now, except: booking.id }))) return false;
  await executeSql(em, "DELETE FROM bookings WHERE id = $1", [id]);
  return true;
}
