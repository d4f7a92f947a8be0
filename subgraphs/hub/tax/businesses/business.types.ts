import { IsEmail, IsOptional, Matches, MaxLength, MinLength, ValidateNested } from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";

@InputType({ description: "US postal address, or a foreign one with `country` and `province`." })
export class PostalAddressInput {
  @Field(() => String, { description: "Street address, at most 100 characters." })
  @MinLength(1)
  @MaxLength(100)
  line1: string;
  @Field(() => String, { nullable: true, description: "Apartment, suite or floor, at most 100 characters." })
  @IsOptional()
  @MaxLength(100)
  line2?: string | null;
  @Field(() => String, { description: "City, at most 60 characters." })
  @MinLength(1)
  @MaxLength(60)
  city: string;
  @Field(() => String, {
    nullable: true,
    description: "US state as two letters. Required in the US, not allowed elsewhere.",
  })
  @IsOptional()
  @MaxLength(2)
  state?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Province or region. Required outside the US, not allowed in the US.",
  })
  @IsOptional()
  @MaxLength(60)
  province?: string | null;
  @Field(() => String, { description: "Postal code. In the US a ZIP code of 5 or 9 digits." })
  @MinLength(1)
  @MaxLength(16)
  postalCode: string;
  @Field(() => String, { nullable: true, description: "Country as a two-letter code. Defaults to US." })
  @IsOptional()
  @MaxLength(2)
  country?: string | null;
}

@InputType({ description: "Business that files tax forms." })
export class SaveTaxBusinessInput {
  @Field(() => ID, {
    nullable: true,
    description:
      "ID of the business to update. Without it, the business with this EIN is updated or a new one created.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  businessId?: string | null;
  @Field(() => String, { description: "Legal name of the business, at most 75 characters." })
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(75)
  businessName: string;
  @Field(() => String, {
    nullable: true,
    description: "Trade name (doing business as), at most 75 characters.",
  })
  @IsOptional()
  @MaxLength(75)
  dba?: string | null;
  @Field(() => String, {
    description: "Employer identification number (EIN): nine digits, hyphen allowed. Never returned in full.",
  })
  @MinLength(1)
  @MaxLength(20)
  ein: string;
  @Field(() => PostalAddressInput, { description: "US address of the business." })
  @ValidateNested()
  address: PostalAddressInput;
  @Field(() => String, { description: "Name of the contact person, at most 75 characters." })
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(75)
  contactName: string;
  @Field(() => String, { description: "Telephone number of the contact person." })
  @Matches(/^\+?[0-9 ().\-x]{7,30}$/, { message: "must be a telephone number" })
  contactPhone: string;
  @Field(() => String, { description: "E-mail address of the contact person." })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  contactEmail: string;
}

@ObjectType({ description: "Postal address on a tax form." })
export class TaxAddress {
  @Field(() => String, { description: "Street address." })
  line1: string;
  @Field(() => String, { nullable: true, description: "Apartment, suite or floor; null without one." })
  line2: string | null;
  @Field(() => String, { description: "City name." })
  city: string;
  @Field(() => String, { nullable: true, description: "US state as two letters; null outside the US." })
  state: string | null;
  @Field(() => String, { nullable: true, description: "Province or region; null in the US." })
  province: string | null;
  @Field(() => String, { description: "Postal or ZIP code." })
  postalCode: string;
  @Field(() => String, { description: "Country as a two-letter code." })
  country: string;
}

@ObjectType({ description: "Business that files tax forms." })
export class TaxBusiness {
  @Field(() => ID, { description: "Unique ID of the business." })
  businessId: string;
  @Field(() => String, { description: "Legal name of the business." })
  businessName: string;
  @Field(() => String, { nullable: true, description: "Trade name (doing business as); null without one." })
  dba: string | null;
  @Field(() => String, {
    description: "Employer identification number with only the last four digits visible.",
  })
  ein: string;
  @Field(() => String, { description: "Last four digits of the employer identification number." })
  einLast4: string;
  @Field(() => TaxAddress, { description: "US address of the business." })
  address: TaxAddress;
  @Field(() => String, { description: "Name of the contact person." })
  contactName: string;
  @Field(() => String, { description: "Telephone number of the contact person." })
  contactPhone: string;
  @Field(() => String, { description: "E-mail address of the contact person." })
  contactEmail: string;
  @Field(() => String, {
    description: "Status: `active`, or `pending` until it is registered with the filing provider.",
  })
  status: "active" | "pending";
  @Field(() => Date, { description: "Time when the business was added." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the business." })
  updatedAt: Date;
}

@ObjectType({ description: "Business after saving." })
export class SavedTaxBusiness {
  @Field(() => TaxBusiness, { description: "Saved business." })
  business: TaxBusiness;
  @Field(() => Boolean, {
    description: "Whether the business is new; false when an existing one was updated.",
  })
  created: boolean;
}

@ObjectType({ description: "Businesses of the account that file tax forms." })
export class TaxBusinessList {
  @Field(() => [TaxBusiness], { description: "Businesses of the account." })
  businesses: TaxBusiness[];
}
