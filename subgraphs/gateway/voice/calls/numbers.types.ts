import { IsIn, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

@ObjectType({ description: "A number that the account calls from." })
export class CallerNumber {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  e164: string;
  @Field(() => String, { nullable: true })
  label: string | null;
  @Field(() => String, { description: "pending, active or released." })
  status: string;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: string;
}

@ObjectType({ description: "A page of numbers, newest first." })
export class CallerNumberPage extends countedPageOf(CallerNumber, "numbers", { nextCursor: nextPage }) {}

@InputType({ description: "A number to be taken." })
export class RegisterPhoneNumberInput {
  @Field(() => String, { description: "E.164, as the carrier offers it." })
  @Matches(/^\+[1-9]\d{5,14}$/, { message: "must be a number as +12125550142" })
  e164: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100)
  label?: string | null;
}

@ArgsType()
export class CallerNumbersArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "pending, active or released." })
  @IsOptional()
  @IsIn(["pending", "active", "released"])
  status?: "pending" | "active" | "released" | null;
}

@ArgsType()
export class NumberOffersArgs {
  @Field(() => String, { description: "As US." })
  @Matches(/^[A-Z]{2}$/, { message: "must be a country as US" })
  country: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/^\d{3}$/, { message: "must be three digits" })
  areaCode?: string | null;
  @Field(() => String, { nullable: true, description: "Digits that the number has." })
  @IsOptional()
  @Matches(/^\d{2,10}$/, { message: "must be 2 to 10 digits" })
  contains?: string | null;
}

@ObjectType({ description: "A number that the carrier offers." })
export class NumberOffer {
  @Field(() => String)
  e164: string;
  @Field(() => String, { nullable: true })
  locality: string | null;
  @Field(() => String, { nullable: true })
  region: string | null;
}

@ObjectType({ description: "Numbers that the carrier offers." })
export class NumberOffers {
  @Field(() => [NumberOffer])
  offers: readonly NumberOffer[];
}
