import { IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

export const BookingDepositMethod = {
  bank_transfer: "bank_transfer",
  card: "card",
  cash: "cash",
  check: "check",
  other: "other",
} as const;
export type BookingDepositMethod = keyof typeof BookingDepositMethod;
registerEnumType(BookingDepositMethod, {
  name: "BookingDepositMethod",
  description: "Payment method by which a deposit was received.",
  valuesConfig: {
    bank_transfer: { description: "Bank transfer or wire." },
    card: { description: "Credit or debit card, by a terminal or processor of your own." },
    cash: { description: "Banknotes and coins handed over." },
    check: { description: "Paper check (cheque)." },
    other: { description: "Any other payment method." },
  },
});

export const BookingDepositStatus = {
  received: "received",
  partly_refunded: "partly_refunded",
  refunded: "refunded",
} as const;
export type BookingDepositStatus = keyof typeof BookingDepositStatus;
registerEnumType(BookingDepositStatus, {
  name: "BookingDepositStatus",
  description: "Status of a booking deposit.",
  valuesConfig: {
    received: { description: "Received; nothing was refunded." },
    partly_refunded: { description: "A part was refunded." },
    refunded: { description: "Refunded in full." },
  },
});

@ObjectType({ description: "A deposit for a booking, paid online or recorded by you." })
export class BookingDeposit {
  @Field(() => ID, { description: "Unique ID of the deposit, prefixed `bdp_`." })
  id: string;
  @Field(() => ID, { description: "ID of the booking." })
  bookingId: string;
  @Field(() => MoneyScalar, { description: "Amount received, in major units of `currency`." })
  amount: number;
  @Field(() => MoneyScalar, { description: "Amount refunded so far, in `currency`." })
  refunded: number;
  @Field(() => MoneyScalar, {
    description: "Amount on its way back to the customer: the payment processor has not confirmed it yet.",
  })
  refundPending: number;
  @Field(() => String, { description: "ISO 4217 currency code: that of the booking." })
  currency: string;
  @Field(() => BookingDepositMethod, { description: "Payment method, such as `cash`." })
  method: BookingDepositMethod;
  @Field(() => String, { nullable: true, description: "Reference of the payment. Null when none was given." })
  reference: string | null;
  @Field(() => Boolean, { description: "True when the customer paid it online." })
  isOnline: boolean;
  @Field(() => BookingDepositStatus, { description: "Whether it was refunded." })
  status: BookingDepositStatus;
  @Field(() => Date, { description: "Time the deposit was recorded." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the deposit's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of booking deposits, newest first." })
export class BookingDepositPage extends countedPageOf(BookingDeposit, "deposits", {
  total: "Deposits that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@InputType({ description: "A deposit that you have received for a booking." })
export class RecordDepositInput {
  @Field(() => ID, { description: "ID of the booking." })
  @MaxLength(64)
  bookingId: string;
  @Field(() => MoneyScalar, {
    description: "Amount received, above 0, in major units of the booking's currency.",
  })
  amount: number;
  @Field(() => BookingDepositMethod, { description: "Payment method." })
  method: BookingDepositMethod;
  @Field(() => String, {
    nullable: true,
    description: "Reference of the payment, such as a check number, up to 100 characters.",
  })
  @IsOptional()
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  reference?: string | null;
}

@InputType({ description: "A deposit to pay back, in full or in part." })
export class RefundDepositInput {
  @Field(() => ID, { description: "ID of the deposit." })
  @MaxLength(64)
  depositId: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Amount to pay back, at most what is left of the deposit. Default: all that is left.",
  })
  @IsOptional()
  amount?: number | null;
}

@ArgsType()
export class DepositsArgs extends PageArgs {
  @Field(() => Date, { nullable: true, description: "Only deposits recorded at or after this time." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Only deposits recorded before this time." })
  to?: Date | null;
  @Field(() => BookingDepositStatus, { nullable: true, description: "Only deposits with this status." })
  status?: BookingDepositStatus | null;
}
