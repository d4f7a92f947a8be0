import { IsEmail, IsOptional, Matches, MaxLength, MinLength, ValidateNested } from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";

@InputType({ description: "An address in the US, or with `country` and `province` elsewhere." })
export class PostalAddressInput {
  @Field(() => String)
  @MinLength(1)
  @MaxLength(100)
  line1: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100)
  line2?: string | null;
  @Field(() => String)
  @MinLength(1)
  @MaxLength(60)
  city: string;
  @Field(() => String, { nullable: true, description: "Two letters; required in the US." })
  @IsOptional()
  @MaxLength(2)
  state?: string | null;
  @Field(() => String, { nullable: true, description: "Required outside the US." })
  @IsOptional()
  @MaxLength(60)
  province?: string | null;
  @Field(() => String, { description: "ZIP code of 5 or 9 digits in the US." })
  @MinLength(1)
  @MaxLength(16)
  postalCode: string;
  @Field(() => String, { nullable: true, description: "Two letters, US when left out." })
  @IsOptional()
  @MaxLength(2)
  country?: string | null;
}

@InputType({ description: "A business that files tax forms." })
export class SaveTaxBusinessInput {
  @Field(() => ID, {
    nullable: true,
    description: "Updates this one. Without it, the one of this EIN, or a new one.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  businessId?: string | null;
  @Field(() => String)
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(75)
  businessName: string;
  @Field(() => String, { nullable: true, description: "Trade name." })
  @IsOptional()
  @MaxLength(75)
  dba?: string | null;
  @Field(() => String, {
    description: "Employer identification number, nine digits. It is never shown again.",
  })
  @MinLength(1)
  @MaxLength(20)
  ein: string;
  @Field(() => PostalAddressInput, { description: "In the US." })
  @ValidateNested()
  address: PostalAddressInput;
  @Field(() => String)
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(75)
  contactName: string;
  @Field(() => String)
  @Matches(/^\+?[0-9 ().\-x]{7,30}$/, { message: "must be a telephone number" })
  contactPhone: string;
  @Field(() => String)
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  contactEmail: string;
}

@ObjectType({ description: "A postal address." })
export class TaxAddress {
  @Field(() => String)
  line1: string;
  @Field(() => String, { nullable: true })
  line2: string | null;
  @Field(() => String)
  city: string;
  @Field(() => String, { nullable: true })
  state: string | null;
  @Field(() => String, { nullable: true })
  province: string | null;
  @Field(() => String)
  postalCode: string;
  @Field(() => String)
  country: string;
}

@ObjectType({ description: "A business that files tax forms." })
export class TaxBusiness {
  @Field(() => ID)
  businessId: string;
  @Field(() => String)
  businessName: string;
  @Field(() => String, { nullable: true })
  dba: string | null;
  @Field(() => String, { description: "All but the last four digits are masked." })
  ein: string;
  @Field(() => String)
  einLast4: string;
  @Field(() => TaxAddress)
  address: TaxAddress;
  @Field(() => String)
  contactName: string;
  @Field(() => String)
  contactPhone: string;
  @Field(() => String)
  contactEmail: string;
  @Field(() => String, { description: "`active`, or `pending` until the filing provider has it." })
  status: "active" | "pending";
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A business as it was saved." })
export class SavedTaxBusiness {
  @Field(() => TaxBusiness)
  business: TaxBusiness;
  @Field(() => Boolean, { description: "False for one that was there." })
  created: boolean;
}

@ObjectType({ description: "Businesses of the caller's account." })
export class TaxBusinessList {
  @Field(() => [TaxBusiness])
  businesses: TaxBusiness[];
}
