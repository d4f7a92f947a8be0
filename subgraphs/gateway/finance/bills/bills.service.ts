import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { openAccountOf } from "../accounts/accounts.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { findOwn, findRows, insertAll } from "../finance.rows.ts";
import type { BillRow, OccurrenceRow } from "../finance-tables.ts";
import { entryOf } from "../transactions/book-entries.service.ts";
import { categoriesOf } from "../transactions/categories.service.ts";
import { payeeIdsOf } from "../transactions/payees.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { billDates, parseRule, type BillRule } from "./bill-dates.ts";
import type * as types from "./bill.types.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";

/** Adds a bill. Throws VALIDATION_ERROR, NOT_FOUND for account and category, INVALID_STATE and AMOUNT_PRECISION. */
export function createBill(ctx: FinanceContext, input: types.CreateBillInput): Promise<types.Bill> {
  if (parseRule(input.rrule) === null)
    throw badInput("rrule", "must be a recurrence rule such as FREQ=MONTHLY;BYMONTHDAY=15", "rrule");
  if (input.startsOn && input.startsOn < "1970-01-01")
    throw badInput("startsOn", "must be 1970-01-01 or later", "minimum");
  return exactlyOnce(ctx, { operation: "createBill", input }, async (em) => {
    const { id: accountId, currency } = await openAccountOf(em, ctx, input.accountId);
    await categoriesOf(em, ctx, input.categoryId ? [input.categoryId] : []);
    const payee = input.payee.trim();
    const now = ctx.clock.now().toISOString();
    const row: BillRow = {
      id: newId("bil"),
      ownerId: ownerOf(ctx),
      payeeId: (await payeeIdsOf(em, ctx, [payee])).get(payee)!,
      ...amountsOf(input, currency),
      rrule: input.rrule,
      startsOn: input.startsOn ?? (await daysOf(em, ctx)).today,
      accountId,
      categoryId: input.categoryId ?? null,
      autopay: input.autopay ?? false,
      status: "active",
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "finance_bills", [row]);
    return presentBill(row, payee, currency);
  });
}

function amountsOf(
  { amount, amountMin, amountMax }: types.CreateBillInput,
  currency: string,
): Pick<BillRow, "amountMin" | "amountMax"> {
  const isRange = typeof amountMin === "number" && typeof amountMax === "number";
  if ((typeof amount === "number") === isRange)
    throw badInput("amount", "is required, or give both amountMin and amountMax instead", "oneOf");
  const [least, most] = [toStored(amountMin ?? amount!, currency), toStored(amountMax ?? amount!, currency)];
  if (least > most) throw badInput("amountMax", "must be at least amountMin", "minimum");
  return { amountMin: least, amountMax: most };
}

/**
 * Notes that a bill was paid, and by which transaction. Throws NOT_FOUND, VALIDATION_ERROR for a day on which it is not due,
 * and INVALID_STATE where it was skipped, or paid by another transaction.
 */
export function markBillPaid(
  ctx: FinanceContext,
  input: types.MarkBillPaidInput,
): Promise<types.BillOccurrence> {
  return exactlyOnce(ctx, { operation: "markBillPaid", input }, async (em) => {
    const transactionId = input.transactionId ?? null;
    if (transactionId !== null) await entryOf(em, ctx, transactionId);
    return settleOccurrence(em, ctx, input, { status: "paid", transactionId });
  });
}

/** Notes that a bill is not paid this time. Throws as `markBillPaid`. */
export function skipBill(ctx: FinanceContext, input: types.SkipBillInput): Promise<types.BillOccurrence> {
  return exactlyOnce(ctx, { operation: "skipBill", input }, (em) =>
    settleOccurrence(em, ctx, input, { status: "skipped", transactionId: null }),
  );
}

async function settleOccurrence(
  em: EntityManager,
  ctx: FinanceContext,
  { billId, occurrenceDate: date }: types.SkipBillInput,
  outcome: Pick<OccurrenceRow, "status" | "transactionId">,
): Promise<types.BillOccurrence> {
  const bill = await findOwn(em, "finance_bills", { ownerId: ownerOf(ctx), id: billId, lock: true });
  if (!bill) throw notFound("bill");
  if (billDates(ruleOf(bill), bill.startsOn, { from: date, to: date }).length === 0)
    throw badInput("occurrenceDate", "must be a due date of the bill", "occurrence");
  const [before] = await findRows(em, "finance_bill_occurrences", "bill_id = $1 AND date = $2", [
    billId,
    date,
  ]);
  const isSame = before?.status === outcome.status && before.transactionId === outcome.transactionId;
  if (
    before &&
    !isSame &&
    !(before.status === "paid" && outcome.status === "paid" && before.transactionId === null)
  )
    throw invalidState("occurrence", before.status, ["expected", "late"]);
  const sql = `INSERT INTO finance_bill_occurrences (bill_id, date, owner_id, status, transaction_id)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (bill_id, date) DO UPDATE SET transaction_id = excluded.transaction_id`;
  await executeSql(em, sql, [billId, date, bill.ownerId, outcome.status, outcome.transactionId]);
  return { billId, date, ...outcome };
}

/** The rule of a bill that was taken in. */
export function ruleOf({ rrule }: BillRow): BillRule {
  return parseRule(rrule)!;
}

function presentBill(row: BillRow, payee: string, currency: string): types.Bill {
  const { id, rrule, startsOn, accountId, categoryId, autopay, status, version } = row;
  const amounts = {
    amountMin: toShown(row.amountMin, currency),
    amountMax: toShown(row.amountMax, currency),
  };
  return {
    id,
    payee,
    ...amounts,
    currency,
    rrule,
    startsOn,
    accountId,
    categoryId,
    autopay,
    status,
    version,
  };
}
