import type { EntityManager } from "@mikro-orm/postgresql";
import type { RemoteVideo } from "../../../../src/calendars/remote-calendar.ts";
import type { BookingContext } from "../booking.context.ts";
import type { BookingEntity } from "../bookings/booking.entity.ts";
import { videoServiceOf, videoSyncOf } from "../bookings/video.rows.ts";
import { hastenNotices, planNotifications } from "../reminders/plan-notifications.service.ts";
import type { SyncRow } from "./calendar-sync.rows.ts";

/** Whether a calendar is to make the video call of a booking. */
export async function wantsVideo(
  em: EntityManager,
  sync: Pick<SyncRow, "id" | "providerId" | "service">,
  booking: BookingEntity,
): Promise<boolean> {
  if (booking.videoStatus !== "pending" || booking.providerId !== sync.providerId) return false;
  if (videoServiceOf(booking.serviceSnapshot.video) !== sync.service) return false;
  return (await videoSyncOf(em, sync.providerId, sync.service)) === sync.id;
}

/**
 * Keeps the link that a calendar has made for a locked booking, or that there is none. The confirmation that waited for it is due
 * then; a link that comes after it is sent as a change.
 */
export async function takeVideo(
  em: EntityManager,
  ctx: BookingContext,
  sync: SyncRow,
  { booking, video }: { booking: BookingEntity; video: RemoteVideo | null },
): Promise<void> {
  if (video === null || video.status === "pending" || !(await wantsVideo(em, sync, booking))) return;
  booking.videoStatus = video.status;
  booking.videoUrl = video.status === "ready" ? video.url : null;
  await em.flush();
  const isWaiting = await hastenNotices(em, booking.id, ctx.clock.now());
  if (!isWaiting && video.status === "ready") await planNotifications(em, ctx, booking, "change");
}
