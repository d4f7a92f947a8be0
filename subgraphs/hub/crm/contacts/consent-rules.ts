import { channels, type Channel } from "./contact-address.ts";
import type { Consent, ConsentStatus, ContactRow } from "./contact.rows.ts";
import type { SuppressionReason } from "../suppressions/suppressions.service.ts";

const nothingSaid: Consent = { status: "none", source: null, at: null };

/** Consent to what is not known of anybody yet. */
export const noConsent: Record<Channel, Consent> = {
  email: nothingSaid,
  sms: nothingSaid,
  call: nothingSaid,
};

/** Which suppressions stand against somebody's addresses, by channel. */
export type Suppressed = Partial<Record<Channel, SuppressionReason>>;

/**
 * Consent belongs to an address: of a new one nothing was said yet, but what its owner has asked for before. Pure.
 */
export function consentAfterMove(
  before: Pick<ContactRow, "email" | "phone" | "consent">,
  after: Pick<ContactRow, "email" | "phone">,
  suppressed: Suppressed,
  now: Date,
): Record<Channel, Consent> {
  const consent = { ...before.consent };
  for (const channel of channels) {
    const isMoved = channel === "email" ? before.email !== after.email : before.phone !== after.phone;
    if (!isMoved) continue;
    consent[channel] =
      suppressed[channel] === "unsubscribed"
        ? { status: "unsubscribed", source: "suppression", at: now }
        : nothingSaid;
  }
  return consent;
}

/**
 * What a file that says `asked` makes of a consent: it takes consent away at once, and gives it only to whom nothing
 * stands against. `kept`: why it changes nothing though it wanted to. Pure.
 */
export function evaluateFileConsent(
  current: ConsentStatus,
  asked: ConsentStatus,
  suppressed: SuppressionReason | undefined,
): { status: ConsentStatus; kept: "optedOut" | "suppressed" | null } {
  if (asked === current || asked === "none") return { status: current, kept: null };
  if (asked === "unsubscribed") return { status: "unsubscribed", kept: null };
  if (current === "unsubscribed" || suppressed === "unsubscribed")
    return { status: current, kept: "optedOut" };
  if (suppressed !== undefined) return { status: current, kept: "suppressed" };
  if (asked === "pending" && current === "subscribed") return { status: current, kept: null };
  return { status: asked, kept: null };
}
