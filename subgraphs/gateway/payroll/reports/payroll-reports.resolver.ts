import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { prepareForm941 } from "./form-941.service.ts";
import { listLiabilities, readJournal, summarisePayroll } from "./reports.service.ts";
import * as types from "./reports.types.ts";
import { generateW2 } from "./w2.service.ts";
import * as w2 from "./w2.types.ts";

@Resolver()
export class PayrollReportsResolver {
  @Query(() => types.PayrollJournal, { description: "The balanced double entry of a payroll run." })
  payrollJournal(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.JournalArgs) args: types.JournalArgs,
  ): Promise<types.PayrollJournal> {
    return readJournal(ctx, args.runId);
  }

  @Query(() => types.TaxLiabilities, {
    description: "Payroll taxes that are owed, to whom and when they are due.",
  })
  taxLiabilities(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.LiabilitiesArgs) args: types.LiabilitiesArgs,
  ): Promise<types.TaxLiabilities> {
    return listLiabilities(ctx, args);
  }

  @Query(() => types.Form941, { description: "Form 941 of a quarter from posted payslips, with line 7." })
  form941(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.Form941Args) args: types.Form941Args,
  ): Promise<types.Form941> {
    return prepareForm941(ctx, args);
  }

  @Query(() => types.PayrollSummary, { description: "What payroll cost, by department, person or month." })
  payrollSummary(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.PayrollSummaryArgs) args: types.PayrollSummaryArgs,
  ): Promise<types.PayrollSummary> {
    return summarisePayroll(ctx, args);
  }

  @Mutation(() => w2.W2List, {
    description: "Wage statements of a year; made again after a change they are corrections (W-2c).",
  })
  generateW2(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => w2.GenerateW2Input) input: w2.GenerateW2Input,
  ): Promise<w2.W2List> {
    return generateW2(ctx, input);
  }
}
