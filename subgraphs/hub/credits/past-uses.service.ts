import { copyContext } from "../../../src/context.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { fixedClock } from "../../../src/time/clock.ts";
import { creditAccount, openAccount } from "./account.ts";
import { findOperationPrice } from "./catalogue.service.ts";
import { spendCredits } from "./consume.service.ts";
import { ownerOf } from "./credits.service.ts";
import type { HubContext } from "../hub.context.ts";

/** A paid operation of the demo's past. */
export interface PastUse {
  operation: string;
  at: Date;
}

const appId = "central";
const referenceId = "demo-past-uses";

/**
 * Gives the account of the context the credit history of past uses, oldest first, at today's prices. They are paid from a
 * grant of the same amount before the first, so that the balance stays what it was. Run again, it changes nothing.
 */
export async function seedPastUses(ctx: HubContext, uses: readonly PastUse[]): Promise<void> {
  const [first] = uses;
  if (!first) return;
  const prices = new Map<string, { cost: number; description: string }>();
  for (const { operation } of uses)
    if (!prices.has(operation)) prices.set(operation, await findOperationPrice(ctx, operation));
  const total = uses.reduce((sum, { operation }) => sum + prices.get(operation)!.cost, 0);
  await grantOnce(ctx, { amount: total, at: first.at });
  for (const [index, { operation, at }] of uses.entries()) {
    const { cost: amount, description } = prices.get(operation)!;
    const past = copyContext(ctx, {
      clock: fixedClock(at),
      idempotencyKey: `${referenceId} ${index}`,
    });
    await spendCredits(past, { appId, amount, description, operation });
  }
}

async function grantOnce(ctx: HubContext, { amount, at }: { amount: number; at: Date }): Promise<void> {
  await inTransaction(ctx, async (em) => {
    const account = await openAccount(em, ownerOf(ctx), appId, at);
    const sql = "SELECT 1 FROM credit_entries WHERE account_id = $1 AND reference_id = $2";
    if ((await executeSql(em, sql, [account.id, referenceId])).length > 0) return;
    const movement = { type: "grant" as const, description: "Welcome credits", referenceId, amount };
    await creditAccount(em, account, movement, at);
  });
}
