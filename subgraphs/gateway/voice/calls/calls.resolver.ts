import { Arg, Args, Ctx, Directive, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import * as types from "./calls.types.ts";
import { hearCarrierCall } from "./carrier-hooks.service.ts";
import { cancelCall, endCall } from "./end-call.service.ts";
import { initiateCall } from "./initiate-call.service.ts";
import { listActiveCalls, listCallEvents, listCalls, readCall } from "./read-calls.service.ts";

@Resolver()
export class CallsResolver {
  @Mutation(() => types.Call, {
    description:
      "Calls somebody: checks consent, do-not-call list, calling hours, attempts and credits, then has the call made.",
  })
  initiateCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.InitiateCallInput) input: types.InitiateCallInput,
  ): Promise<types.Call> {
    return initiateCall(ctx, input);
  }

  @Mutation(() => types.Call, { description: "Hangs up a call that is under way." })
  endCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CallIdInput) input: types.CallIdInput,
  ): Promise<types.Call> {
    return endCall(ctx, input);
  }

  @Mutation(() => types.Call, { description: "Takes back a call that waits for its time." })
  cancelCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CallIdInput) input: types.CallIdInput,
  ): Promise<types.Call> {
    return cancelCall(ctx, input);
  }

  @Query(() => types.Call, { description: "One of the account's calls: status, times, outcome and cost." })
  call(@Ctx() ctx: VoiceContext, @Args(() => types.CallArgs) args: types.CallArgs): Promise<types.Call> {
    return readCall(ctx, args.callId);
  }

  @Query(() => types.CallPage, { description: "The account's calls, newest first." })
  calls(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallsArgs) args: types.CallsArgs,
  ): Promise<types.CallPage> {
    return listCalls(ctx, args);
  }

  @Query(() => types.ActiveCalls, { description: "The account's calls that are under way." })
  activeCalls(@Ctx() ctx: VoiceContext): Promise<types.ActiveCalls> {
    return listActiveCalls(ctx);
  }

  @Query(() => types.CallEventList, {
    description: "Every change of a call's state with the carrier's time.",
  })
  callEvents(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallArgs) args: types.CallArgs,
  ): Promise<types.CallEventList> {
    return listCallEvents(ctx, args.callId);
  }

  @Directive("@inaccessible")
  @Mutation(() => types.CarrierCallAnswer, {
    description: "What the carrier is answered about a call. For the router alone.",
  })
  hearCarrierCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CarrierCallInput) input: types.CarrierCallInput,
  ): Promise<types.CarrierCallAnswer> {
    return hearCarrierCall(ctx, input);
  }
}
