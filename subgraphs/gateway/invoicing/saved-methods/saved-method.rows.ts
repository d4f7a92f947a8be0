import type { EntityManager } from "@mikro-orm/postgresql";
import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";

/** A payment method that a client agreed to save at the processor. */
export interface SavedMethodRow {
  id: string;
  ownerId: string;
  clientId: string;
  paymentAccountId: string;
  customerId: string;
  processorMethodId: string;
  brand: string;
  last4: string;
  /** Last day on which the card works. */
  expiresOn: string | null;
  consentedAt: string;
  consentIp: string | null;
  removedAt: string | null;
  createdAt: string;
}

export type AutoChargeState =
  | "scheduled"
  | "charging"
  | "failed"
  | "needs_authentication"
  | "succeeded"
  | "ended";

/** The charges of a saved method for one invoice. */
export interface AutoChargeRow {
  id: string;
  ownerId: string;
  invoiceId: string;
  clientId: string;
  status: AutoChargeState;
  attempts: number;
  nextAttemptAt: string | null;
  reason: string | null;
  onlinePaymentId: string | null;
  /** The method of the last attempt. */
  methodId: string | null;
  createdAt: string;
  updatedAt: string;
}

const table = plainRows<{ saved_payment_methods: SavedMethodRow; auto_charges: AutoChargeRow }>();
export const { findRows, insertAll, updateRow, pageRows } = table;

/** The saved methods of a client, newest first. */
export function methodsOfClient(
  em: EntityManager,
  { ownerId, clientId }: { ownerId: string; clientId: string },
): Promise<SavedMethodRow[]> {
  const where = "owner_id = $1 AND client_id = $2 AND removed_at IS NULL ORDER BY created_at DESC, id DESC";
  return findRows(em, "saved_payment_methods", where, [ownerId, clientId]);
}

/** The method that a charge is made with: that of the attempt under way, also when it was removed meanwhile, else the newest. */
export async function methodOfCharge(
  em: EntityManager,
  row: AutoChargeRow,
): Promise<SavedMethodRow | undefined> {
  const isResumed = row.status === "charging" && row.methodId !== null;
  if (!isResumed) return (await methodsOfClient(em, row))[0];
  const where = "owner_id = $1 AND id = $2";
  return (await findRows(em, "saved_payment_methods", where, [row.ownerId, row.methodId]))[0];
}

/** Charges whose time has come, of all open accounts, the longest due first. */
export function selectDueCharges(
  em: EntityManager,
  now: Date,
  limit: number,
): Promise<{ id: string; ownerId: string }[]> {
  const sql = `SELECT id, owner_id AS "ownerId" FROM auto_charges WHERE next_attempt_at <= $1 AND ${ofOpenAccount()}
    ORDER BY next_attempt_at, id LIMIT $2`;
  return executeSql(em, sql, [now, limit]);
}
