import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../src/graphql/scalars.ts";
import { PageArgs } from "../invoicing/page.types.ts";
import { categoryPattern, monthPattern, notACategory, notAMonth } from "./calculation.types.ts";
import { filingKinds, filingStatuses, type FilingKind, type FilingStatus } from "./filing-states.ts";

const enumOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { [Key in Name]: Key };

export const FilingStatusEnum = enumOf(filingStatuses);
registerEnumType(FilingStatusEnum, { name: "FilingStatus", description: "Where a return stands." });
export const FilingKindEnum = enumOf(filingKinds);
registerEnumType(FilingKindEnum, {
  name: "FilingKind",
  description: "An original return, or why it is amended.",
});
export const SuspensionEnum = enumOf(["low_mileage", "agricultural"] as const);
registerEnumType(SuspensionEnum, {
  name: "Suspension",
  description: "Expected use of at most 5,000 miles in the period, 7,500 for agricultural vehicles.",
});
export const PaymentMethodEnum = enumOf(["direct_debit", "eftps", "card", "check"] as const);
export type PaymentMethod = keyof typeof PaymentMethodEnum;
registerEnumType(PaymentMethodEnum, { name: "IrsPaymentMethod", description: "How the balance is paid." });
export const CreditReasonEnum = enumOf(["sold", "destroyed", "stolen", "low_mileage"] as const);
registerEnumType(CreditReasonEnum, { name: "VehicleCreditReason", description: "Why tax is given back." });

@InputType({
  description: "How the balance is paid. Bank data are a token of whoever holds them, never numbers.",
})
export class IrsPaymentInput {
  @Field(() => PaymentMethodEnum)
  method: PaymentMethod;
  @Field(() => String, { nullable: true, description: "For direct_debit: begins with `bt_`." })
  @IsOptional()
  @Matches(/^bt_\w*[A-Za-z]\w*$/, { message: "must be a token that begins with bt_" })
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

@InputType({ description: "A credit for a vehicle of an earlier return." })
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
export class FilingInput {
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
  status?: FilingStatus[] | null;
}

@ArgsType()
export class AmendmentsArgs extends PageArgs {
  @Field(() => ID)
  @MaxLength(64)
  filingId: string;
}

@ObjectType({ description: "A vehicle on a return." })
export class FilingVehicle {
  @Field(() => String)
  vin: string;
  @Field(() => String, { description: "A to V, or W where the tax is suspended." })
  category: string;
  @Field(() => Boolean)
  logging: boolean;
  @Field(() => SuspensionEnum, { nullable: true })
  suspended: "low_mileage" | "agricultural" | null;
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => String, { nullable: true, description: "Before a weight increase." })
  previousCategory: string | null;
  @Field(() => String, { nullable: true, description: "The wrong number, on a correction." })
  previousVin: string | null;
}

@ObjectType({ description: "A credit on a return." })
export class FilingCreditLine {
  @Field(() => String)
  vin: string;
  @Field(() => CreditReasonEnum)
  reason: "sold" | "destroyed" | "stolen" | "low_mileage";
  @Field(() => MoneyScalar)
  amount: number;
}

@ObjectType({ description: "A broken rule." })
export class FilingFinding {
  @Field(() => String)
  rule: string;
  @Field(() => String)
  path: string;
  @Field(() => String)
  message: string;
}

@ObjectType({ description: "What the service found." })
export class FilingFault {
  @Field(() => String)
  code: string;
  @Field(() => String)
  message: string;
}

@ObjectType({ description: "What the e-file service said of a submission." })
export class FilingAcknowledgement {
  @Field(() => String, { nullable: true })
  submissionId: string | null;
  @Field(() => String, { description: "`accepted` or `rejected`." })
  status: string;
  @Field(() => Date)
  at: Date;
  @Field(() => [FilingFault])
  errors: FilingFault[];
}

@ObjectType({ description: "A step in the life of a return." })
export class FilingEvent {
  @Field(() => String)
  type: string;
  @Field(() => Date)
  at: Date;
}

@ObjectType({ description: "How the balance is paid." })
export class IrsPayment {
  @Field(() => PaymentMethodEnum)
  method: PaymentMethod;
  @Field(() => Boolean, { description: "Whether a bank token is there." })
  hasToken: boolean;
}

@ObjectType({ description: "Who signed." })
export class FilingSignature {
  @Field(() => String)
  name: string;
  @Field(() => String)
  title: string;
  @Field(() => Date)
  at: Date;
}

@ObjectType({ description: "A return of Form 2290." })
export class Filing {
  @Field(() => ID)
  filingId: string;
  @Field(() => ID)
  filerId: string;
  @Field(() => Int)
  period: number;
  @Field(() => FilingKindEnum)
  kind: FilingKind;
  @Field(() => String)
  firstUseMonth: string;
  @Field(() => DateScalar)
  dueDate: string;
  @Field(() => FilingStatusEnum)
  status: FilingStatus;
  @Field(() => [FilingVehicle])
  vehicles: FilingVehicle[];
  @Field(() => [FilingCreditLine])
  credits: FilingCreditLine[];
  @Field(() => MoneyScalar, { description: "Tax of the vehicles." })
  line2: number;
  @Field(() => MoneyScalar, { description: "Tax of weight increases." })
  line3: number;
  @Field(() => MoneyScalar, { description: "Credits." })
  line5Credits: number;
  @Field(() => MoneyScalar)
  balanceDue: number;
  @Field(() => String)
  currency: string;
  @Field(() => IrsPayment, { nullable: true })
  payment: IrsPayment | null;
  @Field(() => FilingSignature, { nullable: true, description: "Removed by any later change." })
  signature: FilingSignature | null;
  @Field(() => Boolean)
  consent: boolean;
  @Field(() => Boolean)
  acknowledgeVin: boolean;
  @Field(() => String, { nullable: true, description: "Null until the service has taken the return in." })
  submissionId: string | null;
  @Field(() => [FilingAcknowledgement])
  acks: FilingAcknowledgement[];
  @Field(() => ID, { nullable: true, description: "The return that this one amends." })
  parentId: string | null;
  @Field(() => String, { nullable: true })
  reason: string | null;
  @Field(() => Date, { nullable: true })
  submittedAt: Date | null;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of returns, newest first." })
export class FilingPage {
  @Field(() => [Filing])
  filings: Filing[];
  @Field(() => Int)
  total: number;
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@ObjectType({ description: "Whether a return may be sent." })
export class FilingValidation {
  @Field(() => Boolean)
  ok: boolean;
  @Field(() => [FilingFinding])
  errors: FilingFinding[];
  @Field(() => [FilingFinding])
  warnings: FilingFinding[];
}

@ObjectType({ description: "What was sent: the first return, and all of them." })
export class FiledReturns {
  @Field(() => ID)
  filingId: string;
  @Field(() => FilingStatusEnum)
  status: FilingStatus;
  @Field(() => String, {
    nullable: true,
    description: "Null while the service is away: the return then goes out by itself.",
  })
  submissionId: string | null;
  @Field(() => [Filing], { description: "One for each month of first use." })
  filings: Filing[];
}

@ObjectType({ description: "What was discarded." })
export class DiscardedFiling {
  @Field(() => Boolean)
  discarded: true;
}

@ObjectType({ description: "A reason for a rejection." })
export class FilingErrorAdvice {
  @Field(() => String)
  code: string;
  @Field(() => String)
  message: string;
  @Field(() => String)
  fix: string;
}

@ObjectType({ description: "Why a return was rejected, and what to do." })
export class FilingErrors {
  @Field(() => [FilingErrorAdvice])
  errors: FilingErrorAdvice[];
}

@ObjectType({ description: "The life of a return." })
export class FilingEvents {
  @Field(() => [FilingEvent])
  events: FilingEvent[];
}
