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

@ObjectType({ description: "A tax that was paid by a return of another preparer." })
export class TaxPaidElsewhere {
  @Field(() => MoneyScalar)
  taxPaid: number;
  @Field(() => String, { description: "YYYY-MM." })
  firstUseMonth: string;
}

@ObjectType({ description: "A credit on a return." })
export class FilingCreditLine {
  @Field(() => String)
  vin: string;
  @Field(() => CreditReasonEnum)
  reason: "sold" | "destroyed" | "stolen" | "low_mileage";
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => TaxPaidElsewhere, { nullable: true })
  paidElsewhere: TaxPaidElsewhere | null;
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
export class FilingPage extends countedPageOf(Filing, "filings") {}

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
