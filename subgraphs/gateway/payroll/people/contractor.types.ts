import { IsEmail, IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { PageArgs } from "../../base/page.types.ts";
import { Dollars } from "../../base/cents-field.ts";

@ObjectType({ description: "A contractor: self-employed, paid without payroll tax." })
export class Contractor {
  @Field(() => ID, { description: "ID of the contractor." })
  id: string;
  @Field(() => String, { description: "Name of the person or business." })
  name: string;
  @Field(() => String, { description: "E-mail address of the contractor." })
  email: string;
  @Field(() => String, { description: "Kind of contractor: `individual` or `business`." })
  kind: string;
  @Dollars("rate", { nullable: true, description: "Hourly rate in dollars. Null when not set." })
  rateCents: number | null;
  @Field(() => Boolean, { description: "True when 24 % of each payment is withheld (backup withholding)." })
  backupWithholding: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Last four digits of the tax number (TIN). Null until provided.",
  })
  tinLast4: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Last four digits of the bank account. Null until provided.",
  })
  bankLast4: string | null;
  @Field(() => String, { description: "Status of the contractor: `active` or `archived`." })
  status: string;
  @Field(() => Int, { description: "Version number, starting at 1. Increases with each change." })
  version: number;
  @Field(() => Date, { description: "Time at which the contractor was added." })
  createdAt: string;
}

@ObjectType({ description: "A contractor with the payments of a calendar year." })
export class ContractorWithYear extends Contractor {
  @Field(() => Int, { description: "Calendar year of the payments." })
  year: number;
  @Dollars("paid", {
    description: "Pay of the year in dollars, by pay date, without reimbursed, failed or cancelled payments.",
  })
  paidCents: number;
  @Dollars("withheld", { description: "Backup withholding of the year, in dollars." })
  withheldCents: number;
  @Field(() => String, {
    description:
      "Whether Form 1099-NEC is due for the year: `not_required`, `required` or `tax_number_missing`. Corporations are exempt.",
  })
  form1099Status: string;
}

@ArgsType()
export class ContractorArgs {
  @Field(() => ID, { description: "ID of the contractor." })
  @MaxLength(64)
  contractorId: string;
  @Field(() => Int, {
    nullable: true,
    description: "Calendar year of the payments, 2000 to 2100. Default: this year.",
  })
  @IsOptional()
  @Min(2000)
  @Max(2100)
  year?: number | null;
}

@InputType({ description: "Contractor fields to change. Omitted fields stay the same." })
export class UpdateContractorInput {
  @Field(() => ID, { description: "ID of the contractor to update." })
  @MaxLength(64)
  contractorId: string;
  @Field(() => Int, {
    nullable: true,
    description: "Version you last read. The update fails if the contractor has changed since.",
  })
  @IsOptional()
  @IsInt()
  version?: number | null;
  @Field(() => String, { nullable: true, description: "New name, at most 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => String, { nullable: true, description: "New e-mail address of the contractor." })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email?: string | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "New hourly rate in dollars. Null removes it.",
  })
  @IsOptional()
  @MinCredits(0.01)
  rate?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to withhold 24 % of each later payment (backup withholding).",
  })
  backupWithholding?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: "Setup token for a new tax number, from `POST /payroll/secure-numbers`. Works once.",
  })
  @IsOptional()
  @MaxLength(64)
  tinSetupToken?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Setup token for a new bank account, from `POST /payroll/secure-numbers`. Works once.",
  })
  @IsOptional()
  @MaxLength(64)
  bankSetupToken?: string | null;
}

@ObjectType({ description: "A page of contractors, newest first." })
export class ContractorPage extends countedPageOf(Contractor, "contractors") {}

@InputType({ description: "Contractor to add to the account. Pass the tax number as a setup token." })
export class CreateContractorInput {
  @Field(() => String, { description: "Name of the person or business, at most 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, { description: "E-mail address of the contractor." })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email: string;
  @Field(() => String, { description: "Kind of contractor: individual or business." })
  @Matches(/^(individual|business)$/)
  kind: "individual" | "business";
  @Field(() => UsDollarsScalar, { nullable: true, description: "Hourly rate in dollars. At least 0.01." })
  @IsOptional()
  @MinCredits(0.01)
  rate?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to withhold 24 % of each payment (backup withholding). Default false.",
  })
  backupWithholding?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: "Setup token for the tax number, from `POST /payroll/secure-numbers`. Works once.",
  })
  @IsOptional()
  @MaxLength(64)
  tinSetupToken?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Setup token for a bank account, from `POST /payroll/secure-numbers`. Works once.",
  })
  @IsOptional()
  @MaxLength(64)
  bankSetupToken?: string | null;
}

@ArgsType()
export class ContractorsArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "Filter by status: active or archived." })
  @IsOptional()
  @Matches(/^(active|archived)$/)
  status?: string | null;
}

@ObjectType({ description: "A payment to a contractor." })
export class ContractorPayment {
  @Field(() => ID, { description: "ID of the payment." })
  id: string;
  @Field(() => ID, { description: "ID of the contractor who is paid." })
  contractorId: string;
  @Dollars("amount", { description: "Pay for the work in dollars, before withholding." })
  amountCents: number;
  @Dollars("reimbursement", { description: "Reimbursed costs in dollars. Not reported on Form 1099-NEC." })
  reimbursementCents: number;
  @Dollars("withheld", { description: "Backup withholding in dollars: 24 % of `amount`, or 0." })
  withheldCents: number;
  @Dollars("net", {
    description: "Amount paid out in dollars: `amount` plus `reimbursement` minus `withheld`.",
  })
  netCents: number;
  @Field(() => String, { description: "Work or invoice that the payment is for." })
  description: string;
  @Field(() => DateScalar, { description: "Day on which the contractor is paid." })
  payDate: string;
  @Field(() => String, {
    description:
      "Status of the payment. One of `scheduled`, `processing`, `awaiting_payment` (pay it at your bank, then mark it as paid), `paid`, `failed` or `cancelled`.",
  })
  status: string;
  @Field(() => String, {
    nullable: true,
    description: "Reason for the cancellation. Null when the payment is not cancelled.",
  })
  cancelReason: string | null;
  @Field(() => Date, { description: "Time at which the payment was created." })
  createdAt: string;
}

@ObjectType({ description: "A page of contractor payments, newest first." })
export class ContractorPaymentPage extends countedPageOf(ContractorPayment, "payments") {}

@InputType({ description: "Contractor payment to make." })
export class PayContractorInput {
  @Field(() => ID, { description: "ID of the contractor to pay." })
  @MaxLength(64)
  contractorId: string;
  @Field(() => UsDollarsScalar, { description: "Pay for the work in dollars. At least 0.01." })
  @MinCredits(0.01)
  amount: number;
  @Field(() => String, { description: "Work or invoice that the payment is for, at most 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  description: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day of the payment, not in the past. Default: today.",
  })
  payDate?: string | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Costs to reimburse in dollars, on top of `amount`. Default 0.",
  })
  @IsOptional()
  @MinCredits(0)
  reimbursement?: number | null;
}

@InputType({ description: "Scheduled contractor payment to cancel, and the reason." })
export class CancelContractorPaymentInput {
  @Field(() => ID, { description: "ID of the payment to cancel." })
  @MaxLength(64)
  paymentId: string;
  @Field(() => String, { description: "Reason for the cancellation, at most 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}

@ArgsType()
export class ContractorPaymentsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Filter by contractor ID." })
  @IsOptional()
  @MaxLength(64)
  contractorId?: string | null;
  @Field(() => Int, { nullable: true, description: "Filter by calendar year of the pay date, 2000 to 2100." })
  @IsOptional()
  @Min(2000)
  @Max(2100)
  year?: number | null;
}
