import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { addressLines, type PostalAddress } from "./address-lines.ts";

/** What the papers and mails of every app say of the business that they are from. */
export interface BusinessCard {
  /** Null until the account has stated it. */
  name: string | null;
  addressLines: string[];
  email: string | null;
  /** A PNG or JPEG. */
  logo: Buffer | null;
}

interface CardRow {
  name: string | null;
  address: PostalAddress | null;
  email: string | null;
  logo: string | null;
}

/** The business of an account as its seller profile has it now. */
export async function businessCardOf(
  em: EntityManager,
  ownerId: string,
  locale = "en",
): Promise<BusinessCard> {
  const [row] = await executeSql<CardRow>(
    em,
    `SELECT coalesce(p.trade_name, p.legal_name) AS name, p.address, p.email, encode(l.bytes, 'base64') AS logo
     FROM seller_profiles p LEFT JOIN seller_logos l ON l.owner_id = p.owner_id AND l.id = p.logo_id
     WHERE p.owner_id = $1 ORDER BY p.version DESC LIMIT 1`,
    [ownerId],
  );
  if (!row) return { name: null, addressLines: [], email: null, logo: null };
  const { name, address, email, logo } = row;
  const countries = new Intl.DisplayNames([locale], { type: "region" });
  const lines = address === null ? [] : addressLines(address, countries.of(address.country) ?? "");
  return { name, email, addressLines: lines, logo: logo === null ? null : Buffer.from(logo, "base64") };
}
