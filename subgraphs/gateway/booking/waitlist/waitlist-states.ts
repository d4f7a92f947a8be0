import type { WaitlistRow } from "./waitlist.rows.ts";
import type { WaitlistEntry, WaitlistStatus } from "./waitlist.types.ts";

/** An offer past its expiry is over, even before the row is updated. */
export function waitlistStateOf(
  { status, offerExpiresAt }: Pick<WaitlistRow, "status" | "offerExpiresAt">,
  now: Date,
): WaitlistStatus {
  const isOver = offerExpiresAt !== null && Date.parse(offerExpiresAt) <= now.getTime();
  return status === "offered" && isOver ? "lapsed" : status;
}

/** True when a slot, in epoch milliseconds, lies within one of the windows. */
export function isWanted(
  windows: WaitlistRow["windows"],
  { start, end }: { start: number; end: number },
): boolean {
  return windows.some(({ from, to }) => Date.parse(from) <= start && end <= Date.parse(to));
}

/** A stored entry as the graph shows it at this moment. */
export function presentEntry(row: WaitlistRow, now: Date): WaitlistEntry {
  const { id, serviceId, providerId, customerId, clientEmail, bookingId, version } = row;
  const offer =
    row.holdId === null
      ? null
      : {
          entryId: id,
          holdId: row.holdId,
          providerId: row.offeredProviderId!,
          start: new Date(row.offerStartsAt!),
          end: new Date(row.offerEndsAt!),
          expiresAt: new Date(row.offerExpiresAt!),
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
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
}
