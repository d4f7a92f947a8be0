import { IsIn, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

@ObjectType({ description: "A phone number that the account calls from." })
export class CallerNumber {
  @Field(() => ID, { description: "Unique ID of the phone number, prefixed `pho_`." })
  id: string;
  @Field(() => String, { description: "Phone number in E.164 format." })
  e164: string;
  @Field(() => String, { nullable: true, description: "Your label for the number. Null when not set." })
  label: string | null;
  @Field(() => String, { description: "Number status: pending (being registered), active or released." })
  status: string;
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
