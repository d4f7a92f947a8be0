import { IsInt, IsOptional, Matches, Max, Min } from "class-validator";
import { Field, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import type { PayFrequency } from "../taxes/pay-frequency.ts";
import { Dollars } from "../../base/cents-field.ts";

@InputType({ description: "One payment to work taxes out for. Nothing is saved." })
export class CalculateTaxesInput {
  @Field(() => UsDollarsScalar)
  @MinCredits(0)
  grossPay: number;
  @Field(() => String, {
    description: "daily, weekly, biweekly, semimonthly, monthly, quarterly, semiannual or annual.",
  })
  @Matches(/^(daily|weekly|biweekly|semimonthly|monthly|quarterly|semiannual|annual)$/)
  frequency: PayFrequency;
  @Field(() => String, { description: "single, married or head." })
  @Matches(/^(single|married|head)$/)
  filingStatus: "single" | "married" | "head";
  @Field(() => DateScalar, { description: "Its year decides the tables." })
  payDate: string;
  @Field(() => Boolean, { nullable: true })
  step2?: boolean | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  step3?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  step4a?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  step4b?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  step4c?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true, description: "Wages of the year before this payment." })
  @IsOptional()
  @MinCredits(0)
  ytdGross?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true, description: "Deducted by section 125, before all taxes." })
  @IsOptional()
  @MinCredits(0)
  pretax?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Two letters; without it no tax of a state is worked out.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: "must be a state as TX" })
  state?: string | null;
  @Field(() => Int, { nullable: true, description: "Of the state's certificate." })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(99)
  stateAllowances?: number | null;
  @Field(() => Boolean, { nullable: true, description: "A bonus or the like, at the flat rate." })
  supplemental?: boolean | null;
}

@ObjectType({ description: "Taxes that the employer bears." })
export class EmployerTaxes {
  @Dollars("socialSecurity")
  socialSecurityCents: number;
  @Dollars("medicare")
  medicareCents: number;
  @Dollars("futa")
  futaCents: number;
}

@ObjectType({ description: "A line of Worksheet 1A of Publication 15-T." })
export class TaxStep {
  @Field(() => String)
  line: string;
  @Field(() => String)
  label: string;
  @Dollars("amount")
  amountCents: number;
}

@ObjectType({ description: "Taxes of one payment." })
export class TaxBreakdown {
  @Dollars("federalIncome")
  federalIncomeCents: number;
  @Dollars("socialSecurity")
  socialSecurityCents: number;
  @Dollars("medicare")
  medicareCents: number;
  @Dollars("additionalMedicare")
  additionalMedicareCents: number;
  @Dollars("state", { nullable: true, description: "Null where no state was named." })
  stateCents: number | null;
  @Field(() => String, { nullable: true, description: "Why the tax of the state is what it is." })
  stateReason: string | null;
  @Field(() => EmployerTaxes)
  employer: EmployerTaxes;
  @Dollars("net")
  netCents: number;
  @Field(() => String)
  taxTableVersion: string;
  @Field(() => [TaxStep])
  steps: TaxStep[];
}
