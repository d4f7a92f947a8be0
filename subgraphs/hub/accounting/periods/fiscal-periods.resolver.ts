import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import * as types from "./fiscal-period.types.ts";
import { closeFiscalPeriod, listFiscalPeriods, reopenFiscalPeriod } from "./fiscal-periods.service.ts";

@Resolver()
export class FiscalPeriodsResolver {
  @Query(() => types.FiscalPeriodList, {
    description: "Lists the 12 periods of a fiscal year, open and closed.",
  })
  fiscalPeriods(
    @Ctx() ctx: HubContext,
    @Args(() => types.FiscalPeriodsArgs) args: types.FiscalPeriodsArgs,
  ): Promise<types.FiscalPeriodList> {
    return listFiscalPeriods(ctx, args);
  }

  @Mutation(() => types.FiscalPeriod, {
    description:
      "Closes a fiscal period, so that nothing is posted into it. The last one of a year books the year's result.",
  })
  closeFiscalPeriod(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.CloseFiscalPeriodInput, { description: "Period to close." })
    input: types.CloseFiscalPeriodInput,
  ): Promise<types.FiscalPeriod> {
    return closeFiscalPeriod(ctx, input);
  }

  @Mutation(() => types.FiscalPeriod, {
    description: "Opens the last closed fiscal period again, with a reason that is kept.",
  })
  reopenFiscalPeriod(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.ReopenFiscalPeriodInput, { description: "Period to reopen, and why." })
    input: types.ReopenFiscalPeriodInput,
  ): Promise<types.FiscalPeriod> {
    return reopenFiscalPeriod(ctx, input);
  }
}
