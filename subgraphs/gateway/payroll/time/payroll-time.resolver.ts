import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { addTimeEntry, listTimeEntries } from "./time-entries.service.ts";
import { assignTimeOffPolicy, createTimeOffPolicy, readTimeOff } from "./time-off.service.ts";
import * as off from "./time-off.types.ts";
import * as types from "./time.types.ts";
import { approveTimesheet } from "./timesheets.service.ts";

@Resolver()
export class PayrollTimeResolver {
  @Mutation(() => types.TimeEntry, {
    description: "Notes time that an employee worked; entries do not overlap.",
  })
  addTimeEntry(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.AddTimeEntryInput) input: types.AddTimeEntryInput,
  ): Promise<types.TimeEntry> {
    return addTimeEntry(ctx, input);
  }

  @Query(() => types.TimeEntryPage, {
    description: "Time that employees worked, with regular and overtime hours.",
  })
  timeEntries(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.TimeEntriesArgs) args: types.TimeEntriesArgs,
  ): Promise<types.TimeEntryPage> {
    return listTimeEntries(ctx, args);
  }

  @Mutation(() => types.Timesheet, {
    description: "Approves an employee's hours of a period: the run pays them.",
  })
  approveTimesheet(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.ApproveTimesheetInput) input: types.ApproveTimesheetInput,
  ): Promise<types.Timesheet> {
    return approveTimesheet(ctx, input);
  }

  @Mutation(() => off.TimeOffPolicy, { description: "Adds rules by which time off is earned." })
  createTimeOffPolicy(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => off.CreateTimeOffPolicyInput) input: off.CreateTimeOffPolicyInput,
  ): Promise<off.TimeOffPolicy> {
    return createTimeOffPolicy(ctx, input);
  }

  @Mutation(() => off.TimeOffAssignment, { description: "Lets an employee earn time off by a policy." })
  assignTimeOffPolicy(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => off.AssignTimeOffPolicyInput) input: off.AssignTimeOffPolicyInput,
  ): Promise<off.TimeOffAssignment> {
    return assignTimeOffPolicy(ctx, input);
  }

  @Query(() => off.TimeOffBalances, { description: "What time off an employee has on a day, by policy." })
  timeOffBalance(
    @Ctx() ctx: GatewayContext,
    @Args(() => off.TimeOffArgs) args: off.TimeOffArgs,
  ): Promise<off.TimeOffBalances> {
    return readTimeOff(ctx, args);
  }
}
