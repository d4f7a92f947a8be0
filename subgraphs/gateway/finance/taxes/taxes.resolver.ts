import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { listDeductibleTransactions } from "./deductible-transactions.service.ts";
import { projectTaxes } from "./project-taxes.ts";
import * as types from "./tax-profile.types.ts";
import * as profiles from "./tax-profiles.service.ts";
import { ProjectTaxesArgs, TaxProjection } from "./tax-projection.types.ts";

@Resolver()
export class FinanceTaxesResolver {
  @Query(() => TaxProjection, {
    description: "Projects the US federal income and self-employment tax of a year, step by step.",
  })
  taxProjection(
    @Ctx() ctx: FinanceContext,
    @Args(() => ProjectTaxesArgs) args: ProjectTaxesArgs,
  ): TaxProjection {
    return projectTaxes(ctx, args);
  }

  @Query(() => types.TaxProfile, { description: "Returns the stored tax facts of a year." })
  taxProfile(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.TaxYearArgs) args: types.TaxYearArgs,
  ): Promise<types.TaxProfile> {
    return profiles.readTaxProfile(ctx, args);
  }

  @Query(() => types.QuarterlyTaxEstimate, {
    description: "Estimates the quarterly federal tax payments that avoid a penalty, from the tax profile.",
  })
  quarterlyTaxes(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.TaxYearArgs) args: types.TaxYearArgs,
  ): Promise<types.QuarterlyTaxEstimate> {
    return profiles.estimateQuarterlyTaxes(ctx, args);
  }

  @Query(() => types.FilingStatusComparison, {
    description: "Compares the federal tax of all filing statuses on the same figures.",
  })
  filingStatusComparison(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.CompareFilingStatusesArgs) args: types.CompareFilingStatusesArgs,
  ): types.FilingStatusComparison {
    return profiles.compareFilingStatuses(ctx, args);
  }

  @Query(() => types.DeductibleTransactions, {
    description: "Lists a year's spending on categories with a tax line, by line.",
  })
  deductibleTransactions(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.DeductibleTransactionsArgs) args: types.DeductibleTransactionsArgs,
  ): Promise<types.DeductibleTransactions> {
    return listDeductibleTransactions(ctx, args);
  }

  @Mutation(() => types.TaxProfile, {
    description: "Sets the tax facts of a year: filing status, dependents and expected amounts.",
  })
  setTaxProfile(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.SetTaxProfileInput, { description: "Facts of the tax year." })
    input: types.SetTaxProfileInput,
  ): Promise<types.TaxProfile> {
    return profiles.setTaxProfile(ctx, input);
  }
}
