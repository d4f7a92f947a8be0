import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { clockIn, clockOut } from "./clock.service.ts";
import { ClockedTime, ClockInInput, ClockOutInput } from "./clock.types.ts";
import { approveTimeOff, denyTimeOff, requestTimeOff } from "./time-off-requests.service.ts";
import * as requests from "./time-off-requests.types.ts";

@Resolver()
export class TimeOffRequestsResolver {
  @Mutation(() => ClockedTime, {
    description: "Clocks an employee in. Only one shift is open at once.",
  })
  clockIn(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => ClockInInput, { description: "Employee, time and job." }) input: ClockInInput,
  ): Promise<ClockedTime> {
    return clockIn(ctx, input);
  }

  @Mutation(() => ClockedTime, { description: "Clocks an employee out and enters the hours." })
  clockOut(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => ClockOutInput, { description: "Employee and time." }) input: ClockOutInput,
  ): Promise<ClockedTime> {
    return clockOut(ctx, input);
  }

  @Mutation(() => requests.TimeOffRequest, {
    description: "Requests time off for an employee from the balance of a policy.",
  })
  requestTimeOff(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => requests.RequestTimeOffInput, { description: "Time off to request." })
    input: requests.RequestTimeOffInput,
  ): Promise<requests.TimeOffRequest> {
    return requestTimeOff(ctx, input);
  }

  @Mutation(() => requests.TimeOffRequest, {
    description: "Approves a time off request. Runs of its periods include the hours.",
  })
  approveTimeOff(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => requests.ApproveTimeOffInput, { description: "Time off request to approve." })
    input: requests.ApproveTimeOffInput,
  ): Promise<requests.TimeOffRequest> {
    return approveTimeOff(ctx, input);
  }

  @Mutation(() => requests.TimeOffRequest, { description: "Denies a time off request, with a reason." })
  denyTimeOff(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => requests.DenyTimeOffInput, { description: "Time off request and reason." })
    input: requests.DenyTimeOffInput,
  ): Promise<requests.TimeOffRequest> {
    return denyTimeOff(ctx, input);
  }
}
