import type { EntityManager } from "@mikro-orm/postgresql";
import { addressLines } from "../../base/address-lines.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { printedClientOf } from "../invoices/clients.service.ts";
import { documentLocale, formatsOf } from "../printing/document-locale.ts";
import { wordsOf } from "../printing/document-words.ts";
import {
  bankLines,
  nameOfSeller,
  noSeller,
  taxIdLines,
  type Seller,
  type SellerBank,
} from "../printing/seller.ts";
import { bankPlace } from "./change-profile.service.ts";
import { findLogo, findOwn, findProfile, type SellerProfileRow } from "./seller-profile.rows.ts";
import type { SellerCard } from "./seller-views.types.ts";

/**
 * The ID of the profile that a document is issued with, in the open transaction: from then on that version never changes.
 * Null for an account without a profile.
 */
export async function useSellerProfile(em: EntityManager, ownerId: string): Promise<string | null> {
  const current = await findProfile(em, ownerId);
  if (current && !current.isUsed)
    await executeSql(em, "UPDATE seller_profiles SET is_used = true WHERE id = $1 AND NOT is_used", [
      current.id,
    ]);
  return current?.id ?? null;
}

/** Which seller a document shows: that of its issue, or the current one for a draft. */
export interface SellerOfDocument {
  ownerId: string;
  sellerProfileId: string | null;
  isIssued: boolean;
}

/** The seller of a document, with bank details in full and the logo. */
export async function sellerOf(
  em: EntityManager,
  ctx: InvoicingContext,
  { ownerId, sellerProfileId, isIssued }: SellerOfDocument,
): Promise<Seller> {
  const row =
    sellerProfileId === null
      ? isIssued
        ? null
        : await findProfile(em, ownerId)
      : await findOwn(em, "seller_profiles", { ownerId, id: sellerProfileId });
  if (!row) return noSeller;
  const logo = await findLogo(em, ownerId, row.logoId);
  return { ...row, bank: bankOf(ctx, row), logo: logo?.bytes ?? null };
}

function bankOf(ctx: InvoicingContext, { id, bankSealed }: SellerProfileRow): SellerBank | null {
  return bankSealed === null
    ? null
    : (JSON.parse(ctx.ports.keyRing.open(bankSealed, bankPlace(id))) as SellerBank);
}

/** Locale of a page for a client: in the client's language, else the seller's. */
export async function pageLocale(
  em: EntityManager,
  seller: Seller,
  clientId: string | null,
): Promise<string> {
  return documentLocale(null, seller.locale, (await printedClientOf(em, clientId)).language);
}

/** A seller as the pages of its documents show it. */
export function presentSeller(
  seller: Seller,
  { showsBank, locale }: { showsBank: boolean; locale: string },
): SellerCard {
  const { address, email, phone, website, color, logo, bank } = seller;
  const isPng = logo?.[0] === 0x89;
  return {
    name: nameOfSeller(seller),
    addressLines: address ? addressLines(address, formatsOf(locale).country(address.country)) : [],
    email,
    phone,
    website,
    taxIds: taxIdLines(seller, locale),
    bankLines: showsBank && bank ? bankLines(bank, wordsOf(locale)) : [],
    color,
    logoUrl: logo && `data:image/${isPng ? "png" : "jpeg"};base64,${logo.toString("base64")}`,
  };
}
