import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { readPayrollSettings, updatePayrollSettings } from "./settings.service.ts";
import {
  createPaySchedule,
  archivePaySchedule,
  listPaySchedules,
  listPayPeriods,
} from "./schedules.service.ts";
import { updatePaySchedule } from "./update-schedule.service.ts";
import { skipPayPeriod } from "./skipped-periods.service.ts";
import * as schedules from "./schedule.types.ts";
import { PayrollSettings, UpdatePayrollSettingsInput } from "./settings.types.ts";

@Resolver()
export class PaySchedulesResolver {
  @Query(() => PayrollSettings, {
    description:
      "Returns the payroll settings: legal name, EIN, state, unemployment tax and deposit schedule.",
  })
  payrollSettings(@Ctx() ctx: GatewayContext): Promise<PayrollSettings> {
    return readPayrollSettings(ctx);
  }

  @Mutation(() => PayrollSettings, { description: "Updates the payroll settings for future runs." })
  updatePayrollSettings(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => UpdatePayrollSettingsInput, { description: "Payroll settings to change." })
    input: UpdatePayrollSettingsInput,
  ): Promise<PayrollSettings> {
    return updatePayrollSettings(ctx, input);
  }

  @Mutation(() => schedules.PaySchedule, {
    description: "Creates a pay schedule, from which pay periods and pay dates follow.",
  })
  createPaySchedule(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => schedules.CreatePayScheduleInput, { description: "Pay schedule to create." })
    input: schedules.CreatePayScheduleInput,
  ): Promise<schedules.PaySchedule> {
    return createPaySchedule(ctx, input);
  }

  @Query(() => schedules.PayScheduleList, { description: "Lists the account's pay schedules, newest first." })
  paySchedules(
    @Ctx() ctx: GatewayContext,
    @Args(() => schedules.PaySchedulesArgs) args: schedules.PaySchedulesArgs,
  ): Promise<schedules.PayScheduleList> {
    return listPaySchedules(ctx, args);
  }

  @Mutation(() => schedules.PaySchedule, {
    description: "Changes a pay schedule for later periods. Earlier periods keep their pay dates.",
  })
  updatePaySchedule(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => schedules.UpdatePayScheduleInput, { description: "Schedule, fields and first day." })
    input: schedules.UpdatePayScheduleInput,
  ): Promise<schedules.PaySchedule> {
    return updatePaySchedule(ctx, input);
  }

  @Query(() => schedules.PayPeriodList, {
    description: "Lists the pay periods of a schedule for a year, with pay dates and runs.",
  })
  payPeriods(
    @Ctx() ctx: GatewayContext,
    @Args(() => schedules.PayPeriodsArgs) args: schedules.PayPeriodsArgs,
  ): Promise<schedules.PayPeriodList> {
    return listPayPeriods(ctx, args);
  }

  @Mutation(() => schedules.PaySchedule, {
    description: "Archives a pay schedule without employees. Its runs and payslips stay.",
  })
  archivePaySchedule(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => schedules.ArchivePayScheduleInput, { description: "Pay schedule to archive." })
    input: schedules.ArchivePayScheduleInput,
  ): Promise<schedules.PaySchedule> {
    return archivePaySchedule(ctx, input);
  }

  @Mutation(() => schedules.PayPeriod, {
    description: "Marks a pay period as not paid, or takes that back. A skipped period cannot be run.",
  })
  skipPayPeriod(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => schedules.SkipPayPeriodInput, { description: "Pay period and reason." })
    input: schedules.SkipPayPeriodInput,
  ): Promise<schedules.PayPeriod> {
    return skipPayPeriod(ctx, input);
  }
}
