import { IsOptional, Matches, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, ObjectType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";

@ArgsType()
export class TaxRateLookupArgs {
  @Field(() => ID, {
    nullable: true,
    description: "ID of a client whose country, currency and tax exemption apply.",
  })
  @IsOptional()
  @MaxLength(64)
  clientId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Country of the buyer as an ISO 3166-1 code. Default: that of the client.",
  })
  @IsOptional()
  @MaxLength(2)
  @Matches(/^[A-Z]{2}$/, { message: "must be an ISO 3166-1 country code, such as DE" })
  country?: string | null;
  @Field(() => String, { nullable: true, description: "State or province, up to 50 characters." })
  @IsOptional()
  @MaxLength(50)
  state?: string | null;
  @Field(() => String, { nullable: true, description: "City, up to 100 characters." })
  @IsOptional()
  @MaxLength(100)
  city?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Postal code, up to 20 characters. The United States need one.",
  })
  @IsOptional()
  @MaxLength(20)
  postalCode?: string | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Amount to calculate with. Default 100." })
  @IsOptional()
  @Min(0)
  amount?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Currency of all amounts as a code of three letters. Default: the client's, else USD.",
  })
  @IsOptional()
  @MaxLength(3)
  @Matches(/^[A-Za-z]{3}$/, { message: "must be a currency code of three letters" })
  currency?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the amount includes its taxes. Default false.",
  })
  inclusive?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Product tax code of the service, such as `txcd_20030000` for services. Default: that of the seller's account there.",
  })
  @IsOptional()
  @MaxLength(13)
  @Matches(/^txcd_\d{8}$/, { message: "must be a product tax code, such as txcd_20030000" })
  taxCode?: string | null;
}

@ObjectType({ description: "A tax that applies at a place, as the tax service says." })
export class LookedUpTaxRate {
  @Field(() => String, { description: "Name of the tax, such as VAT." })
  name: string;
  @Field(() => Float, { description: "Tax rate in percent: 9.975 means 9.975 %." })
  ratePercent: number;
  @Field(() => String, { description: "Authority that levies the tax." })
  jurisdiction: string;
  @Field(() => String, {
    description: "Level of the authority: `country`, `state`, `county`, `city` or `district`.",
  })
  level: string;
  @Field(() => String, {
    description:
      "Why it is taxed or not, in the service's words. `standard_rated` is taxed; `not_collecting` means no registration there.",
  })
  taxability: string;
  @Field(() => MoneyScalar, { description: "Part of the amount that is taxed." })
  taxableAmount: number;
  @Field(() => MoneyScalar, { description: "Amount of this tax." })
  taxAmount: number;
}

@ObjectType({ description: "Taxes of a place by a tax service. Nothing is stored." })
export class TaxRateLookup {
  @Field(() => String, { description: "Service that calculated the taxes." })
  source: string;
  @Field(() => Boolean, {
    description:
      "Whether a stand-in or the service's test mode answered. Never use such rates on real invoices.",
  })
  simulated: boolean;
  @Field(() => String, { description: "Country that was asked about." })
  country: string;
  @Field(() => String, { description: "Currency of all amounts." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount that was calculated with." })
  amount: number;
  @Field(() => MoneyScalar, { description: "Sum of all taxes." })
  taxAmount: number;
  @Field(() => [LookedUpTaxRate], { description: "Taxes of the place." })
  rates: LookedUpTaxRate[];
}
