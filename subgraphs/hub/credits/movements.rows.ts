import type { EntityManager } from "@mikro-orm/postgresql";
import type { EventActor } from "../../../src/access/acting.ts";
import { gather } from "../../../src/db/gather.ts";
import { insertRows, type RowsTarget } from "../../../src/db/insert-rows.ts";
import { emitEvents } from "../../../src/db/outbox.ts";
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
  /** Who caused it, where movements of several requests are written together. */
  actor?: EventActor | null;
}

/** The account that a movement is of; `held` as of the movement. */
export interface MovedAccount {
  id: string;
  ownerId: string;
  appId: string;
  pool: string;
  held: number;
}

/** A stored movement, with the balance after it. */
export interface WrittenMovement extends Movement {
  id: string;
  balanceAfter: number;
  createdAt: Date;
}

/** Writes one movement; returns its entry's id. */
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
  const { id: accountId, ownerId, appId, pool } = account;
  const entries = movements.map((movement) => toEntry({ accountId, ownerId, appId, pool }, movement));
  const postings = movements.flatMap(({ id, type, amount }) =>
    postingsOf(type, accountId, amount).map((posting) => [id, posting.ledger, ownerId, posting.amount]),
  );
  await Promise.all([
    insertEntries(em, entries),
    insertPostings(em, postings),
    emitEvents(
      em,
      movements.flatMap((movement) =>
        eventsOf(account, movement).map((event) =>
          movement.actor === undefined ? event : { ...event, actor: movement.actor },
        ),
      ),
    ),
  ]);
}

const entryRows: RowsTarget = {
  into: "credit_entries",
  columns: [
    "id",
    "account_id",
    "owner_id",
    "app_id",
    "pool",
    "type",
    "amount",
    "balance_after",
    "description",
    "operation",
    "metadata",
    "reference_id",
    "transaction_id",
    "package_id",
    "hold_id",
    "expires_at",
    "created_at",
  ],
};

const postingRows: RowsTarget = {
  into: "credit_postings",
  columns: ["entry_id", "ledger", "owner_id", "amount"],
};

/** Rows of one tick; the entries are sent before the postings that refer to them. */
const insertEntries = gatherRows(entryRows);
const insertPostings = gatherRows(postingRows);

function gatherRows(target: RowsTarget) {
  return gather<readonly unknown[][], void>(async (em, parts) => {
    await insertRows(em, target, parts.flat());
    return parts.map(() => undefined);
  });
}

function toEntry(
  { accountId, ownerId, appId, pool }: { accountId: string; ownerId: string; appId: string; pool: string },
  movement: WrittenMovement,
): unknown[] {
  return [
    movement.id,
    accountId,
    ownerId,
    appId,
    pool,
    movement.type,
    movement.amount,
    movement.balanceAfter,
    movement.description,
    movement.operation ?? null,
    movement.metadata ? JSON.stringify(movement.metadata) : null,
    movement.referenceId ?? null,
    movement.transactionId ?? null,
    movement.packageId ?? null,
    movement.holdId ?? null,
    movement.expiresAt ?? null,
    movement.createdAt,
  ];
}
