import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import { redactTranscript } from "./redact-transcript.service.ts";
import { exportTranscript, readTranscript, searchTranscripts } from "./transcripts.service.ts";
import * as types from "./transcripts.types.ts";

@Resolver()
export class CallTranscriptsResolver {
  @Query(() => types.CallTranscript, { description: "Returns the transcript of a call, turn by turn." })
  callTranscript(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallTranscriptArgs) args: types.CallTranscriptArgs,
  ): Promise<types.CallTranscript> {
    return readTranscript(ctx, args);
  }

  @Mutation(() => types.CallTranscript, {
    description:
      "Masks card, social security and phone numbers and e-mail addresses in a call transcript. Cannot be undone.",
  })
  redactTranscript(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.RedactTranscriptInput, { description: "Transcript, and what to mask in it." })
    input: types.RedactTranscriptInput,
  ): Promise<types.CallTranscript> {
    return redactTranscript(ctx, input);
  }

  @Query(() => types.CallTranscriptFile, {
    description: "Exports a call transcript as a text, JSON, SubRip or WebVTT file.",
  })
  callTranscriptFile(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallTranscriptFileArgs) args: types.CallTranscriptFileArgs,
  ): Promise<types.CallTranscriptFile> {
    return exportTranscript(ctx, args);
  }

  @Query(() => types.TranscriptHitPage, {
    description: "Searches call transcripts for spoken words. Returns the matching calls and turns.",
  })
  transcriptSearch(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.TranscriptSearchArgs) args: types.TranscriptSearchArgs,
  ): Promise<types.TranscriptHitPage> {
    return searchTranscripts(ctx, args);
  }
}
