import { IsOptional, Matches, Max, Min } from "class-validator";
import { Field, Float, InputType, ObjectType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";

@ObjectType({ description: "Late fees that stages of reminder rules charge, and their legal limits." })
export class LateFeeSettings {
  @Field(() => Float, {
    nullable: true,
    description: "Percentage of the amount due at each stage. Null for none.",
  })
  percent: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Yearly interest in percent on the amount due, by days. Null for none.",
  })
  annualPercent: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Fixed amount at each stage. Null for none." })
  fixedAmount: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Currency of the fixed amount, which other invoices are not charged. Null without one.",
  })
  fixedCurrency: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "Limit of all late fees of an invoice, in percent of its total. Null without a limit.",
  })
  maxPercent: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Limit of all late fees of an invoice as yearly interest in percent. Null without a limit.",
  })
  maxAnnualPercent: number | null;
}

@InputType({
  description:
    "Late fees at stages with `chargesLateFee`. Needs a fee and a limit; replaces the earlier settings.",
})
export class LateFeeInput {
  @Field(() => Float, {
    nullable: true,
    description: "Percentage of the amount due at each stage, up to 100.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  percent?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Yearly interest in percent on the amount due, up to 100, by actual days over 365.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  annualPercent?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Fixed amount at each stage, above 0." })
  @IsOptional()
  @Min(0.001)
  fixedAmount?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Currency of the fixed amount: USD, CAD, EUR or GBP. Required with it.",
  })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  fixedCurrency?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "Limit of all late fees of an invoice in percent of its total, up to 100.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  maxPercent?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Limit of all late fees of an invoice as yearly percentage, up to 100.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  maxAnnualPercent?: number | null;
}
