import { IsOptional, Length, Matches, MaxLength, ValidateNested } from "class-validator";
import { Field, InputType, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";

@InputType({ description: "Postal address of the business." })
export class BusinessAddressInput {
  @Field(() => String, { description: "Street address, at most 100 characters." })
  @Length(1, 100)
  line1: string;
  @Field(() => String, { nullable: true, description: "Apartment, suite or floor, at most 100 characters." })
  @IsOptional()
  @MaxLength(100)
  line2?: string | null;
  @Field(() => String, { description: "City of the business, at most 60 characters." })
  @Length(1, 60)
  city: string;
  @Field(() => String, { nullable: true, description: "State or province, at most 60 characters." })
  @IsOptional()
  @MaxLength(60)
  region?: string | null;
  @Field(() => String, { description: "Postal or ZIP code, at most 16 characters." })
  @Length(1, 16)
  postalCode: string;
  @Field(() => String, { description: "Country as an ISO 3166 two-letter code." })
  @Matches(/^[A-Z]{2}$/, { message: "must be an ISO 3166 code of two capital letters" })
  country: string;
}

@InputType({ description: "Sender name and postal address of the business." })
export class SaveBusinessProfileInput {
  @Field(() => String, {
    description: "Business name shown as the sender, at most 100 characters on one line.",
  })
  @Length(1, 100)
  @Matches(/^[^\r\n]*$/, { message: "must be one line" })
  businessName: string;
  @Field(() => BusinessAddressInput, { description: "Postal address shown in marketing e-mail." })
  @ValidateNested()
  postalAddress: BusinessAddressInput;
}

@ObjectType({ description: "Sender name and postal address shown in marketing e-mail." })
export class BusinessProfile {
  @Field(() => String, {
    nullable: true,
    description: "Business name shown as the sender; null until it is set.",
  })
  businessName: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Postal address as {line1, line2, city, region, postalCode, country}; null until it is set.",
  })
  postalAddress: Record<string, unknown> | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the last change; null until the profile is set.",
  })
  updatedAt: Date | null;
}
