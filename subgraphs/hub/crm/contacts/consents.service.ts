import type { EntityManager } from "@mikro-orm/postgresql";
import { insertRows, type RowsTarget } from "../../../../src/db/insert-rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { Channel } from "./contact-address.ts";
import { selectContacts, type ConsentStatus, type ContactRow } from "./contact.rows.ts";
import { liftOptOut, suppress } from "../suppressions/suppressions.service.ts";

/** A statement of consent to e-mails, texts or calls. */
export interface ConsentFact {
  channel: Channel;
  status: ConsentStatus;
  /** Source of the statement: a form, a keyword, a link, a file. */
  source: string;
  now: Date;
}

/** Whom it concerns: one contact, or everyone with this folded address, even if no contact has it. */
export type ConsentSubject = { contactId: string } | { address: string };

/**
 * Records a statement of consent, in the transaction of `em`; returns the contacts it concerns. `unsubscribed`
 * suppresses the address at once, also one that belongs to no contact; `subscribed` lifts only that suppression, so it
 * is for statements of the person or the owner, never for an import.
 */
export async function recordConsent(
  em: EntityManager,
  { ownerId, ...request }: ConsentSubject & ConsentFact & { ownerId: string },
): Promise<ContactRow[]> {
  const { channel, status, source, now } = request;
  const contacts = await findSubjects(em, ownerId, request);
  for (const { id } of contacts) await setConsent(em, id, request);
  const addresses =
    "address" in request
      ? [request.address]
      : contacts.flatMap((contact) => addressOf(contact, channel) ?? []);
  await writeConsents(
    em,
    contacts.length > 0
      ? contacts.map((contact) => ({
          ...request,
          ownerId,
          contactId: contact.id,
          address: addressOf(contact, channel),
        }))
      : addresses.map((address) => ({ ...request, ownerId, contactId: null, address })),
  );
  for (const address of addresses) {
    const entry = { ownerId, channel, address, source, now };
    if (status === "unsubscribed") await suppress(em, { ...entry, reason: "unsubscribed" });
    if (status === "subscribed") await liftOptOut(em, entry);
  }
  return contacts;
}

/** The contact's address for a channel. */
export function addressOf(
  { email, phone }: Pick<ContactRow, "email" | "phone">,
  channel: Channel,
): string | null {
  return channel === "email" ? email : phone;
}

/** One line of the history of consent. */
export type ConsentRecord = ConsentFact & {
  ownerId: string;
  contactId: string | null;
  address: string | null;
};

/** Adds to the history of consent. */
export async function writeConsents(em: EntityManager, records: readonly ConsentRecord[]): Promise<void> {
  const rows = records.map(({ ownerId, contactId, channel, address, status, source, now }) => [
    newId("cns"),
    ownerId,
    contactId,
    channel,
    address,
    status,
    source,
    now,
  ]);
  await insertRows(em, consentRows, rows);
}

const consentRows: RowsTarget = {
  into: "crm_consents",
  columns: ["id", "owner_id", "contact_id", "channel", "address", "status", "source", "at"],
};

function findSubjects(em: EntityManager, ownerId: string, subject: ConsentSubject & ConsentFact) {
  if ("contactId" in subject)
    return selectContacts(em, "owner_id = $1 AND id = $2 FOR UPDATE", [ownerId, subject.contactId]);
  const column = subject.channel === "email" ? "email" : "phone";
  return selectContacts(em, `owner_id = $1 AND ${column} = $2 ORDER BY id FOR UPDATE`, [
    ownerId,
    subject.address,
  ]);
}

async function setConsent(em: EntityManager, id: string, fact: ConsentFact): Promise<void> {
  const { channel, status, source, now } = fact;
  await executeSql(
    em,
    `UPDATE crm_contacts SET consent = consent || $2::jsonb, updated_at = $3 WHERE id = $1`,
    [id, JSON.stringify({ [channel]: { status, source, at: now.toISOString() } }), now],
  );
}
