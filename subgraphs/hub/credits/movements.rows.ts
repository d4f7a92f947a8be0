import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvents } from "../../../src/db/outbox.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { newId } from "../../../src/ids.ts";
import { eventsOf } from "./credit-events.service.ts";
import { postingsOf, type MovementType } from "./ledger.ts";

/** One movement to be written. `amount` is signed, as the account sees it. */
export interface Movement {
  type: MovementType;
  amount: number;
  description: string;
  operation?: string | null;
  metadata?: Record<string, unknown> | null;
  referenceId?: string | null;
  transactionId?: string | null;
  packageId?: string | null;
  holdId?: string | null;
  expiresAt?: Date | null;
}

/** The account that a movement is of; `held` as of the movement. */
export interface MovedAccount {
  id: string;
  ownerId: string;
  appId: string;
  pool: string;
  held: number;
}

/** A movement as it is written: with what it leaves. */
export interface WrittenMovement extends Movement {
  id: string;
  balanceAfter: number;
  createdAt: Date;
}

/** Writes one movement; answers its entry's id. */
export async function writeMovement(
  em: EntityManager,
  account: MovedAccount,
  movement: Movement,
  balanceAfter: number,
  now: Date,
): Promise<string> {
  const id = newId("cle");
  await writeMovements(em, account, [{ ...movement, id, balanceAfter, createdAt: now }]);
  return id;
}

/**
 * Writes movements that the account row already shows, in their order: the entries, both postings of each and the events
 * that announce them.
 */
export async function writeMovements(
  em: EntityManager,
  account: MovedAccount,
  movements: readonly WrittenMovement[],
): Promise<void> {
  const entries = movements.map((movement) => toEntry(movement));
  const postings = movements.flatMap(({ id, type, amount }) =>
    postingsOf(type, account.id, amount).map((posting) => ({ entry_id: id, ...posting })),
  );
  const { id, ownerId, appId, pool } = account;
  await Promise.all([
    executeSql(em, writeSql, [id, ownerId, appId, pool, JSON.stringify(entries), JSON.stringify(postings)]),
    emitEvents(
      em,
      movements.flatMap((movement) => eventsOf(account, movement)),
    ),
  ]);
}

/** Rows of a list get their sequence in the list's order. */
const writeSql = `WITH entries AS (
    INSERT INTO credit_entries (id, account_id, owner_id, app_id, pool, type, amount, balance_after, description,
      operation, metadata, reference_id, transaction_id, package_id, hold_id, expires_at, created_at)
    SELECT id, $1, $2, $3, $4, type, amount, balance_after, description, operation, metadata, reference_id,
      transaction_id, package_id, hold_id, expires_at, created_at
    FROM jsonb_to_recordset($5::jsonb) AS entry (id text, type text, amount bigint, balance_after bigint,
      description text, operation text, metadata jsonb, reference_id text, transaction_id text, package_id text,
      hold_id text, expires_at timestamptz, created_at timestamptz))
  INSERT INTO credit_postings (entry_id, ledger, owner_id, amount)
  SELECT entry_id, ledger, $2, amount
  FROM jsonb_to_recordset($6::jsonb) AS posting (entry_id text, ledger text, amount bigint)`;

function toEntry(movement: WrittenMovement) {
  const { id, type, amount, description } = movement;
  return {
    id,
    type,
    amount,
    description,
    balance_after: movement.balanceAfter,
    operation: movement.operation ?? null,
    metadata: movement.metadata ?? null,
    reference_id: movement.referenceId ?? null,
    transaction_id: movement.transactionId ?? null,
    package_id: movement.packageId ?? null,
    hold_id: movement.holdId ?? null,
    expires_at: movement.expiresAt ?? null,
    created_at: movement.createdAt,
  };
}
