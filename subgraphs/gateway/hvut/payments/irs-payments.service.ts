import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql, sqlState } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMinor } from "../../../../src/money.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { findFiler } from "../filers/filers.service.ts";
import { lockFiling } from "../filings/draft.service.ts";
import type { PaymentMethod } from "../filings/filing-enums.types.ts";
import { statesFor } from "../filings/filing-states.ts";
import type { HvutContext } from "../hvut.context.ts";
import { balanceOfReturns, type BalanceCents, type PaidReturn } from "./irs-balance.ts";
import type * as types from "./irs-payments.types.ts";

interface IrsPaymentRow {
  id: string;
  ownerId: string;
  filingId: string;
  method: PaymentMethod;
  amountCents: number;
  paidOn: string;
  reference: string;
  createdAt: string;
}

const uniqueViolation = "23505";
const { insertAll, pageRows } = plainRows<{ hvut_irs_payments: IrsPaymentRow }>();
const refuse = (path: string, message: string, rule: string) => validationError([{ path, message, rule }]);

/**
 * Records a payment that the account made to the IRS for a filed return. Throws NOT_FOUND, INVALID_STATE for a return that
 * is not filed, VALIDATION_ERROR, and DUPLICATE for a reference that the account has recorded for the method.
 */
export function recordIrsPayment(
  ctx: HvutContext,
  input: types.RecordIrsPaymentInput,
): Promise<types.RecordedIrsPayment> {
  return exactlyOnce(ctx, { operation: "recordIrsPayment", input }, async (em) => {
    const filing = await lockFiling(em, ctx, input.filingId, "pay");
    const now = ctx.clock.now();
    if (input.date > now.toISOString().slice(0, 10))
      throw refuse("date", "must not be in the future", "maximum");
    const method = input.method ?? filing.payment?.method;
    if (!method) throw refuse("method", "is required because the return has no payment method", "required");
    const row: IrsPaymentRow = {
      id: newId("irp"),
      ownerId: ownerOf(ctx),
      filingId: filing.id,
      method,
      amountCents: toMinor(input.amount, 2),
      paidOn: input.date,
      reference: input.reference.trim(),
      createdAt: now.toISOString(),
    };
    await insertAll(em, "hvut_irs_payments", [row]).catch((error: unknown) => {
      if (sqlState(error) !== uniqueViolation) throw error;
      throw new DomainError(
        "DUPLICATE",
        "A payment with this confirmation number is recorded. Check the number.",
        { reference: row.reference },
      );
    });
    const returns = await paidReturns(em, ctx, "id = $2", [filing.id]);
    return present(row, balanceOfReturns([...returns.values()]));
  });
}

/** The recorded payments, newest first, and the balance of all filed returns that match. Throws NOT_FOUND for the filer. */
export function listIrsPayments(
  ctx: HvutContext,
  args: types.IrsPaymentsArgs,
): Promise<types.RecordedIrsPaymentPage> {
  const { filerId = null, period = null, limit, after } = args;
  const read = async (em: EntityManager) => {
    if (filerId !== null) await findFiler(em, ctx, filerId);
    const matches = "($2::text IS NULL OR filer_id = $2) AND ($3::integer IS NULL OR period = $3)";
    const values = [filerId, period];
    const returns = await paidReturns(em, ctx, matches, values);
    const where = `filing_id IN (SELECT id FROM hvut_filings WHERE ${matches})`;
    const list = ["irs payments", filerId, period] as const;
    const page = await pageRows(em, ctx, "hvut_irs_payments", { where, values, list, limit, after });
    const { rows, ...rest } = page;
    const payments = rows.map((row) => present(row, balanceOfReturns([returns.get(row.filingId)!])));
    return { payments, ...rest, balance: balanceOfReturns([...returns.values()]) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Amounts of the account's filed returns that match, by ID. Parameters of the condition start at `$2`. */
async function paidReturns(
  em: EntityManager,
  ctx: HvutContext,
  where: string,
  values: readonly unknown[],
): Promise<Map<string, PaidReturn>> {
  const sql = `SELECT id, tax_cents AS "line2Cents", increase_cents AS "line3Cents", credit_cents AS "line5Cents",
      (SELECT coalesce(sum(amount_cents), 0) FROM hvut_irs_payments AS p WHERE p.filing_id = f.id) AS "paidCents"
    FROM hvut_filings AS f WHERE owner_id = $1 AND ${where} AND status = ANY ($${values.length + 2})`;
  const own = [ownerOf(ctx), ...values, statesFor("pay")];
  const rows = await executeSql<{ id: string } & Record<keyof PaidReturn, string>>(em, sql, own);
  return new Map(
    rows.map(({ id, line2Cents, line3Cents, line5Cents, paidCents }) => [
      id,
      {
        line2Cents: Number(line2Cents),
        line3Cents: Number(line3Cents),
        line5Cents: Number(line5Cents),
        paidCents: Number(paidCents),
      },
    ]),
  );
}

function present(row: IrsPaymentRow, balance: BalanceCents): types.RecordedIrsPayment {
  const { id, filingId, method, amountCents, paidOn: date, reference, createdAt } = row;
  return { id, filingId, method, amountCents, date, reference, balance, createdAt: new Date(createdAt) };
}
