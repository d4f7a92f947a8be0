import { inTransaction } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { creditAccount, openAccount } from "../../../subgraphs/hub/credits/account.ts";
import type { TestDatabase } from "../../support/postgres.ts";
import type { HubApp } from "./hub-app.ts";

/** A new user with credits (in credits, not hundredths) in an app. Returns the user id. */
export async function createSpender(
  app: HubApp,
  credits: number,
  { appId = "central", ownerId = newId("usr") }: { appId?: string; ownerId?: string } = {},
): Promise<string> {
  await grant(app, ownerId, credits, { appId });
  return ownerId;
}

/** Adds a lot of credits. */
export async function grant(
  app: HubApp,
  ownerId: string,
  credits: number,
  {
    appId = "central",
    type = "grant",
    expiresAt = null,
  }: { appId?: string; type?: "grant" | "purchase"; expiresAt?: Date | null } = {},
): Promise<void> {
  const ctx = app.contextFor(ownerId);
  await inTransaction(ctx, async (em) => {
    const account = await openAccount(em, ownerId, appId, ctx.clock.now());
    const movement = { type, amount: Math.round(credits * 100), description: "Test credits", expiresAt };
    await creditAccount(em, account, movement, ctx.clock.now());
  });
}

/** One account's numbers, in credits. */
export async function accountOf(
  database: TestDatabase,
  ownerId: string,
  appId = "central",
): Promise<{ balance: number; held: number }> {
  const [row] = await database.query<{ balance: number; held: number }>(
    `SELECT balance::float8 / 100 AS balance, held::float8 / 100 AS held FROM hub.credit_accounts
     WHERE owner_id = $1 AND app_id = $2`,
    [ownerId, appId],
  );
  return row ?? { balance: 0, held: 0 };
}

/** Every way in which the whole ledger contradicts itself; empty when the books are right. */
export async function ledgerFaults(database: TestDatabase): Promise<string[]> {
  const rows = await database.query<{ fault: string }>(`
    SELECT 'postings of ' || entry_id || ' do not sum to zero' AS fault
      FROM hub.credit_postings GROUP BY entry_id HAVING sum(amount) <> 0 OR count(*) <> 2
    UNION ALL
    SELECT e.id || ' has no postings' FROM hub.credit_entries e
      WHERE NOT EXISTS (SELECT 1 FROM hub.credit_postings p WHERE p.entry_id = e.id)
    UNION ALL
    SELECT a.id || ' has balance ' || a.balance || ' but entries sum to ' || coalesce(sum(e.amount), 0)
      FROM hub.credit_accounts a LEFT JOIN hub.credit_entries e ON e.account_id = a.id
      GROUP BY a.id HAVING a.balance <> coalesce(sum(e.amount), 0)
    UNION ALL
    SELECT id || ' says ' || balance_after || ' where the running sum is ' || running FROM (
      SELECT id, balance_after, sum(amount) OVER (PARTITION BY account_id ORDER BY sequence) AS running
      FROM hub.credit_entries) AS entries WHERE balance_after <> running
    UNION ALL
    SELECT a.id || ' holds ' || a.held || ' but pending holds sum to ' || coalesce(sum(h.amount), 0)
      FROM hub.credit_accounts a LEFT JOIN hub.credit_holds h ON h.account_id = a.id AND h.status = 'pending'
      GROUP BY a.id HAVING a.held <> coalesce(sum(h.amount), 0)
    UNION ALL
    SELECT id || ' holds ' || held || ' of ' || balance FROM hub.credit_accounts
      WHERE held < 0 OR held > greatest(balance, 0)
    UNION ALL
    SELECT a.id || ' has balance ' || a.balance || ' but lots of ' || coalesce(sum(l.remaining), 0)
      FROM hub.credit_accounts a LEFT JOIN hub.credit_lots l ON l.account_id = a.id
      GROUP BY a.id HAVING greatest(a.balance, 0) <> coalesce(sum(l.remaining), 0)`);
  return rows.map(({ fault }) => fault);
}
