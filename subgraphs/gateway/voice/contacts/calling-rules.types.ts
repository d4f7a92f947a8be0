import { ArrayMaxSize, ArrayMinSize, IsIn, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, InputType, Int, ObjectType } from "type-graphql";
import { redactionKinds, type RedactionKind } from "../transcripts/redact-text.ts";

@ObjectType({ description: "A law by which agents say that they are an AI." })
class AiDisclosureLaw {
  @Field(() => String, { description: "Country or US state of the law, such as KR, US-CA, or EU." })
  place: string;
  @Field(() => String, { description: "Name and section of the law." })
  law: string;
  @Field(() => String, { description: "URL of the law." })
  source: string;
  @Field(() => String, { description: "First day on which the law applies, as YYYY-MM-DD." })
  since: string;
}

@ObjectType({ description: "The account's calling hours, days and attempt limit." })
export class CallingRules {
  @Field(() => String, { description: "Start of calling hours as HH:MM, the called person's time." })
  from: string;
  @Field(() => String, {
    description: "End of calling hours (exclusive) as HH:MM, the called person's time.",
  })
  to: string;
  @Field(() => [Int], { description: "Days of the week for calls, from 1 (Monday) to 7 (Sunday)." })
  days: number[];
  @Field(() => Int, { description: "Maximum number of calls to one number per day." })
  maxAttemptsPerDay: number;
  @Field(() => [String], { description: "Dates without calls, as YYYY-MM-DD." })
  holidays: string[];
  @Field(() => [String], {
    description: "Countries and US states in which agents do not say that they are an AI.",
  })
  aiDisclosureOff: string[];
  @Field(() => [AiDisclosureLaw], {
    description: "Laws by which agents always say that they are an AI, whatever the settings.",
  })
  aiDisclosureLaws: AiDisclosureLaw[];
  @Field(() => Int, {
    nullable: true,
    description: "Days after which recordings are deleted. Null: they are kept.",
  })
  keepRecordingsDays: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Days after which transcripts and summaries are deleted. Null: they are kept.",
  })
  keepTranscriptsDays: number | null;
  @Field(() => [String], { description: "What is masked in every transcript once its call has ended." })
  redactKinds: string[];
  @Field(() => Int, { description: "Version number, incremented by every change. 0: the default rules." })
  version: number;
}

const quarterHour = /^([01]\d|2[0-3]):(00|15|30|45)$/;

@InputType({ description: "Calling hours, the called person's time." })
export class CallingHoursInput {
  @Field(() => String, { description: "Start of calling hours, 08:00 or later. A quarter hour as HH:MM." })
  @Matches(quarterHour, { message: "must be a quarter hour, such as 09:30" })
  from: string;
  @Field(() => String, { description: "End of calling hours, 21:00 or earlier. A quarter hour as HH:MM." })
  @Matches(quarterHour, { message: "must be a quarter hour, such as 20:00" })
  to: string;
}

@InputType({ description: "Changes to the calling rules. Omitted fields stay unchanged." })
export class UpdateCallingRulesInput {
  @Field(() => CallingHoursInput, {
    nullable: true,
    description: "New calling hours. Not together with `from` or `to`.",
  })
  @IsOptional()
  hours?: CallingHoursInput | null;
  @Field(() => String, {
    nullable: true,
    description: "Start of calling hours, 08:00 or later. A quarter hour as HH:MM.",
  })
  @IsOptional()
  @Matches(quarterHour, { message: "must be a quarter hour, such as 09:30" })
  from?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "End of calling hours, 21:00 or earlier. A quarter hour as HH:MM.",
  })
  @IsOptional()
  @Matches(quarterHour, { message: "must be a quarter hour, such as 20:00" })
  to?: string | null;
  @Field(() => [Int], {
    nullable: true,
    description: "Days of the week for calls, from 1 (Monday) to 7 (Sunday).",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(7)
  @Min(1, { each: true })
  @Max(7, { each: true })
  days?: number[] | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum number of calls to one number per day, 1 to 10.",
  })
  @IsOptional()
  @Min(1)
  @Max(10)
  maxAttemptsPerDay?: number | null;
  @Field(() => [String], {
    nullable: true,
    description: "Dates without calls, as YYYY-MM-DD. At most 100, replacing the current ones.",
  })
  @IsOptional()
  @ArrayMaxSize(100)
  @Matches(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, {
    each: true,
    message: "must be dates as YYYY-MM-DD, such as 2026-12-25",
  })
  holidays?: string[] | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "Countries (GB) and US states (US-TX) without the AI disclosure at the start. Default: none.",
  })
  @IsOptional()
  @ArrayMaxSize(300)
  @MaxLength(5, { each: true })
  aiDisclosureOff?: string[] | null;
  @Field(() => Int, {
    nullable: true,
    description: "Days after which the recording of a call is deleted, 1 to 3,650. Null: never.",
  })
  @IsOptional()
  @Min(1)
  @Max(3650)
  keepRecordingsDays?: number | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Days after which the transcript and summary of a call are deleted, 1 to 3,650. Null: never.",
  })
  @IsOptional()
  @Min(1)
  @Max(3650)
  keepTranscriptsDays?: number | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "What to mask in every transcript once its call has ended: card, ssn, phone, email, name. Default: nothing.",
  })
  @IsOptional()
  @ArrayMaxSize(5)
  @IsIn(redactionKinds, { each: true })
  redactKinds?: RedactionKind[] | null;
}

@ArgsType()
export class CallingWindowArgs {
  @Field(() => String, { description: "Phone number to check, in E.164 or US national format." })
  @MaxLength(40)
  phone: string;
  @Field(() => Date, { nullable: true, description: "Time to check. Default: now." })
  @IsOptional()
  at?: Date | null;
}

@ObjectType({ description: "Whether a number may be called at a time, by its local time." })
export class CallingWindow {
  @Field(() => String, { description: "Phone number in E.164 format." })
  phone: string;
  @Field(() => Boolean, {
    description:
      "True when the time is within calling hours. Consent and the do-not-call list are not checked.",
  })
  allowed: boolean;
  @Field(() => Date, {
    nullable: true,
    description: "First allowed time at or after the checked time. Null when the next 15 days have none.",
  })
  nextAllowedAt: Date | null;
  @Field(() => String, { description: "First of the possible `timezones`." })
  timezone: string;
  @Field(() => [String], {
    description: "IANA time zones the number may be in. A call must be allowed in all of them.",
  })
  timezones: readonly string[];
}
