import {
  ArrayMaxSize,
  IsEmail,
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
import { PostalAddressInput } from "../businesses/business.types.ts";
import { formStatuses, type FormStatus } from "./form-states.ts";
import { firstTaxYear } from "./form-years.ts";
import { tinTypes, type TinType } from "./tin.ts";

const maxAmount = 99_999_999.99;
const shownStatuses = formStatuses.filter((status) => status !== "deleted");

@InputType({ description: "Who is paid: a stored recipient, or a new one with its number." })
export class TaxRecipientInput {
  @Field(() => ID, { nullable: true, description: "A stored recipient; what else is given changes it." })
  @IsOptional()
  @MaxLength(64)
  recipientId?: string | null;
  @Field(() => String, { nullable: true, description: "`SSN`, `EIN`, `ITIN` or `ATIN`." })
  @IsOptional()
  @IsIn(tinTypes)
  tinType?: TinType | null;
  @Field(() => String, {
    nullable: true,
    description: "Nine digits, hyphens allowed. It is never shown again.",
  })
  @IsOptional()
  @MaxLength(20)
  tin?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(40)
  firstName?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(40)
  middleName?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(40)
  lastName?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(10)
  suffix?: string | null;
  @Field(() => String, { nullable: true, description: "Instead of first and last name, for tinType EIN." })
  @IsOptional()
  @MaxLength(75)
  businessName?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(75)
  dba?: string | null;
  @Field(() => PostalAddressInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  address?: PostalAddressInput | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(30)
  phone?: string | null;
}

@InputType({ description: "Boxes 5 to 7 of one state." })
class TaxStateShareInput {
  @Field(() => String, { description: "Two letters; a state with an income tax." })
  @MinLength(2)
  @MaxLength(2)
  state: string;
  @Field(() => String, { nullable: true, description: "The payer's number in that state." })
  @IsOptional()
  @MaxLength(20)
  payerStateNo?: string | null;
  @Field(() => MoneyScalar, { nullable: true })
  @IsOptional()
  @Min(0)
  @Max(maxAmount)
  stateIncome?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "At most stateIncome." })
  @IsOptional()
  @Min(0)
  @Max(maxAmount)
  stateTaxWithheld?: number | null;
}

@InputType({ description: "How the form is delivered; federal alone when left out." })
class TaxDeliveryInput {
  @Field(() => Boolean, { nullable: true })
  federal?: boolean | null;
  @Field(() => Boolean, { nullable: true })
  state?: boolean | null;
  @Field(() => Boolean, { nullable: true })
  postal?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Needs the recipient's email." })
  online?: boolean | null;
}

/** What filing and correcting have in common. Amounts are dollars. */
@InputType()
class FormBoxes {
  @Field(() => MoneyScalar, { nullable: true, description: "Box 1b, from tax year 2026." })
  @IsOptional()
  @Min(0)
  @Max(maxAmount)
  cashTips?: number | null;
  @Field(() => String, { nullable: true, description: "Box 1c: three digits; required with cashTips." })
  @IsOptional()
  @MaxLength(3)
  tippedOccupationCode?: string | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Box 1d, from tax year 2026." })
  @IsOptional()
  @Min(0)
  @Max(maxAmount)
  overtimeCompensation?: number | null;
  @Field(() => Boolean, { nullable: true, description: "Box 2: direct sales of 5,000 dollars or more." })
  directSales?: boolean | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Box 3, from tax year 2025." })
  @IsOptional()
  @Min(0)
  @Max(maxAmount)
  excessGoldenParachutePayments?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Box 4, 0 when left out." })
  @IsOptional()
  @Min(0)
  @Max(maxAmount)
  federalTaxWithheld?: number | null;
  @Field(() => [TaxStateShareInput], { nullable: true })
  @IsOptional()
  @ArrayMaxSize(2)
  @ValidateNested({ each: true })
  states?: TaxStateShareInput[] | null;
  @Field(() => String, {
    nullable: true,
    description: "Required for a second form for one recipient and year.",
  })
  @IsOptional()
  @MaxLength(20)
  accountNumber?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "The IRS told the payer twice that the number is wrong.",
  })
  secondTinNotice?: boolean | null;
  @Field(() => TaxDeliveryInput, { nullable: true })
  delivery?: TaxDeliveryInput | null;
  @Field(() => ID, { nullable: true, description: "The caller's own key of this form, once for a business." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  referenceId?: string | null;
}

@InputType({ description: "A Form 1099-NEC to file. Which boxes it has depends on the tax year." })
export class FileFormInput extends FormBoxes {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  businessId: string;
  @Field(() => Int, { description: "From 2020 to the current year." })
  @IsInt()
  @Min(firstTaxYear)
  @Max(2100)
  taxYear: number;
  @Field(() => TaxRecipientInput)
  @ValidateNested()
  recipient: TaxRecipientInput;
  @Field(() => MoneyScalar, { description: "Box 1: dollars, more than 0, at most 99,999,999.99." })
  @Min(0.01)
  @Max(maxAmount)
  nonEmployeeCompensation: number;
}

@InputType({ description: "One form." })
export class TaxFormIdInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  formId: string;
}

@InputType({ description: "What is other on a form than was filed; what is left out stays." })
export class CorrectFormInput extends FormBoxes {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  formId: string;
  @Field(() => TaxRecipientInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  recipient?: TaxRecipientInput | null;
  @Field(() => MoneyScalar, { nullable: true })
  @IsOptional()
  @Min(0.01)
  @Max(maxAmount)
  nonEmployeeCompensation?: number | null;
}

@ArgsType()
export class TaxFormsArgs {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  businessId?: string | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(firstTaxYear)
  @Max(2100)
  taxYear?: number | null;
  @Field(() => String, { nullable: true, description: `One of ${shownStatuses.join(", ")}.` })
  @IsOptional()
  @IsIn(shownStatuses)
  status?: FormStatus | null;
  @Field(() => Int, { defaultValue: 50 })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => Int, { defaultValue: 0 })
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  offset: number;
}
