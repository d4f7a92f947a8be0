import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { shownAmount } from "../connections/bank-money.ts";
import type { BankTransaction } from "./bank-transactions.types.ts";
import { decodedRow, type Decoded } from "./row-dates.ts";

/** A row of `bank_transactions`; the amount in minor units, positive for money out. */
export interface TransactionRow {
  id: string;
  connectionId: string;
  accountId: string;
  pendingTransactionId: string | null;
  amount: number;
  currency: string;
  date: string;
  authorizedDate: string | null;
  name: string;
  merchantName: string | null;
  primary: string | null;
  detailed: string | null;
  confidence: string | null;
  pending: boolean;
  paymentChannel: string;
  logoUrl: string | null;
  status: "active" | "removed";
  note: string | null;
  ownCategory: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = `t.id, t.connection_id AS "connectionId", t.account_id AS "accountId",
  t.pending_transaction_id AS "pendingTransactionId", t.amount::float8 AS amount, t.currency, t.date::text AS date,
  t.authorized_date::text AS "authorizedDate", t.name, t.merchant_name AS "merchantName",
  t.category_primary AS "primary", t.category_detailed AS detailed, t.category_confidence AS confidence, t.pending,
  t.payment_channel AS "paymentChannel", t.logo_url AS "logoUrl", t.status, t.note, t.own_category AS "ownCategory",
  t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;

/** Matching transactions that the open transaction may see. `where` refers to the table as `t`. */
export async function selectTransactions(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<TransactionRow[]> {
  const sql = `SELECT ${columns} FROM bank_transactions t WHERE ${where}`;
  const rows = await executeSql<Decoded<TransactionRow, "createdAt" | "updatedAt">>(em, sql, values);
  return rows.map((row) =>
    decodedRow<TransactionRow, "createdAt" | "updatedAt">(row, ["createdAt", "updatedAt"]),
  );
}

/** A transaction as API users see it. The owner's category overrides the provider's. */
export function showTransaction(row: TransactionRow): BankTransaction {
  const { id: transactionId, primary, detailed, confidence, ownCategory, amount, ...shown } = row;
  const theirs = primary === null ? null : { primary, detailed: detailed ?? primary, confidence };
  const own = ownCategory === null ? null : { primary: ownCategory, detailed: ownCategory, confidence: null };
  return {
    ...shown,
    transactionId,
    amount: shownAmount(amount, row.currency)!,
    direction: amount < 0 ? "credit" : "debit",
    category: own ?? theirs,
  };
}
