import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";

/** Charge of a reload at the processor. */
export interface ReloadCharge {
  reloadId: string;
  ownerId: string;
  transactionId: string;
  /** Null before the first try. */
  payer: ReloadPayer | null;
  tries: number;
  firstTriedAt: Date | null;
  declineCode: string | null;
  isHardDecline: boolean;
}

export interface ReloadPayer {
  customerId: string;
  paymentMethodId: string;
}

interface Row extends Omit<ReloadCharge, "payer" | "firstTriedAt"> {
  customerId: string | null;
  paymentMethodId: string | null;
  firstTriedAt: string | null;
}

const columns = `reload_id AS "reloadId", owner_id AS "ownerId", transaction_id AS "transactionId",
  customer_id AS "customerId", payment_method_id AS "paymentMethodId", tries, first_tried_at AS "firstTriedAt",
  decline_code AS "declineCode", is_hard_decline AS "isHardDecline"`;

function toCharge({ customerId, paymentMethodId, firstTriedAt, ...row }: Row): ReloadCharge {
  return {
    ...row,
    payer: customerId && paymentMethodId ? { customerId, paymentMethodId } : null,
    firstTriedAt: firstTriedAt === null ? null : new Date(firstTriedAt),
  };
}

/** The charge of this reload, or null. */
export async function findReloadCharge(em: EntityManager, reloadId: string): Promise<ReloadCharge | null> {
  const sql = `SELECT ${columns} FROM reload_charges WHERE reload_id = $1`;
  const [row] = await executeSql<Row>(em, sql, [reloadId]);
  return row ? toCharge(row) : null;
}

/** Serializes parallel requests for one reload until the transaction ends, before there is a row to lock. */
export async function lockReload(em: EntityManager, reloadId: string): Promise<void> {
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`reload:${reloadId}`]);
}

export async function insertReloadCharge(
  em: EntityManager,
  charge: { reloadId: string; ownerId: string; transactionId: string },
  now: Date,
): Promise<void> {
  await executeSql(
    em,
    "INSERT INTO reload_charges (reload_id, owner_id, transaction_id, created_at) VALUES ($1, $2, $3, $4)",
    [charge.reloadId, charge.ownerId, charge.transactionId, now],
  );
}

/** Records an attempt before the processor is called; the first attempt fixes the payer. Returns the updated charge. */
export async function recordTry(
  em: EntityManager,
  reloadId: string,
  payer: ReloadPayer,
  now: Date,
): Promise<ReloadCharge> {
  const [row] = await executeSql<Row>(
    em,
    `UPDATE reload_charges SET tries = tries + 1, first_tried_at = COALESCE(first_tried_at, $4),
       customer_id = COALESCE(customer_id, $2), payment_method_id = COALESCE(payment_method_id, $3)
     WHERE reload_id = $1 RETURNING ${columns}`,
    [reloadId, payer.customerId, payer.paymentMethodId, now],
  );
  return toCharge(row!);
}

/** Keeps why the bank refused. */
export async function recordDecline(
  em: EntityManager,
  reloadId: string,
  decline: { declineCode: string | null; isHard: boolean },
): Promise<void> {
  await executeSql(
    em,
    "UPDATE reload_charges SET decline_code = $2, is_hard_decline = $3 WHERE reload_id = $1",
    [reloadId, decline.declineCode, decline.isHard],
  );
}

/** The balance that the reload's credits made, in hundredths; null before they are granted. */
export async function readBalanceAfter(em: EntityManager, transactionId: string): Promise<number | null> {
  const [row] = await executeSql<{ balance: number }>(
    em,
    "SELECT balance_after::float8 AS balance FROM credit_entries WHERE transaction_id = $1 AND type = 'auto_reload'",
    [transactionId],
  );
  return row?.balance ?? null;
}
