import type { EntityManager } from "@mikro-orm/postgresql";
import { readAsSystem } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { TransactionStatus } from "./transactions.ts";

export const transactionTypes = [
  "payment_intent",
  "checkout_session",
  "credit_purchase",
  "subscription_checkout",
  "auto_reload",
] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** Payments that buy credits. */
export const creditTypes: readonly TransactionType[] = ["credit_purchase", "auto_reload"];

/** A payment as it is stored; amounts in minor units, credits in hundredths. */
export interface Transaction {
  id: string;
  ownerId: string;
  appId: string;
  type: TransactionType;
  status: TransactionStatus;
  amount: number;
  amountRefunded: number;
  currency: string;
  description: string;
  packageId: string | null;
  credits: number | null;
  paymentIntentId: string | null;
  sessionId: string | null;
  invoiceUrl: string | null;
  failureCode: string | null;
  metadata: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
  completedAt: Date | null;
  /** UTC with microseconds, in one form: texts compare as times do. */
  processorReadAt: string | null;
}

const columns = `id, owner_id AS "ownerId", app_id AS "appId", type, status, amount::float8 AS amount,
  amount_refunded::float8 AS "amountRefunded", currency, description, package_id AS "packageId",
  credits::float8 AS credits, payment_intent_id AS "paymentIntentId", session_id AS "sessionId",
  invoice_url AS "invoiceUrl", failure_code AS "failureCode", metadata::text AS metadata, created_at AS "createdAt",
  updated_at AS "updatedAt", completed_at AS "completedAt", to_char(processor_read_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "processorReadAt"`;

type Row = Omit<Transaction, "metadata" | "createdAt" | "updatedAt" | "completedAt"> & {
  metadata: string;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
};

function toTransaction(row: Row): Transaction {
  return {
    ...row,
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    completedAt: row.completedAt === null ? null : new Date(row.completedAt),
  };
}

/** Rows by a condition with `$1`-style parameters; what else the statement says follows it. */
export async function selectTransactions(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<Transaction[]> {
  const sql = `SELECT ${columns} FROM payment_transactions WHERE ${where}`;
  return (await executeSql<Row>(em, sql, values)).map(toTransaction);
}

/** The row of this id, locked for the rest of the transaction, or null. */
export async function lockTransaction(em: EntityManager, id: string): Promise<Transaction | null> {
  const [row] = await selectTransactions(em, "id = $1 FOR UPDATE", [id]);
  return row ?? null;
}

/** The row that a payment of the processor belongs to: by our own id in its metadata, else by its ids. */
export async function findByProcessorIds(
  em: EntityManager,
  ids: { transactionId: string | null; sessionId: string | null; paymentIntentId: string | null },
): Promise<Transaction | null> {
  const [row] = await selectTransactions(
    em,
    "id = $1 OR session_id = $2 OR payment_intent_id = $3 ORDER BY id = $1 DESC NULLS LAST LIMIT 1",
    [ids.transactionId, ids.sessionId, ids.paymentIntentId],
  );
  return row ?? null;
}

/** The row with these ids of the processor, and the database's time before any response of the processor. */
export async function findBeforeReading(
  em: EntityManager,
  { sessionId, paymentIntentId }: { sessionId: string | null; paymentIntentId: string | null },
): Promise<{ row: Transaction | null; readAt: string }> {
  const parameters = [sessionId, paymentIntentId];
  const rows = await readAsSystem<Row & { readAt: string; id: string | null }>(em, {
    sql: findSql,
    parameters,
  });
  const [{ readAt, ...row }] = rows as [(typeof rows)[number]];
  return { row: row.id === null ? null : toTransaction(row), readAt };
}

// The time is in one form at any server's settings, so that texts compare as times do.
const findSql = `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "readAt", ${columns}
  FROM (SELECT 1) AS once LEFT JOIN payment_transactions ON session_id = $1 OR payment_intent_id = $2 LIMIT 1`;

export async function insertTransaction(em: EntityManager, row: Transaction): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO payment_transactions (id, owner_id, app_id, type, status, amount, currency, description, package_id,
       credits, metadata, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $12)`,
    [
      row.id,
      row.ownerId,
      row.appId,
      row.type,
      row.status,
      row.amount,
      row.currency,
      row.description,
      row.packageId,
      row.credits,
      JSON.stringify(row.metadata),
      row.createdAt,
    ],
  );
}

/** Writes what may change of a locked row. */
export async function updateTransaction(em: EntityManager, row: Transaction): Promise<void> {
  await executeSql(
    em,
    `UPDATE payment_transactions SET status = $2, amount_refunded = $3, payment_intent_id = $4, session_id = $5,
       invoice_url = $6, failure_code = $7, updated_at = $8, completed_at = $9, processor_read_at = $10::timestamptz
     WHERE id = $1`,
    [
      row.id,
      row.status,
      row.amountRefunded,
      row.paymentIntentId,
      row.sessionId,
      row.invoiceUrl,
      row.failureCode,
      row.updatedAt,
      row.completedAt,
      row.processorReadAt,
    ],
  );
}

/** Stores the processor's ids of a payment. Values that a webhook has written stay. */
export async function attachProcessorIds(
  em: EntityManager,
  id: string,
  ids: { sessionId?: string; paymentIntentId?: string },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE payment_transactions SET session_id = COALESCE(session_id, $2),
       payment_intent_id = COALESCE(payment_intent_id, $3) WHERE id = $1`,
    [id, ids.sessionId ?? null, ids.paymentIntentId ?? null],
  );
}
