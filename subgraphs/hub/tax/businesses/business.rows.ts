import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { readRows } from "../../../../src/db/read-rows.ts";
import type { TransactionContext } from "../../../../src/db/transaction.ts";
import type { PostalAddress } from "./postal-address.ts";

/** A business as it is stored. */
export interface Business {
  id: string;
  businessName: string;
  dba: string | null;
  einSealed: string;
  einFingerprint: string;
  einLast4: string;
  address: PostalAddress;
  contactName: string;
  contactPhone: string;
  contactEmail: string;
  revision: number;
  registeredRevision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The fields that the input sets. */
export type BusinessFacts = Omit<Business, "revision" | "registeredRevision" | "createdAt" | "updatedAt">;

const columns = `id, business_name AS "businessName", dba, ein_sealed AS "einSealed", ein_fingerprint AS "einFingerprint",
  ein_last4 AS "einLast4", address, contact_name AS "contactName", contact_phone AS "contactPhone",
  contact_email AS "contactEmail", revision, registered_revision AS "registeredRevision", created_at AS "createdAt",
  updated_at AS "updatedAt"`;

/** Associated data of a sealed number: it can be opened for its own row only. */
export function einPlace(businessId: string): string {
  return `tax_businesses.ein.${businessId}`;
}

/** Businesses of the context's owner, the newest first; one of them with an id. */
export async function readBusinesses(ctx: TransactionContext, id: string | null = null): Promise<Business[]> {
  const sql = `SELECT ${columns} FROM tax_businesses WHERE owner_id = $1 AND ($2::text IS NULL OR id = $2)
    ORDER BY created_at DESC, id DESC`;
  return (await readRows<Row>(ctx, { sql, parameters: [ctx.principal.ownerId, id] })).map(toBusiness);
}

/** One business of this owner, locked until the transaction ends; null when it does not exist. */
export async function lockBusiness(em: EntityManager, ownerId: string, id: string): Promise<Business | null> {
  const sql = `SELECT ${columns} FROM tax_businesses WHERE owner_id = $1 AND id = $2 FOR UPDATE`;
  const [row] = await executeSql<Row>(em, sql, [ownerId, id]);
  return row ? toBusiness(row) : null;
}

/** Inserts the business, or updates the owner's one of this number; returns the row. */
export async function upsertBusiness(
  em: EntityManager,
  { ownerId, facts, now }: { ownerId: string; facts: BusinessFacts; now: Date },
): Promise<Business> {
  const sql = `INSERT INTO tax_businesses (id, owner_id, business_name, dba, ein_sealed, ein_fingerprint, ein_last4, address,
      contact_name, contact_phone, contact_email, created_at, updated_at)
    VALUES ($1, $12, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $11)
    ON CONFLICT (owner_id, ein_fingerprint) DO UPDATE SET business_name = $2, dba = $3, address = $7::jsonb,
      contact_name = $8, contact_phone = $9, contact_email = $10, updated_at = $11, revision = tax_businesses.revision + 1
    RETURNING ${columns}`;
  const [row] = await executeSql<Row>(em, sql, [...valuesOf(facts), now, ownerId]);
  return toBusiness(row!);
}

/** Changes a locked business, its number too. */
export async function updateBusiness(em: EntityManager, facts: BusinessFacts, now: Date): Promise<Business> {
  const sql = `UPDATE tax_businesses SET business_name = $2, dba = $3, ein_sealed = $4, ein_fingerprint = $5, ein_last4 = $6,
      address = $7::jsonb, contact_name = $8, contact_phone = $9, contact_email = $10, updated_at = $11,
      revision = revision + 1 WHERE id = $1 RETURNING ${columns}`;
  const [row] = await executeSql<Row>(em, sql, [...valuesOf(facts), now]);
  return toBusiness(row!);
}

/** Notes that the provider has the business as it was at this revision. */
export async function markRegistered(em: EntityManager, id: string, revision: number): Promise<void> {
  const sql =
    "UPDATE tax_businesses SET registered_revision = GREATEST(registered_revision, $2) WHERE id = $1";
  await executeSql(em, sql, [id, revision]);
}

function valuesOf(facts: BusinessFacts): unknown[] {
  const { id, businessName, dba, einSealed, einFingerprint, einLast4, address } = facts;
  const { contactName, contactPhone, contactEmail } = facts;
  const number = [einSealed, einFingerprint, einLast4];
  return [id, businessName, dba, ...number, JSON.stringify(address), contactName, contactPhone, contactEmail];
}

type Row = Omit<Business, "createdAt" | "updatedAt"> & { createdAt: string; updatedAt: string };

function toBusiness(row: Row): Business {
  return { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) };
}
