import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { openAccountOf } from "../accounts/accounts.service.ts";
import { refuseReconciledDay } from "../accounts/reconciled.service.ts";
import { toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import type { FinanceContext } from "../finance.context.ts";
import { bookEntries, entryOf } from "../transactions/book-entries.service.ts";
import { presentEntry } from "../transactions/present-entry.ts";
import type { FinanceTransaction } from "../transactions/transaction.types.ts";
import type { AdjustAccountBalanceInput } from "./account-changes.types.ts";

/**
 * Books the difference between an account's balance at the end of a day and what it should be. Throws NOT_FOUND,
 * INVALID_STATE, VALIDATION_ERROR for a day before the opening, AMOUNT_PRECISION, and BUSINESS_RULE: `reconciled_period`,
 * `no_difference`.
 */
export function adjustAccountBalance(
  ctx: FinanceContext,
  input: AdjustAccountBalanceInput,
): Promise<FinanceTransaction> {
  return changeOnce(ctx, { operation: "adjustAccountBalance", input }, async (em) => {
    const { date } = input;
    // Two adjustments of an account run one after the other: the second sees the first.
    const account = await openAccountOf(em, ctx, input.accountId, true);
    if (date < account.openedOn) throw badInput("date", `must be ${account.openedOn} or later`, "minimum");
    await refuseReconciledDay(em, account.id, date);
    const sql = `SELECT coalesce(sum(amount), 0)::float8 AS sum FROM finance_transactions
      WHERE account_id = $1 AND date <= $2`;
    const [booked] = await executeSql<{ sum: number }>(em, sql, [account.id, date]);
    const amount = toStored(input.newBalance, account.currency) - account.openingBalance - booked!.sum;
    if (amount === 0)
      throw businessRule(
        "no_difference",
        "The account has this balance already, so nothing was booked. Check the date and the balance.",
      );
    const entry = { accountId: account.id, date, amount, payee: "Balance adjustment", notes: input.reason };
    const [id] = await bookEntries(em, ctx, [entry]);
    return presentEntry(await entryOf(em, ctx, id!));
  });
}
