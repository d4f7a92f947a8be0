import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { Channel } from "../contacts/contact-address.ts";

/** Why nothing goes to an address, the weightiest first. */
export const suppressionReasons = [
  "complaint",
  "hard_bounce",
  "soft_bounces",
  "unsubscribed",
  "manual",
] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** An address of one account, in its folded form (`foldAddress`). */
export interface OwnedAddress {
  ownerId: string;
  channel: Channel;
  address: string;
}

/** Which of these folded addresses nothing may go to, each with its weightiest reason. */
export async function suppressedAmong(
  em: EntityManager,
  { ownerId, channel, addresses }: { ownerId: string; channel: Channel; addresses: readonly string[] },
): Promise<Map<string, SuppressionReason>> {
  const found = new Map<string, SuppressionReason>();
  if (addresses.length === 0) return found;
  const rows = await executeSql<{ address: string; reason: SuppressionReason }>(
    em,
    `SELECT address, reason FROM crm_suppressions
     WHERE owner_id = $1 AND channel = $2 AND address = ANY($3) AND removed_at IS NULL`,
    [ownerId, channel, addresses],
  );
  for (const reason of suppressionReasons)
    for (const row of rows)
      if (row.reason === reason && !found.has(row.address)) found.set(row.address, reason);
  return found;
}

/**
 * Suppresses an address from now on, and sets the status of contacts that bounced or complained. Idempotent per reason;
 * returns whether the suppression is new.
 */
export async function suppress(
  em: EntityManager,
  entry: OwnedAddress & { reason: SuppressionReason; source: string; now: Date },
): Promise<{ id: string; isNew: boolean }> {
  const { ownerId, channel, address, reason, source, now } = entry;
  const [added] = await executeSql<{ id: string }>(
    em,
    `INSERT INTO crm_suppressions (id, owner_id, channel, address, reason, source, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (owner_id, channel, address, reason) WHERE removed_at IS NULL DO NOTHING RETURNING id`,
    [newId("sup"), ownerId, channel, address, reason, source, now],
  );
  if (added) {
    const isOfMail = channel === "email" && reason !== "unsubscribed" && reason !== "manual";
    if (isOfMail) await refreshContactStatus(em, { ownerId, emails: [address], now });
    return { id: added.id, isNew: true };
  }
  const [known] = await executeSql<{ id: string }>(
    em,
    `SELECT id FROM crm_suppressions
     WHERE owner_id = $1 AND channel = $2 AND address = $3 AND reason = $4 AND removed_at IS NULL`,
    [ownerId, channel, address, reason],
  );
  return { id: known!.id, isNew: false };
}

/** The same for many opted-out addresses; those already suppressed for it stay unchanged. */
export async function suppressOptOuts(
  em: EntityManager,
  {
    ownerId,
    channel,
    addresses,
    source,
    now,
  }: Omit<OwnedAddress, "address"> & {
    addresses: readonly string[];
    source: string;
    now: Date;
  },
): Promise<void> {
  if (addresses.length === 0) return;
  await executeSql(
    em,
    `INSERT INTO crm_suppressions (id, owner_id, channel, address, reason, source, created_at)
     SELECT id, $3, $4, address, 'unsubscribed', $5, $6 FROM unnest($1::text[], $2::text[]) AS row(id, address)
     ON CONFLICT (owner_id, channel, address, reason) WHERE removed_at IS NULL DO NOTHING`,
    [addresses.map(() => newId("sup")), addresses, ownerId, channel, source, now],
  );
}

/** Lifts the person's own opt-out, and nothing else. */
export async function liftOptOut(
  em: EntityManager,
  { ownerId, channel, address, source, now }: OwnedAddress & { source: string; now: Date },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE crm_suppressions SET removed_at = $4, removed_by = 'consent', removed_reason = $5
     WHERE owner_id = $1 AND channel = $2 AND address = $3 AND reason = 'unsubscribed' AND removed_at IS NULL`,
    [ownerId, channel, address, now, source],
  );
}

/** Sets the status of contacts that are not archived by the suppressions of their e-mail. */
export async function refreshContactStatus(
  em: EntityManager,
  { ownerId, emails, now }: { ownerId: string; emails: readonly string[]; now: Date },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE crm_contacts c SET status = judged.status, updated_at = $3
     FROM (SELECT address.email, CASE WHEN bool_or(s.reason = 'complaint') THEN 'complained'
             WHEN bool_or(s.reason IN ('hard_bounce', 'soft_bounces')) THEN 'bounced' ELSE 'active' END AS status
           FROM unnest($2::text[]) AS address(email)
           LEFT JOIN crm_suppressions s ON s.owner_id = $1 AND s.channel = 'email' AND s.address = address.email
             AND s.removed_at IS NULL
           GROUP BY address.email) AS judged
     WHERE c.owner_id = $1 AND c.email = judged.email AND c.status NOT IN ('archived', judged.status)`,
    [ownerId, emails, now],
  );
}
