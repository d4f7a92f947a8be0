import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { LetterSender } from "./letter.ts";

const nobody = { tradeName: null, legalName: null, email: null, color: null, logo: null, locale: null };

/** Who mails of an account are from, by its current seller profile, with the locale of its documents. Nulls without a profile. */
export async function letterSenderOf(
  em: EntityManager,
  ownerId: string,
): Promise<LetterSender & { locale: string | null }> {
  const [row] = await executeSql<LetterSender & { locale: string | null }>(
    em,
    `SELECT p.trade_name AS "tradeName", p.legal_name AS "legalName", p.email, p.color, p.locale, l.bytes AS logo
     FROM seller_profiles p LEFT JOIN seller_logos l ON l.id = p.logo_id AND l.owner_id = p.owner_id
     WHERE p.owner_id = $1 ORDER BY p.version DESC LIMIT 1`,
    [ownerId],
  );
  return row ?? nobody;
}
