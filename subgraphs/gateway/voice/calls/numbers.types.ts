import { IsIn, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { InboundRoute } from "../inbound/routes.types.ts";
import { PageArgs } from "../../base/page.types.ts";

@ObjectType({ description: "A phone number that the account calls from." })
export class CallerNumber {
  @Field(() => ID, { description: "Unique ID of the phone number, prefixed `pho_`." })
  id: string;
  @Field(() => String, { description: "Phone number in E.164 format." })
  e164: string;
  @Field(() => String, { nullable: true, description: "Your label for the number. Null when not set." })
  label: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Name that scripts insert as `{{callerName}}` in calls from this number. Null when not set.",
  })
  callerName: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the voice agent for calls from this number that name none. Null when not set.",
  })
  voiceAgentId: string | null;
  @Field(() => String, { description: "Number status: pending (being registered), active or released." })
  status: string;
  @Field(() => InboundRoute, {
    nullable: true,
    description: "What happens to calls to the number, set by `setInboundRoute`. Null: they are declined.",
  })
  inboundRoute: InboundRoute | null;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time the number was requested." })
  createdAt: string;
}

@ObjectType({ description: "A page of phone numbers, newest first." })
export class CallerNumberPage extends countedPageOf(CallerNumber, "numbers", {
  total: "Phone numbers that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@InputType({ description: "A phone number to register for outgoing calls." })
export class RegisterPhoneNumberInput {
  @Field(() => String, { description: "Phone number in E.164 format, from `availableNumbers`." })
  @Matches(/^\+[1-9]\d{5,14}$/, { message: "must be a phone number in E.164 format, such as +12125550142" })
  e164: string;
  @Field(() => String, { nullable: true, description: "Your label for the number, up to 100 characters." })
  @IsOptional()
  @MaxLength(100)
  label?: string | null;
}

@InputType({ description: "Changes to a phone number. Omitted fields stay unchanged." })
export class UpdatePhoneNumberInput {
  @Field(() => ID, { description: "ID of the phone number." })
  @MaxLength(64)
  numberId: string;
  @Field(() => String, {
    nullable: true,
    description: "New label for the number, up to 100 characters. Null removes it.",
  })
  @IsOptional()
  @MaxLength(100)
  label?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the voice agent for calls from this number that name none. Null removes it.",
  })
  @IsOptional()
  @MaxLength(64)
  voiceAgentId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New name that scripts insert as `{{callerName}}`, up to 100 characters. Null removes it.",
  })
  @IsOptional()
  @MaxLength(100)
  callerName?: string | null;
}

@InputType({ description: "A phone number of the account, identified by its ID." })
export class PhoneNumberIdInput {
  @Field(() => ID, { description: "ID of the phone number." })
  @MaxLength(64)
  numberId: string;
}

@ObjectType({ description: "Confirmation that a phone number was released." })
export class ReleasedNumber {
  @Field(() => ID, { description: "ID of the released phone number." })
  id: string;
  @Field(() => Boolean, { description: "Always true: the carrier may give the number to somebody else." })
  released: boolean;
}

@ArgsType()
export class CallerNumbersArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: "Only numbers with this status: pending, active or released.",
  })
  @IsOptional()
  @IsIn(["pending", "active", "released"])
  status?: "pending" | "active" | "released" | null;
}

@ArgsType()
export class NumberOffersArgs {
  @Field(() => String, { description: "Two-letter country code (ISO 3166-1), such as US." })
  @Matches(/^[A-Z]{2}$/, { message: "must be a two-letter country code, such as US" })
  country: string;
  @Field(() => String, { nullable: true, description: "Area code the number must have, 3 digits." })
  @IsOptional()
  @Matches(/^\d{3}$/, { message: "must be 3 digits" })
  areaCode?: string | null;
  @Field(() => String, { nullable: true, description: "Digits the number must contain, 2 to 10." })
  @IsOptional()
  @Matches(/^\d{2,10}$/, { message: "must be 2 to 10 digits" })
  contains?: string | null;
}

@ObjectType({ description: "A phone number available from the carrier." })
export class NumberOffer {
  @Field(() => String, { description: "Phone number in E.164 format." })
  e164: string;
  @Field(() => String, { nullable: true, description: "City or town of the number. Null when unknown." })
  locality: string | null;
  @Field(() => String, { nullable: true, description: "State or province of the number. Null when unknown." })
  region: string | null;
}

@ObjectType({ description: "Phone numbers available from the carrier." })
export class NumberOffers {
  @Field(() => [NumberOffer], { description: "Available phone numbers, at most 20." })
  offers: readonly NumberOffer[];
}
