import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import {
  readPayrollSettings,
  updatePayrollSettings,
  createPaySchedule,
  listPaySchedules,
  listPayPeriods,
} from "./schedules.service.ts";
import * as schedules from "./schedule.types.ts";

@Resolver()
export class PaySchedulesResolver {
  @Query(() => schedules.PayrollSettings, {
    description:
      "What the account's payroll is run by: legal name, EIN, state, unemployment tax, deposit schedule.",
  })
  payrollSettings(@Ctx() ctx: GatewayContext): Promise<schedules.PayrollSettings> {
    return readPayrollSettings(ctx);
  }

  @Mutation(() => schedules.PayrollSettings, { description: "Changes payroll settings for runs to come." })
  updatePayrollSettings(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => schedules.UpdatePayrollSettingsInput) input: schedules.UpdatePayrollSettingsInput,
  ): Promise<schedules.PayrollSettings> {
    return updatePayrollSettings(ctx, input);
  }

  @Mutation(() => schedules.PaySchedule, {
    description: "Adds a pay schedule, which pay periods follow from; pay dates on banking holidays move.",
  })
  createPaySchedule(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => schedules.CreatePayScheduleInput) input: schedules.CreatePayScheduleInput,
  ): Promise<schedules.PaySchedule> {
    return createPaySchedule(ctx, input);
  }

  @Query(() => schedules.PayScheduleList, { description: "The account's pay schedules, newest first." })
  paySchedules(@Ctx() ctx: GatewayContext): Promise<schedules.PayScheduleList> {
    return listPaySchedules(ctx);
  }

  @Query(() => schedules.PayPeriodList, {
    description: "Periods of a pay schedule that begin in a year, with pay dates and runs.",
  })
  payPeriods(
    @Ctx() ctx: GatewayContext,
    @Args(() => schedules.PayPeriodsArgs) args: schedules.PayPeriodsArgs,
  ): Promise<schedules.PayPeriodList> {
    return listPayPeriods(ctx, args);
  }
}
