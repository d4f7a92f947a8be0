import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { BusinessOnPage } from "./business-on-page.types.ts";
import { addressLines, type PostalAddress } from "./address-lines.ts";

/** What the papers and mails of every app say of the business that they are from. */
export interface BusinessCard {
  /** Null until the account has stated it. */
  name: string | null;
  addressLines: string[];
  email: string | null;
  phone: string | null;
  website: string | null;
  /** `#rrggbb`. */
  color: string | null;
  /** A PNG or JPEG. */
  logo: Buffer | null;
}

type CardRow = Omit<BusinessCard, "addressLines" | "logo"> & {
  address: PostalAddress | null;
  logo: string | null;
};

const noCard = {
  name: null,
  addressLines: [],
  email: null,
  phone: null,
  website: null,
  color: null,
  logo: null,
};
/** Larger logos would make a page of customers too slow on phones. */
const maxPageLogoBytes = 20 * 1024;

/** The business of an account as its seller profile has it now. */
export async function businessCardOf(
  em: EntityManager,
  ownerId: string,
  locale = "en",
): Promise<BusinessCard> {
  const [row] = await executeSql<CardRow>(
    em,
    `SELECT coalesce(p.trade_name, p.legal_name) AS name, p.address, p.email, p.phone, p.website, p.color,
       encode(l.bytes, 'base64') AS logo
     FROM seller_profiles p LEFT JOIN seller_logos l ON l.owner_id = p.owner_id AND l.id = p.logo_id
     WHERE p.owner_id = $1 ORDER BY p.version DESC LIMIT 1`,
    [ownerId],
  );
  if (!row) return noCard;
  const { address, logo, ...said } = row;
  const countries = new Intl.DisplayNames([locale], { type: "region" });
  const lines = address === null ? [] : addressLines(address, countries.of(address.country) ?? "");
  return { ...said, addressLines: lines, logo: logo === null ? null : Buffer.from(logo, "base64") };
}

/** The business as the pages for its customers show it. */
export async function businessOnPage(
  em: EntityManager,
  ownerId: string,
  locale: string,
): Promise<BusinessOnPage> {
  const { logo, ...card } = await businessCardOf(em, ownerId, locale);
  if (logo === null || logo.length > maxPageLogoBytes) return { ...card, logoUrl: null };
  const kind = logo[0] === 0x89 ? "png" : "jpeg";
  return { ...card, logoUrl: `data:image/${kind};base64,${logo.toString("base64")}` };
}
