import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as reports from "./reports.service.ts";
import * as types from "./reports.types.ts";

@Resolver()
export class ReportsResolver {
  @Query(() => types.MonthlyReport, {
    description: "Returns a monthly report: revenue, expenses, outstanding amount and invoices sent.",
  })
  monthlyReport(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.MonthlyReportArgs) args: types.MonthlyReportArgs,
  ): Promise<types.MonthlyReport> {
    return reports.readMonthlyReport(ctx, args);
  }

  @Query(() => types.AgingReport, {
    description: "Returns open amounts by days past due, in total and per client.",
  })
  agingReport(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.AgingReportArgs) args: types.AgingReportArgs,
  ): Promise<types.AgingReport> {
    return reports.readAgingReport(ctx, args);
  }

  @Query(() => types.RevenueByClient, {
    description: "Returns revenue per client for a period, highest first.",
  })
  revenueByClient(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.RevenueByClientArgs) args: types.RevenueByClientArgs,
  ): Promise<types.RevenueByClient> {
    return reports.readRevenueByClient(ctx, args);
  }

  @Query(() => types.TaxSummary, { description: "Returns tax per rate for a filing period." })
  taxSummary(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.TaxSummaryArgs) args: types.TaxSummaryArgs,
  ): Promise<types.TaxSummary> {
    return reports.readTaxSummary(ctx, args);
  }
}
