import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as types from "./deposit.types.ts";
import { readDepositSchedule, recordTaxDeposit } from "./deposits.service.ts";

@Resolver()
export class TaxDepositsResolver {
  @Query(() => types.TaxDepositSchedule, {
    description:
      "When federal payroll taxes of a year are due: monthly or semiweekly, by the look-back period.",
  })
  taxDepositSchedule(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.TaxDepositScheduleArgs) args: types.TaxDepositScheduleArgs,
  ): Promise<types.TaxDepositSchedule> {
    return readDepositSchedule(ctx, args);
  }

  @Mutation(() => types.TaxDeposit, {
    description: "Notes a deposit of payroll taxes that was made; it settles what is owed, oldest first.",
  })
  recordTaxDeposit(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.RecordTaxDepositInput) input: types.RecordTaxDepositInput,
  ): Promise<types.TaxDeposit> {
    return recordTaxDeposit(ctx, input);
  }
}
