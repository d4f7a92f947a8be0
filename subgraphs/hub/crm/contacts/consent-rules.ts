import { channels, type Channel } from "./contact-address.ts";
import type { Consent, ConsentStatus, ContactRow } from "./contact.rows.ts";
import type { SuppressionReason } from "../suppressions/suppressions.service.ts";

const nothingSaid: Consent = { status: "none", source: null, at: null };

/** Consent of a new contact. */
export const noConsent: Record<Channel, Consent> = {
  email: nothingSaid,
  sms: nothingSaid,
  call: nothingSaid,
};

/** Active suppressions of a contact's addresses, by channel. */
export type Suppressed = Partial<Record<Channel, SuppressionReason>>;

/** Consent belongs to an address: a new address has none, except its owner's own opt-out. Pure. */
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
 * Applies the consent column of an imported file: it revokes consent at once, and grants it only where no opt-out or
 * suppression exists. `kept`: why the consent was not changed. Pure.
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
