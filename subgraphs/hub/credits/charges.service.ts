import type { EntityManager } from "@mikro-orm/postgresql";
import { inPlainTransaction } from "../../../src/db/pipelined-transaction.ts";
import { readRows } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { accountColumns, findAccountById, lockAccount, type AccountRow } from "./account.ts";
import { findOperationPrice } from "./catalogue.service.ts";
import { spendCredits } from "./consume.service.ts";
import { holdNotFound, insufficientCredits } from "./credits.errors.ts";
import { ownerOf } from "./credits.service.ts";
import {
  debitForHold,
  findOperationHold,
  forgetKey,
  insertHold,
  lockHold,
  lockRepeatedHold,
  markCaptured,
  resolveHold,
  type HoldRow,
} from "./hold.ts";
import { capture } from "./holds.service.ts";
import type {
  ChargeOperationInput,
  HeldOperation,
  HoldOperationInput,
  SettledHold,
  SettleHoldInput,
} from "./holds.types.ts";
import { availableOf } from "./ledger.ts";

/** How long a charge may stay unsettled. A job settles crashed charges within minutes; this is the upper bound. */
const chargeTtlMs = 24 * 60 * 60 * 1000;

/**
 * As long as an effect is replayed by its key. After that the same key is another operation, and paid for
 * again.
 */
const keyLifetimeMs = 24 * 60 * 60 * 1000;

/**
 * Holds the price of an operation, or of several of its units, for the account that a subgraph acts for: in the named
 * app's credit account, or in `central` when that app has none. Within a day the same key finds the same hold. Throws
 * 402 INSUFFICIENT_CREDITS.
 */
export async function holdOperation(ctx: HubContext, input: HoldOperationInput): Promise<HeldOperation> {
  const price = await findOperationPrice(ctx, input.operation);
  if (!price.enabled || price.cost === 0) return { holdId: null, amount: 0 };
  return inPlainTransaction(ctx, async (em) => {
    const now = ctx.clock.now();
    const since = new Date(now.getTime() - keyLifetimeMs);
    // Sent together, and run in this order: the second of two requests with one key waits for the credit account's lock, and
    // then finds the first one's hold.
    const [account, known] = await Promise.all([
      lockCreditAccount(em, ownerOf(ctx), input.appId),
      findOperationHold(em, ownerOf(ctx), input.key, since),
    ]);
    if (known) return { holdId: known.id, amount: known.amount };
    const expiresAt = new Date(now.getTime() + chargeTtlMs);
    const { operation, key: operationKey, units } = input;
    const amount = price.cost * (units ?? 1);
    const wanted = { amount, description: price.description, operation, operationKey, expiresAt };
    const hold = account && (await insertHold(em, account, wanted, now));
    if (!hold) throw insufficientCredits(account ? availableOf(account) : 0, amount, 402);
    return { holdId: hold.id, amount: hold.amount };
  });
}

/**
 * Captures or releases the hold of an operation. Idempotent. A capture always debits the price, or its used part: it is
 * called only when the effect is done, so a hold that was released or has expired by then is charged late.
 */
export async function settleHold(ctx: HubContext, input: SettleHoldInput): Promise<SettledHold> {
  return inPlainTransaction(ctx, async (em) => {
    const hold = await lockHold(em, input.holdId);
    if (!hold) throw holdNotFound();
    const now = ctx.clock.now();
    const isPending = hold.status === "pending";
    if (isPending && input.outcome === "release") {
      const { balance } = await resolveHold(em, hold, { status: "released" }, now);
      return { charged: 0, balance };
    }
    if (hold.status === "captured" || input.outcome === "release")
      return { charged: 0, balance: (await findAccountById(em, hold.accountId))!.balance };
    const charged = Math.min(hold.amount, input.amount ?? hold.amount);
    const balance = isPending
      ? await capture(ctx, em, hold, charged)
      : await chargeLate(em, hold, charged, now);
    return { charged, balance };
  });
}

interface PricedWallet {
  cost: number;
  description: string;
  /** The named app's credit account, or `central` when it has none; null when neither exists. */
  appId: string | null;
}

/**
 * Charges an operation without side effects after it is done, in one step: no crash can separate an effect from its
 * debit. Uses the credit account that `holdOperation` would choose. Throws 402 INSUFFICIENT_CREDITS.
 */
export async function chargeOperation(ctx: HubContext, input: ChargeOperationInput): Promise<SettledHold> {
  const { operation, appId } = input;
  const [priced] = await readRows<PricedWallet>(ctx, {
    sql: `SELECT cost::float8 AS cost, description,
        (SELECT app_id FROM credit_accounts
         WHERE owner_id = $1 AND pool = 'standard' AND app_id IN ($2, 'central')
         ORDER BY app_id = $2 DESC LIMIT 1) AS "appId"
      FROM operation_costs WHERE operation = $3 AND enabled AND cost > 0`,
    parameters: [ownerOf(ctx), appId, operation],
    isQuick: true,
  });
  if (!priced) return { charged: 0, balance: null };
  const { cost: amount, description } = priced;
  if (priced.appId === null) throw insufficientCredits(0, amount, 402);
  const spending = { appId: priced.appId, amount, description, operation };
  const { balance } = await spendCredits(ctx, spending).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== "INSUFFICIENT_CREDITS") throw error;
    throw new DomainError(error.code, error.message, error.details, { status: 402 });
  });
  return { charged: amount, balance };
}

async function chargeLate(em: EntityManager, hold: HoldRow, charged: number, now: Date): Promise<number> {
  // The effect of this key is done under this hold: another one can only be that of a call which repeats it.
  const twin = await lockRepeatedHold(em, hold.id, keyLifetimeMs);
  if (twin?.status === "pending" && !twin.isOther) await resolveHold(em, twin, { status: "released" }, now);
  if (twin?.status === "captured" || twin?.isOther) await forgetKey(em, hold.id);
  const account = await lockAccount(em, hold.accountId);
  const balance = await debitForHold(em, account, hold, charged, now);
  await markCaptured(em, hold.id, charged);
  return balance;
}

/** The named app's credit account, or `central` when it has none, locked; null when neither exists. */
async function lockCreditAccount(
  em: EntityManager,
  ownerId: string,
  appId: string,
): Promise<AccountRow | null> {
  const sql = `SELECT ${accountColumns} FROM credit_accounts
    WHERE owner_id = $1 AND pool = 'standard' AND app_id IN ($2, 'central')
    ORDER BY app_id = $2 DESC LIMIT 1 FOR UPDATE`;
  const [row] = await executeSql<AccountRow>(em, sql, [ownerId, appId]);
  return row ?? null;
}
