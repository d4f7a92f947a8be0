import { IsIn, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";
import { transcriptFormats, type TranscriptFormat } from "./transcript-file.ts";

@ObjectType({ description: "What somebody said in a call, or the voice." })
export class CallTurn {
  @Field(() => Int)
  index: number;
  @Field(() => String, { description: "agent, callee or other." })
  speaker: string;
  @Field(() => String)
  text: string;
  @Field(() => Int, {
    description: "Milliseconds after the call was answered, by the length of what was said.",
  })
  startMs: number;
  @Field(() => Int)
  endMs: number;
  @Field(() => Float, { description: "How sure the carrier is of the words, 0 to 1." })
  confidence: number;
  @Field(() => String, { nullable: true, description: "The script's step in which it was said." })
  stepId: string | null;
}

@ObjectType({ description: "Everything that was said in a call, in order." })
export class CallTranscript {
  @Field(() => ID)
  callId: string;
  @Field(() => String)
  language: string;
  @Field(() => String, { description: "recording, processing, ready, failed or redacted." })
  status: string;
  @Field(() => [CallTurn])
  turns: CallTurn[];
  @Field(() => String, { nullable: true, description: "The whole in the format that was asked for." })
  content: string | null;
}

@ArgsType()
export class CallTranscriptArgs {
  @Field(() => ID)
  @MaxLength(64)
  callId: string;
  @Field(() => String, { nullable: true, description: "txt, json, srt or vtt: as a text besides." })
  @IsOptional()
  @IsIn(transcriptFormats)
  format?: TranscriptFormat | null;
}

@ArgsType()
export class CallTranscriptFileArgs {
  @Field(() => ID)
  @MaxLength(64)
  callId: string;
  @Field(() => String, { description: "txt, json, srt or vtt." })
  @IsIn(transcriptFormats)
  format: TranscriptFormat;
  @Field(() => Boolean, { nullable: true, description: "At REST: the file itself." })
  @IsOptional()
  download?: boolean | null;
}

@ObjectType({ description: "A transcript as a file." })
export class CallTranscriptFile {
  @Field(() => ID)
  callId: string;
  @Field(() => String)
  filename: string;
  @Field(() => String)
  contentType: string;
  @Field(() => String)
  encoding: string;
  @Field(() => Int)
  size: number;
  @Field(() => String)
  content: string;
}

@ArgsType()
export class TranscriptSearchArgs extends PageArgs {
  @Field(() => String, { description: "Words that were said; quoted ones in their order." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  query: string;
  @Field(() => Date, { nullable: true })
  @IsOptional()
  from?: Date | null;
  @Field(() => Date, { nullable: true })
  @IsOptional()
  to?: Date | null;
}

@ObjectType({ description: "A call in which the words were said, and where." })
class TranscriptHit {
  @Field(() => ID)
  callId: string;
  @Field(() => Date)
  at: string;
  @Field(() => [CallTurn], { description: "Turns with one of the words; the first ten." })
  turns: CallTurn[];
}

@ObjectType({ description: "A page of calls in which the words were said, newest first." })
export class TranscriptHitPage extends countedPageOf(TranscriptHit, "hits", { nextCursor: nextPage }) {}
