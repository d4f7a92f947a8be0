import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { Dollars } from "../../base/cents-field.ts";

@ObjectType({ description: "Amounts of a payslip, or their sums over a year." })
export class PayslipSums {
  @Dollars("gross")
  grossCents: number;
  @Dollars("reimbursements")
  reimbursementCents: number;
  @Dollars("taxableWages", { description: "Wages that bear income tax." })
  taxableCents: number;
  @Dollars("socialSecurityWages")
  socialSecurityWagesCents: number;
  @Dollars("medicareWages")
  medicareWagesCents: number;
  @Dollars("futaWages")
  futaWagesCents: number;
  @Dollars("federalIncome")
  federalIncomeCents: number;
  @Dollars("socialSecurity")
  socialSecurityCents: number;
  @Dollars("medicare")
  medicareCents: number;
  @Dollars("additionalMedicare")
  additionalMedicareCents: number;
  @Dollars("stateIncome")
  stateCents: number;
  @Dollars("employerSocialSecurity")
  employerSocialSecurityCents: number;
  @Dollars("employerMedicare")
  employerMedicareCents: number;
  @Dollars("futa")
  futaCents: number;
  @Dollars("suta")
  sutaCents: number;
  @Dollars("deductionTotal")
  deductionsCents: number;
  @Dollars("garnishmentTotal")
  garnishmentsCents: number;
  @Dollars("net")
  netCents: number;
}

@ObjectType({ description: "A part of gross pay." })
export class PayslipEarning {
  @Field(() => String)
  code: string;
  @Field(() => Float, { nullable: true })
  hours: number | null;
  @Dollars("amount")
  amountCents: number;
}

@ObjectType({ description: "What was deducted." })
export class PayslipDeduction {
  @Field(() => String)
  code: string;
  @Field(() => String)
  timing: string;
  @Dollars("amount")
  amountCents: number;
}

@ObjectType({ description: "What was withheld by an order." })
export class PayslipGarnishment {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  kind: string;
  @Dollars("amount")
  amountCents: number;
}

@ObjectType({ description: "A payslip. It never changes; a correction is a reversal and a new one." })
export class Payslip extends PayslipSums {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  runId: string;
  @Field(() => ID)
  employeeId: string;
  @Field(() => String)
  employeeName: string;
  @Field(() => String)
  state: string;
  @Field(() => DateScalar)
  periodStart: string;
  @Field(() => DateScalar)
  periodEnd: string;
  @Field(() => DateScalar)
  payDate: string;
  @Field(() => [PayslipEarning])
  earnings: PayslipEarning[];
  @Field(() => [PayslipDeduction])
  deductions: PayslipDeduction[];
  @Field(() => [PayslipGarnishment])
  garnishments: PayslipGarnishment[];
  @Field(() => PayslipSums, { description: "Sums of the year of the pay date, this payslip included." })
  ytd: PayslipSums;
  @Field(() => ID, { nullable: true, description: "The payslip whose amounts this one takes back." })
  reversalOf: string | null;
  @Field(() => String, { nullable: true })
  reason: string | null;
  @Field(() => Date)
  createdAt: string;
}

@ObjectType({ description: "What a run would pay to somebody." })
export class PayrollPreviewLine extends PayslipSums {
  @Field(() => ID)
  employeeId: string;
  @Field(() => String)
  employeeName: string;
}

@ObjectType({ description: "What a run would pay. Nothing is saved." })
export class PayrollPreview {
  @Field(() => Int)
  employeeCount: number;
  @Dollars("gross")
  grossCents: number;
  @Dollars("employeeTaxes")
  employeeTaxesCents: number;
  @Dollars("employerTaxes")
  employerTaxesCents: number;
  @Dollars("net")
  netCents: number;
  @Dollars("cashRequired")
  cashRequiredCents: number;
  @Field(() => [PayrollPreviewLine], { description: "The first 100 employees." })
  employees: PayrollPreviewLine[];
}

@ObjectType({ description: "A page of payslips, newest first." })
export class PayslipPage extends countedPageOf(Payslip, "payslips") {}

@ArgsType()
export class PayslipArgs {
  @Field(() => ID)
  @MaxLength(64)
  payslipId: string;
}

@ArgsType()
export class PayslipPdfArgs extends PayslipArgs {
  @Field(() => Boolean, { nullable: true, description: "True for the bytes of the file instead of JSON." })
  download?: boolean | null;
}

@ArgsType()
export class PayslipsArgs extends PageArgs {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  employeeId?: string | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  runId?: string | null;
  @Field(() => Int, { nullable: true, description: "Of the pay date." })
  @IsOptional()
  @Min(2000)
  @Max(2100)
  year?: number | null;
}

@ArgsType()
export class YtdArgs {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => Int)
  @Min(2000)
  @Max(2100)
  year: number;
  @Field(() => DateScalar, { nullable: true, description: "Pay dates up to this one; all when left out." })
  asOf?: string | null;
}

@InputType({ description: "A payslip to take back." })
export class ReversePayslipInput {
  @Field(() => ID)
  @MaxLength(64)
  payslipId: string;
  @Field(() => String)
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}

@ObjectType({ description: "A payslip as a file." })
export class PayslipFile {
  @Field(() => ID)
  payslipId: string;
  @Field(() => String)
  filename: string;
  @Field(() => String)
  contentType: string;
  @Field(() => String)
  encoding: string;
  @Field(() => String)
  content: string;
  @Field(() => Int)
  size: number;
  @Field(() => String)
  sha256: string;
}
