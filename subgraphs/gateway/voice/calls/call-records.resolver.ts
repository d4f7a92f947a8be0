import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import * as service from "./call-records.service.ts";
import * as records from "./call-records.types.ts";
import * as types from "./calls.types.ts";
import { retryCall } from "./retry-call.service.ts";
import { transferCall } from "./transfer-call.service.ts";

@Resolver()
export class CallRecordsResolver {
  @Mutation(() => types.CallNote, { description: "Adds a note to a phone call." })
  addCallNote(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => records.AddCallNoteInput, { description: "Note to add." })
    input: records.AddCallNoteInput,
  ): Promise<types.CallNote> {
    return service.addCallNote(ctx, input);
  }

  @Mutation(() => types.Call, { description: "Sets your outcome code of a phone call that has ended." })
  setCallDisposition(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => records.SetCallDispositionInput, { description: "Outcome code to set." })
    input: records.SetCallDispositionInput,
  ): Promise<types.Call> {
    return service.setCallDisposition(ctx, input);
  }

  @Mutation(() => types.Call, {
    description:
      "Repeats a phone call that was busy, not answered or failed. Checks all calling rules again and counts as an attempt.",
  })
  retryCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CallIdInput, { description: "Call to repeat." }) input: types.CallIdInput,
  ): Promise<types.Call> {
    return retryCall(ctx, input);
  }

  @Mutation(() => types.Call, {
    description: "Transfers a live phone call to another number. Nobody there: the call ends with a word.",
  })
  transferCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => records.TransferCallInput, { description: "Call and number to connect." })
    input: records.TransferCallInput,
  ): Promise<types.Call> {
    return transferCall(ctx, input);
  }

  @Query(() => records.CallCostEstimate, {
    description: "Estimates the credits of a phone call by its expected minutes. Holds nothing.",
  })
  callCostEstimate(
    @Ctx() ctx: VoiceContext,
    @Args(() => records.CallCostArgs) args: records.CallCostArgs,
  ): Promise<records.CallCostEstimate> {
    return service.estimateCallCost(ctx, args);
  }

  @Query(() => types.CallPage, { description: "Lists the phone calls with a contact, newest first." })
  contactCalls(
    @Ctx() ctx: VoiceContext,
    @Args(() => records.ContactCallsArgs) args: records.ContactCallsArgs,
  ): Promise<types.CallPage> {
    return service.listContactCalls(ctx, args);
  }
}
