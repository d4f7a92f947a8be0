import { Arg, Args, Ctx, Directive, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import { CallEventList } from "./call-events.types.ts";
import * as types from "./calls.types.ts";
import { hearCarrierCall } from "./carrier-hooks.service.ts";
import * as hooks from "./carrier-hooks.types.ts";
import { cancelCall, endCall } from "./end-call.service.ts";
import { initiateCall } from "./initiate-call.service.ts";
import { listActiveCalls, listCallEvents, listCalls, readCall } from "./read-calls.service.ts";

@Resolver()
export class CallsResolver {
  @Mutation(() => types.Call, {
    description:
      "Makes a phone call with a voice agent or script. Checks consent, do-not-call list, calling hours, attempts and credits first.",
  })
  initiateCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.InitiateCallInput, { description: "Call to make." })
    input: types.InitiateCallInput,
  ): Promise<types.Call> {
    return initiateCall(ctx, input);
  }

  @Mutation(() => types.Call, { description: "Ends a phone call in progress (hangs up)." })
  endCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CallIdInput, { description: "Call to end." }) input: types.CallIdInput,
  ): Promise<types.Call> {
    return endCall(ctx, input);
  }

  @Mutation(() => types.Call, { description: "Cancels a queued call before it is placed." })
  cancelCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CallIdInput, { description: "Call to cancel." }) input: types.CallIdInput,
  ): Promise<types.Call> {
    return cancelCall(ctx, input);
  }

  @Query(() => types.Call, { description: "Returns a phone call with its status, times, outcome and cost." })
  call(@Ctx() ctx: VoiceContext, @Args(() => types.CallArgs) args: types.CallArgs): Promise<types.Call> {
    return readCall(ctx, args.callId);
  }

  @Query(() => types.CallPage, { description: "Lists the account's phone calls, newest first." })
  calls(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallsArgs) args: types.CallsArgs,
  ): Promise<types.CallPage> {
    return listCalls(ctx, args);
  }

  @Query(() => types.ActiveCalls, { description: "Lists the account's calls in progress." })
  activeCalls(@Ctx() ctx: VoiceContext): Promise<types.ActiveCalls> {
    return listActiveCalls(ctx);
  }

  @Query(() => CallEventList, {
    description: "Lists the status events of a call with the carrier's times, oldest first.",
  })
  callEvents(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallArgs) args: types.CallArgs,
  ): Promise<CallEventList> {
    return listCallEvents(ctx, args.callId);
  }

  @Directive("@inaccessible")
  @Mutation(() => hooks.CarrierCallAnswer, {
    description: "Handles a carrier webhook about a call. Internal, for the router only.",
  })
  hearCarrierCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => hooks.CarrierCallInput, { description: "Webhook request of the carrier." })
    input: hooks.CarrierCallInput,
  ): Promise<hooks.CarrierCallAnswer> {
    return hearCarrierCall(ctx, input);
  }
}
