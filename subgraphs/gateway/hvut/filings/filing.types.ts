import { Field, ID, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import {
  CreditReasonEnum,
  FilingKindEnum,
  FilingStatusEnum,
  PaymentMethodEnum,
  SuspensionEnum,
  type PaymentMethod,
} from "./filing-enums.types.ts";
import type { FilingKind, FilingStatus } from "./filing-states.ts";

@ObjectType({ description: "A vehicle on a return." })
export class FilingVehicle {
  @Field(() => String, { description: "Vehicle identification number (VIN)." })
  vin: string;
  @Field(() => String, { description: "Weight category A to V, or W when the tax is suspended." })
  category: string;
  @Field(() => Boolean, { description: "True for a logging vehicle, which is taxed at lower rates." })
  logging: boolean;
  @Field(() => SuspensionEnum, {
    nullable: true,
    description: "Reason why the tax is suspended. Null for a taxable vehicle.",
  })
  suspended: "low_mileage" | "agricultural" | null;
  @Field(() => MoneyScalar, { description: "Tax of the vehicle, in dollars." })
  amount: number;
  @Field(() => String, {
    nullable: true,
    description: "Weight category before the increase. Null unless the return reports one.",
  })
  previousCategory: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Wrong VIN that this line corrects. Null unless the return corrects one.",
  })
  previousVin: string | null;
}

@ObjectType({ description: "Tax paid through a return of another preparer." })
export class TaxPaidElsewhere {
  @Field(() => MoneyScalar, { description: "Tax paid for the vehicle, in dollars." })
  taxPaid: number;
  @Field(() => String, { description: "Month of first use for which the tax was paid, as YYYY-MM." })
  firstUseMonth: string;
}

@ObjectType({ description: "A credit on a return." })
export class FilingCreditLine {
  @Field(() => String, { description: "VIN of the vehicle." })
  vin: string;
  @Field(() => CreditReasonEnum, { description: "Reason for the credit." })
  reason: "sold" | "destroyed" | "stolen" | "low_mileage";
  @Field(() => MoneyScalar, { description: "Credit in dollars." })
  amount: number;
  @Field(() => TaxPaidElsewhere, {
    nullable: true,
    description: "Tax paid through another preparer. Null when a return of this filer taxed the vehicle.",
  })
  paidElsewhere: TaxPaidElsewhere | null;
}

@ObjectType({ description: "A filing rule that the return breaks." })
export class FilingFinding {
  @Field(() => String, { description: "Code of the rule, such as `F2290-068`." })
  rule: string;
  @Field(() => String, { description: "Field with the problem, such as `vehicles.0.vin`." })
  path: string;
  @Field(() => String, { description: "Description of the problem, and how to fix it." })
  message: string;
}

@ObjectType({ description: "An error reported by the e-file service." })
export class FilingFault {
  @Field(() => String, { description: "Error code of the e-file service, such as `R0000-500`." })
  code: string;
  @Field(() => String, { description: "Error message of the e-file service." })
  message: string;
}

@ObjectType({ description: "Response of the e-file service to a submission." })
export class FilingAcknowledgement {
  @Field(() => String, {
    nullable: true,
    description: "Submission ID of the e-file service. Null when the service refused the submission.",
  })
  submissionId: string | null;
  @Field(() => String, { description: "Result: `accepted` or `rejected`." })
  status: string;
  @Field(() => Date, { description: "Time of the acknowledgement." })
  at: Date;
  @Field(() => [FilingFault], { description: "Reasons for the rejection. Empty when accepted." })
  errors: FilingFault[];
}

@ObjectType({ description: "An event in the history of a return." })
export class FilingEvent {
  @Field(() => String, {
    description: "Type of event: `created`, `signed`, `submitted`, `accepted`, `rejected` or `reopened`.",
  })
  type: string;
  @Field(() => Date, { description: "Time of the event." })
  at: Date;
}

@ObjectType({ description: "Payment method for the balance due." })
export class IrsPayment {
  @Field(() => PaymentMethodEnum, { description: "Payment method for the balance due to the IRS." })
  method: PaymentMethod;
  @Field(() => Boolean, { description: "True when a bank account token was given." })
  hasToken: boolean;
}

@ObjectType({ description: "Signature on a return." })
export class FilingSignature {
  @Field(() => String, { description: "Name of the signatory." })
  name: string;
  @Field(() => String, { description: "Job title of the signatory." })
  title: string;
  @Field(() => Date, { description: "Time of the signature." })
  at: Date;
}

@ObjectType({ description: "A Form 2290 return." })
export class Filing {
  @Field(() => ID, { description: "ID of the return." })
  filingId: string;
  @Field(() => ID, { description: "ID of the filer." })
  filerId: string;
  @Field(() => Int, { description: "Year in which the tax period begins: 2026 is July 2026 to June 2027." })
  period: number;
  @Field(() => FilingKindEnum, { description: "Kind of return: original, or an amendment." })
  kind: FilingKind;
  @Field(() => String, { description: "Month of first use as YYYY-MM. For a weight increase: its month." })
  firstUseMonth: string;
  @Field(() => DateScalar, { description: "Last day on which the return is on time." })
  dueDate: string;
  @Field(() => FilingStatusEnum, { description: "Status of the return." })
  status: FilingStatus;
  @Field(() => [FilingVehicle], { description: "Vehicles on the return, with their tax." })
  vehicles: FilingVehicle[];
  @Field(() => [FilingCreditLine], { description: "Credits claimed on the return." })
  credits: FilingCreditLine[];
  @Field(() => MoneyScalar, { description: "Line 2: tax of the vehicles, in dollars." })
  line2: number;
  @Field(() => MoneyScalar, { description: "Line 3: additional tax from weight increases, in dollars." })
  line3: number;
  @Field(() => MoneyScalar, { description: "Line 5: credits claimed, in dollars." })
  line5Credits: number;
  @Field(() => MoneyScalar, { description: "Line 6: balance due to the IRS, in dollars." })
  balanceDue: number;
  @Field(() => String, { description: "Currency of all amounts: `USD`." })
  currency: string;
  @Field(() => IrsPayment, {
    nullable: true,
    description: "Payment method for the balance due. Null until set.",
  })
  payment: IrsPayment | null;
  @Field(() => FilingSignature, {
    nullable: true,
    description: "Signature of the return. Null until signed; any later change removes it.",
  })
  signature: FilingSignature | null;
  @Field(() => Boolean, { description: "True when the filer consents to disclose the VINs." })
  consent: boolean;
  @Field(() => Boolean, { description: "True when VINs with a wrong check digit were confirmed." })
  acknowledgeVin: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Submission ID of the e-file service. Null until the service received the return.",
  })
  submissionId: string | null;
  @Field(() => [FilingAcknowledgement], {
    description: "Acknowledgements of the e-file service, oldest first.",
  })
  acks: FilingAcknowledgement[];
  @Field(() => ID, {
    nullable: true,
    description: "ID of the return that this one amends. Null when it amends none.",
  })
  parentId: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason for a VIN correction. Null for other returns.",
  })
  reason: string | null;
  @Field(() => Date, { nullable: true, description: "Time of the last submission. Null until submitted." })
  submittedAt: Date | null;
  @Field(() => Int, { description: "Version number, starting at 1. Increases with each change." })
  version: number;
  @Field(() => Date, { description: "Time at which the return was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the return." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of returns, newest first." })
export class FilingPage extends countedPageOf(Filing, "filings") {}

@ObjectType({ description: "Result of validating a return before filing." })
export class FilingValidation {
  @Field(() => Boolean, { description: "True when the return can be signed and filed." })
  ok: boolean;
  @Field(() => [FilingFinding], { description: "Broken rules that prevent filing." })
  errors: FilingFinding[];
  @Field(() => [FilingFinding], { description: "Findings that do not prevent filing." })
  warnings: FilingFinding[];
}

@ObjectType({ description: "Filed returns: one per month of first use." })
export class FiledReturns {
  @Field(() => ID, { description: "ID of the first return." })
  filingId: string;
  @Field(() => FilingStatusEnum, { description: "Status of the first return." })
  status: FilingStatus;
  @Field(() => String, {
    nullable: true,
    description:
      "Submission ID of the first return. Null while the e-file service is unavailable; filing is retried.",
  })
  submissionId: string | null;
  @Field(() => [Filing], { description: "Filed returns, one per month of first use." })
  filings: Filing[];
}

@ObjectType({ description: "A reason for a rejection, with a fix." })
export class FilingErrorAdvice {
  @Field(() => String, { description: "Error code of the e-file service, such as `R0000-500`." })
  code: string;
  @Field(() => String, { description: "Error message of the e-file service." })
  message: string;
  @Field(() => String, { description: "What to do before you resubmit." })
  fix: string;
}

@ObjectType({ description: "Reasons why a return was rejected, with fixes." })
export class FilingErrors {
  @Field(() => [FilingErrorAdvice], {
    description: "Reasons of the last rejection. Empty when it was not rejected.",
  })
  errors: FilingErrorAdvice[];
}

@ObjectType({ description: "History of a return." })
export class FilingEvents {
  @Field(() => [FilingEvent], { description: "Events of the return, oldest first." })
  events: FilingEvent[];
}

@ObjectType({ description: "Confirmation that a return was discarded." })
export class DiscardedFiling {
  @Field(() => Boolean, { description: "Confirmation flag, always true." })
  discarded: true;
}
