import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { PageArgs } from "../../base/page.types.ts";
import { Dollars } from "../../base/cents-field.ts";

type RunType = "regular" | "off_cycle" | "bonus" | "final";

@InputType({ description: "Whom to pay for which days. A regular run pays a period of a schedule." })
export class RunPayrollInput {
  @Field(() => DateScalar)
  periodStart: string;
  @Field(() => DateScalar)
  periodEnd: string;
  @Field(() => String, { description: "regular, off_cycle, bonus or final." })
  @Matches(/^(regular|off_cycle|bonus|final)$/)
  type: RunType;
  @Field(() => ID, { nullable: true, description: "Needed only where two schedules have this period." })
  @IsOptional()
  @MaxLength(64)
  scheduleId?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "That of the schedule when left out, else today." })
  payDate?: string | null;
  @Field(() => [ID], { nullable: true, description: "Only these employees." })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  @MaxLength(64, { each: true })
  employeeIds?: string[] | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Run though hours of the period are not approved: they are left out.",
  })
  force?: boolean | null;
}

@ArgsType()
export class PreviewPayrollArgs {
  @Field(() => ID, { description: "A draft." })
  @MaxLength(64)
  runId: string;
}

@ObjectType({ description: "A run that has begun." })
export class StartedPayrollRun {
  @Field(() => ID)
  runId: string;
  @Field(() => String)
  status: string;
  @Field(() => Int)
  employeeCount: number;
}

@ObjectType({ description: "A payroll run and its sums. Those of a draft are of its last calculation." })
export class PayrollRun {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  type: string;
  @Field(() => ID, { nullable: true })
  scheduleId: string | null;
  @Field(() => DateScalar)
  periodStart: string;
  @Field(() => DateScalar)
  periodEnd: string;
  @Field(() => DateScalar)
  payDate: string;
  @Field(() => String)
  status: string;
  @Field(() => Int)
  employeeCount: number;
  @Dollars("gross")
  grossCents: number;
  @Dollars("employeeTaxes")
  employeeTaxesCents: number;
  @Dollars("employerTaxes")
  employerTaxesCents: number;
  @Dollars("deductions", { description: "Garnishments included." })
  deductionsCents: number;
  @Dollars("net")
  netCents: number;
  @Dollars("cashRequired", { description: "What leaves the employer's account." })
  cashRequiredCents: number;
  @Field(() => String)
  taxTableVersion: string;
  @Field(() => String, { nullable: true, description: "Of the frozen numbers." })
  calcHash: string | null;
  @Field(() => String, { nullable: true })
  approvedBy: string | null;
  @Field(() => String, { nullable: true })
  cancelReason: string | null;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: string;
  @Field(() => Date)
  updatedAt: string;
}

@ObjectType({ description: "A page of payroll runs, newest first." })
export class PayrollRunPage extends countedPageOf(PayrollRun, "runs") {}

@ArgsType()
export class PayrollRunArgs {
  @Field(() => ID)
  @MaxLength(64)
  runId: string;
}

@ArgsType()
export class PayrollRunsArgs extends PageArgs {
  @Field(() => [String], { nullable: true })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(7)
  @Matches(/^(draft|pending|processing|paid|partially_paid|failed|cancelled)$/, {
    each: true,
  })
  status?: string[] | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/^(regular|off_cycle|bonus|final)$/)
  type?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Of the pay date." })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "That day is included." })
  to?: string | null;
}

@InputType({ description: "What a draft says of one employee; what is left out stays." })
export class UpdatePayrollItemInput {
  @Field(() => ID)
  @MaxLength(64)
  runId: string;
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => Float, {
    nullable: true,
    description: "Of somebody who is paid by the hour; at most 2 decimals.",
  })
  @IsOptional()
  @Min(0)
  @Max(744)
  hours?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true })
  @IsOptional()
  @MinCredits(0)
  bonus?: number | null;
  @Field(() => UsDollarsScalar, { nullable: true, description: "Costs that are paid back; not taxed." })
  @IsOptional()
  @MinCredits(0)
  reimbursements?: number | null;
  @Field(() => Boolean, { nullable: true, description: "True to leave the employee out of the run." })
  exclude?: boolean | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  note?: string | null;
}

@ObjectType({ description: "What a draft says of one employee." })
export class PayrollItem {
  @Field(() => ID)
  runId: string;
  @Field(() => ID)
  employeeId: string;
  @Field(() => Float, { nullable: true })
  hours: number | null;
  @Dollars("bonus")
  bonusCents: number;
  @Dollars("reimbursements")
  reimbursementCents: number;
  @Field(() => Boolean)
  excluded: boolean;
  @Field(() => String, { nullable: true })
  note: string | null;
}

@InputType({ description: "The draft to approve." })
export class ApprovePayrollInput {
  @Field(() => ID)
  @MaxLength(64)
  runId: string;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Net of the whole run as it was previewed; another one is refused.",
  })
  @IsOptional()
  @MinCredits(0)
  expectedNetTotal?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Approve though hours of the period are not approved: they are left out.",
  })
  force?: boolean | null;
}

@InputType({ description: "A draft or approved run that shall not be paid." })
export class CancelPayrollRunInput {
  @Field(() => ID)
  @MaxLength(64)
  runId: string;
  @Field(() => String)
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}
