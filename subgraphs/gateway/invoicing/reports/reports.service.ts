import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { agingOf, type Aging } from "./aging.ts";
import * as rows from "./report.rows.ts";
import type * as types from "./reports.types.ts";
import { businessRule } from "../../base/gateway.errors.ts";

/**
 * Monthly report: revenue, expenses, outstanding amount at the end and invoices issued. Calculated from booking dates, so
 * later changes never alter a past month. Throws MONTH_IN_FUTURE, and BUSINESS_RULE when documents are in several
 * currencies and none is given.
 */
export function readMonthlyReport(
  ctx: InvoicingContext,
  args: types.MonthlyReportArgs,
): Promise<types.MonthlyReport> {
  return reading(ctx, args.currency, async (em, scope) => {
    const { today } = await daysOf(em, ctx);
    if (args.month > today.slice(0, 7))
      throw new DomainError(
        "MONTH_IN_FUTURE",
        "The month is in the future. Choose the current month or an earlier one.",
        {
          currentMonth: today.slice(0, 7),
        },
      );
    const days = { from: `${args.month}-01`, until: `${addDays(`${args.month}-28`, 4).slice(0, 7)}-01` };
    const revenue = sumOf(await rows.readRevenue(em, scope, days, args.basis), "revenue");
    const outstanding = sumOf(await rows.readOpen(em, scope, days.until), "open");
    const major = majorOf(scope);
    return {
      revenue: major(revenue),
      expenses: major(await rows.sumExpenses(em, scope, days)),
      outstanding: major(outstanding),
      invoicesSent: await rows.countIssued(em, scope, days),
    };
  });
}

/** Open amounts at the end of a day by days past due, in total and per client. Throws like `readMonthlyReport`. */
export function readAgingReport(
  ctx: InvoicingContext,
  args: types.AgingReportArgs,
): Promise<types.AgingReport> {
  return reading(ctx, args.currency, async (em, scope) => {
    const { today } = await daysOf(em, ctx);
    const asOf = args.asOf ?? today;
    if (asOf > today)
      throw validationError([{ path: "asOf", message: "must not be in the future", rule: "maximum" }]);
    const open = await rows.readOpen(em, scope, addDays(asOf, 1));
    const byClient = args.groupBy === "none" ? [] : [...Map.groupBy(open, ({ clientId }) => clientId)];
    const clients = byClient
      .map(([clientId, amounts]) => ({ clientId, ...majorAging(agingOf(amounts, asOf), scope) }))
      .filter(({ total }) => total !== 0);
    return { asOf, currency: scope.currency, ...majorAging(agingOf(open, asOf), scope), clients };
  });
}

/** Revenue of some days by client; of a whole month it adds up to the month's. Throws as `readMonthlyReport`. */
export function readRevenueByClient(
  ctx: InvoicingContext,
  args: types.RevenueByClientArgs,
): Promise<types.RevenueByClient> {
  const days = daysIn(args);
  return reading(ctx, args.currency, async (em, scope) => {
    const revenues = await rows.readRevenue(em, scope, days, args.basis);
    const major = majorOf(scope);
    const clients = revenues.map(({ clientId, revenue }) => ({ clientId, revenue: major(revenue) }));
    return { currency: scope.currency, clients, total: major(sumOf(revenues, "revenue")) };
  });
}

/** Tax of some days by percentage. Throws as `readMonthlyReport`. */
export function readTaxSummary(ctx: InvoicingContext, args: types.TaxSummaryArgs): Promise<types.TaxSummary> {
  const days = daysIn(args);
  return reading(ctx, args.currency, async (em, scope) => {
    const taxes = await rows.readTaxes(em, scope, days, args.basis);
    const major = majorOf(scope);
    const rates = taxes.map(({ taxRateId, rate, base, tax }) => ({
      taxRateId,
      ratePercent: toMajor(rate, 4),
      base: major(base),
      tax: major(tax),
    }));
    return { currency: scope.currency, rates, total: major(sumOf(taxes, "tax")) };
  });
}

function reading<T>(
  ctx: InvoicingContext,
  currency: string | null | undefined,
  read: (em: EntityManager, scope: rows.ReportScope) => Promise<T>,
): Promise<T> {
  const ownerId = ownerOf(ctx);
  const { appIds } = ctx.principal;
  // Not read-only: the charge for the report is recorded in the same transaction.
  const inOneView = { isolationLevel: "repeatable read" } as const;
  return inTransaction(
    ctx,
    async (em) => {
      const currencies = currency ? [currency] : await rows.readCurrencies(em, ownerId);
      if (currencies.length > 1)
        throw businessRule(
          "several_currencies",
          "The account has documents in several currencies. Set currency to one of them.",
          {
            currencies,
          },
        );
      const apps = appIds === "all" ? null : [...appIds];
      return read(em, { ownerId, appIds: apps, currency: currencies[0] ?? "USD" });
    },
    inOneView,
  );
}

function daysIn({ from, to }: { from: string; to: string }): rows.Days {
  if (from <= to) return { from, until: addDays(to, 1) };
  throw validationError([{ path: "to", message: "must not be before from", rule: "minimum" }]);
}

function majorOf({ currency }: rows.ReportScope): (minor: number) => number {
  const decimals = currencyDecimals(currency);
  return (minor) => toMajor(minor, decimals);
}

function majorAging(aging: Aging, scope: rows.ReportScope): Aging {
  const major = majorOf(scope);
  return Object.fromEntries(
    Object.entries(aging).map(([name, minor]) => [name, major(minor as number)]),
  ) as never;
}

function sumOf<Name extends string>(all: readonly Record<Name, number>[], name: Name): number {
  return all.reduce((sum, one) => sum + one[name], 0);
}
