import { ArrayMaxSize, ArrayMinSize, IsIn, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import type { ConsentKind } from "../voice-tables.ts";
import { PageArgs } from "../../base/page.types.ts";

export const consentKinds = ["express", "written", "revoked"] as const;

@InputType({ description: "A person's consent to be called." })
export class CallConsentInput {
  @Field(() => String, { description: "Type of consent: express, written or revoked." })
  @IsIn(consentKinds)
  kind: ConsentKind;
  @Field(() => String, {
    description: "Where the consent was given, such as a form or contract. Up to 200 characters.",
  })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  source: string;
  @Field(() => Date, {
    nullable: true,
    description: "Time the consent was given, not in the future. Default: now.",
  })
  @IsOptional()
  at?: Date | null;
}

@ObjectType({ description: "An entry of the do-not-call list." })
export class DoNotCallEntry {
  @Field(() => ID, { description: "Unique ID of the entry, prefixed `dnc_`." })
  id: string;
  @Field(() => String, { description: "Blocked phone number, in E.164 format." })
  phone: string;
  @Field(() => String, { description: "Reason the number is blocked." })
  reason: string;
  @Field(() => String, { description: "Who requested the block, such as the person or a registry." })
  source: string;
  @Field(() => Boolean, { description: "True while the number is blocked." })
  listed: boolean;
  @Field(() => Date, { description: "Time the number was added." })
  since: string;
  @Field(() => Date, {
    nullable: true,
    description: "Time the number was removed. Null while it is blocked.",
  })
  removedAt: string | null;
}

@InputType({ description: "A phone number to block for calls." })
export class AddToDoNotCallInput {
  @Field(() => String, { description: "Phone number to block, in E.164 or US national format." })
  @MaxLength(40)
  phone: string;
  @Field(() => String, { description: "Reason for blocking the number, up to 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
  @Field(() => String, {
    description: "Who requested the block: the person, a registry or a court. Up to 200 characters.",
  })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  source: string;
}

@InputType({ description: "A phone number to unblock for calls." })
export class RemoveFromDoNotCallInput {
  @Field(() => String, { description: "Phone number to unblock, in E.164 or US national format." })
  @MaxLength(40)
  phone: string;
  @Field(() => String, {
    description:
      "Evidence that the number may be called again. Stored with the entry, up to 1,000 characters.",
  })
  @MaxLength(1000)
  @Matches(/\S/, { message: "must not be blank" })
  proof: string;
}

@ArgsType()
export class DoNotCallListArgs extends PageArgs {}

@ObjectType({ description: "A page of do-not-call entries, newest first." })
export class DoNotCallPage extends countedPageOf(DoNotCallEntry, "entries", {
  total: "Blocked numbers of the account, across all pages.",
  nextCursor: nextPage,
}) {}

@ArgsType()
export class DoNotCallCheckArgs {
  @Field(() => [String], { description: "Phone numbers to check, 1 to 500." })
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @MaxLength(40, { each: true })
  phones: string[];
}

@ObjectType({ description: "Result of checking one number against the do-not-call list." })
export class DoNotCallCheck {
  @Field(() => String, { description: "Phone number as given in the request." })
  phone: string;
  @Field(() => String, {
    nullable: true,
    description: "Phone number in E.164 format. Null when it is not a valid number.",
  })
  e164: string | null;
  @Field(() => Boolean, { description: "True when the number is on the do-not-call list." })
  listed: boolean;
  @Field(() => Date, {
    nullable: true,
    description: "Time the number was added to the list. Null when it is not listed.",
  })
  since: string | null;
}

@ObjectType({ description: "Results of a do-not-call check." })
export class DoNotCallChecks {
  @Field(() => [DoNotCallCheck], { description: "One result per number, in the order given." })
  phones: DoNotCallCheck[];
}

@InputType({ description: "Consent given or revoked for a number. The newest record applies." })
export class RecordConsentInput extends CallConsentInput {
  @Field(() => String, { description: "Phone number of the person, in E.164 or US national format." })
  @MaxLength(40)
  phone: string;
}

@ObjectType({ description: "A consent record for a phone number." })
export class CallConsent {
  @Field(() => ID, { description: "Unique ID of the record, prefixed `con_`." })
  id: string;
  @Field(() => String, { description: "Phone number of the person, in E.164 format." })
  phone: string;
  @Field(() => String, { description: "Type of consent: express, written or revoked." })
  kind: string;
  @Field(() => String, { description: "Where the consent was given or revoked." })
  source: string;
  @Field(() => Date, { description: "Time the consent was given or revoked." })
  at: string;
  @Field(() => Date, { description: "Time the consent was recorded." })
  createdAt: string;
}
