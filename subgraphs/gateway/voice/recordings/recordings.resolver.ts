import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { CallArgs, CallIdInput } from "../calls/calls.types.ts";
import type { VoiceContext } from "../voice.context.ts";
import { deleteRecording, readRecording } from "./recordings.service.ts";
import { CallRecording, DeletedRecording } from "./recordings.types.ts";

@Resolver()
export class CallRecordingsResolver {
  @Query(() => CallRecording, {
    description: "Returns the recording of a phone call, with a link to its audio for 15 minutes.",
  })
  callRecording(@Ctx() ctx: VoiceContext, @Args(() => CallArgs) args: CallArgs): Promise<CallRecording> {
    return readRecording(ctx, args);
  }

  @Mutation(() => DeletedRecording, {
    description: "Deletes the audio of a phone call, here and at the carrier. Cannot be undone.",
  })
  deleteRecording(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => CallIdInput, { description: "Call whose recording is deleted." }) input: CallIdInput,
  ): Promise<DeletedRecording> {
    return deleteRecording(ctx, input);
  }
}
