import {
  ArrayMaxSize,
  ArrayMinSize,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { Dollars } from "../../base/cents-field.ts";
import { TaxPaidElsewhereInput } from "../filings/filing-input.types.ts";

@InputType({ description: "A vehicle whose tax is claimed back." })
export class ClaimItemInput {
  @Field(() => String, { description: "Vehicle identification number (VIN) of the vehicle." })
  @MaxLength(32)
  vin: string;
  @Field(() => String, { description: "Why tax is refunded: sold, destroyed, stolen or low_mileage." })
  @Matches(/^(sold|destroyed|stolen|low_mileage)$/)
  kind: "sold" | "destroyed" | "stolen" | "low_mileage";
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day of the sale, destruction or theft. Required unless low_mileage.",
  })
  date?: string | null;
  @Field(() => MoneyScalar, { description: "Amount claimed in dollars, 0.01 to 550." })
  @Min(0.01)
  @Max(550)
  credit: number;
  @Field(() => TaxPaidElsewhereInput, {
    nullable: true,
    description: "Tax that was paid, where no accepted return of this filer paid it.",
  })
  @IsOptional()
  @ValidateNested()
  paidElsewhere?: TaxPaidElsewhereInput | null;
}

@InputType({ description: "Claim for refund to prepare." })
export class Create8849ClaimInput {
  @Field(() => ID, { description: "ID of the filer." })
  @MaxLength(64)
  filerId: string;
  @Field(() => [ClaimItemInput], { description: "Vehicles whose tax is claimed back, 1 to 100." })
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  items: ClaimItemInput[];
}

@ObjectType({ description: "A vehicle on a claim for refund." })
export class ClaimItem {
  @Field(() => String, { description: "Vehicle identification number (VIN)." })
  vin: string;
  @Field(() => String, {
    description: "Why tax is refunded: `sold`, `destroyed`, `stolen` or `low_mileage`.",
  })
  kind: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day of the sale, destruction or theft. Null for low mileage.",
  })
  date: string | null;
  @Field(() => Int, { description: "First year of the tax period, such as 2025 for July 2025 to June 2026." })
  period: number;
  @Dollars("credit", { description: "Amount claimed, in dollars." })
  creditCents: number;
}

@ObjectType({ description: "A claim for refund: Form 8849 with Schedule 6. A draft, which is not filed." })
export class Claim8849 {
  @Field(() => ID, { description: "ID of the claim." })
  id: string;
  @Field(() => ID, { description: "ID of the filer." })
  filerId: string;
  @Field(() => String, {
    description: "`draft`, or `superseded` once a return has claimed one of its credits.",
  })
  status: string;
  @Field(() => String, { description: "Credit reference number on Schedule 6: `365`." })
  creditReference: string;
  @Field(() => [ClaimItem], { description: "Vehicles whose tax is claimed back." })
  items: ClaimItem[];
  @Dollars("total", { description: "Sum of the claim, in dollars." })
  totalCents: number;
  @Field(() => String, { description: "What remains to be done, since nothing is filed." })
  nextStep: string;
  @Field(() => Date, { description: "Time at which the claim was prepared." })
  createdAt: string;
}

@ObjectType({ description: "Claims for refund, newest first." })
export class Claim8849List {
  @Field(() => [Claim8849], { description: "Claims, newest first, at most 500." })
  claims: Claim8849[];
}

@ArgsType()
export class Claim8849Args {
  @Field(() => ID, { description: "ID of the claim." })
  @MaxLength(64)
  claimId: string;
}

@ArgsType()
export class Claims8849Args {
  @Field(() => ID, { nullable: true, description: "Filter by filer ID." })
  @IsOptional()
  @MaxLength(64)
  filerId?: string | null;
  @Field(() => String, { nullable: true, description: "Filter by status: draft or superseded." })
  @IsOptional()
  @Matches(/^(draft|superseded)$/)
  status?: string | null;
}
