import { plainRows } from "../../../../src/db/rows.ts";

interface Kept {
  id: string;
  ownerId: string;
  createdAt: string;
}

export interface EventRow extends Kept {
  title: string;
  description: string | null;
  startsAt: string;
  endsAt: string;
  timezone: string;
  locationId: string | null;
  capacity: number | null;
  registered: number;
  status: "draft" | "published" | "cancelled";
  cancelReason: string | null;
  refundsDueCents: number | null;
  /** Guests may cancel with a refund until this long before the start; null: they may not. */
  refundHoursBefore: number | null;
  version: number;
  updatedAt: string;
}

export interface TicketTypeRow extends Kept {
  eventId: string;
  name: string;
  priceCents: number;
  quantity: number;
  sold: number;
  salesFrom: string | null;
  salesTo: string | null;
}

export interface RegistrationRow extends Kept {
  eventId: string;
  ticketTypeId: string;
  name: string;
  email: string;
  quantity: number;
  priceCents: number;
  status: "reserved" | "confirmed" | "cancelled" | "expired";
  /** Until when the seats are kept; null unless reserved. */
  reservedUntil: string | null;
  refundDueCents: number | null;
  /** Names of those who come, in the order of the tickets. */
  attendeeNames: string[] | null;
  /** True for a registration of the public page. */
  isPublic: boolean;
  /** Random part of the form that asked for it. */
  requestId: string | null;
}

/** A guest who waits for seats. */
interface EventWaitlistRow extends Kept {
  eventId: string;
  ticketTypeId: string;
  name: string;
  email: string;
  quantity: number;
  status: "waiting" | "offered";
  registrationId: string | null;
}

export interface TicketRow extends Kept {
  eventId: string;
  registrationId: string;
  attendeeName: string | null;
  codeHash: string;
  /** The code, sealed when the key that it was derived from was replaced. */
  codeSealed: string | null;
  status: "valid" | "checked_in" | "void";
  checkedInAt: string | null;
}

interface EventTables {
  ticketed_events: EventRow;
  event_ticket_types: TicketTypeRow;
  event_registrations: RegistrationRow;
  event_tickets: TicketRow;
  event_waitlist: EventWaitlistRow;
}

/** Readers and writers of the tables of events. */
export const { findRows, findOwn, insertAll, updateRow, pageRows } = plainRows<EventTables>();
