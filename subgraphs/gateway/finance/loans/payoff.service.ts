import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { accountOf } from "../accounts/accounts.service.ts";
import { converterOf, type Converter } from "../accounts/rates.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { findOwn, findRows } from "../finance.rows.ts";
import type { FinanceContext } from "../finance.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import { levelPayment } from "./amortization.ts";
import { cardPayment, extraPaymentEffect, payoffPlan, type Debt, type PayoffPlan } from "./payoff.ts";
import type * as types from "./payoff.types.ts";

/**
 * What extra principal saves from today on. Throws NOT_FOUND, AMOUNT_PRECISION, VALIDATION_ERROR unless exactly one amount
 * is given, and BUSINESS_RULE (`loan_paid_off`).
 */
export function simulateExtraPayment(
  ctx: FinanceContext,
  { loanId, extraMonthly, lumpSum }: types.SimulateExtraPaymentArgs,
): Promise<types.ExtraPaymentSimulation> {
  if ((typeof extraMonthly === "number") === (typeof lumpSum === "number"))
    throw badInput("extraMonthly", "is required, or give lumpSum instead (not both)", "oneOf");
  const read = async (em: EntityManager) => {
    const loan = await findOwn(em, "finance_loans", { ownerId: ownerOf(ctx), id: loanId });
    if (!loan) throw notFound("loan");
    const { currency } = await accountOf(em, ctx, loan.accountId);
    const { today } = await daysOf(em, ctx);
    const [monthly, once] = [toStored(extraMonthly ?? 0, currency), toStored(lumpSum ?? 0, currency)];
    const effect = extraPaymentEffect(loan, today, { monthly, once });
    if (!effect)
      throw businessRule("loan_paid_off", "The last payment of this loan is over. Choose another loan.");
    return { loanId, currency, ...effect, interestSaved: toShown(effect.interestSaved, currency) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Pays off the principal's loans, and cards with a rate, by both strategies, from the balances of their accounts today. Throws AMOUNT_PRECISION
 * and BUSINESS_RULE: `no_debts`, `budget_too_small` and `no_exchange_rate`.
 */
export function comparePayoffStrategies(
  ctx: FinanceContext,
  { monthlyBudget }: types.PayoffStrategiesArgs,
): Promise<types.PayoffComparison> {
  const read = async (em: EntityManager) => {
    const converter = await converterOf(em, ctx);
    const { currency } = converter;
    const budget = toStored(monthlyBudget, currency);
    const { debts, nameOf } = await debtsOf(em, ctx, converter);
    if (debts.length === 0)
      throw businessRule(
        "no_debts",
        "No loan is owed, and no credit card with a rate. Add a loan with addLoan.",
      );
    const minimum = debts.reduce((sum, { payment }) => sum + payment, 0);
    const [avalanche, snowball] = [
      payoffPlan(debts, budget, "avalanche"),
      payoffPlan(debts, budget, "snowball"),
    ];
    if (budget < minimum || !avalanche || !snowball)
      throw businessRule(
        "budget_too_small",
        `The loans need more per month: their payments sum to ${toShown(minimum, currency)} ${currency}. Raise monthlyBudget.`,
        { minimum: toShown(minimum, currency) },
      );
    const shown = (plan: PayoffPlan) => presentPlan(plan, currency, nameOf);
    return { currency, avalanche: shown(avalanche), snowball: shown(snowball) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The least that issuers ask for, in major units of the card's currency. */
const leastCardPayment = 25;

const cardsSql = `SELECT * FROM (SELECT a.id, a.name, a.currency, a.annual_rate AS "annualRate",
    (a.opening_balance + coalesce((SELECT sum(t.amount) FROM finance_transactions AS t
      WHERE t.account_id = a.id AND t.date <= $2), 0))::float8 AS balance
  FROM finance_accounts AS a WHERE a.owner_id = $1 AND a.kind = 'credit_card' AND a.status = 'open'
    AND a.annual_rate IS NOT NULL) AS c WHERE balance < 0 ORDER BY id`;

async function debtsOf(
  em: EntityManager,
  ctx: FinanceContext,
  { convert }: Converter,
): Promise<{ debts: Debt[]; nameOf: Map<string, string> }> {
  const { today } = await daysOf(em, ctx);
  const loans = await findRows(em, "finance_loans", "owner_id = $1 ORDER BY id", [ownerOf(ctx)]);
  const sql = `SELECT a.id, a.name, a.currency, (a.opening_balance + coalesce((SELECT sum(t.amount) FROM finance_transactions AS t
      WHERE t.account_id = a.id AND t.date <= $2), 0))::float8 AS balance
    FROM finance_accounts AS a WHERE a.id = ANY ($1) AND a.status = 'open'`;
  type Owed = { id: string; name: string; currency: string; balance: number };
  const owed = await executeSql<Owed>(em, sql, [loans.map(({ accountId }) => accountId), today]);
  const owedOn = new Map(owed.map((account) => [account.id, account]));
  const debts = loans.flatMap((loan) => {
    const account = owedOn.get(loan.accountId);
    if (!account || account.balance >= 0) return [];
    const { annualRate } = loan;
    const balance = convert(-account.balance, account.currency, today);
    const payment = convert(levelPayment(loan), account.currency, today);
    return [{ id: loan.id, balance, annualRate, payment }];
  });
  const nameOf = new Map(loans.map(({ id, accountId }) => [id, owedOn.get(accountId)?.name ?? ""]));
  const cards = await executeSql<Owed & { annualRate: number }>(em, cardsSql, [ownerOf(ctx), today]);
  for (const { id, name, currency, annualRate, balance: own } of cards) {
    const [balance, least] = [-own, toStored(leastCardPayment, currency)].map((amount) =>
      convert(amount, currency, today),
    ) as [number, number];
    debts.push({ id, balance, annualRate, payment: cardPayment({ balance, annualRate, least }) });
    nameOf.set(id, name);
  }
  return { debts, nameOf };
}

function presentPlan(
  { months, totalInterest, debts }: PayoffPlan,
  currency: string,
  nameOf: ReadonlyMap<string, string>,
): types.PayoffPlan {
  return {
    months,
    totalInterest: toShown(totalInterest, currency),
    loans: debts.map(({ id, month, interest }) => ({
      loanId: id,
      name: nameOf.get(id)!,
      month,
      interest: toShown(interest, currency),
    })),
  };
}
