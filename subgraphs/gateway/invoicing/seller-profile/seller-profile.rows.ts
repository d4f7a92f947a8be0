import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { PostalAddress } from "../../base/address-lines.ts";
import type { SellerBank } from "../printing/seller.ts";
import type { TaxIdKind } from "./tax-ids.ts";

/** One version of an account's seller profile. */
export interface SellerProfileRow {
  id: string;
  ownerId: string;
  version: number;
  legalName: string | null;
  tradeName: string | null;
  address: PostalAddress | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  registrationNumber: string | null;
  taxIds: { kind: TaxIdKind; value: string }[];
  locale: string | null;
  color: string | null;
  terms: string | null;
  logoId: string | null;
  /** Bank details in full, encrypted. */
  bankSealed: string | null;
  /** The same, masked. */
  bankShown: SellerBank | null;
  /** True once a document was issued with this version, which never changes then. */
  isUsed: boolean;
  createdAt: string;
  updatedAt: string;
}

const { findRows, ...others } = plainRows<{ seller_profiles: SellerProfileRow }>();

export const { findOwn, insertAll, updateRow } = others;

/** The account's profile that counts; null before there is one. */
export async function findProfile(
  em: EntityManager,
  ownerId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<SellerProfileRow | null> {
  const where = `owner_id = $1 ORDER BY version DESC LIMIT 1${lock ? " FOR UPDATE" : ""}`;
  return (await findRows(em, "seller_profiles", where, [ownerId]))[0] ?? null;
}

/** Serializes changes of an account's profile, also before there is one. */
export async function lockProfile(em: EntityManager, ownerId: string): Promise<void> {
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `seller-profile ${ownerId}`,
  ]);
}

/** Stores a picture once per account; returns its ID. */
export async function insertLogo(
  em: EntityManager,
  logo: { id: string; ownerId: string; contentType: string; sha256: string; bytes: Buffer; at: Date },
): Promise<string> {
  const [row] = await executeSql<{ id: string }>(
    em,
    `INSERT INTO seller_logos AS l (id, owner_id, content_type, sha256, bytes, created_at)
     VALUES ($1, $2, $3, $4, decode($5, 'base64'), $6)
     ON CONFLICT (owner_id, sha256) DO UPDATE SET content_type = l.content_type RETURNING id`,
    [logo.id, logo.ownerId, logo.contentType, logo.sha256, logo.bytes.toString("base64"), logo.at],
  );
  return row!.id;
}

/** A stored picture; null without one. */
export async function findLogo(
  em: EntityManager,
  ownerId: string,
  logoId: string | null,
): Promise<{ contentType: string; bytes: Buffer } | null> {
  if (logoId === null) return null;
  const [row] = await executeSql<{ contentType: string; content: string }>(
    em,
    `SELECT content_type AS "contentType", encode(bytes, 'base64') AS content FROM seller_logos
     WHERE owner_id = $1 AND id = $2`,
    [ownerId, logoId],
  );
  return row ? { contentType: row.contentType, bytes: Buffer.from(row.content, "base64") } : null;
}
