import { ArrayMaxSize, ArrayMinSize, IsIn, IsOptional, Matches, MaxLength, Min, Max } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";
import type { ConsentKind, Variables } from "../caller/caller-tables.ts";
import { PageArgs } from "../invoicing/page.types.ts";

export const consentKinds = ["express", "written", "revoked"] as const;

@ObjectType({ description: "Somebody whom the account may call." })
export class CallContact {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { description: "E.164." })
  phone: string;
  @Field(() => String, {
    nullable: true,
    description: "IANA name; counts where the number's place is not known.",
  })
  timezone: string | null;
  @Field(() => JSONObjectScalar, { description: "What scripts may say of this person." })
  variables: Variables;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: string;
  @Field(() => Date)
  updatedAt: string;
}

@ObjectType({ description: "A page of contacts, newest first." })
export class CallContactPage {
  @Field(() => [CallContact])
  contacts: CallContact[];
  @Field(() => Int, { description: "Contacts that fit the filter, on all pages." })
  total: number;
  @Field(() => String, { nullable: true, description: "Give it as `after` for the next page." })
  nextCursor: string | null;
}

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

@InputType({ description: "A new contact; its number is kept once." })
export class CreateCallContactInput {
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, { description: "E.164, or a number of the United States." })
  @MaxLength(40)
  phone: string;
  @Field(() => String, { nullable: true, description: "IANA name, as America/Chicago." })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => CallConsentInput, { nullable: true })
  @IsOptional()
  consent?: CallConsentInput | null;
  @Field(() => JSONObjectScalar, { nullable: true, description: "Texts by name, for scripts." })
  @IsOptional()
  variables?: Record<string, unknown> | null;
}

@ArgsType()
export class CallContactArgs {
  @Field(() => ID)
  @MaxLength(64)
  contactId: string;
}

@ArgsType()
export class CallContactsArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "Part of a name or of a number." })
  @IsOptional()
  @MaxLength(100)
  query?: string | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  listId?: string | null;
}

@InputType({ description: "Contacts as a CSV text with a line of headings." })
export class ImportCallContactsInput {
  @Field(() => String, { description: "At most 2,000 rows." })
  @MaxLength(1_000_000)
  csv: string;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Heading by field: name, phone, timezone, consent. Fields that are left out have headings of their own name.",
  })
  @IsOptional()
  mapping?: Record<string, unknown> | null;
  @Field(() => String, { nullable: true, description: "Country of numbers without a code; US at first." })
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: "must be a country as US" })
  defaultCountry?: string | null;
}

@ObjectType({ description: "A row that was not taken." })
export class CallContactRowFault {
  @Field(() => Int, { description: "1 is the first below the headings." })
  row: number;
  @Field(() => String)
  path: string;
  @Field(() => String)
  message: string;
}

@ObjectType({ description: "What became of an import." })
export class CallContactImport {
  @Field(() => Int)
  added: number;
  @Field(() => Int, { description: "Rows whose number was known: name and the rest are as in the file now." })
  merged: number;
  @Field(() => Int)
  rejected: number;
  @Field(() => [CallContactRowFault])
  errors: CallContactRowFault[];
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
export class DoNotCallPage {
  @Field(() => [DoNotCallEntry])
  entries: DoNotCallEntry[];
  @Field(() => Int)
  total: number;
  @Field(() => String, { nullable: true, description: "Give it as `after` for the next page." })
  nextCursor: string | null;
}

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

@InputType({ description: "A list of contacts." })
export class CreateContactListInput {
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => [ID], { nullable: true, description: "At most 500 to begin with." })
  @IsOptional()
  @ArrayMaxSize(500)
  @MaxLength(64, { each: true })
  contactIds?: string[] | null;
}

@InputType({ description: "Contacts of a list." })
export class ContactListMembersInput {
  @Field(() => ID)
  @MaxLength(64)
  listId: string;
  @Field(() => [ID], { description: "1 to 500." })
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @MaxLength(64, { each: true })
  contactIds: string[];
}

@ObjectType({ description: "A list of contacts, for campaigns." })
export class ContactList {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => Int, { description: "Contacts in it." })
  size: number;
  @Field(() => Date)
  createdAt: string;
}

@ArgsType()
export class ContactListsArgs extends PageArgs {}

@ObjectType({ description: "A page of lists, newest first." })
export class ContactListPage {
  @Field(() => [ContactList])
  lists: ContactList[];
  @Field(() => Int)
  total: number;
  @Field(() => String, { nullable: true, description: "Give it as `after` for the next page." })
  nextCursor: string | null;
}
