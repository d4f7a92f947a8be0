import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { categoryPattern, monthPattern, notACategory, notAMonth } from "../tax/calculation.types.ts";
import {
  CreditReasonEnum,
  FilingStatusEnum,
  PaymentMethodEnum,
  SuspensionEnum,
  type PaymentMethod,
} from "./filing-enums.types.ts";
import type { FilingStatus } from "./filing-states.ts";

@InputType({
  description: "How the balance is paid. Bank data are a token of whoever holds them, never numbers.",
})
export class IrsPaymentInput {
  @Field(() => PaymentMethodEnum)
  method: PaymentMethod;
  @Field(() => String, { nullable: true, description: "For direct_debit: begins with `bt_`." })
  @IsOptional()
  @Matches(/^bt_[0-9_]*[A-Za-z]\w*$/, { message: "must be a token that begins with bt_" })
  @MaxLength(100)
  token?: string | null;
}

@InputType({
  description: "A vehicle on a return: by id or VIN. One that the filer lacks is added, by its category.",
})
export class FilingVehicleInput {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  vehicleId?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(40)
  vin?: string | null;
  @Field(() => String, { nullable: true, description: "A to V; that of the vehicle when left out." })
  @IsOptional()
  @Matches(categoryPattern, notACategory)
  category?: string | null;
  @Field(() => Boolean, { nullable: true })
  logging?: boolean | null;
  @Field(() => SuspensionEnum, { nullable: true })
  suspended?: "low_mileage" | "agricultural" | null;
}

@InputType({ description: "A vehicle of a return that is made in one call." })
export class FiledVehicleInput extends FilingVehicleInput {
  @Field(() => String, { description: "YYYY-MM; each month becomes a return of its own." })
  @Matches(monthPattern, notAMonth)
  firstUseMonth: string;
}

@InputType({ description: "A tax that was paid by a return of another preparer." })
export class TaxPaidElsewhereInput {
  @Field(() => MoneyScalar)
  @Min(0.01)
  @Max(550)
  taxPaid: number;
  @Field(() => String, { description: "YYYY-MM." })
  @Matches(monthPattern, notAMonth)
  firstUseMonth: string;
}

@InputType({
  description:
    "A credit for a vehicle: no more than its disposal or low mileage gives back of the tax that was paid.",
})
export class FilingCreditInput {
  @Field(() => String)
  @MaxLength(40)
  vin: string;
  @Field(() => CreditReasonEnum)
  reason: "sold" | "destroyed" | "stolen" | "low_mileage";
  @Field(() => MoneyScalar)
  @Min(0.01)
  @Max(550)
  amount: number;
  @Field(() => TaxPaidElsewhereInput, {
    nullable: true,
    description: "Needed where no accepted return of this filer taxed the vehicle.",
  })
  @IsOptional()
  @ValidateNested()
  paidElsewhere?: TaxPaidElsewhereInput | null;
}

@InputType({ description: "A new return." })
export class CreateDraftInput {
  @Field(() => ID)
  @MaxLength(64)
  filerId: string;
  @Field(() => Int, { description: "The year in which the period begins: 2026 is July 2026 to June 2027." })
  @Min(2000)
  @Max(2100)
  period: number;
  @Field(() => String, { description: "YYYY-MM, in the period." })
  @Matches(monthPattern, notAMonth)
  firstUseMonth: string;
}

@InputType({ description: "What changes of a return; what is left out stays." })
export class DraftChanges {
  @Field(() => String, { nullable: true, description: "YYYY-MM, in the period." })
  @IsOptional()
  @Matches(monthPattern, notAMonth)
  firstUseMonth?: string | null;
  @Field(() => [FilingVehicleInput], {
    nullable: true,
    description: "All vehicles, in place of those that are there.",
  })
  @IsOptional()
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  vehicles?: FilingVehicleInput[] | null;
  @Field(() => [FilingCreditInput], {
    nullable: true,
    description: "All credits, in place of those that are there.",
  })
  @IsOptional()
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  credits?: FilingCreditInput[] | null;
  @Field(() => IrsPaymentInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  payment?: IrsPaymentInput | null;
  @Field(() => Boolean, { nullable: true, description: "Consent to disclosure of the vehicles' numbers." })
  consent?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "The VINs are right though a check digit does not fit.",
  })
  acknowledgeVin?: boolean | null;
}

@InputType({ description: "A return, and what changes of it." })
export class UpdateDraftInput extends DraftChanges {
  @Field(() => ID)
  @MaxLength(64)
  filingId: string;
}

@InputType({ description: "A return." })
class FilingInput {
  @Field(() => ID)
  @MaxLength(64)
  filingId: string;
}

@InputType({ description: "A vehicle to put on a return." })
export class AddFilingVehicleInput extends FilingVehicleInput {
  @Field(() => ID)
  @MaxLength(64)
  filingId: string;
}

@InputType({ description: "A vehicle to take off a return." })
export class RemoveFilingVehicleInput extends FilingInput {
  @Field(() => String)
  @MaxLength(40)
  vin: string;
}

@InputType({ description: "How the balance of a return is paid." })
export class SetPaymentInput extends IrsPaymentInput {
  @Field(() => ID)
  @MaxLength(64)
  filingId: string;
}

@InputType({ description: "A signature, with the PIN that the signatory entered." })
export class SignInput extends FilingInput {
  @Field(() => String, { description: "As the filer's signatory is named." })
  @MaxLength(35)
  signatoryName: string;
  @Field(() => Boolean, {
    description: "Under penalties of perjury the return is true, correct and complete.",
  })
  agreeToJurat: boolean;
}

@InputType({ description: "A signed return, or all that one is made of." })
export class FileReturnInput {
  @Field(() => ID, { nullable: true, description: "A return; without it filerId, period and vehicles." })
  @IsOptional()
  @MaxLength(64)
  filingId?: string | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  filerId?: string | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(2000)
  @Max(2100)
  period?: number | null;
  @Field(() => [FiledVehicleInput], { nullable: true })
  @IsOptional()
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  vehicles?: FiledVehicleInput[] | null;
  @Field(() => IrsPaymentInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  payment?: IrsPaymentInput | null;
  @Field(() => Boolean, { nullable: true, description: "Consent to disclosure of the vehicles' numbers." })
  consent?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "The VINs are right though a check digit does not fit.",
  })
  acknowledgeVin?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Signs what is not signed yet, under penalties of perjury.",
  })
  agreeToJurat?: boolean | null;
}

@InputType({ description: "A rejected return, and what is mended." })
export class ResubmitInput extends FilingInput {
  @Field(() => DraftChanges, { nullable: true })
  @IsOptional()
  @ValidateNested()
  fixes?: DraftChanges | null;
  @Field(() => Boolean, {
    description: "Under penalties of perjury the return is true, correct and complete.",
  })
  agreeToJurat: boolean;
}

@ArgsType()
export class FilingArgs {
  @Field(() => ID)
  @MaxLength(64)
  filingId: string;
}

@ArgsType()
export class FilingsArgs extends PageArgs {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  filerId?: string | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(2000)
  @Max(2100)
  period?: number | null;
  @Field(() => [FilingStatusEnum], { nullable: true })
  @IsOptional()
  @ArrayMaxSize(20)
  status?: FilingStatus[] | null;
}

@ArgsType()
export class AmendmentsArgs extends PageArgs {
  @Field(() => ID)
  @MaxLength(64)
  filingId: string;
}
