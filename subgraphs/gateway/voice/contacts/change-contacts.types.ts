import { IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";

@InputType({ description: "Changes to a call contact. Omitted fields stay unchanged." })
export class UpdateCallContactInput {
  @Field(() => ID, { description: "ID of the contact to change." })
  @MaxLength(64)
  contactId: string;
  @Field(() => String, { nullable: true, description: "New name of the person, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New phone number in E.164 or US national format. Consent is recorded per number.",
  })
  @IsOptional()
  @MaxLength(40)
  phone?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New IANA time zone, such as America/Chicago. Null removes it.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "New values for script variables, replacing all current ones. At most 50.",
  })
  @IsOptional()
  variables?: Record<string, unknown> | null;
}

@InputType({ description: "A call contact, identified by its ID." })
export class CallContactIdInput {
  @Field(() => ID, { description: "ID of the contact." })
  @MaxLength(64)
  contactId: string;
}

@ObjectType({ description: "Confirmation that a call contact was deleted." })
export class DeletedCallContact {
  @Field(() => ID, { description: "ID of the deleted contact." })
  id: string;
  @Field(() => Boolean, { description: "Always true: the contact and the words of its calls are erased." })
  deleted: boolean;
}

@InputType({ description: "A contact list, identified by its ID." })
export class ContactListIdInput {
  @Field(() => ID, { description: "ID of the contact list." })
  @MaxLength(64)
  listId: string;
}

@ObjectType({ description: "Confirmation that a contact list was deleted." })
export class DeletedContactList {
  @Field(() => ID, { description: "ID of the deleted list." })
  id: string;
  @Field(() => Boolean, { description: "Always true: the list no longer exists. Its contacts remain." })
  deleted: boolean;
}

@ArgsType()
export class PhoneNumberCheckArgs {
  @Field(() => String, { description: "Phone number to check, in international or national format." })
  @MaxLength(40)
  phone: string;
  @Field(() => String, {
    nullable: true,
    description: "Country of numbers without a country code, as a two-letter code. Default: US.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: "must be a two-letter country code, such as US" })
  defaultCountry?: string | null;
}

@ObjectType({ description: "What the national number plans say about a phone number." })
export class PhoneNumberCheck {
  @Field(() => Boolean, {
    description: "True when the country's number plan has such numbers. The line itself is not tested.",
  })
  valid: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Phone number in E.164 format. Null when it is not valid.",
  })
  e164: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Two-letter country code (ISO 3166-1). Null when unknown or not valid.",
  })
  country: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Kind of number: mobile, fixed_line, fixed_line_or_mobile, toll_free, premium_rate, shared_cost, voip, personal, pager, uan or voicemail. Null when unknown or not valid.",
  })
  type: string | null;
  @Field(() => [String], {
    description: "IANA time zones the number may be in. Empty when its place is unknown.",
  })
  timezones: readonly string[];
}
