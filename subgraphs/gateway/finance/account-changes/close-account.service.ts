import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import type { FinanceAccount } from "../accounts/account.types.ts";
import { accountOf, openAccountOf, presentAccount } from "../accounts/accounts.service.ts";
import { converterOf } from "../accounts/rates.service.ts";
import { toShown } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { findRows } from "../finance.rows.ts";
import type { AccountRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { holdingOf } from "../investments/lots.ts";
import { bookEntries } from "../transactions/book-entries.service.ts";
import { saveAccount } from "./account-changes.service.ts";
import type { CloseAccountInput } from "./account-changes.types.ts";

/**
 * Closes an account; a closed one stays as it is. What is left moves to `transferTo` as a transfer, at the last exchange rate
 * where the currencies differ. Throws NOT_FOUND, VALIDATION_ERROR, INVALID_STATE for a closed target, and BUSINESS_RULE:
 * `balance_left` without a target, `has_holdings`, `no_exchange_rate`.
 */
export function closeAccount(ctx: FinanceContext, input: CloseAccountInput): Promise<FinanceAccount> {
  const { accountId, transferTo } = input;
  if (transferTo === accountId) throw badInput("transferTo", "must differ from accountId", "different");
  return changeOnce(ctx, { operation: "closeAccount", input }, async (em) => {
    const { account, target } = await lockBoth(em, ctx, accountId, transferTo ?? null);
    if (account.status === "closed") return presentAccount(em, ctx, account);
    await refuseHoldings(em, account);
    await moveBalance(em, ctx, account, target);
    return saveAccount(em, ctx, account, { status: "closed" });
  });
}

/** Locks the accounts in the order of their ids, so that two closings do not wait for each other in a circle. */
async function lockBoth(
  em: EntityManager,
  ctx: FinanceContext,
  accountId: string,
  transferTo: string | null,
) {
  const target = (id: string) => openAccountOf(em, ctx, id, true);
  if (transferTo === null) return { account: await accountOf(em, ctx, accountId, true), target: null };
  if (transferTo < accountId) {
    const first = await target(transferTo);
    return { account: await accountOf(em, ctx, accountId, true), target: first };
  }
  const account = await accountOf(em, ctx, accountId, true);
  return { account, target: await target(transferTo) };
}

async function refuseHoldings(em: EntityManager, { id }: AccountRow): Promise<void> {
  const trades = await findRows(em, "finance_trades", "account_id = $1 ORDER BY date, id", [id]);
  const securityIds = trades.map(({ securityId }) => securityId);
  const splits = await findRows(em, "finance_stock_splits", "security_id = ANY ($1) ORDER BY date", [
    securityIds,
  ]);
  const bySecurity = Map.groupBy(splits, ({ securityId }) => securityId);
  const isHeld = [...Map.groupBy(trades, ({ securityId }) => securityId)].some(
    ([securityId, own]) => holdingOf(own, { splits: bySecurity.get(securityId) ?? [] })?.quantity !== 0,
  );
  if (isHeld)
    throw businessRule(
      "has_holdings",
      "The account still holds securities. Record their sale with recordTrade first.",
    );
}

/** Books what is left, future entries included, on the target: no sooner than the last entry. */
async function moveBalance(
  em: EntityManager,
  ctx: FinanceContext,
  account: AccountRow,
  target: AccountRow | null,
): Promise<void> {
  const sql = `SELECT coalesce(sum(amount), 0)::float8 AS sum, max(date)::text AS last
    FROM finance_transactions WHERE account_id = $1`;
  const [booked] = await executeSql<{ sum: number; last: string | null }>(em, sql, [account.id]);
  const left = account.openingBalance + booked!.sum;
  if (left === 0) return;
  if (target === null)
    throw businessRule(
      "balance_left",
      "The balance of the account is not zero. Choose an account that takes it over with transferTo.",
      { balance: toShown(left, account.currency) },
    );
  const { today } = await daysOf(em, ctx);
  const date = [today, account.openedOn, booked!.last ?? ""].sort().at(-1)!;
  const converter = await converterOf(em, ctx, target.currency);
  const arriving = converter.convert(left, account.currency, date);
  if (arriving === 0)
    throw businessRule(
      "balance_too_small",
      "The balance is less than the smallest unit of the other currency. Set it to zero with adjustAccountBalance.",
    );
  const transferId = newId("tfr");
  await bookEntries(em, ctx, [
    { accountId: account.id, date, amount: -left, payee: target.name, transferId },
    { accountId: target.id, date, amount: arriving, payee: account.name, transferId },
  ]);
}
