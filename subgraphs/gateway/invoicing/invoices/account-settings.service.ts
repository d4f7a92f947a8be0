import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { Rounding } from "./invoice-arithmetic.ts";

/** How an account invoices. */
export interface AccountSettings extends Rounding {
  /** IANA name: where the account's days begin and end. */
  timezone: string;
  /** The series that invoices are numbered in at issue. */
  numberPrefix: string;
  /** Days from issue to the due date of an invoice that names none; null when such invoices have none. */
  defaultTermsDays: number | null;
  /** At the end of documents. */
  footer: string | null;
}

const defaults: AccountSettings = {
  timezone: "UTC",
  numberPrefix: "INV-",
  defaultTermsDays: null,
  roundingMode: "half_up",
  taxRoundingLevel: "invoice",
  footer: null,
};

/** The account's settings, or what holds without any. */
export async function settingsOf(em: EntityManager, ownerId: string): Promise<AccountSettings> {
  const [row] = await executeSql<AccountSettings>(
    em,
    `SELECT timezone, number_prefix AS "numberPrefix", default_terms_days AS "defaultTermsDays",
       rounding_mode AS "roundingMode", tax_rounding_level AS "taxRoundingLevel", footer
     FROM invoicing_settings WHERE owner_id = $1`,
    [ownerId],
  );
  return row ?? defaults;
}
