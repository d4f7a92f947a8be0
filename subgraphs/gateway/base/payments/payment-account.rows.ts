import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { AccountState } from "./payment-processor.port.ts";

/** An account's place at the payment processor. */
export interface PaymentAccountRow {
  id: string;
  ownerId: string;
  /** Null until the processor has answered. */
  processorAccountId: string | null;
  country: string;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  detailsSubmitted: boolean;
  requirements: string[];
  disabledReason: string | null;
  acceptsPayments: boolean;
  allowsPartial: boolean;
  disconnectedAt: string | null;
  version: number;
  createdAt: string;
}

const columns = `id, owner_id AS "ownerId", processor_account_id AS "processorAccountId", country,
  charges_enabled AS "chargesEnabled", payouts_enabled AS "payoutsEnabled", details_submitted AS "detailsSubmitted",
  to_json(requirements) AS requirements, disabled_reason AS "disabledReason", accepts_payments AS "acceptsPayments",
  allows_partial AS "allowsPartial", disconnected_at AS "disconnectedAt", version, created_at AS "createdAt"`;

/** The current payment account, locked for a write; null without one. */
export async function lockPaymentAccount(
  em: EntityManager,
  ownerId: string,
): Promise<PaymentAccountRow | null> {
  const sql = `SELECT ${columns} FROM payment_accounts WHERE owner_id = $1 AND disconnected_at IS NULL FOR UPDATE`;
  return (await executeSql<PaymentAccountRow>(em, sql, [ownerId]))[0] ?? null;
}

/** The current payment account, else the one that was disconnected last; null without any. */
export async function findPaymentAccount(
  em: EntityManager,
  ownerId: string,
): Promise<PaymentAccountRow | null> {
  const sql = `SELECT ${columns} FROM payment_accounts WHERE owner_id = $1
    ORDER BY disconnected_at DESC NULLS FIRST LIMIT 1`;
  return (await executeSql<PaymentAccountRow>(em, sql, [ownerId]))[0] ?? null;
}

/** The row of an account at the processor, of any tenant; null for one that the platform does not know. */
export async function findByProcessorId(
  em: EntityManager,
  processorAccountId: string,
): Promise<PaymentAccountRow | null> {
  const sql = `SELECT ${columns} FROM payment_accounts WHERE processor_account_id = $1`;
  return (await executeSql<PaymentAccountRow>(em, sql, [processorAccountId]))[0] ?? null;
}

/** The ID at the processor of a payment account, also of one that was disconnected; null without one. */
export async function processorIdOf(em: EntityManager, id: string): Promise<string | null> {
  const sql = "SELECT processor_account_id AS id FROM payment_accounts WHERE id = $1";
  return (await executeSql<{ id: string | null }>(em, sql, [id]))[0]?.id ?? null;
}

/** Inserts a payment account, unless the owner has one; returns the current one, locked. */
export async function insertPaymentAccount(
  em: EntityManager,
  { id, ownerId, country, now }: { id: string; ownerId: string; country: string; now: Date },
): Promise<PaymentAccountRow> {
  await executeSql(
    em,
    `INSERT INTO payment_accounts (id, owner_id, country, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT (owner_id) WHERE disconnected_at IS NULL DO NOTHING`,
    [id, ownerId, country, now],
  );
  return (await lockPaymentAccount(em, ownerId))!;
}

/** Keeps the account's ID at the processor. Repeated, it changes nothing. */
export async function keepProcessorId(
  em: EntityManager,
  id: string,
  { processorAccountId, now }: { processorAccountId: string; now: Date },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE payment_accounts SET processor_account_id = $2, updated_at = $3
     WHERE id = $1 AND processor_account_id IS NULL`,
    [id, processorAccountId, now],
  );
}

/** Replaces the state at the processor, unless a later read has been kept. */
export async function keepState(
  em: EntityManager,
  id: string,
  { state, readAt, now }: { state: AccountState; readAt: Date; now: Date },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE payment_accounts SET charges_enabled = $2, payouts_enabled = $3, details_submitted = $4,
       requirements = ARRAY(SELECT json_array_elements_text($5::json)), disabled_reason = $6, state_read_at = $7,
       version = version + 1, updated_at = $8
     WHERE id = $1 AND disconnected_at IS NULL AND (state_read_at IS NULL OR state_read_at <= $7)`,
    [
      id,
      state.chargesEnabled,
      state.payoutsEnabled,
      state.detailsSubmitted,
      JSON.stringify(state.requirements),
      state.disabledReason,
      readAt,
      now,
    ],
  );
}

/** Marks an account as disconnected. Repeated, it changes nothing. */
export async function markDisconnected(em: EntityManager, id: string, now: Date): Promise<void> {
  await executeSql(
    em,
    `UPDATE payment_accounts SET disconnected_at = $2, charges_enabled = false, payouts_enabled = false,
       version = version + 1, updated_at = $2 WHERE id = $1 AND disconnected_at IS NULL`,
    [id, now],
  );
}

/** Changes what the account allows its clients. */
export async function changeAllowed(
  em: EntityManager,
  id: string,
  { acceptsPayments, allowsPartial, now }: { acceptsPayments: boolean; allowsPartial: boolean; now: Date },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE payment_accounts SET accepts_payments = $2, allows_partial = $3, version = version + 1, updated_at = $4
     WHERE id = $1`,
    [id, acceptsPayments, allowsPartial, now],
  );
}
