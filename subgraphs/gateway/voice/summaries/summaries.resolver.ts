import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { CallSummary } from "../calls/call-summary.types.ts";
import { CallIdInput } from "../calls/calls.types.ts";
import type { VoiceContext } from "../voice.context.ts";
import { extractCallData, summarizeCall } from "./summaries.service.ts";
import { CallExtraction, ExtractCallDataInput } from "./summaries.types.ts";

@Resolver()
export class CallSummariesResolver {
  @Mutation(() => CallSummary, {
    description:
      "Summarizes a phone call that has ended with AI. Keeps the summary with the call, in place of an earlier one.",
  })
  summarizeCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => CallIdInput, { description: "Call to summarize." }) input: CallIdInput,
  ): Promise<CallSummary> {
    return summarizeCall(ctx, input);
  }

  @Mutation(() => CallExtraction, {
    description: "Extracts typed data from a call transcript with AI, by a JSON Schema. Stores nothing.",
  })
  extractCallData(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => ExtractCallDataInput, { description: "Call and schema of the data." })
    input: ExtractCallDataInput,
  ): Promise<CallExtraction> {
    return extractCallData(ctx, input);
  }
}
