import {
  ArrayMaxSize,
  IsIn,
  IsInt,
  IsOptional,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { formStatuses, type FormStatus } from "./form-states.ts";
import { firstTaxYear } from "./form-years.ts";
import { TaxRecipientInput } from "./recipient-input.types.ts";

const maxAmount = 99_999_999.99;
const shownStatuses = formStatuses.filter((status) => status !== "deleted");

@InputType({ description: "State income and withholding: boxes 5 to 7 for one state." })
class TaxStateShareInput {
  @Field(() => String, { description: "State as two letters. It must have an income tax." })
  @MinLength(2)
  @MaxLength(2)
  state: string;
  @Field(() => String, {
    nullable: true,
    description: "Payer's state tax number (box 6), at most 20 characters.",
  })
  @IsOptional()
  @MaxLength(20)
  payerStateNo?: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "State income in dollars (box 7). Defaults to 0.",
  })
  @IsOptional()
  @Min(0)
  @Max(maxAmount)
  stateIncome?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "State tax withheld in dollars (box 5), at most `stateIncome`. Defaults to 0.",
  })
  @IsOptional()
  @Min(0)
  @Max(maxAmount)
  stateTaxWithheld?: number | null;
}

@InputType({ description: "Delivery of the form. Defaults to federal filing only." })
class TaxDeliveryInput {
  @Field(() => Boolean, { nullable: true, description: "Whether to file with the IRS. Defaults to true." })
  federal?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to file with the states. Needs at least one entry in `states`.",
  })
  state?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Whether to mail a paper copy to the recipient." })
  postal?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to deliver a copy online. Needs the recipient's e-mail address.",
  })
  online?: boolean | null;
}

/** Common input of filing and correcting. Amounts are dollars. */
@InputType({ description: "Optional boxes of a Form 1099-NEC." })
class FormBoxes {
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Cash tips in dollars (box 1b), from tax year 2026.",
  })
  @IsOptional()
  @Min(0)
  @Max(maxAmount)
  cashTips?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Code of the tipped occupation (box 1c): three digits. Required with `cashTips`.",
  })
  @IsOptional()
  @MaxLength(3)
  tippedOccupationCode?: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Overtime compensation in dollars (box 1d), from tax year 2026.",
  })
  @IsOptional()
  @Min(0)
  @Max(maxAmount)
  overtimeCompensation?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the payer made direct sales of 5,000 dollars or more (box 2).",
  })
  directSales?: boolean | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Excess golden parachute payments in dollars (box 3), from tax year 2025.",
  })
  @IsOptional()
  @Min(0)
  @Max(maxAmount)
  excessGoldenParachutePayments?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Federal income tax withheld in dollars (box 4). Defaults to 0 on a new form.",
  })
  @IsOptional()
  @Min(0)
  @Max(maxAmount)
  federalTaxWithheld?: number | null;
  @Field(() => [TaxStateShareInput], {
    nullable: true,
    description: "State income and withholding, for at most 2 states.",
  })
  @IsOptional()
  @ArrayMaxSize(2)
  @ValidateNested({ each: true })
  states?: TaxStateShareInput[] | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Payer's account number for the recipient. Required for a second form for one recipient and year.",
  })
  @IsOptional()
  @MaxLength(20)
  accountNumber?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the IRS notified the payer twice of an incorrect tax number.",
  })
  secondTinNotice?: boolean | null;
  @Field(() => TaxDeliveryInput, {
    nullable: true,
    description: "Delivery of the form. By default a new form is filed with the IRS only.",
  })
  delivery?: TaxDeliveryInput | null;
  @Field(() => ID, {
    nullable: true,
    description: "Your own ID for the form, at most 64 characters, unique per business.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  referenceId?: string | null;
}

@InputType({ description: "Form 1099-NEC to file. Available boxes depend on the tax year." })
export class FileFormInput extends FormBoxes {
  @Field(() => ID, { description: "ID of the business that paid." })
  @MinLength(1)
  @MaxLength(64)
  businessId: string;
  @Field(() => Int, { description: "Tax year, from 2020 to the current year." })
  @IsInt()
  @Min(firstTaxYear)
  @Max(2100)
  taxYear: number;
  @Field(() => TaxRecipientInput, { description: "Recipient of the payment." })
  @ValidateNested()
  recipient: TaxRecipientInput;
  @Field(() => MoneyScalar, {
    description: "Nonemployee compensation in dollars (box 1), more than 0 and at most 99,999,999.99.",
  })
  @Min(0.01)
  @Max(maxAmount)
  nonEmployeeCompensation: number;
  @Field(() => ID, {
    nullable: true,
    description:
      "ID of the vendor in the books that was paid. Box 1 must then be what the list of vendors for Form 1099 shows for the year.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  vendorId?: string | null;
}

@InputType({ description: "Selects a tax form." })
export class TaxFormIdInput {
  @Field(() => ID, { description: "ID of the tax form." })
  @MinLength(1)
  @MaxLength(64)
  formId: string;
}

@InputType({ description: "Corrections to a filed form. Omitted fields stay as filed." })
export class CorrectFormInput extends FormBoxes {
  @Field(() => ID, { description: "ID of the form to correct." })
  @MinLength(1)
  @MaxLength(64)
  formId: string;
  @Field(() => TaxRecipientInput, { nullable: true, description: "Corrected recipient details." })
  @IsOptional()
  @ValidateNested()
  recipient?: TaxRecipientInput | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Corrected nonemployee compensation in dollars (box 1).",
  })
  @IsOptional()
  @Min(0.01)
  @Max(maxAmount)
  nonEmployeeCompensation?: number | null;
}

@ArgsType()
export class TaxFormsArgs {
  @Field(() => ID, { nullable: true, description: "Only forms filed by this business." })
  @IsOptional()
  @MaxLength(64)
  businessId?: string | null;
  @Field(() => Int, { nullable: true, description: "Only forms of this tax year." })
  @IsOptional()
  @Min(firstTaxYear)
  @Max(2100)
  taxYear?: number | null;
  @Field(() => String, {
    nullable: true,
    description: `Only forms with this status: ${shownStatuses.join(", ")}.`,
  })
  @IsOptional()
  @IsIn(shownStatuses)
  status?: FormStatus | null;
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of forms per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => Int, { defaultValue: 0, description: "Number of forms to skip." })
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  offset: number;
}
