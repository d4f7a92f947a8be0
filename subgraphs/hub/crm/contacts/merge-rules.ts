import type { FieldFault } from "../../../../src/errors.ts";
import { addressOf } from "./consents.service.ts";
import { channels, type Channel } from "./contact-address.ts";
import { mergeCustomFields } from "./contact-custom-fields.ts";
import { maxTags } from "./contact-facts.ts";
import type { Consent, ContactFacts, ContactRow } from "./contact.rows.ts";

/**
 * The facts of both: those of the target, completed by those of the source. Tags are united. Faults where the tags or custom
 * fields of both are too many for one contact. Pure.
 */
export function mergeFacts(
  source: ContactFacts,
  target: ContactFacts,
): { facts: ContactFacts; faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const tags = [...new Set([...target.tags, ...source.tags])];
  if (tags.length > maxTags)
    faults.push({ path: "tags", message: `must have at most ${maxTags} tags together`, rule: "maxItems" });
  const { fields: customFields, fault } = mergeCustomFields(source.customFields, target.customFields);
  if (fault) faults.push(fault);
  const company = target.company ?? source.company;
  return {
    facts: {
      email: target.email ?? source.email,
      phone: target.phone ?? source.phone,
      firstName: target.firstName ?? source.firstName,
      lastName: target.lastName ?? source.lastName,
      company,
      companyId: target.companyId ?? (target.company === null ? source.companyId : null),
      tags,
      customFields,
    },
    faults,
  };
}

type Merged = Pick<ContactRow, "email" | "phone" | "consent">;

/**
 * Consent of the merged contact, by channel. The stricter statement wins: an opt-out of either is an opt-out of both,
 * because it is the person's, and `pending` wins over `subscribed`. Permission belongs to an address: the source's counts
 * only for an address that the target takes over or has too. A channel without a statement weakens nothing. Pure.
 */
export function mergeConsent(source: Merged, target: Merged): Record<Channel, Consent> {
  const merged = { ...target.consent };
  for (const channel of channels) {
    const theirs = source.consent[channel];
    const own = target.consent[channel];
    const address = addressOf(target, channel);
    const isShared = address === null || address === addressOf(source, channel);
    merged[channel] = stricter(own, theirs, isShared);
  }
  return merged;
}

function stricter(own: Consent, theirs: Consent, isShared: boolean): Consent {
  if (own.status === "unsubscribed") return own;
  if (theirs.status === "unsubscribed") return theirs;
  if (!isShared || theirs.status === "none") return own;
  if (own.status === "none" || theirs.status === "pending") return theirs;
  return own;
}
