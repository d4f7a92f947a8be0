import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { Field, Float, ID, InputType, ObjectType } from "type-graphql";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { Dollars } from "../../base/cents-field.ts";

@ObjectType({ description: "An employee's enrollment in a deduction." })
export class DeductionEnrollment {
  @Field(() => ID, { description: "ID of the enrollment." })
  id: string;
  @Field(() => ID, { description: "ID of the enrolled employee." })
  employeeId: string;
  @Field(() => String, { name: "deductionCode", simple: false, description: "Code of the deduction type." })
  code: string;
  @Dollars("amount", {
    nullable: true,
    description: "Deduction per pay period, in dollars. Null when `percentage` is set.",
  })
  amountCents: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Deduction in percent of gross pay. Null when `amount` is set.",
  })
  percentage: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Contribution of the employer in percent of the deduction. Null without one.",
  })
  employerMatch: number | null;
  @Field(() => DateScalar, { description: "First pay date from which it is deducted." })
  startsOn: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last pay date on which it is deducted. Null while it has no end.",
  })
  endsOn: string | null;
}

@InputType({ description: "Employee and deduction, with an amount per period or a percentage of gross pay." })
export class EnrollInDeductionInput {
  @Field(() => ID, { description: "ID of the employee to enroll." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => String, { description: "Code of the deduction type." })
  @MaxLength(40)
  code: string;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Deduction per pay period, in dollars. Set either this or `percent`.",
  })
  @IsOptional()
  @MinCredits(0.01)
  amount?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Percentage of gross pay, at most 4 decimals. Set either this or `amount`.",
  })
  @IsOptional()
  @Min(0.0001)
  @Max(100)
  percent?: number | null;
  @Field(() => Float, {
    nullable: true,
    description:
      "Contribution of the employer in percent of the deduction: 100 doubles it. At most 1,000, with 4 decimals.",
  })
  @IsOptional()
  @Min(0.0001)
  @Max(1_000)
  employerMatch?: number | null;
  @Field(() => DateScalar, { description: "First pay date from which it is deducted." })
  from: string;
}
