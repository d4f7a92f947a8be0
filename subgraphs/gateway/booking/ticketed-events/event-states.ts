export const eventStatuses = ["draft", "published", "sold_out", "completed", "cancelled"] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** An event as its state follows from it. */
export interface EventFacts {
  status: "draft" | "published" | "cancelled";
  endsAt: string;
  capacity: number | null;
  registered: number;
}

/** The displayed status: sold_out and completed are derived, not stored. */
export function statusOf(
  event: EventFacts,
  ticketTypes: readonly { quantity: number; sold: number }[],
  now: Date,
): EventStatus {
  if (event.status !== "published") return event.status;
  if (new Date(event.endsAt) <= now) return "completed";
  return leftOf(event, ticketTypes) === 0 ? "sold_out" : "published";
}

/** Seats that are left, by the tickets and by the capacity. */
export function leftOf(
  { capacity, registered }: Pick<EventFacts, "capacity" | "registered">,
  ticketTypes: readonly { quantity: number; sold: number }[],
): number {
  const ofTypes = ticketTypes.reduce((sum, { quantity, sold }) => sum + quantity - sold, 0);
  return capacity === null ? ofTypes : Math.min(ofTypes, capacity - registered);
}
