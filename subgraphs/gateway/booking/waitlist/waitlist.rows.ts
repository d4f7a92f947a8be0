import { plainRows } from "../../../../src/db/rows.ts";
import type { WaitlistStatus } from "./waitlist.types.ts";

/** A customer who waits for a slot of a service, with the last offer. Times are ISO text. */
export interface WaitlistRow {
  id: string;
  ownerId: string;
  serviceId: string;
  providerId: string | null;
  customerId: string;
  clientEmail: string;
  windows: { from: string; to: string }[];
  /** As stored: an offer is over at its expiry, even before the row is updated. */
  status: WaitlistStatus;
  holdId: string | null;
  offeredProviderId: string | null;
  offerStartsAt: string | null;
  offerEndsAt: string | null;
  offerExpiresAt: string | null;
  offerTtlMinutes: number | null;
  bookingId: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** Columns of an entry without an offer. */
export const noOffer = {
  holdId: null,
  offeredProviderId: null,
  offerStartsAt: null,
  offerEndsAt: null,
  offerExpiresAt: null,
  offerTtlMinutes: null,
} satisfies Partial<WaitlistRow>;

/** Readers and writers of the waitlist. */
export const { findRows, findOwn, insertAll, updateRow, pageRows } = plainRows<{
  booking_waitlist: WaitlistRow;
}>();
