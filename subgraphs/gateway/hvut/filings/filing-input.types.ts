import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { categoryPattern, monthPattern, notACategory, notAMonth } from "../tax/calculation.types.ts";
import {
  CreditReasonEnum,
  FilingKindEnum,
  FilingStatusEnum,
  PaymentMethodEnum,
  SuspensionEnum,
  type PaymentMethod,
} from "./filing-enums.types.ts";
import type { FilingKind, FilingStatus } from "./filing-states.ts";

@InputType({
  description: "Payment method for the balance due. Bank data is passed as a token, never as numbers.",
})
export class IrsPaymentInput {
  @Field(() => PaymentMethodEnum, { description: "Payment method for the balance due to the IRS." })
  method: PaymentMethod;
  @Field(() => String, {
    nullable: true,
    description: "Bank account token for direct_debit. Starts with `bt_`.",
  })
  @IsOptional()
  @Matches(/^bt_[0-9_]*[A-Za-z]\w*$/, { message: "must be a bank token that starts with bt_" })
  @MaxLength(100)
  token?: string | null;
}

@InputType({
  description: "Vehicle on a return, by ID or VIN. A VIN unknown to the filer is added.",
})
export class FilingVehicleInput {
  @Field(() => ID, { nullable: true, description: "ID of the vehicle. Set either this or `vin`." })
  @IsOptional()
  @MaxLength(64)
  vehicleId?: string | null;
  @Field(() => String, { nullable: true, description: "VIN of the vehicle. Set either this or `vehicleId`." })
  @IsOptional()
  @MaxLength(40)
  vin?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Weight category A to V. Default: the category of the vehicle.",
  })
  @IsOptional()
  @Matches(categoryPattern, notACategory)
  category?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True for a logging vehicle. Default: the setting of the vehicle.",
  })
  logging?: boolean | null;
  @Field(() => SuspensionEnum, {
    nullable: true,
    description: "Reason to suspend the tax. Omit for a taxable vehicle.",
  })
  suspended?: "low_mileage" | "agricultural" | null;
}

@InputType({ description: "Vehicle of a return that is created and filed in one call." })
export class FiledVehicleInput extends FilingVehicleInput {
  @Field(() => String, {
    description: "Month of first use as YYYY-MM. Each month becomes a separate return.",
  })
  @Matches(monthPattern, notAMonth)
  firstUseMonth: string;
}

@InputType({ description: "Tax paid through a return of another preparer." })
export class TaxPaidElsewhereInput {
  @Field(() => MoneyScalar, { description: "Tax paid for the vehicle in dollars, 0.01 to 550." })
  @Min(0.01)
  @Max(550)
  taxPaid: number;
  @Field(() => String, { description: "Month of first use for which the tax was paid, as YYYY-MM." })
  @Matches(monthPattern, notAMonth)
  firstUseMonth: string;
}

@InputType({
  description: "Credit for a vehicle. At most the refundable part of the tax paid.",
})
export class FilingCreditInput {
  @Field(() => String, { description: "VIN of the vehicle." })
  @MaxLength(40)
  vin: string;
  @Field(() => CreditReasonEnum, { description: "Reason for the credit." })
  reason: "sold" | "destroyed" | "stolen" | "low_mileage";
  @Field(() => MoneyScalar, { description: "Credit in dollars, 0.01 to 550." })
  @Min(0.01)
  @Max(550)
  amount: number;
  @Field(() => TaxPaidElsewhereInput, {
    nullable: true,
    description:
      "Tax paid through another preparer. Required when no accepted return of this filer taxed the vehicle.",
  })
  @IsOptional()
  @ValidateNested()
  paidElsewhere?: TaxPaidElsewhereInput | null;
}

@InputType({ description: "Return to create for one month of first use." })
export class CreateDraftInput {
  @Field(() => ID, { description: "ID of the filer." })
  @MaxLength(64)
  filerId: string;
  @Field(() => FilingKindEnum, {
    nullable: true,
    description:
      "Kind of the return. Only `original`, the default: amendments are created by their own operations.",
  })
  kind?: FilingKind | null;
  @Field(() => Int, { description: "Year in which the tax period begins: 2026 is July 2026 to June 2027." })
  @Min(2000)
  @Max(2100)
  period: number;
  @Field(() => String, { description: "Month of first use in the period, as YYYY-MM." })
  @Matches(monthPattern, notAMonth)
  firstUseMonth: string;
}

@InputType({ description: "Changes to a return. Omitted fields stay as they are." })
export class DraftChanges {
  @Field(() => String, { nullable: true, description: "New month of first use in the period, as YYYY-MM." })
  @IsOptional()
  @Matches(monthPattern, notAMonth)
  firstUseMonth?: string | null;
  @Field(() => [FilingVehicleInput], {
    nullable: true,
    description: "All vehicles of the return, at most 500. Replaces the current list.",
  })
  @IsOptional()
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  vehicles?: FilingVehicleInput[] | null;
  @Field(() => [FilingCreditInput], {
    nullable: true,
    description: "All credits of the return, at most 500. Replaces the current list.",
  })
  @IsOptional()
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  credits?: FilingCreditInput[] | null;
  @Field(() => IrsPaymentInput, { nullable: true, description: "Payment method for the balance due." })
  @IsOptional()
  @ValidateNested()
  payment?: IrsPaymentInput | null;
  @Field(() => Boolean, { nullable: true, description: "Consent to disclose the VINs." })
  consent?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to confirm VINs whose check digit is wrong.",
  })
  acknowledgeVin?: boolean | null;
}

@InputType({ description: "Return to update, and the changes." })
export class UpdateDraftInput extends DraftChanges {
  @Field(() => ID, { description: "ID of the return to update." })
  @MaxLength(64)
  filingId: string;
}

@InputType({ description: "Return to act on." })
export class FilingInput {
  @Field(() => ID, { description: "ID of the return." })
  @MaxLength(64)
  filingId: string;
}

@InputType({ description: "Vehicle to add to a return." })
export class AddFilingVehicleInput extends FilingVehicleInput {
  @Field(() => ID, { description: "ID of the return." })
  @MaxLength(64)
  filingId: string;
}

@InputType({ description: "Vehicle to remove from a return." })
export class RemoveFilingVehicleInput extends FilingInput {
  @Field(() => String, { description: "VIN of the vehicle to remove." })
  @MaxLength(40)
  vin: string;
}

@InputType({ description: "Payment method for the balance of a return." })
export class SetPaymentInput extends IrsPaymentInput {
  @Field(() => ID, { description: "ID of the return." })
  @MaxLength(64)
  filingId: string;
}

@InputType({ description: "Signature of a return. Uses the PIN that the signatory entered." })
export class SignInput extends FilingInput {
  @Field(() => String, {
    description: "Name of the filer's signatory, at most 35 characters. Must match the filer.",
  })
  @MaxLength(35)
  signatoryName: string;
  @Field(() => Boolean, {
    description: "True to declare under penalties of perjury that the return is true, correct and complete.",
  })
  agreeToJurat: boolean;
}

@InputType({ description: "Return to file, or the filer, period and vehicles of new returns." })
export class FileReturnInput {
  @Field(() => ID, {
    nullable: true,
    description: "ID of an existing return. Omit to create returns from `filerId`, `period` and `vehicles`.",
  })
  @IsOptional()
  @MaxLength(64)
  filingId?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the filer. Required without `filingId`." })
  @IsOptional()
  @MaxLength(64)
  filerId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Year in which the tax period begins. Required without `filingId`.",
  })
  @IsOptional()
  @Min(2000)
  @Max(2100)
  period?: number | null;
  @Field(() => [FiledVehicleInput], {
    nullable: true,
    description: "Vehicles to file for, 1 to 500. Required without `filingId`.",
  })
  @IsOptional()
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  vehicles?: FiledVehicleInput[] | null;
  @Field(() => IrsPaymentInput, { nullable: true, description: "Payment method for the balance due." })
  @IsOptional()
  @ValidateNested()
  payment?: IrsPaymentInput | null;
  @Field(() => Boolean, { nullable: true, description: "Consent to disclose the VINs." })
  consent?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to confirm VINs whose check digit is wrong.",
  })
  acknowledgeVin?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to sign, under penalties of perjury. Required unless already signed.",
  })
  agreeToJurat?: boolean | null;
}

@InputType({ description: "Rejected return to fix and file again." })
export class ResubmitInput extends FilingInput {
  @Field(() => DraftChanges, {
    nullable: true,
    description: "Changes that fix the return. Omit when only filer data was wrong.",
  })
  @IsOptional()
  @ValidateNested()
  fixes?: DraftChanges | null;
  @Field(() => Boolean, {
    description: "True to declare under penalties of perjury that the return is true, correct and complete.",
  })
  agreeToJurat: boolean;
}

@ArgsType()
export class FilingArgs {
  @Field(() => ID, { description: "ID of the return." })
  @MaxLength(64)
  filingId: string;
}

@ArgsType()
export class FilingsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Filter by filer ID." })
  @IsOptional()
  @MaxLength(64)
  filerId?: string | null;
  @Field(() => Int, { nullable: true, description: "Filter by tax period: the year in which it begins." })
  @IsOptional()
  @Min(2000)
  @Max(2100)
  period?: number | null;
  @Field(() => [FilingStatusEnum], { nullable: true, description: "Filter by one or more statuses." })
  @IsOptional()
  @ArrayMaxSize(20)
  status?: FilingStatus[] | null;
}

@ArgsType()
export class AmendmentsArgs extends PageArgs {
  @Field(() => ID, { description: "ID of the original return." })
  @MaxLength(64)
  filingId: string;
}
