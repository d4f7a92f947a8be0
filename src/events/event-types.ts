/**
 * The events that clients can receive. A name that is not in this table is never sent outside; other events of
 * the outbox are internal. The data of an event is the object it is about.
 */
const namesByObject = {
  invoice: ["created", "sent", "paid", "overdue", "cancelled", "updated", "deleted", "delivery_failed"],
  quotation: ["created", "sent", "accepted", "declined", "expired"],
  booking: [
    "created",
    "confirmed",
    "declined",
    "rescheduled",
    "cancelled",
    "checked_in",
    "completed",
    "no_show",
  ],
  call: [
    "queued",
    "ringing",
    "in_progress",
    "forwarding",
    "completed",
    "busy",
    "no_answer",
    "failed",
    "canceled",
  ],
  subscription: [
    "activated",
    "updated",
    "paused",
    "resumed",
    "cancel_scheduled",
    "reactivated",
    "past_due",
    "recovered",
    "canceled",
  ],
  payment: ["succeeded", "failed", "refunded", "disputed", "expired"],
  credits: ["purchased", "granted", "low", "exhausted", "expiring", "expired", "reversed"],
  "credits.auto_reload": [
    "started",
    "succeeded",
    "failed",
    "skipped",
    "cap_threshold",
    "cap_reached",
    "suspended",
    "config_changed",
  ],
  bank: ["connected", "needs_reauth", "disconnected", "sync_completed", "error"],
  "tax.form": ["submitted", "accepted", "rejected", "corrected", "voided"],
  "crm.message": ["delivered", "bounced", "complained", "unsubscribed", "failed"],
  api_key: ["created", "rotated", "expiring", "revoked", "limit_reached"],
  webhook: ["test", "endpoint_disabled"],
} as const;

/** Every event type, in the order of the table. */
export const eventTypes: readonly string[] = Object.entries(namesByObject).flatMap(([object, names]) =>
  names.map((name) => `${object}.${name}`),
);

const known = new Set(eventTypes);

/** True for an event that clients can receive. */
export function isEventType(type: string): boolean {
  return known.has(type);
}

/** True for an event type, for `*`, and for `<start>.*` where types begin so. */
export function isEventPattern(pattern: string): boolean {
  if (pattern === "*" || known.has(pattern)) return true;
  return pattern.endsWith(".*") && eventTypes.some((type) => type.startsWith(pattern.slice(0, -1)));
}

/** Every pattern that matches this type: the type itself, its prefixes, and `*`. */
export function patternsOf(type: string): string[] {
  const parts = type.split(".");
  return ["*", ...parts.slice(1).map((_part, index) => `${parts.slice(0, index + 1).join(".")}.*`), type];
}
