import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { FinanceAccount } from "../accounts/account.types.ts";
import { accountOf, addAccount, openAccountOf, presentAccount } from "../accounts/accounts.service.ts";
import { converterOf } from "../accounts/rates.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { findRows, insertAll } from "../finance.rows.ts";
import type { AccountKind, AccountRow } from "../finance-tables.ts";
import type { ValuationRow } from "../wealth-tables.ts";
import { bookEntries } from "../transactions/book-entries.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { businessRule, invalidState } from "../../base/gateway.errors.ts";
import type * as types from "./asset.types.ts";

/** Kinds of accounts whose balance is a value. */
const valuedKinds: readonly AccountKind[] = ["property", "vehicle", "collectible", "other"];

/** Adds an asset as an account whose opening balance is its value. Throws INVALID_CURRENCY and AMOUNT_PRECISION. */
export function addAsset(ctx: FinanceContext, input: types.AddAssetInput): Promise<FinanceAccount> {
  return changeOnce(ctx, { operation: "addAsset", input }, async (em) => {
    const { name, kind, value, asOf, includeInNetWorth } = input;
    const { currency } = await converterOf(em, ctx, input.currency);
    const facts = { name, kind, currency, openingBalance: value, openedOn: asOf };
    const account = await addAccount(em, ctx, { ...facts, includeInNetWorth: includeInNetWorth ?? true });
    await insertAll(em, "finance_valuations", [valuationOf(ctx, account, asOf, account.openingBalance)]);
    return presentAccount(em, ctx, account);
  });
}

/**
 * Records what an asset is worth from a day on, up to its next value; a second value of a day replaces the first. Throws
 * NOT_FOUND, INVALID_STATE for a closed account and a reconciled value, VALIDATION_ERROR for a day before the account was
 * opened, AMOUNT_PRECISION, and BUSINESS_RULE (`not_an_asset`).
 */
export function recordAssetValuation(
  ctx: FinanceContext,
  input: types.RecordAssetValuationInput,
): Promise<types.AssetValuation> {
  return changeOnce(ctx, { operation: "recordAssetValuation", input }, async (em) => {
    const account = await openAccountOf(em, ctx, input.accountId, true);
    if (!valuedKinds.includes(account.kind))
      throw businessRule("not_an_asset", "Only assets have a value of their own. Add one with addAsset.");
    const { date } = input;
    if (date < account.openedOn)
      throw badInput("date", `must be on or after the opening date ${account.openedOn}`, "minimum");
    const value = toStored(input.value, account.currency);
    const change = value - (await balanceOn(em, account, date));
    const where = "account_id = $1 AND date >= $2 ORDER BY date LIMIT 2";
    const later = await findRows(em, "finance_valuations", where, [account.id, date]);
    const same = later[0]?.date === date ? later[0] : undefined;
    const next = later.find((one) => one.date > date);
    const transactionId = await adjust(em, ctx, account, {
      date,
      change,
      known: same?.transactionId ?? null,
    });
    // The next value stays what it is.
    if (next?.transactionId)
      await adjust(em, ctx, account, { date: next.date, change: -change, known: next.transactionId });
    const row = { ...valuationOf(ctx, account, date, value), transactionId };
    await insertAll(
      em,
      "finance_valuations",
      [row],
      "ON CONFLICT (account_id, date) DO UPDATE SET value = excluded.value, transaction_id = excluded.transaction_id",
    );
    return presentValuation(row, account);
  });
}

interface Adjustment {
  date: string;
  change: number;
  known: string | null;
}

/** Adds to the transaction of a value, or books one; returns its ID. */
async function adjust(
  em: EntityManager,
  ctx: FinanceContext,
  account: AccountRow,
  { date, change, known }: Adjustment,
): Promise<string> {
  if (known === null) {
    const entry = { accountId: account.id, date, amount: change, payee: "Valuation" };
    return (await bookEntries(em, ctx, [entry]))[0]!;
  }
  const [transaction] = await findRows(em, "finance_transactions", "id = $1 FOR UPDATE", [known]);
  if (transaction!.status === "reconciled" && change !== 0)
    throw invalidState("transaction", transaction!.status, ["pending", "cleared"]);
  const sql = `UPDATE finance_transactions SET amount = amount + $2, version = version + 1, updated_at = $3 WHERE id = $1`;
  await executeSql(em, sql, [known, change, ctx.clock.now()]);
  return known;
}

async function balanceOn(em: EntityManager, account: AccountRow, date: string): Promise<number> {
  const sql = `SELECT coalesce(sum(amount), 0)::float8 AS sum FROM finance_transactions WHERE account_id = $1 AND date <= $2`;
  const [row] = await executeSql<{ sum: number }>(em, sql, [account.id, date]);
  return account.openingBalance + row!.sum;
}

/** Recorded values of an asset, newest first. Throws NOT_FOUND. */
export function listAssetValuations(
  ctx: FinanceContext,
  { accountId }: types.AssetValuationsArgs,
): Promise<types.AssetValuationList> {
  const read = async (em: EntityManager) => {
    const account = await accountOf(em, ctx, accountId);
    const where = "account_id = $1 ORDER BY date DESC LIMIT 1000";
    const rows = await findRows(em, "finance_valuations", where, [account.id]);
    return { valuations: rows.map((row) => presentValuation(row, account)) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function valuationOf(ctx: FinanceContext, account: AccountRow, date: string, value: number): ValuationRow {
  const { id: accountId, ownerId } = account;
  const createdAt = ctx.clock.now().toISOString();
  return { accountId, date, ownerId, value, transactionId: null, createdAt };
}

function presentValuation(
  { accountId, date, value }: ValuationRow,
  { currency }: AccountRow,
): types.AssetValuation {
  return { accountId, date, value: toShown(value, currency), currency };
}
