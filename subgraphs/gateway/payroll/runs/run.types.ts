import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { PageArgs } from "../../base/page.types.ts";
import { Dollars } from "../../base/cents-field.ts";

export type RunType = "regular" | "off_cycle" | "bonus" | "final";

@InputType({
  description: "Payroll to run: days, type and employees. A regular run pays one period of a schedule.",
})
export class RunPayrollInput {
  @Field(() => DateScalar, { description: "First day of the period to pay." })
  periodStart: string;
  @Field(() => DateScalar, {
    description: "Last day of the period to pay. Must not be before `periodStart`.",
  })
  periodEnd: string;
  @Field(() => String, {
    description: "Type of run: regular, off_cycle, bonus, or final (terminated employees only).",
  })
  @Matches(/^(regular|off_cycle|bonus|final)$/)
  type: RunType;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the pay schedule. Required when several schedules have this period.",
  })
  @IsOptional()
  @MaxLength(64)
  scheduleId?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description:
      "Day on which employees are paid. Default: the schedule's pay date for a regular run, else today.",
  })
  payDate?: string | null;
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of the employees to pay, 1 to 1,000. Default: all employees of the run.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  @MaxLength(64, { each: true })
  employeeIds?: string[] | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to run although some hours are not approved. Those hours are not paid. Default false.",
  })
  force?: boolean | null;
}

@ObjectType({ description: "A payroll run that was started." })
export class StartedPayrollRun {
  @Field(() => ID, { description: "ID of the payroll run." })
  runId: string;
  @Field(() => String, {
    description:
      "Status of the run: `processing`. It becomes `awaiting_payment` where no payout provider pays it.",
  })
  status: string;
  @Field(() => Int, { description: "Number of employees paid by the run." })
  employeeCount: number;
}

@ObjectType({ description: "A payroll run with its totals. Totals are 0 until the run is approved." })
export class PayrollRun {
  @Field(() => ID, { description: "ID of the payroll run." })
  id: string;
  @Field(() => String, { description: "Type of run: `regular`, `off_cycle`, `bonus` or `final`." })
  type: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the pay schedule. Null when the run is not tied to one.",
  })
  scheduleId: string | null;
  @Field(() => DateScalar, { description: "First day of the paid period." })
  periodStart: string;
  @Field(() => DateScalar, { description: "Last day of the paid period." })
  periodEnd: string;
  @Field(() => DateScalar, { description: "Day on which employees are paid. Decides the tax year." })
  payDate: string;
  @Field(() => String, {
    description:
      "Status of the run. One of `draft`, `pending` (approved), `processing` (payment begins or is under way), `awaiting_payment` (pay it at your bank, then mark it as paid), `paid`, `partially_paid`, `failed` or `cancelled`.",
  })
  status: string;
  @Field(() => Int, { description: "Number of employees in the run." })
  employeeCount: number;
  @Dollars("gross", { description: "Total gross pay, in dollars." })
  grossCents: number;
  @Dollars("employeeTaxes", { description: "Total taxes withheld from employees, in dollars." })
  employeeTaxesCents: number;
  @Dollars("employerTaxes", { description: "Total taxes paid by the employer, in dollars." })
  employerTaxesCents: number;
  @Dollars("deductions", { description: "Total deductions and garnishments, in dollars." })
  deductionsCents: number;
  @Dollars("net", { description: "Total net pay, in dollars." })
  netCents: number;
  @Dollars("cashRequired", {
    description:
      "Total cash the employer needs for the run, in dollars, its contributions to deductions included.",
  })
  cashRequiredCents: number;
  @Field(() => String, { description: "Version of the tax tables used, such as `us-2026.2`." })
  taxTableVersion: string;
  @Field(() => String, {
    nullable: true,
    description: "SHA-256 hash of the approved numbers. Null until approval.",
  })
  calcHash: string | null;
  @Field(() => String, {
    nullable: true,
    description: "ID of the user or key that approved the run. Null until approval.",
  })
  approvedBy: string | null;
  @Field(() => String, { nullable: true, description: "Reason for the cancellation. Null unless cancelled." })
  cancelReason: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which the ACH file of the run was first created. Null before.",
  })
  achFileAt: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which the run became `paid`. Null before.",
  })
  paidAt: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "ID of the user or key that marked the run as paid. `provider` when transfers arrived at all employees. Null before.",
  })
  paidBy: string | null;
  @Field(() => Int, { description: "Version number, starting at 1. Increases with each change." })
  version: number;
  @Field(() => Date, { description: "Time at which the run was created." })
  createdAt: string;
  @Field(() => Date, { description: "Time of the last change to the run." })
  updatedAt: string;
}

@ObjectType({ description: "A page of payroll runs, newest first." })
export class PayrollRunPage extends countedPageOf(PayrollRun, "runs") {}

@ArgsType()
export class PayrollRunArgs {
  @Field(() => ID, { description: "ID of the payroll run." })
  @MaxLength(64)
  runId: string;
}

@ArgsType()
export class PayrollRunsArgs extends PageArgs {
  @Field(() => [String], {
    nullable: true,
    description: "Filter by one or more run statuses, such as draft or paid.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(8)
  @Matches(/^(draft|pending|processing|awaiting_payment|paid|partially_paid|failed|cancelled)$/, {
    each: true,
  })
  status?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: "Filter by type of run: regular, off_cycle, bonus or final.",
  })
  @IsOptional()
  @Matches(/^(regular|off_cycle|bonus|final)$/)
  type?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Earliest pay date to include." })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Latest pay date to include." })
  to?: string | null;
}

@InputType({
  description: "Hours and extra pay of one employee in a draft run. Omitted fields stay as they are.",
})
export class UpdatePayrollItemInput {
  @Field(() => ID, { description: "ID of the draft payroll run." })
  @MaxLength(64)
  runId: string;
  @Field(() => ID, { description: "ID of the employee." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => Float, {
    nullable: true,
    description: "Hours to pay at the hourly rate, 0 to 744. At most 2 decimals. Replaces timesheet hours.",
  })
  @IsOptional()
  @Min(0)
  @Max(744)
  hours?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Bonus in dollars, taxed at the flat supplemental rate.",
  })
  @IsOptional()
  @MinCredits(0)
  bonus?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true, description: "Costs to reimburse, in dollars. Not taxed." })
  @IsOptional()
  @MinCredits(0)
  reimbursements?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to exclude the employee from the run, false to include them.",
  })
  exclude?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: "Note about this employee's pay, at most 500 characters.",
  })
  @IsOptional()
  @MaxLength(500)
  note?: string | null;
}

@ObjectType({ description: "Hours and extra pay of one employee in a draft run." })
export class PayrollItem {
  @Field(() => ID, { description: "ID of the payroll run." })
  runId: string;
  @Field(() => ID, { description: "ID of the employee." })
  employeeId: string;
  @Field(() => Float, {
    nullable: true,
    description: "Hours to pay at the hourly rate. Null to pay the approved timesheet hours.",
  })
  hours: number | null;
  @Dollars("bonus", { description: "Bonus in dollars, taxed at the flat supplemental rate." })
  bonusCents: number;
  @Dollars("reimbursements", { description: "Reimbursed costs in dollars. Not taxed." })
  reimbursementCents: number;
  @Field(() => Boolean, { description: "True when the employee is excluded from the run." })
  excluded: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Note about this employee's pay. Null when there is none.",
  })
  note: string | null;
}

@InputType({ description: "Draft run to approve." })
export class ApprovePayrollInput {
  @Field(() => ID, { description: "ID of the draft payroll run." })
  @MaxLength(64)
  runId: string;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Total net pay you expect, in dollars. Approval fails if the run's total differs.",
  })
  @IsOptional()
  @MinCredits(0)
  expectedNetTotal?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      "True to approve although some hours are not approved. Those hours are not paid. Default false.",
  })
  force?: boolean | null;
}

@InputType({ description: "Draft or approved run to cancel." })
export class CancelPayrollRunInput {
  @Field(() => ID, { description: "ID of the payroll run to cancel." })
  @MaxLength(64)
  runId: string;
  @Field(() => String, { description: "Reason for the cancellation, at most 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}
