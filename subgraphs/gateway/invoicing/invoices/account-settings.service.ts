import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { LateFeeTerms } from "../late-fees/late-fee.ts";
import type { Rounding } from "./invoice-arithmetic.ts";

/** Invoicing settings of an account. */
export interface AccountSettings extends Rounding {
  /** IANA time zone of the account's days. */
  timezone: string;
  /** Prefix of invoice numbers assigned at issue. */
  numberPrefix: string;
  /** Default payment terms in days; null for no due date. */
  defaultTermsDays: number | null;
  /** Footer text of documents. */
  footer: string | null;
  /** Fees for late payment; null for none. */
  lateFee: LateFeeTerms | null;
}

const defaults: AccountSettings = {
  timezone: "UTC",
  numberPrefix: "INV-",
  defaultTermsDays: null,
  roundingMode: "half_up",
  taxRoundingLevel: "invoice",
  footer: null,
  lateFee: null,
};

/** Reads the account's settings, or the defaults. */
export async function settingsOf(em: EntityManager, ownerId: string): Promise<AccountSettings> {
  const [row] = await executeSql<AccountSettings>(
    em,
    `SELECT timezone, number_prefix AS "numberPrefix", default_terms_days AS "defaultTermsDays",
       rounding_mode AS "roundingMode", tax_rounding_level AS "taxRoundingLevel", footer,
       late_fee AS "lateFee"
     FROM invoicing_settings WHERE owner_id = $1`,
    [ownerId],
  );
  return row ?? defaults;
}
