import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { W4Certificate } from "./certificate.types.ts";
import { EmployeeArgs } from "./employee.types.ts";
import { Compensation, DeductionType, EmployeeBankAccount, Garnishment } from "./employee-terms.types.ts";
import { DeductionEnrollment } from "./enrollment.types.ts";

const notBlank = { message: "must not be blank" };

@ObjectType({ description: "All Forms W-4 of an employee." })
export class W4History {
  @Field(() => [W4Certificate], { description: "Forms that were filed, the latest effective date first." })
  forms: W4Certificate[];
}

@ObjectType({ description: "All pay rates of an employee." })
export class CompensationHistory {
  @Field(() => [Compensation], { description: "Pay rates, the latest effective date first." })
  compensations: Compensation[];
}

@ObjectType({ description: "Types of deduction of the account." })
export class DeductionTypeList {
  @Field(() => [DeductionType], { description: "Types of deduction, ordered by code." })
  deductionTypes: DeductionType[];
}

@ObjectType({ description: "Deductions of an employee." })
export class EmployeeDeductionList {
  @Field(() => [DeductionEnrollment], { description: "Enrollments in effect, ordered by code." })
  enrollments: DeductionEnrollment[];
}

@ObjectType({ description: "Garnishments of an employee." })
export class GarnishmentList {
  @Field(() => [Garnishment], { description: "Garnishments, in the order in which they are withheld." })
  garnishments: Garnishment[];
}

@ObjectType({ description: "Bank accounts of an employee." })
export class EmployeeBankAccountList {
  @Field(() => [EmployeeBankAccount], { description: "Bank accounts, newest first. Numbers are masked." })
  bankAccounts: EmployeeBankAccount[];
}

@ArgsType()
export class EmployeeDeductionsArgs extends EmployeeArgs {
  @Field(() => DateScalar, {
    nullable: true,
    description: "Pay date on which the deductions are in effect. Default: today.",
  })
  asOf?: string | null;
}

@ArgsType()
export class GarnishmentsArgs extends EmployeeArgs {
  @Field(() => String, { nullable: true, description: "Filter by status: active, paid_off or ended." })
  @IsOptional()
  @Matches(/^(active|paid_off|ended)$/)
  status?: "active" | "paid_off" | "ended" | null;
}

@InputType({ description: "New amount or percentage of a deduction, from a pay date." })
export class UpdateDeductionEnrollmentInput {
  @Field(() => ID, { description: "ID of the enrollment to change." })
  @MaxLength(64)
  enrollmentId: string;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "New deduction per pay period, in dollars. Set either this or `percent`.",
  })
  @IsOptional()
  @MinCredits(0.01)
  amount?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "New percentage of gross pay, at most 4 decimals. Set either this or `amount`.",
  })
  @IsOptional()
  @Min(0.0001)
  @Max(100)
  percent?: number | null;
  @Field(() => DateScalar, {
    description: "First pay date of the new amount. Not before the enrollment starts.",
  })
  effectiveDate: string;
}

@InputType({ description: "Enrollment in a deduction to end, and its last pay date." })
export class EndDeductionEnrollmentInput {
  @Field(() => ID, { description: "ID of the enrollment to end." })
  @MaxLength(64)
  enrollmentId: string;
  @Field(() => DateScalar, {
    description: "Last pay date with the deduction. The day before the start when it was never due.",
  })
  to: string;
}

@InputType({ description: "Garnishment terms to change. Omitted fields stay the same." })
export class UpdateGarnishmentInput {
  @Field(() => ID, { description: "ID of the garnishment to change." })
  @MaxLength(64)
  garnishmentId: string;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "New amount per pay period, in dollars. Replaces a percentage.",
  })
  @IsOptional()
  @MinCredits(0.01)
  amount?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "New percentage of disposable earnings, at most 4 decimals. Replaces an amount.",
  })
  @IsOptional()
  @Min(0.0001)
  @Max(100)
  percent?: number | null;
  @Field(() => String, { nullable: true, description: "New case number, at most 100 characters." })
  @IsOptional()
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  caseNumber?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "New order in which it is withheld, 1 to 99. Lower numbers come first.",
  })
  @IsOptional()
  @Min(1)
  @Max(99)
  priority?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "New total debt in dollars. Not less than what was already withheld.",
  })
  @IsOptional()
  @MinCredits(0.01)
  total?: number | null;
}

@InputType({ description: "Garnishment to end, its last pay date and the reason." })
export class EndGarnishmentInput {
  @Field(() => ID, { description: "ID of the garnishment to end." })
  @MaxLength(64)
  garnishmentId: string;
  @Field(() => DateScalar, {
    description: "Last pay date on which pay is withheld. The day before the start when it was never due.",
  })
  to: string;
  @Field(() => String, { description: "Reason for the end, such as a release, at most 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, notBlank)
  reason: string;
}

@InputType({ description: "Bank account of an employee to remove." })
export class RemoveEmployeeBankAccountInput {
  @Field(() => ID, { description: "ID of the bank account to remove." })
  @MaxLength(64)
  bankAccountId: string;
}

@ObjectType({ description: "A bank account that was removed from an employee." })
export class RemovedEmployeeBankAccount {
  @Field(() => ID, { description: "ID of the removed bank account." })
  bankAccountId: string;
  @Field(() => Boolean, { description: "True: the account and its encrypted number were deleted." })
  removed: boolean;
}
