import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { TransferNews } from "./payouts.port.ts";

export interface TransferRow {
  id: string;
  ownerId: string;
  runId: string;
  kind: "debit" | "credit";
  employeeId: string | null;
  payslipId: string | null;
  part: number;
  attempt: number;
  secretId: string | null;
  last4: string;
  amountCents: number;
  status: TransferNews | "planned" | "authorized" | "declined" | "paid_by_hand";
  authorizationId: string | null;
  providerId: string | null;
  failureCode: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A bank account as the provider knows it; its ID is that of the number. */
export interface PayoutAccountRow {
  id: string;
  ownerId: string;
  sealed: string;
  createdAt: string;
}

/** What the provider reported; `other` changes nothing here. */
export interface TransferEventRow {
  eventId: number;
  providerId: string;
  type: TransferNews | "other";
  failureCode: string | null;
  occurredAt: string;
}

export const { findRows, insertAll, updateRow } = plainRows<{
  payroll_transfers: TransferRow;
  payroll_payout_accounts: PayoutAccountRow;
  payroll_transfer_events: TransferEventRow;
}>();

/** All transfers of a run, in the order in which they were planned. */
export function transfersOf(em: EntityManager, runId: string): Promise<TransferRow[]> {
  return findRows(em, "payroll_transfers", "run_id = $1 ORDER BY kind DESC, attempt, created_at, part, id", [
    runId,
  ]);
}

/**
 * Serialises what is known of a transfer until the transaction ends: its ID is stored here, and news of it arrive, in any
 * order.
 */
export async function lockTransferId(em: EntityManager, providerId: string): Promise<void> {
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended('payroll transfer ' || $1, 0))", [
    providerId,
  ]);
}

/** Encryption context of an account: a ciphertext moved to another row cannot be decrypted. */
export function payoutAccountPlace(id: string): string {
  return `payroll_payout_accounts.sealed.${id}`;
}
