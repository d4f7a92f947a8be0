import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as types from "./deposit.types.ts";
import { readDepositSchedule, recordTaxDeposit } from "./deposits.service.ts";

@Resolver()
export class TaxDepositsResolver {
  @Query(() => types.TaxDepositSchedule, {
    description: "Returns the due dates of federal payroll tax deposits in a year, monthly or semiweekly.",
  })
  taxDepositSchedule(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.TaxDepositScheduleArgs) args: types.TaxDepositScheduleArgs,
  ): Promise<types.TaxDepositSchedule> {
    return readDepositSchedule(ctx, args);
  }

  @Mutation(() => types.TaxDeposit, {
    description: "Records a payroll tax deposit that you made. It pays the oldest liabilities first.",
  })
  recordTaxDeposit(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.RecordTaxDepositInput, { description: "Tax deposit to record." })
    input: types.RecordTaxDepositInput,
  ): Promise<types.TaxDeposit> {
    return recordTaxDeposit(ctx, input);
  }
}
