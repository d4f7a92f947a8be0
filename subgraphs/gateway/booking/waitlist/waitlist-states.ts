import type { WaitlistEntryEntity } from "./waitlist-entry.entity.ts";
import type { WaitlistEntry, WaitlistStatus } from "./waitlist.types.ts";

/** An offer past its expiry has lapsed, even before the row is updated. */
export function waitlistStateOf(
  { status, offerExpiresAt }: Pick<WaitlistEntryEntity, "status" | "offerExpiresAt">,
  now: Date,
): WaitlistStatus {
  const isOver = offerExpiresAt !== null && offerExpiresAt.getTime() <= now.getTime();
  return status === "offered" && isOver ? "lapsed" : status;
}

/** True when a slot lies within one of the windows. */
export function isWanted(
  windows: readonly { from: string; to: string }[],
  { start, end }: { start: number; end: number },
): boolean {
  return windows.some(({ from, to }) => Date.parse(from) <= start && end <= Date.parse(to));
}

/** A stored entry as the graph shows it at this moment. */
export function presentEntry(row: WaitlistEntryEntity, now: Date): WaitlistEntry {
  const { id, serviceId, providerId, customerId, clientEmail, bookingId, version, createdAt, updatedAt } =
    row;
  const offer =
    row.holdId === null
      ? null
      : {
          entryId: id,
          holdId: row.holdId,
          providerId: row.offeredProviderId!,
          start: row.offerStartsAt!,
          end: row.offerEndsAt!,
          expiresAt: row.offerExpiresAt!,
        };
  return {
    id,
    serviceId,
    providerId,
    customerId,
    clientEmail,
    windows: row.windows.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
    status: waitlistStateOf(row, now),
    offer,
    bookingId,
    version,
    createdAt,
    updatedAt,
  };
}
