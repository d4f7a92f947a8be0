import type { EntityManager } from "@mikro-orm/postgresql";
import { parseCurrency } from "../../../../src/currency.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { daysOf } from "../../base/account-days.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type * as types from "./account.types.ts";
import { toShown, toStored } from "../amounts.ts";
import { balancesOn, daysOfSeries, type DayMovement } from "./dated-balances.ts";
import { badInput } from "../finance.errors.ts";
import { findOwn, findRows, insertAll, pageRows } from "../finance.rows.ts";
import type { AccountRow } from "../finance-tables.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";

/** Adds an account. Throws INVALID_CURRENCY and AMOUNT_PRECISION. */
export function createAccount(
  ctx: FinanceContext,
  input: types.CreateAccountInput,
): Promise<types.FinanceAccount> {
  return changeOnce(ctx, { operation: "createAccount", input }, async (em) =>
    presentAccount(em, ctx, await addAccount(em, ctx, input)),
  );
}

/** Adds an account in the open transaction. */
export async function addAccount(
  em: EntityManager,
  ctx: FinanceContext,
  input: types.CreateAccountInput & { bankAccountId?: string },
): Promise<AccountRow> {
  const now = ctx.clock.now().toISOString();
  const currency = parseCurrency(input.currency);
  const row: AccountRow = {
    id: newId("acc"),
    ownerId: ownerOf(ctx),
    name: input.name.trim(),
    kind: input.kind,
    currency,
    openingBalance: toStored(input.openingBalance, currency),
    openedOn: input.openedOn,
    includeInNetWorth: input.includeInNetWorth ?? true,
    status: "open",
    bankAccountId: input.bankAccountId ?? null,
    annualRate: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await insertAll(em, "finance_accounts", [row]);
  return row;
}

/** One of the caller's accounts. Throws NOT_FOUND. */
export function readAccount(ctx: FinanceContext, accountId: string): Promise<types.FinanceAccount> {
  const read = async (em: EntityManager) => presentAccount(em, ctx, await accountOf(em, ctx, accountId));
  return inTransaction(ctx, read, { readOnly: true });
}

/** The caller's accounts, newest first, with what they sum to. Throws INVALID_CURSOR. */
export function listAccounts(
  ctx: FinanceContext,
  { kind, status, limit, after }: types.FinanceAccountsArgs,
): Promise<types.FinanceAccountPage> {
  const read = async (em: EntityManager) => {
    const { today } = await daysOf(em, ctx);
    const where = "($2::text IS NULL OR kind = $2) AND ($3::text IS NULL OR status = $3)";
    const values = [kind ?? null, status ?? null];
    const list = ["finance accounts", ...values] as const;
    const { rows, ...page } = await pageRows(em, ctx, "finance_accounts", {
      where,
      values,
      list,
      limit,
      after: after ?? null,
    });
    const sums = await balancesOf(
      em,
      rows.map(({ id }) => id),
      today,
    );
    const sql = `SELECT currency, (sum(CASE WHEN opened_on <= $4 THEN opening_balance ELSE 0 END) + sum((SELECT
        coalesce(sum(amount), 0) FROM finance_transactions AS t WHERE t.account_id = a.id AND t.date <= $4)))::float8 AS balance
      FROM finance_accounts AS a WHERE owner_id = $1 AND ${where} GROUP BY currency ORDER BY currency`;
    const totals = await executeSql<types.CurrencyTotal>(em, sql, [ownerOf(ctx), ...values, today]);
    return {
      accounts: rows.map((row) => present(row, sums.get(row.id), today)),
      totals: totals.map(({ currency, balance }) => ({ currency, balance: toShown(balance, currency) })),
      ...page,
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

const maxPoints = 1_000;

/** Days of a series. Throws VALIDATION_ERROR for one that ends before it begins, or has more than 1,000 days. */
export function seriesOf({ from, to, step }: types.SeriesArgs): string[] {
  if (to < from) throw badInput("to", "must be on or after from", "minimum");
  const spanDays = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  const points = spanDays / { day: 1, week: 7, month: 30 }[step];
  if (points >= maxPoints)
    throw badInput(
      "step",
      `must give at most ${maxPoints} points: choose a longer step or a shorter period`,
      "maximum",
    );
  return daysOfSeries(from, to, step);
}

/** An account's balances at the end of days. Throws NOT_FOUND and VALIDATION_ERROR. */
export function readBalanceHistory(
  ctx: FinanceContext,
  { accountId, ...series }: types.BalanceHistoryArgs,
): Promise<types.BalanceHistory> {
  const dates = seriesOf(series);
  const read = async (em: EntityManager) => {
    const account = await accountOf(em, ctx, accountId);
    const sql = `SELECT date::text, sum(amount)::float8 AS amount FROM finance_transactions
      WHERE account_id = $1 AND date <= $2 GROUP BY date ORDER BY date`;
    const movements = await executeSql<DayMovement>(em, sql, [accountId, series.to]);
    const found = balancesOn(account, movements, dates);
    const { currency } = account;
    return {
      currency,
      balances: dates.map((date, index) => ({ date, balance: toShown(found[index]!, currency) })),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** One of the caller's accounts. Throws NOT_FOUND. */
export async function accountOf(
  em: EntityManager,
  ctx: FinanceContext,
  id: string,
  lock = false,
): Promise<AccountRow> {
  const account = await findOwn(em, "finance_accounts", { ownerId: ownerOf(ctx), id, lock });
  if (!account) throw notFound("account");
  return account;
}

/**
 * One that may still be booked on, and that is not closed or deleted before the transaction ends. Throws NOT_FOUND, and
 * INVALID_STATE for a closed one.
 */
export async function openAccountOf(
  em: EntityManager,
  ctx: FinanceContext,
  id: string,
  lock = false,
): Promise<AccountRow> {
  const where = `owner_id = $1 AND id = $2 FOR ${lock ? "UPDATE" : "KEY SHARE"}`;
  const [account] = await findRows(em, "finance_accounts", where, [ownerOf(ctx), id]);
  if (!account) throw notFound("account");
  if (account.status !== "open") throw invalidState("account", account.status, ["open"]);
  return account;
}

interface Sums {
  id: string;
  all: number;
  pending: number;
  reconciled: number;
}

async function balancesOf(
  em: EntityManager,
  ids: readonly string[],
  today: string,
): Promise<Map<string, Sums>> {
  const sql = `SELECT account_id AS id, sum(amount)::float8 AS "all",
      coalesce(sum(amount) FILTER (WHERE status = 'pending'), 0)::float8 AS pending,
      coalesce(sum(amount) FILTER (WHERE status = 'reconciled'), 0)::float8 AS reconciled
    FROM finance_transactions WHERE account_id = ANY ($1) AND date <= $2 GROUP BY account_id`;
  return new Map((await executeSql<Sums>(em, sql, [ids, today])).map((sums) => [sums.id, sums]));
}

/** An account as it is shown. */
export async function presentAccount(
  em: EntityManager,
  ctx: FinanceContext,
  row: AccountRow,
): Promise<types.FinanceAccount> {
  const { today } = await daysOf(em, ctx);
  return present(row, (await balancesOf(em, [row.id], today)).get(row.id), today);
}

/** Decimals of a yearly rate in percent. */
export const rateDecimals = 4;

function present(row: AccountRow, sums: Sums | undefined, today: string): types.FinanceAccount {
  const { id, name, kind, currency, openedOn, includeInNetWorth, status, version } = row;
  const opening = openedOn <= today ? row.openingBalance : 0;
  const { all, pending, reconciled } = sums ?? { all: 0, pending: 0, reconciled: 0 };
  const facts = { id, name, kind, currency, openedOn, includeInNetWorth, status, version };
  return {
    ...facts,
    openingBalance: toShown(row.openingBalance, currency),
    annualRate: row.annualRate === null ? null : row.annualRate / 10 ** rateDecimals,
    balance: toShown(opening + all, currency),
    clearedBalance: toShown(opening + all - pending, currency),
    pendingBalance: toShown(pending, currency),
    reconciledBalance: toShown(opening + reconciled, currency),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
}
