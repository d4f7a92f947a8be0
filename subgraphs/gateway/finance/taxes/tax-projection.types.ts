import { Max, Min, ValidateNested, IsOptional } from "class-validator";
import { ArgsType, Field, Float, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { enumOf } from "../accounts/account.types.ts";
import { Dollars } from "../../base/cents-field.ts";
import { filingStatuses, type FilingStatus } from "./federal-tax-tables.ts";

const TaxFilingStatus = enumOf(filingStatuses);
registerEnumType(TaxFilingStatus, { name: "TaxFilingStatus", description: "How a federal return is filed." });

@InputType({ description: "A year's income in dollars." })
export class TaxIncomeInput {
  @Field(() => UsDollarsScalar)
  @MinCredits(0)
  wages: number;
  @Field(() => UsDollarsScalar, { nullable: true, description: "Profit of a business of one's own." })
  @IsOptional()
  @MinCredits(0)
  selfEmployment?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  interest?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  qualifiedDividends?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  longTermGains?: number | null;
}

@ArgsType()
export class ProjectTaxesArgs {
  @Field(() => Int)
  @Min(2000)
  @Max(2100)
  year: number;
  @Field(() => TaxFilingStatus)
  filingStatus: FilingStatus;
  @Field(() => TaxIncomeInput)
  @ValidateNested()
  income: TaxIncomeInput;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Itemized; the standard deduction is taken where it is larger.",
  })
  @IsOptional()
  @MinCredits(0)
  deductions?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  withheld?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  estimatedPaid?: number | null;
  @Field(() => Int, { nullable: true, description: "Children under 17." })
  @IsOptional()
  @Min(0)
  @Max(20)
  dependents?: number | null;
}

@ObjectType({ description: "One line of the calculation." })
export class TaxProjectionStep {
  @Field(() => String)
  label: string;
  @Dollars("amount")
  amountCents: number;
}

@ObjectType({ description: "What is owed in federal tax for a year, in dollars." })
export class TaxProjection {
  @Field(() => Int)
  year: number;
  @Field(() => TaxFilingStatus)
  filingStatus: FilingStatus;
  @Dollars("taxableIncome")
  taxableIncomeCents: number;
  @Dollars("incomeTax", { description: "Before credits." })
  incomeTaxCents: number;
  @Dollars("selfEmploymentTax")
  selfEmploymentTaxCents: number;
  @Dollars("credits")
  creditsCents: number;
  @Dollars("total")
  totalCents: number;
  @Dollars("balance", {
    description: "After what was withheld and paid: positive is owed, negative is refunded.",
  })
  balanceCents: number;
  @Field(() => Float, { description: "Percent of the next dollar of ordinary income." })
  marginalRate: number;
  @Field(() => Float, { description: "Percent of all income." })
  effectiveRate: number;
  @Field(() => [TaxProjectionStep])
  steps: TaxProjectionStep[];
  @Field(() => [String], { description: "What the projection leaves out." })
  notIncluded: readonly string[];
}
