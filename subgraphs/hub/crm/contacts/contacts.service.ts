import type { EntityManager } from "@mikro-orm/postgresql";
import type { Channel } from "./contact-address.ts";
import { selectContacts, type ContactRow } from "./contact.rows.ts";

export { recordConsent } from "./consents.service.ts";

/**
 * The account's contacts with these folded addresses, archived ones too, by address. When several contacts share a
 * phone number, the oldest one is returned.
 */
export async function findContactsByAddress(
  em: EntityManager,
  { ownerId, channel, addresses }: { ownerId: string; channel: Channel; addresses: readonly string[] },
): Promise<Map<string, ContactRow>> {
  const column = channel === "email" ? "email" : "phone";
  const rows = await selectContacts(em, `owner_id = $1 AND ${column} = ANY($2) ORDER BY created_at, id`, [
    ownerId,
    addresses,
  ]);
  const found = new Map<string, ContactRow>();
  for (const row of rows) if (!found.has(row[column]!)) found.set(row[column]!, row);
  return found;
}

/** The account's contacts of these ids that are not erased, by id. */
export async function findContacts(
  em: EntityManager,
  { ownerId, contactIds }: { ownerId: string; contactIds: readonly string[] },
): Promise<Map<string, ContactRow>> {
  const rows = await selectContacts(em, "owner_id = $1 AND id = ANY($2)", [ownerId, contactIds]);
  return new Map(rows.map((row) => [row.id, row]));
}
