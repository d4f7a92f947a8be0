import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { badInput } from "../finance.errors.ts";
import { findRows, insertAll } from "../finance.rows.ts";
import type { TaxItemKind, TaxProfileRow } from "../wealth-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { installmentsOf, requiredPayment } from "./estimated-tax.ts";
import { filingStatuses } from "./federal-tax-tables.ts";
import { householdTax, requestedInputs } from "./household-tax.ts";
import { requireTaxYear } from "./project-taxes.ts";
import type { TaxInputs } from "./tax-projection.ts";
import type * as types from "./tax-profile.types.ts";

/** Replaces the stored facts of a tax year. Throws VALIDATION_ERROR for a kind that is there twice. */
export function setTaxProfile(
  ctx: FinanceContext,
  input: types.SetTaxProfileInput,
): Promise<types.TaxProfile> {
  const items = input.items ?? [];
  if (new Set(items.map(({ kind }) => kind)).size < items.length)
    throw badInput("items", "must name each kind once", "unique");
  return changeOnce(ctx, { operation: "setTaxProfile", input }, async (em) => {
    const row: TaxProfileRow = {
      ownerId: ownerOf(ctx),
      year: input.year,
      filingStatus: input.filingStatus,
      state: input.state ?? null,
      dependents: input.dependents ?? 0,
      items: items.map(({ kind, amount }) => ({ kind, amountCents: amount })),
      isSpecifiedService: input.isSpecifiedService ?? false,
      stateAllowances: input.stateAllowances ?? 0,
      updatedAt: ctx.clock.now().toISOString(),
    };
    const replacing = `ON CONFLICT (owner_id, year) DO UPDATE SET filing_status = excluded.filing_status,
      state = excluded.state, dependents = excluded.dependents, items = excluded.items,
      is_specified_service = excluded.is_specified_service, state_allowances = excluded.state_allowances,
      updated_at = excluded.updated_at`;
    await insertAll(em, "finance_tax_profiles", [row], replacing);
    return presentProfile(row);
  });
}

/** The stored facts of a tax year. Throws NOT_FOUND where none are. */
export function readTaxProfile(ctx: FinanceContext, { year }: types.TaxYearArgs): Promise<types.TaxProfile> {
  const read = async (em: EntityManager) => presentProfile(await profileOf(em, ctx, year));
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * The four installments that avoid the penalty of 26 U.S.C. 6654, from the year's profile. Throws NOT_FOUND without a
 * profile, and VALIDATION_ERROR for a year whose tables are not here.
 */
export function estimateQuarterlyTaxes(
  ctx: FinanceContext,
  { year }: types.TaxYearArgs,
): Promise<types.QuarterlyTaxEstimate> {
  const tables = requireTaxYear(year);
  const read = async (em: EntityManager) => {
    const profile = await profileOf(em, ctx, year);
    const amountOf = amountsOf(profile);
    const inputs = inputsOf(profile);
    const residence = { state: profile.state, allowances: profile.stateAllowances };
    const taxes = householdTax(tables, { inputs, residence }, ctx.ports.stateIncomeTax);
    const { totalCents: projectedTaxCents, minimumTaxCents, businessDeductionCents } = taxes.federal;
    const { withheldCents, filingStatus } = inputs;
    const { safeHarbor, requiredCents, installmentsCents } = requiredPayment({
      filingStatus,
      currentTaxCents: projectedTaxCents,
      withheldCents,
      priorTaxCents: amountOf.get("prior_year_tax") ?? null,
      priorAdjustedGrossCents: amountOf.get("prior_year_agi") ?? null,
    });
    const installments = installmentsOf(year, installmentsCents, inputs.estimatedPaidCents);
    const { stateTax, assumptions, notIncluded } = taxes;
    return {
      year,
      projectedTaxCents,
      minimumTaxCents,
      businessDeductionCents,
      stateTax,
      safeHarbor,
      requiredPaymentCents: requiredCents,
      withheldCents,
      installments,
      assumptions,
      notIncluded: [
        ...notIncluded,
        "Annualized income installment method",
        "Estimated payments to the state",
      ],
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The tax of each filing status on the same figures. Throws VALIDATION_ERROR for a year whose tables are not here. */
export function compareFilingStatuses(
  ctx: FinanceContext,
  { year, inputs: { income, deductions, dependents, details } }: types.CompareFilingStatusesArgs,
): types.FilingStatusComparison {
  const tables = requireTaxYear(year);
  const all = filingStatuses.map((status) =>
    householdTax(
      tables,
      requestedInputs({ filingStatus: status, income, deductions, dependents, details }),
      ctx.ports.stateIncomeTax,
    ),
  );
  const statuses = all.map(({ federal, stateTax }, index) => ({
    status: filingStatuses[index]!,
    taxCents: federal.totalCents,
    taxableIncomeCents: federal.taxableIncomeCents,
    minimumTaxCents: federal.minimumTaxCents,
    stateTaxCents: stateTax?.taxCents ?? 0,
  }));
  return {
    year,
    statuses: statuses.toSorted((a, b) => a.taxCents + a.stateTaxCents - b.taxCents - b.stateTaxCents),
    assumptions: [...new Set(all.flatMap(({ assumptions }) => assumptions))],
    notIncluded: all[0]!.notIncluded,
  };
}

async function profileOf(em: EntityManager, ctx: FinanceContext, year: number): Promise<TaxProfileRow> {
  const where = "owner_id = $1 AND year = $2";
  const [profile] = await findRows(em, "finance_tax_profiles", where, [ownerOf(ctx), year]);
  if (!profile) throw notFound("tax profile");
  return profile;
}

function amountsOf({ items }: TaxProfileRow): Map<TaxItemKind, number> {
  return new Map(items.map(({ kind, amountCents }) => [kind, amountCents]));
}

function inputsOf(profile: TaxProfileRow): TaxInputs {
  const amounts = amountsOf(profile);
  const amount = (kind: TaxItemKind) => amounts.get(kind) ?? 0;
  return {
    filingStatus: profile.filingStatus,
    wagesCents: amount("wages"),
    selfEmploymentCents: amount("self_employment"),
    interestCents: amount("interest"),
    qualifiedDividendsCents: amount("qualified_dividends"),
    longTermGainsCents: amount("long_term_gains"),
    deductionsCents: amount("itemized_deductions"),
    itemizedTaxesCents: amount("itemized_taxes"),
    minimumTaxItemsCents: amount("minimum_tax_items"),
    businessWagesCents: amount("business_wages"),
    businessPropertyCents: amount("business_property"),
    isSpecifiedService: profile.isSpecifiedService,
    withheldCents: amount("withheld"),
    estimatedPaidCents: amount("estimated_paid"),
    dependents: profile.dependents,
  };
}

function presentProfile({ ownerId: _, updatedAt, ...row }: TaxProfileRow): types.TaxProfile {
  return { ...row, updatedAt: new Date(updatedAt) };
}
