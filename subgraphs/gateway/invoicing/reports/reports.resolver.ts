import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as reports from "./reports.service.ts";
import * as types from "./reports.types.ts";

@Resolver()
export class ReportsResolver {
  @Query(() => types.MonthlyReport, {
    description: "A month of the account: revenue, expenses, what is outstanding at its end, invoices sent.",
  })
  monthlyReport(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.MonthlyReportArgs) args: types.MonthlyReportArgs,
  ): Promise<types.MonthlyReport> {
    return reports.readMonthlyReport(ctx, args);
  }

  @Query(() => types.AgingReport, {
    description: "Open amounts by how many days they are past due, in all and by client.",
  })
  agingReport(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.AgingReportArgs) args: types.AgingReportArgs,
  ): Promise<types.AgingReport> {
    return reports.readAgingReport(ctx, args);
  }

  @Query(() => types.RevenueByClient, { description: "Revenue of some days by client, the highest first." })
  revenueByClient(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.RevenueByClientArgs) args: types.RevenueByClientArgs,
  ): Promise<types.RevenueByClient> {
    return reports.readRevenueByClient(ctx, args);
  }

  @Query(() => types.TaxSummary, { description: "Tax of some days by percentage, for a filing period." })
  taxSummary(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.TaxSummaryArgs) args: types.TaxSummaryArgs,
  ): Promise<types.TaxSummary> {
    return reports.readTaxSummary(ctx, args);
  }
}
