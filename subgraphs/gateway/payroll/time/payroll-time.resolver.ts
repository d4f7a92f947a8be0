import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { addTimeEntry, deleteTimeEntry, listTimeEntries, updateTimeEntry } from "./time-entries.service.ts";
import {
  assignTimeOffPolicy,
  createTimeOffPolicy,
  listTimeOffPolicies,
  readTimeOff,
} from "./time-off.service.ts";
import * as off from "./time-off.types.ts";
import * as types from "./time.types.ts";
import { approveTimesheet } from "./timesheets.service.ts";

@Resolver()
export class PayrollTimeResolver {
  @Mutation(() => types.TimeEntry, {
    description: "Adds hours worked by an employee. Entries must not overlap.",
  })
  addTimeEntry(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.AddTimeEntryInput, { description: "Hours worked on a day." })
    input: types.AddTimeEntryInput,
  ): Promise<types.TimeEntry> {
    return addTimeEntry(ctx, input);
  }

  @Mutation(() => types.TimeEntry, {
    description: "Changes hours that are not paid. Approved hours must be approved again.",
  })
  updateTimeEntry(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.UpdateTimeEntryInput, { description: "Time entry to change." })
    input: types.UpdateTimeEntryInput,
  ): Promise<types.TimeEntry> {
    return updateTimeEntry(ctx, input);
  }

  @Mutation(() => types.DeletedTimeEntry, {
    description: "Deletes hours that are not paid. Approved hours of the period must be approved again.",
  })
  deleteTimeEntry(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.DeleteTimeEntryInput, { description: "Time entry to delete." })
    input: types.DeleteTimeEntryInput,
  ): Promise<types.DeletedTimeEntry> {
    return deleteTimeEntry(ctx, input);
  }

  @Query(() => types.TimeEntryPage, {
    description: "Lists time entries of employees, with regular and overtime hours.",
  })
  timeEntries(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.TimeEntriesArgs) args: types.TimeEntriesArgs,
  ): Promise<types.TimeEntryPage> {
    return listTimeEntries(ctx, args);
  }

  @Mutation(() => types.Timesheet, {
    description: "Approves an employee's timesheet for a pay period, so that the next run pays the hours.",
  })
  approveTimesheet(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.ApproveTimesheetInput, { description: "Employee and pay period to approve." })
    input: types.ApproveTimesheetInput,
  ): Promise<types.Timesheet> {
    return approveTimesheet(ctx, input);
  }

  @Mutation(() => off.TimeOffPolicy, {
    description: "Creates a time off policy: how employees earn vacation or sick leave.",
  })
  createTimeOffPolicy(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => off.CreateTimeOffPolicyInput, { description: "Time off policy to create." })
    input: off.CreateTimeOffPolicyInput,
  ): Promise<off.TimeOffPolicy> {
    return createTimeOffPolicy(ctx, input);
  }

  @Query(() => off.TimeOffPolicyList, { description: "Lists the account's time off policies, by name." })
  timeOffPolicies(@Ctx() ctx: GatewayContext): Promise<off.TimeOffPolicyList> {
    return listTimeOffPolicies(ctx);
  }

  @Mutation(() => off.TimeOffAssignment, {
    description: "Assigns a time off policy to an employee, who then earns time off.",
  })
  assignTimeOffPolicy(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => off.AssignTimeOffPolicyInput, { description: "Employee, policy and start date." })
    input: off.AssignTimeOffPolicyInput,
  ): Promise<off.TimeOffAssignment> {
    return assignTimeOffPolicy(ctx, input);
  }

  @Query(() => off.TimeOffBalances, {
    description: "Returns an employee's time off balances on a date, per policy.",
  })
  timeOffBalance(
    @Ctx() ctx: GatewayContext,
    @Args(() => off.TimeOffArgs) args: off.TimeOffArgs,
  ): Promise<off.TimeOffBalances> {
    return readTimeOff(ctx, args);
  }
}
