import { ArrayMaxSize, ArrayMinSize, IsIn, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";
import { redactionKinds, type RedactionKind } from "./redact-text.ts";
import { transcriptFormats, type TranscriptFormat } from "./transcript-file.ts";

@ObjectType({ description: "One turn of a call: what the agent or the called person said." })
export class CallTurn {
  @Field(() => Int, { description: "Position of the turn in the call, starting at 0." })
  index: number;
  @Field(() => String, { description: "Speaker of the turn: agent, callee or other." })
  speaker: string;
  @Field(() => String, { description: "Words that were spoken." })
  text: string;
  @Field(() => Int, {
    description: "Estimated start in milliseconds after the call was answered.",
  })
  startMs: number;
  @Field(() => Int, { description: "Estimated end in milliseconds after the call was answered." })
  endMs: number;
  @Field(() => Float, { description: "Confidence of the speech recognition, from 0 to 1." })
  confidence: number;
  @Field(() => String, {
    nullable: true,
    description: "ID of the script step in which it was said. Null before the first step.",
  })
  stepId: string | null;
}

@ObjectType({ description: "The transcript of a call, in order of time." })
export class CallTranscript {
  @Field(() => ID, { description: "ID of the transcribed call." })
  callId: string;
  @Field(() => String, { description: "Language of the call, such as en-US." })
  language: string;
  @Field(() => String, {
    description: "Transcript status: recording (call in progress), processing, ready, failed or redacted.",
  })
  status: string;
  @Field(() => [CallTurn], { description: "Turns of the call, in order." })
  turns: CallTurn[];
  @Field(() => String, {
    nullable: true,
    description: "Whole transcript as text in the requested `format`. Null when no format was requested.",
  })
  content: string | null;
}

@ArgsType()
export class CallTranscriptArgs {
  @Field(() => ID, { description: "ID of the call." })
  @MaxLength(64)
  callId: string;
  @Field(() => String, {
    nullable: true,
    description: "Text format to return in `content` as well: txt, json, srt or vtt.",
  })
  @IsOptional()
  @IsIn(transcriptFormats)
  format?: TranscriptFormat | null;
}

@InputType({ description: "What to mask in the transcript of a call that has ended." })
export class RedactTranscriptInput {
  @Field(() => ID, { description: "ID of the call." })
  @MaxLength(64)
  callId: string;
  @Field(() => [String], {
    description:
      "Kinds to mask, 1 to 5. Allowed: card (13 or more digits), ssn (9), phone (7 to 15), email or name.",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(5)
  @IsIn(redactionKinds, { each: true })
  kinds: RedactionKind[];
}

@ArgsType()
export class CallTranscriptFileArgs {
  @Field(() => ID, { description: "ID of the call." })
  @MaxLength(64)
  callId: string;
  @Field(() => String, { description: "File format: txt, json, srt (SubRip) or vtt (WebVTT)." })
  @IsIn(transcriptFormats)
  format: TranscriptFormat;
  @Field(() => Boolean, { nullable: true, description: "Whether REST returns the raw file instead of JSON." })
  @IsOptional()
  download?: boolean | null;
}

@ObjectType({ description: "A call transcript exported as a file." })
export class CallTranscriptFile {
  @Field(() => ID, { description: "ID of the transcribed call." })
  callId: string;
  @Field(() => String, { description: "Suggested file name, such as `<callId>.srt`." })
  filename: string;
  @Field(() => String, { description: "Media type of the file, such as text/vtt." })
  contentType: string;
  @Field(() => String, { description: "Encoding of `content`, always `utf8`." })
  encoding: string;
  @Field(() => Int, { description: "File size in bytes." })
  size: number;
  @Field(() => String, { description: "Text of the file." })
  content: string;
}

@ArgsType()
export class TranscriptSearchArgs extends PageArgs {
  @Field(() => String, {
    description:
      "Words to find in transcripts, up to 200 characters. Quoted words must appear in that order.",
  })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  query: string;
  @Field(() => Date, { nullable: true, description: "Only calls answered at or after this time." })
  @IsOptional()
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Only calls answered before this time." })
  @IsOptional()
  to?: Date | null;
}

@ObjectType({ description: "A call whose transcript matches a search." })
class TranscriptHit {
  @Field(() => ID, { description: "ID of the matching call." })
  callId: string;
  @Field(() => Date, { description: "Time the conversation started." })
  at: string;
  @Field(() => [CallTurn], {
    description:
      "Matching turns of the call, at most 10. Empty when only summary, notes or disposition match.",
  })
  turns: CallTurn[];
}

@ObjectType({ description: "A page of matching calls, newest first." })
export class TranscriptHitPage extends countedPageOf(TranscriptHit, "hits", {
  total: "Calls that match the search, across all pages.",
  nextCursor: nextPage,
}) {}
