import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { parseDecimal, toMinor } from "../../../../src/money.ts";
import { accountOf, addAccount, rateDecimals } from "../accounts/accounts.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { findOwn, insertAll } from "../finance.rows.ts";
import type { AccountRow, LoanRow } from "../finance-tables.ts";
import { converterOf } from "../accounts/rates.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { levelPayment, loanSchedule } from "./amortization.ts";
import type { AddLoanInput, Loan, LoanSchedule, LoanScheduleArgs } from "./loan.types.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** Adds a loan with an account that shows what is owed. Throws VALIDATION_ERROR, INVALID_CURRENCY, AMOUNT_PRECISION. */
export function addLoan(ctx: FinanceContext, input: AddLoanInput): Promise<Loan> {
  if (parseDecimal(input.annualRate).scale > rateDecimals)
    throw badInput("annualRate", `must have at most ${rateDecimals} decimals`, "decimals");
  return changeOnce(ctx, { operation: "addLoan", input }, async (em) => {
    const { currency } = await converterOf(em, ctx, input.currency);
    const account = await addAccount(em, ctx, {
      name: input.name,
      kind: "loan",
      currency,
      openingBalance: -input.principal,
      openedOn: input.startDate,
    });
    const row: LoanRow = {
      id: newId("lon"),
      ownerId: ownerOf(ctx),
      accountId: account.id,
      principal: toStored(input.principal, currency),
      annualRate: toMinor(input.annualRate, rateDecimals),
      termMonths: input.termMonths,
      startDate: input.startDate,
      paymentDay: input.paymentDay ?? Number(input.startDate.slice(8)),
      createdAt: ctx.clock.now().toISOString(),
    };
    await insertAll(em, "finance_loans", [row]);
    return presentLoan(row, account);
  });
}

/** All payments of a loan, with what is paid on top. Throws NOT_FOUND and AMOUNT_PRECISION. */
export function readLoanSchedule(
  ctx: FinanceContext,
  { loanId, extraMonthly }: LoanScheduleArgs,
): Promise<LoanSchedule> {
  const read = async (em: EntityManager) => {
    const loan = await findOwn(em, "finance_loans", { ownerId: ownerOf(ctx), id: loanId });
    if (!loan) throw notFound("loan");
    const { currency } = await accountOf(em, ctx, loan.accountId);
    const shown = (minor: number) => toShown(minor, currency);
    const found = loanSchedule(loan, toStored(extraMonthly ?? 0, currency));
    return {
      loanId,
      currency,
      payment: shown(found.payment),
      totalInterest: shown(found.totalInterest),
      totalPaid: shown(found.totalPaid),
      rows: found.rows.map(({ number, date, payment, interest, principal, balance }) => ({
        number,
        date,
        payment: shown(payment),
        interest: shown(interest),
        principal: shown(principal),
        balance: shown(balance),
      })),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function presentLoan(row: LoanRow, { name, currency }: AccountRow): Loan {
  const { id, accountId, annualRate, termMonths, startDate, paymentDay } = row;
  const terms = { termMonths, startDate, paymentDay, annualRate: annualRate / 10 ** rateDecimals };
  const [principal, payment] = [toShown(row.principal, currency), toShown(levelPayment(row), currency)];
  return { id, accountId, name, currency, principal, ...terms, payment };
}
