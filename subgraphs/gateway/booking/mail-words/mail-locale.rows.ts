import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { mailText, type MailText } from "./mail-text.ts";

/**
 * Locale of mails to a customer: their own, else that of the account's booking page, else of its documents, else American English.
 */
export async function mailLocaleOf(
  em: EntityManager,
  { ownerId, email }: { ownerId: string; email: string | null },
): Promise<string> {
  const [row] = await executeSql<{ locale: string | null }>(
    em,
    `SELECT coalesce(
       (SELECT locale FROM booking_customers WHERE owner_id = $1 AND email_folded = lower($2)),
       (SELECT locale FROM booking_pages WHERE owner_id = $1),
       (SELECT locale FROM seller_profiles WHERE owner_id = $1 ORDER BY version DESC LIMIT 1)) AS locale`,
    [ownerId, email],
  );
  return row?.locale ?? "en-US";
}

/** Texts and formats of mails to a customer. */
export async function mailTextOf(
  em: EntityManager,
  customer: { ownerId: string; email: string | null },
): Promise<MailText> {
  return mailText(await mailLocaleOf(em, customer));
}
