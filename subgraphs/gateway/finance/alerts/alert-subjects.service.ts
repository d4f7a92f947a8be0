import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { toShown } from "../amounts.ts";
import { dueBillsOf } from "../bills/upcoming-bills.service.ts";
import { budgetOf, factsOf } from "../budgets/budget-facts.service.ts";
import { budgetMonth } from "../budgets/envelopes.ts";
import type { AlertKind, AlertRow } from "../wealth-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";

/** Something that is beyond the threshold of an alert now. */
export interface AlertSubject {
  /** Identifies the crossing within the alert. */
  key: string;
  subjectId: string;
  message: string;
  amount: number;
  currency: string;
  date: string;
}

/** What is beyond an alert's threshold today, in the open transaction. */
export type ReadSubjects = (
  em: EntityManager,
  ctx: FinanceContext,
  alert: AlertRow,
  today: string,
) => Promise<AlertSubject[]>;

export const subjectsOf: Record<AlertKind, ReadSubjects> = {
  low_balance: readLowBalance,
  large_transaction: readLargeTransactions,
  over_budget: readOverBudget,
  bill_due: readDueBills,
};

async function readLowBalance(
  em: EntityManager,
  _ctx: FinanceContext,
  { accountId, threshold }: AlertRow,
  today: string,
): Promise<AlertSubject[]> {
  const sql = `SELECT a.name, a.currency, ((CASE WHEN a.opened_on <= $2 THEN a.opening_balance ELSE 0 END)
      + coalesce((SELECT sum(t.amount) FROM finance_transactions AS t WHERE t.account_id = a.id AND t.date <= $2), 0))::float8 AS balance
    FROM finance_accounts AS a WHERE a.id = $1 AND a.status = 'open' AND a.opened_on <= $2`;
  type Row = { name: string; currency: string; balance: number };
  const [account] = await executeSql<Row>(em, sql, [accountId, today]);
  if (!account || account.balance >= threshold!) return [];
  const { name, currency, balance } = account;
  const message = `${name} has ${shown(balance, currency)}, less than ${shown(threshold!, currency)}.`;
  return [{ key: "low", subjectId: accountId!, message, amount: balance, currency, date: today }];
}

/** Days that a transaction may be older than today: imports bring old ones, which are no news. */
const newDays = 30;

async function readLargeTransactions(
  em: EntityManager,
  ctx: FinanceContext,
  { accountId, threshold, currency, createdAt }: AlertRow,
  today: string,
): Promise<AlertSubject[]> {
  const sql = `SELECT id, date::text, amount::float8, payee FROM finance_entries
    WHERE owner_id = $1 AND created_at >= $2 AND date BETWEEN $3 AND $4 AND currency = $5 AND abs(amount) >= $6
      AND ($7::text IS NULL OR account_id = $7) AND transfer_id IS NULL ORDER BY date, id`;
  const values = [ownerOf(ctx), createdAt, addDays(today, -newDays), today, currency, threshold, accountId];
  type Row = { id: string; date: string; amount: number; payee: string };
  const found = await executeSql<Row>(em, sql, values);
  return found.map(({ id, date, amount, payee }) => ({
    key: id,
    subjectId: id,
    message: `Transaction of ${shown(amount, currency)} on ${date}: ${payee}.`,
    amount,
    currency,
    date,
  }));
}

async function readOverBudget(
  em: EntityManager,
  ctx: FinanceContext,
  { budgetId, categoryId }: AlertRow,
  today: string,
): Promise<AlertSubject[]> {
  const budget = await budgetOf(em, ctx, budgetId!);
  const month = today.slice(0, 7);
  if (month < budget.firstMonth) return [];
  const { categories } = budgetMonth(await factsOf(em, budget, month), month);
  const over = categories.filter(
    (one) => one.balance < 0 && (categoryId ?? one.categoryId) === one.categoryId,
  );
  const ids = over.map((one) => one.categoryId);
  const sql = "SELECT id, name FROM finance_categories WHERE id = ANY ($1)";
  const names = new Map(
    (await executeSql<{ id: string; name: string }>(em, sql, [ids])).map((row) => [row.id, row.name]),
  );
  const { currency } = budget;
  return over.map((one) => ({
    key: `${month} ${one.categoryId}`,
    subjectId: one.categoryId,
    message: `${names.get(one.categoryId)} is over its budget ${budget.name} by ${shown(-one.balance, currency)} in ${month}.`,
    amount: -one.balance,
    currency,
    date: today,
  }));
}

async function readDueBills(
  em: EntityManager,
  ctx: FinanceContext,
  { daysBefore }: AlertRow,
  today: string,
): Promise<AlertSubject[]> {
  const due = await dueBillsOf(em, ctx, { today, to: addDays(today, daysBefore!) });
  return due.map(({ bill, payee, account: { currency }, date }) => ({
    key: `${bill.id} ${date}`,
    subjectId: bill.id,
    message: `Bill of ${shown(bill.amountMax, currency)} to ${payee} is due on ${date}.`,
    amount: bill.amountMax,
    currency,
    date,
  }));
}

function shown(minor: number, currency: string): string {
  return toShown(minor, currency).toLocaleString("en-US", { style: "currency", currency });
}
