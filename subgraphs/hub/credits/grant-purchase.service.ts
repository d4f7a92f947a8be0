import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import { creditAccount, lockAccount, openAccount } from "./account.ts";
import { takeFromLots } from "./lots.rows.ts";
import { writeMovement } from "./movements.rows.ts";
import { lockPendingHolds, resolveHold } from "./hold.ts";
import { findPackage } from "./package.rows.ts";
import { expiryOf, reversedShare } from "./purchase.ts";

/** The fields of a payment that a grant needs. */
export interface PurchaseTransaction {
  id: string;
  type: string;
  ownerId: string;
  appId: string;
  /** Paid amount, in minor units. */
  amount: number;
  packageId: string | null;
  /** Credits that were sold, bonus included, in hundredths, as of the sale. */
  credits: number | null;
}

/**
 * Grants the credits of a payment of type `credit_purchase` or `auto_reload`, as one lot, in the transaction of `em`;
 * returns how much (hundredths). Once per transaction: a repeated call grants nothing and returns 0. The credits are
 * those that the payment was made for; the package decides how long they last.
 */
export async function grantPurchase(
  ctx: HubContext,
  em: EntityManager,
  transaction: PurchaseTransaction,
): Promise<number> {
  const { id: transactionId, ownerId, appId, packageId } = transaction;
  const now = ctx.clock.now();
  const offer = packageId === null ? null : await findPackage(em, appId, packageId);
  const amount = transaction.credits ?? (offer ? offer.credits + offer.bonusCredits : 0);
  if (amount <= 0) throw new Error(`${transactionId} is paid, but says of no credits.`);
  const account = await openAccount(em, ownerId, appId, now, offer?.pool);
  const lotId = newId("lot");
  // Of any number of deliveries of one payment, one inserts its row.
  const [isFirst] = await executeSql(
    em,
    `INSERT INTO credit_purchases (transaction_id, account_id, owner_id, lot_id, granted, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING 1`,
    [transactionId, account.id, ownerId, lotId, amount, now],
  );
  if (!isFirst) return 0;
  const movement = {
    type: transaction.type === "auto_reload" ? ("auto_reload" as const) : ("purchase" as const),
    amount,
    description: offer ? `${offer.name} package` : "Credits",
    transactionId,
    packageId,
    expiresAt: expiryOf(now, offer?.validityDays ?? null),
  };
  await creditAccount(em, account, movement, now, lotId);
  return amount;
}

/**
 * Takes back the refunded share of a purchase: `amountRefundedTotal` (minor units) is the sum of all refunds of the
 * payment so far, so a repeated or late notice changes nothing; a lost dispute is the whole amount. Debits the
 * remainder of that purchase first, then other credits; what those do not cover is a debt. Spent credits cannot stay on
 * hold: pending holds that the rest does not cover are released, newest first. Returns what was taken back now
 * (hundredths); 0 for a payment that was never granted.
 */
export async function reversePurchase(
  ctx: HubContext,
  em: EntityManager,
  transaction: PurchaseTransaction,
  amountRefundedTotal: number,
): Promise<number> {
  const now = ctx.clock.now();
  const known = await readPurchase(em, transaction.id);
  if (!known) return 0;
  // Lock holds before their account, the order in which holds are settled; then again, for a hold that was placed in
  // between.
  await lockPendingHolds(em, known.accountId);
  const account = await lockAccount(em, known.accountId);
  const { granted, reversed, lotId } = (await readPurchase(em, transaction.id))!;
  const amount = reversedShare(granted, amountRefundedTotal, transaction.amount) - reversed;
  if (amount <= 0) return 0;
  const balance = account.balance - amount;
  let held = account.held;
  for (const hold of await lockPendingHolds(em, account.id)) {
    if (held <= Math.max(balance, 0)) break;
    await resolveHold(em, hold, { status: "released" }, now);
    held -= hold.amount;
  }
  await executeSql(em, "UPDATE credit_purchases SET reversed = reversed + $2 WHERE transaction_id = $1", [
    transaction.id,
    amount,
  ]);
  await executeSql(em, "UPDATE credit_accounts SET balance = balance - $2 WHERE id = $1", [
    account.id,
    amount,
  ]);
  await takeFromLots(em, account.id, amount, lotId);
  const movement = {
    type: "reversal" as const,
    amount: -amount,
    description: "Refunded purchase",
    transactionId: transaction.id,
    packageId: transaction.packageId,
  };
  await writeMovement(em, { ...account, held }, movement, balance, now);
  return amount;
}

interface PurchaseRow {
  accountId: string;
  lotId: string;
  granted: number;
  reversed: number;
}

async function readPurchase(em: EntityManager, transactionId: string): Promise<PurchaseRow | null> {
  const [row] = await executeSql<PurchaseRow>(
    em,
    `SELECT account_id AS "accountId", lot_id AS "lotId", granted::float8 AS granted, reversed::float8 AS reversed
     FROM credit_purchases WHERE transaction_id = $1`,
    [transactionId],
  );
  return row ?? null;
}
