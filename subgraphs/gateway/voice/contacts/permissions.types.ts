import { ArrayMaxSize, ArrayMinSize, IsIn, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import type { ConsentKind } from "../voice-tables.ts";
import { PageArgs } from "../../base/page.types.ts";

export const consentKinds = ["express", "written", "revoked"] as const;

@InputType({ description: "What somebody agreed to." })
export class CallConsentInput {
  @Field(() => String, { description: "express, written or revoked." })
  @IsIn(consentKinds)
  kind: ConsentKind;
  @Field(() => String, { description: "Where it was given: a form, a call, a contract." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  source: string;
  @Field(() => Date, { nullable: true, description: "When it was given; now when left out." })
  @IsOptional()
  at?: Date | null;
}

@ObjectType({ description: "A number that nobody calls." })
export class DoNotCallEntry {
  @Field(() => ID)
  id: string;
  @Field(() => String, { description: "E.164." })
  phone: string;
  @Field(() => String)
  reason: string;
  @Field(() => String)
  source: string;
  @Field(() => Boolean)
  listed: boolean;
  @Field(() => Date)
  since: string;
  @Field(() => Date, { nullable: true })
  removedAt: string | null;
}

@InputType({ description: "A number that shall not be called from now on." })
export class AddToDoNotCallInput {
  @Field(() => String)
  @MaxLength(40)
  phone: string;
  @Field(() => String)
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
  @Field(() => String, { description: "Who says so: the person, a registry, a court." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  source: string;
}

@InputType({ description: "A number that may be called again." })
export class RemoveFromDoNotCallInput {
  @Field(() => String)
  @MaxLength(40)
  phone: string;
  @Field(() => String, { description: "Why it may be; kept with the entry." })
  @MaxLength(1000)
  @Matches(/\S/, { message: "must not be blank" })
  proof: string;
}

@ArgsType()
export class DoNotCallListArgs extends PageArgs {}

@ObjectType({ description: "A page of numbers that nobody calls, newest first." })
export class DoNotCallPage extends countedPageOf(DoNotCallEntry, "entries", { nextCursor: nextPage }) {}

@ArgsType()
export class DoNotCallCheckArgs {
  @Field(() => [String], { description: "1 to 500 numbers." })
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @MaxLength(40, { each: true })
  phones: string[];
}

@ObjectType({ description: "Whether a number is on the account's do-not-call list." })
export class DoNotCallCheck {
  @Field(() => String, { description: "As it was given." })
  phone: string;
  @Field(() => String, { nullable: true, description: "E.164; null for what is no number." })
  e164: string | null;
  @Field(() => Boolean)
  listed: boolean;
  @Field(() => Date, { nullable: true })
  since: string | null;
}

@ObjectType({ description: "Numbers that were looked up, in the order in which they were given." })
export class DoNotCallChecks {
  @Field(() => [DoNotCallCheck])
  phones: DoNotCallCheck[];
}

@InputType({ description: "What somebody agreed to, or took back. The newest of a number holds." })
export class RecordConsentInput extends CallConsentInput {
  @Field(() => String)
  @MaxLength(40)
  phone: string;
}

@ObjectType({ description: "An entry of the ledger of consent." })
export class CallConsent {
  @Field(() => ID)
  id: string;
  @Field(() => String, { description: "E.164." })
  phone: string;
  @Field(() => String)
  kind: string;
  @Field(() => String)
  source: string;
  @Field(() => Date)
  at: string;
  @Field(() => Date)
  createdAt: string;
}

@ObjectType({ description: "When, and how often, the account calls." })
export class CallingRules {
  @Field(() => String, { description: "HH:MM of the called person." })
  from: string;
  @Field(() => String, { description: "HH:MM of the called person, from which on nobody is called." })
  to: string;
  @Field(() => [Int], { description: "1 is Monday, 7 is Sunday." })
  days: number[];
  @Field(() => Int, { description: "Calls to one number on one of its days." })
  maxAttemptsPerDay: number;
  @Field(() => [String], { description: "Dates on which nobody is called, YYYY-MM-DD." })
  holidays: string[];
  @Field(() => Int)
  version: number;
}

const quarterHour = /^([01]\d|2[0-3]):(00|15|30|45)$/;

@InputType({ description: "Changes of the rules; what is left out stays." })
export class UpdateCallingRulesInput {
  @Field(() => String, { nullable: true, description: "08:00 or later, a quarter of an hour." })
  @IsOptional()
  @Matches(quarterHour, { message: "must be a quarter of an hour as 09:30" })
  from?: string | null;
  @Field(() => String, { nullable: true, description: "21:00 or earlier, a quarter of an hour." })
  @IsOptional()
  @Matches(quarterHour, { message: "must be a quarter of an hour as 20:00" })
  to?: string | null;
  @Field(() => [Int], { nullable: true, description: "1 is Monday, 7 is Sunday." })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(7)
  @Min(1, { each: true })
  @Max(7, { each: true })
  days?: number[] | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(1)
  @Max(10)
  maxAttemptsPerDay?: number | null;
  @Field(() => [String], { nullable: true, description: "YYYY-MM-DD." })
  @IsOptional()
  @ArrayMaxSize(100)
  @Matches(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, {
    each: true,
    message: "must be dates as 2026-12-25",
  })
  holidays?: string[] | null;
}

@ArgsType()
export class CallingWindowArgs {
  @Field(() => String)
  @MaxLength(40)
  phone: string;
  @Field(() => Date, { nullable: true, description: "Now when left out." })
  @IsOptional()
  at?: Date | null;
}

@ObjectType({ description: "Whether a number may be called at a moment, by its own clocks." })
export class CallingWindow {
  @Field(() => String, { description: "E.164." })
  phone: string;
  @Field(() => Boolean)
  allowed: boolean;
  @Field(() => Date, { nullable: true, description: "Null when the next two weeks have no such time." })
  nextAllowedAt: Date | null;
  @Field(() => String, { description: "The first of them." })
  timezone: string;
  @Field(() => [String], { description: "Zones in which the number may be; it must be time in all of them." })
  timezones: readonly string[];
}
