import type { EntityManager } from "@mikro-orm/postgresql";
import { gather } from "../../../src/db/gather.ts";
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

/** The row of this id, locked for the rest of the transaction, or null. Rows of one tick are locked in order of id. */
export const lockTransaction = gather<string, Transaction | null>(async (em, ids) => {
  const rows = await selectTransactions(em, "id = ANY($1) ORDER BY id FOR UPDATE", [ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
});

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

/** Ids of a payment at the processor. */
export interface ProcessorIds {
  sessionId: string | null;
  paymentIntentId: string | null;
}

/**
 * The row with these ids of the processor, and the database's time before any response of the processor. Events that
 * arrive together share the statement.
 */
export const findBeforeReading = gather<ProcessorIds, { row: Transaction | null; readAt: string }>(
  async (em, wanted) => {
    const parameters = [wanted.map((ids) => ids.sessionId), wanted.map((ids) => ids.paymentIntentId)];
    const rows = await readAsSystem<Row & { place: number; readAt: string; id: string | null }>(em, {
      sql: findSql,
      parameters,
    });
    const found = new Map(
      rows.map(({ place, readAt, ...row }) => [
        place,
        { row: row.id === null ? null : toTransaction(row), readAt },
      ]),
    );
    return wanted.map((_ids, index) => found.get(index + 1)!);
  },
);

// The time is in one form at any server's settings, so that texts compare as times do.
const findSql = `SELECT wanted.place::int AS place,
    to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "readAt", ${columns}
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (session, intent, place)
  LEFT JOIN LATERAL (
    SELECT * FROM payment_transactions WHERE session_id = wanted.session OR payment_intent_id = wanted.intent LIMIT 1
  ) AS found ON true`;

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
export const updateTransaction = gather<Transaction, void>(async (em, rows) => {
  await executeSql(em, updateSql, [
    rows.map(({ id }) => id),
    rows.map(({ status }) => status),
    rows.map(({ amountRefunded }) => amountRefunded),
    rows.map(({ paymentIntentId }) => paymentIntentId),
    rows.map(({ sessionId }) => sessionId),
    rows.map(({ invoiceUrl }) => invoiceUrl),
    rows.map(({ failureCode }) => failureCode),
    rows.map(({ updatedAt }) => updatedAt),
    rows.map(({ completedAt }) => completedAt),
    rows.map(({ processorReadAt }) => processorReadAt),
  ]);
  return rows.map(() => undefined);
});

const updateSql = `UPDATE payment_transactions t SET status = c.status, amount_refunded = c.amount_refunded,
    payment_intent_id = c.payment_intent_id, session_id = c.session_id, invoice_url = c.invoice_url,
    failure_code = c.failure_code, updated_at = c.updated_at, completed_at = c.completed_at,
    processor_read_at = c.processor_read_at
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
      $9::timestamptz[], $10::timestamptz[])
    AS c (id, status, amount_refunded, payment_intent_id, session_id, invoice_url, failure_code, updated_at, completed_at,
      processor_read_at)
  WHERE t.id = c.id`;

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
