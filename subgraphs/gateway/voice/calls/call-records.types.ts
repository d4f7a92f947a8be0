import { IsIn, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { CreditsScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

@InputType({ description: "A note to keep with a call." })
export class AddCallNoteInput {
  @Field(() => ID, { description: "ID of the call." })
  @MaxLength(64)
  callId: string;
  @Field(() => String, { description: "Text of the note, up to 1,000 characters." })
  @MaxLength(1000)
  @Matches(/\S/, { message: "must not be blank" })
  text: string;
}

const transferModes = ["blind", "warm"] as const;
type TransferMode = (typeof transferModes)[number];

@InputType({ description: "Where to connect a live call." })
export class TransferCallInput {
  @Field(() => ID, { description: "ID of a call in progress." })
  @MaxLength(64)
  callId: string;
  @Field(() => String, { description: "Phone number to connect, in E.164 or US national format." })
  @MaxLength(40)
  to: string;
  @Field(() => String, {
    description: "Transfer mode: blind, or warm, where the call is introduced to the person there first.",
  })
  @IsIn(transferModes)
  mode: TransferMode;
}

@InputType({ description: "Outcome code of a call that has ended." })
export class SetCallDispositionInput {
  @Field(() => ID, { description: "ID of the call." })
  @MaxLength(64)
  callId: string;
  @Field(() => String, {
    description: "Your outcome code, such as interested or wrong_number. Lowercase letters, digits and _.",
  })
  @MaxLength(40)
  @Matches(/^[a-z][a-z0-9_]*$/, { message: "must be a code, such as wrong_number" })
  disposition: string;
  @Field(() => String, {
    nullable: true,
    description: "Reason for the code, up to 1,000 characters. Replaces the current one.",
  })
  @IsOptional()
  @MaxLength(1000)
  note?: string | null;
}

@ArgsType()
export class CallCostArgs {
  @Field(() => String, { description: "Phone number to call, in E.164 or US national format." })
  @MaxLength(40)
  to: string;
  @Field(() => Int, { description: "Expected duration in minutes, 1 to 60." })
  @Min(1)
  @Max(60)
  expectedMinutes: number;
}

@ObjectType({ description: "What a call would cost." })
export class CallCostEstimate {
  @Field(() => String, { description: "Phone number in E.164 format." })
  to: string;
  @Field(() => Int, { description: "Started minutes that are charged." })
  minutes: number;
  @Field(() => CreditsScalar, { description: "Credits per started minute." })
  creditsPerMinute: number;
  @Field(() => CreditsScalar, { description: "Credits for all minutes. Unanswered calls are free." })
  credits: number;
}

@ArgsType()
export class ContactCallsArgs extends PageArgs {
  @Field(() => ID, { description: "ID of the contact whose calls are listed." })
  @MaxLength(64)
  contactId: string;
}
