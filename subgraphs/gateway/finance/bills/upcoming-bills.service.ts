import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { toShown } from "../amounts.ts";
import { findRows } from "../finance.rows.ts";
import type { AccountRow, BillRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { dueDates } from "./bill-terms.ts";
import type * as types from "./bill.types.ts";
import { pastTermsOf } from "./bills.service.ts";
import { findRecurring, type PaidEntry } from "./recurring-payments.ts";

/** An item unsettled for longer than this counts as forgotten. */
const lateDays = 60;

/** A bill that is due and not settled, with the amounts of that day. They are in minor units of the account's currency. */
export interface DueBill {
  bill: BillRow;
  payee: string;
  account: AccountRow;
  date: string;
  isLate: boolean;
}

/** Due and unsettled bills up to a day, in order. */
export async function dueBillsOf(
  em: EntityManager,
  ctx: FinanceContext,
  { today, to }: { today: string; to: string },
): Promise<DueBill[]> {
  const ownerId = ownerOf(ctx);
  const from = addDays(today, -lateDays);
  const bills = await findRows(em, "finance_bills", "owner_id = $1 AND status = 'active' ORDER BY id", [
    ownerId,
  ]);
  const settledWhere = "owner_id = $1 AND date BETWEEN $2 AND $3";
  const settled = await findRows(em, "finance_bill_occurrences", settledWhere, [ownerId, from, to]);
  const past = Map.groupBy(await pastTermsOf(em, bills), ({ billId }) => billId);
  const isSettled = new Set(settled.map(({ billId, date }) => `${billId} ${date}`));
  const byId = "id = ANY ($1)";
  const accounts = await findRows(em, "finance_accounts", byId, [bills.map(({ accountId }) => accountId)]);
  const payees = await findRows(em, "finance_payees", byId, [bills.map(({ payeeId }) => payeeId)]);
  const due = bills.flatMap((bill) =>
    dueDates(bill, past.get(bill.id) ?? [], { from, to })
      .filter(({ date }) => !isSettled.has(`${bill.id} ${date}`))
      .map(({ date, terms }) => ({
        bill: { ...bill, amountMin: terms.amountMin, amountMax: terms.amountMax },
        payee: payees.find(({ id }) => id === bill.payeeId)!.name,
        account: accounts.find(({ id }) => id === bill.accountId)!,
        date,
        isLate: date < today,
      })),
  );
  return due.sort((a, b) =>
    a.date === b.date ? (a.bill.id < b.bill.id ? -1 : 1) : a.date < b.date ? -1 : 1,
  );
}

/** Bills that are due within days, and what each leaves in its account. */
export function listUpcomingBills(
  ctx: FinanceContext,
  { days }: types.UpcomingBillsArgs,
): Promise<types.UpcomingBills> {
  const read = async (em: EntityManager) => {
    const { today } = await daysOf(em, ctx);
    const due = await dueBillsOf(em, ctx, { today, to: addDays(today, days) });
    const left = await balancesOf(em, due, today);
    const bills = due.map(({ bill, payee, account, date, isLate }) => {
      const { id: accountId, currency } = account;
      left.set(accountId, left.get(accountId)! - bill.amountMax);
      return {
        billId: bill.id,
        payee,
        date,
        status: isLate ? ("late" as const) : ("expected" as const),
        amount: toShown(bill.amountMax, currency),
        currency,
        accountId,
        autopay: bill.autopay,
        projectedBalance: toShown(left.get(accountId)!, currency),
      };
    });
    return { bills };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Payments of the last months that repeat. */
export function detectRecurring(
  ctx: FinanceContext,
  { months }: types.DetectRecurringArgs,
): Promise<types.DetectedRecurringList> {
  const read = async (em: EntityManager) => {
    const { today } = await daysOf(em, ctx);
    const sql = `SELECT payee_id AS "payeeId", currency, date::text, amount::float8, payee FROM finance_entries
      WHERE owner_id = $1 AND amount < 0 AND transfer_id IS NULL AND trade_id IS NULL
        AND date > $2::date - make_interval(months => $3) AND date <= $2 ORDER BY date`;
    const paid = await executeSql<PaidEntry & { payee: string }>(em, sql, [ownerOf(ctx), today, months]);
    const names = new Map(paid.map(({ payeeId, payee }) => [payeeId, payee]));
    const payments = findRecurring(paid).map(({ payeeId, amount, ...found }) => ({
      ...found,
      payee: names.get(payeeId)!,
      amount: toShown(amount, found.currency),
    }));
    return { payments };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** What accounts have at the end of today, in minor units. */
async function balancesOf(
  em: EntityManager,
  due: readonly DueBill[],
  today: string,
): Promise<Map<string, number>> {
  const sql = `SELECT id, (CASE WHEN opened_on <= $2 THEN opening_balance ELSE 0 END + (SELECT coalesce(sum(amount), 0)
      FROM finance_transactions AS t WHERE t.account_id = a.id AND t.date <= $2))::float8 AS balance
    FROM finance_accounts AS a WHERE id = ANY ($1)`;
  const ids = due.map(({ account }) => account.id);
  const rows = await executeSql<{ id: string; balance: number }>(em, sql, [ids, today]);
  return new Map(rows.map(({ id, balance }) => [id, balance]));
}
