import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { findAccountById } from "./account.ts";
import { writeMovement } from "./movements.rows.ts";
import { availableOf } from "./ledger.ts";

interface DueLot {
  id: string;
  accountId: string;
}

/**
 * Expires the remainder of due lots; returns how many lots. Held credits are kept until the hold is resolved: an
 * account never expires more than is available.
 */
export async function expireLots(ctx: HubContext, batchSize = 200): Promise<number> {
  const now = ctx.clock.now();
  return asSystem(ctx.em, async (em) => {
    const due = await executeSql<DueLot>(
      em,
      `SELECT l.id, l.account_id AS "accountId" FROM credit_lots l
       JOIN credit_accounts a ON a.id = l.account_id
       WHERE l.remaining > 0 AND l.expires_at <= $1 AND a.balance - a.held > 0
       ORDER BY l.expires_at, l.id LIMIT $2 FOR UPDATE OF a SKIP LOCKED`,
      [now, batchSize],
    );
    for (const lot of due) await expireLot(em, lot, now);
    return due.length;
  });
}

/** The account is locked; its lots change only under that lock, so the remainder is read after it. */
async function expireLot(em: EntityManager, lot: DueLot, now: Date): Promise<void> {
  const account = (await findAccountById(em, lot.accountId))!;
  const [left] = await executeSql<{ remaining: number }>(
    em,
    "SELECT remaining::float8 AS remaining FROM credit_lots WHERE id = $1",
    [lot.id],
  );
  const amount = Math.min(left!.remaining, availableOf(account));
  if (amount <= 0) return;
  await executeSql(em, "UPDATE credit_lots SET remaining = remaining - $2 WHERE id = $1", [lot.id, amount]);
  const [row] = await executeSql<{ balance: number }>(
    em,
    "UPDATE credit_accounts SET balance = balance - $2 WHERE id = $1 RETURNING balance::float8 AS balance",
    [account.id, amount],
  );
  const movement = { type: "expire" as const, amount: -amount, description: "Credits expired" };
  await writeMovement(em, account, movement, row!.balance, now);
}
