import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { versionConflict } from "../../base/gateway.errors.ts";
import { accountOf, openAccountOf } from "../accounts/accounts.service.ts";
import { badInput } from "../finance.errors.ts";
import type { FinanceContext } from "../finance.context.ts";
import { findRows, insertAll, updateRow } from "../finance.rows.ts";
import type { AccountRow, BillRow } from "../finance-tables.ts";
import { categoriesOf } from "../transactions/categories.service.ts";
import { payeeIdsOf } from "../transactions/payees.service.ts";
import type * as changes from "./bill-changes.types.ts";
import { dueDates } from "./bill-terms.ts";
import type * as types from "./bill.types.ts";
import { amountsOf, assertSchedule, billOf, pastTermsOf, presentBill } from "./bills.service.ts";

/** How far ahead the next due date is looked for. */
const aheadDays = 731;

/** A bill with its next due date and settled occurrences. Throws NOT_FOUND. */
export function readBill(ctx: FinanceContext, { billId }: changes.BillArgs): Promise<changes.BillDetails> {
  const read = async (em: EntityManager) => {
    const bill = await billOf(em, ctx, billId);
    const { today } = await daysOf(em, ctx);
    const settled = "bill_id = $1 ORDER BY date DESC LIMIT 100";
    const occurrences = await findRows(em, "finance_bill_occurrences", settled, [billId]);
    const isSettled = new Set(occurrences.map(({ date }) => date));
    const ahead = { from: today, to: addDays(today, aheadDays) };
    const dates = bill.status === "active" ? dueDates(bill, await pastTermsOf(em, [bill]), ahead) : [];
    const [presented] = await presentAll(em, [bill]);
    return Object.assign(presented!, {
      nextDate: dates.find(({ date }) => !isSettled.has(date))?.date ?? null,
      occurrences: occurrences.map(({ date, status, transactionId }) => ({
        billId,
        date,
        status,
        transactionId,
      })),
    });
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The caller's bills, newest first. */
export function listBills(ctx: FinanceContext, { status }: changes.BillsArgs): Promise<changes.BillList> {
  const where =
    "owner_id = $1 AND ($2::text IS NULL OR status = $2) ORDER BY created_at DESC, id DESC LIMIT 500";
  const read = async (em: EntityManager) => {
    const rows = await findRows(em, "finance_bills", where, [ownerOf(ctx), status ?? null]);
    return { bills: await presentAll(em, rows) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function presentAll(em: EntityManager, bills: readonly BillRow[]): Promise<types.Bill[]> {
  const sql = `SELECT b.id, p.name AS payee, a.currency FROM finance_bills AS b
    JOIN finance_payees AS p ON p.id = b.payee_id JOIN finance_accounts AS a ON a.id = b.account_id
    WHERE b.id = ANY ($1)`;
  const ids = bills.map(({ id }) => id);
  const found = await executeSql<{ id: string; payee: string; currency: string }>(em, sql, [ids]);
  const byId = new Map(found.map((one) => [one.id, one]));
  return bills.map((bill) => {
    const { payee, currency } = byId.get(bill.id)!;
    return presentBill(bill, payee, currency);
  });
}

/**
 * Changes a bill from today on: occurrences before today keep their amounts and due dates. Throws NOT_FOUND,
 * VERSION_CONFLICT, INVALID_STATE for a closed account, AMOUNT_PRECISION, and VALIDATION_ERROR also for an account in
 * another currency.
 */
export function updateBill(ctx: FinanceContext, input: changes.UpdateBillInput): Promise<types.Bill> {
  assertSchedule(input);
  return changeOnce(ctx, { operation: "updateBill", input }, async (em) => {
    const before = await billOf(em, ctx, input.billId, true);
    const { version } = input;
    if (typeof version === "number" && version !== before.version) throw versionConflict(before.version);
    const account = await wantedAccount(em, ctx, before, input.accountId ?? null);
    await categoriesOf(em, ctx, input.categoryId ? [input.categoryId] : []);
    const payee = input.payee?.trim();
    const payeeId = payee === undefined ? null : (await payeeIdsOf(em, ctx, [payee])).get(payee)!;
    const hasAmount = [input.amount, input.amountMin, input.amountMax].some((one) => typeof one === "number");
    const after = {
      ...(hasAmount
        ? amountsOf(input, account.currency)
        : { amountMin: before.amountMin, amountMax: before.amountMax }),
      rrule: input.rrule ?? before.rrule,
      startsOn: input.startsOn ?? before.startsOn,
      payeeId: payeeId ?? before.payeeId,
      accountId: account.id,
      categoryId: input.categoryId === undefined ? before.categoryId : input.categoryId,
      autopay: input.autopay ?? before.autopay,
      status: input.status ?? before.status,
      version: before.version + 1,
      updatedAt: ctx.clock.now().toISOString(),
    };
    const bill = { ...before, ...after };
    await keepTerms(em, ctx, before, bill);
    await updateRow(em, "finance_bills", before.id, after);
    return (await presentAll(em, [bill]))[0]!;
  });
}

/** Amounts of past occurrences are in the currency of the account, so that a new one has the same. */
async function wantedAccount(
  em: EntityManager,
  ctx: FinanceContext,
  bill: BillRow,
  accountId: string | null,
): Promise<AccountRow> {
  const before = await accountOf(em, ctx, bill.accountId);
  if (accountId === null || accountId === before.id) return before;
  const account = await openAccountOf(em, ctx, accountId);
  if (account.currency !== before.currency)
    throw badInput("accountId", `must be an account in ${before.currency}`, "currency");
  return account;
}

/** Keeps the terms of occurrences before today, unless a change of today has kept them already. */
async function keepTerms(
  em: EntityManager,
  ctx: FinanceContext,
  before: BillRow,
  after: BillRow,
): Promise<void> {
  const { amountMin, amountMax, rrule, startsOn } = before;
  const isSame =
    amountMin === after.amountMin &&
    amountMax === after.amountMax &&
    rrule === after.rrule &&
    startsOn === after.startsOn;
  if (isSame) return;
  const { today: until } = await daysOf(em, ctx);
  const terms = { billId: before.id, ownerId: before.ownerId, until, amountMin, amountMax, rrule, startsOn };
  await insertAll(em, "finance_bill_terms", [terms], "ON CONFLICT DO NOTHING");
}

/** Deletes a bill with its occurrences; transactions that paid it stay. Throws NOT_FOUND. */
export function deleteBill(
  ctx: FinanceContext,
  input: changes.DeleteBillInput,
): Promise<changes.DeletedBill> {
  return changeOnce(ctx, { operation: "deleteBill", input }, async (em) => {
    const { id } = await billOf(em, ctx, input.billId, true);
    await executeSql(em, "DELETE FROM finance_bill_occurrences WHERE bill_id = $1", [id]);
    await executeSql(em, "DELETE FROM finance_bills WHERE id = $1", [id]);
    return { deleted: true as const };
  });
}
