import type { EntityManager } from "@mikro-orm/postgresql";
import { emitFinanceEvent } from "../emit-event.service.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { openAccountOf } from "../accounts/accounts.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { findOwn, findRows, insertAll } from "../finance.rows.ts";
import type { BillRow, BillTermsRow, OccurrenceRow } from "../finance-tables.ts";
import { entryOf } from "../transactions/book-entries.service.ts";
import { categoriesOf } from "../transactions/categories.service.ts";
import { payeeIdsOf } from "../transactions/payees.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { parseRule } from "./bill-dates.ts";
import { dueDates } from "./bill-terms.ts";
import type * as types from "./bill.types.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";

/** Adds a bill. Throws VALIDATION_ERROR, NOT_FOUND for account and category, INVALID_STATE and AMOUNT_PRECISION. */
export function createBill(ctx: FinanceContext, input: types.CreateBillInput): Promise<types.Bill> {
  assertSchedule(input);
  return changeOnce(ctx, { operation: "createBill", input }, async (em) => {
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

/** Throws VALIDATION_ERROR for a rule that is none, and for a first day before 1970. */
export function assertSchedule({
  rrule,
  startsOn,
}: {
  rrule?: string | null;
  startsOn?: string | null;
}): void {
  if (typeof rrule === "string" && parseRule(rrule) === null)
    throw badInput("rrule", "must be a recurrence rule such as FREQ=MONTHLY;BYMONTHDAY=15", "rrule");
  if (startsOn && startsOn < "1970-01-01")
    throw badInput("startsOn", "must be 1970-01-01 or later", "minimum");
}

/** The amounts of an input, in minor units. Throws VALIDATION_ERROR unless it has one amount, or both of a range. */
export function amountsOf(
  { amount, amountMin, amountMax }: Pick<types.CreateBillInput, "amount" | "amountMin" | "amountMax">,
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
  return changeOnce(ctx, { operation: "markBillPaid", input }, async (em) => {
    const transactionId = input.transactionId ?? null;
    if (transactionId !== null) await entryOf(em, ctx, transactionId);
    return settleOccurrence(em, ctx, input, { status: "paid", transactionId });
  });
}

/** Notes that a bill is not paid this time. Throws as `markBillPaid`. */
export function skipBill(ctx: FinanceContext, input: types.SkipBillInput): Promise<types.BillOccurrence> {
  return changeOnce(ctx, { operation: "skipBill", input }, (em) =>
    settleOccurrence(em, ctx, input, { status: "skipped", transactionId: null }),
  );
}

async function settleOccurrence(
  em: EntityManager,
  ctx: FinanceContext,
  { billId, occurrenceDate: date }: types.SkipBillInput,
  outcome: Pick<OccurrenceRow, "status" | "transactionId">,
): Promise<types.BillOccurrence> {
  const bill = await billOf(em, ctx, billId, true);
  if (dueDates(bill, await pastTermsOf(em, [bill]), { from: date, to: date }).length === 0)
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
  const object = { billId, date, ...outcome };
  // A repeat changes nothing.
  if (!isSame) await emitFinanceEvent(em, ctx, `finance.bill.${outcome.status}`, { id: billId, object });
  return object;
}

/** One of the caller's bills. Throws NOT_FOUND. */
export async function billOf(
  em: EntityManager,
  ctx: FinanceContext,
  id: string,
  lock = false,
): Promise<BillRow> {
  const bill = await findOwn(em, "finance_bills", { ownerId: ownerOf(ctx), id, lock });
  if (!bill) throw notFound("bill");
  return bill;
}

/** Terms that bills had before they were changed, in the order of their ends. */
export function pastTermsOf(em: EntityManager, bills: readonly BillRow[]): Promise<BillTermsRow[]> {
  const ids = bills.map(({ id }) => id);
  return findRows(em, "finance_bill_terms", "bill_id = ANY ($1) ORDER BY until", [ids]);
}

export function presentBill(row: BillRow, payee: string, currency: string): types.Bill {
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
