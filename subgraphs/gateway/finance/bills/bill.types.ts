import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf, notBlank } from "../accounts/account.types.ts";
import { intervals, type Interval } from "./recurring-payments.ts";

const BillStatus = enumOf(["active", "ended"]);
registerEnumType(BillStatus, { name: "BillStatus", description: "Whether more of it is expected." });
const OccurrenceStatus = enumOf(["expected", "late", "paid", "skipped"]);
registerEnumType(OccurrenceStatus, {
  name: "OccurrenceStatus",
  description: "What is late was expected before today.",
});
const RecurringInterval = enumOf(intervals);
registerEnumType(RecurringInterval, {
  name: "RecurringInterval",
  description: "How often a payment repeats.",
});

@InputType({ description: "A payment that is expected again and again." })
export class CreateBillInput {
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  payee: string;
  @Field(() => MoneyScalar, { nullable: true, description: "Or `amountMin` and `amountMax`." })
  @IsOptional()
  @Min(0.001)
  amount?: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  @IsOptional()
  @Min(0)
  amountMin?: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  @IsOptional()
  @Min(0.001)
  amountMax?: number | null;
  @Field(() => String, {
    description:
      "RFC 5545: FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, BYMONTHDAY (-1 is the last day), COUNT or UNTIL.",
  })
  @MaxLength(200)
  rrule: string;
  @Field(() => DateScalar, { nullable: true, description: "Today when left out." })
  startsOn?: string | null;
  @Field(() => ID, { description: "The account that it is paid from." })
  @MaxLength(64)
  accountId: string;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => Boolean, { nullable: true, description: "True where it is paid by itself." })
  autopay?: boolean | null;
}

@InputType({ description: "One time that a bill was due." })
export class MarkBillPaidInput {
  @Field(() => ID)
  @MaxLength(64)
  billId: string;
  @Field(() => DateScalar)
  occurrenceDate: string;
  @Field(() => ID, { nullable: true, description: "The transaction that paid it." })
  @IsOptional()
  @MaxLength(64)
  transactionId?: string | null;
}

@InputType({ description: "One time that a bill is due." })
export class SkipBillInput {
  @Field(() => ID)
  @MaxLength(64)
  billId: string;
  @Field(() => DateScalar)
  occurrenceDate: string;
}

@ArgsType()
export class UpcomingBillsArgs {
  @Field(() => Int, { defaultValue: 30, description: "From today on." })
  @Min(1)
  @Max(366)
  days: number;
}

@ArgsType()
export class DetectRecurringArgs {
  @Field(() => Int, { defaultValue: 12, description: "Months back." })
  @Min(1)
  @Max(60)
  months: number;
}

@ObjectType({ description: "A payment that is expected again and again." })
export class Bill {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  payee: string;
  @Field(() => MoneyScalar)
  amountMin: number;
  @Field(() => MoneyScalar)
  amountMax: number;
  @Field(() => String)
  currency: string;
  @Field(() => String)
  rrule: string;
  @Field(() => DateScalar)
  startsOn: string;
  @Field(() => ID)
  accountId: string;
  @Field(() => ID, { nullable: true })
  categoryId: string | null;
  @Field(() => Boolean)
  autopay: boolean;
  @Field(() => BillStatus)
  status: "active" | "ended";
  @Field(() => Int)
  version: number;
}

@ObjectType({ description: "One time that a bill is due." })
export class BillOccurrence {
  @Field(() => ID)
  billId: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => OccurrenceStatus)
  status: "expected" | "late" | "paid" | "skipped";
  @Field(() => ID, { nullable: true })
  transactionId: string | null;
}

@ObjectType({ description: "A bill that is due." })
export class UpcomingBill {
  @Field(() => ID)
  billId: string;
  @Field(() => String)
  payee: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => OccurrenceStatus)
  status: "expected" | "late";
  @Field(() => MoneyScalar, { description: "The most that is expected." })
  amount: number;
  @Field(() => String)
  currency: string;
  @Field(() => ID)
  accountId: string;
  @Field(() => Boolean)
  autopay: boolean;
  @Field(() => MoneyScalar, { description: "What the account has once this and all before it are paid." })
  projectedBalance: number;
}

@ObjectType({ description: "Bills that are due, in order; late ones come first." })
export class UpcomingBills {
  @Field(() => [UpcomingBill])
  bills: UpcomingBill[];
}

@ObjectType({ description: "A payment that repeats." })
export class DetectedRecurring {
  @Field(() => String)
  payee: string;
  @Field(() => RecurringInterval)
  interval: Interval;
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => String)
  currency: string;
  @Field(() => Float, { description: "From 0.6 to 1." })
  confidence: number;
  @Field(() => DateScalar)
  lastDate: string;
  @Field(() => Int)
  count: number;
}

@ObjectType({ description: "Payments that repeat, the surest first." })
export class DetectedRecurringList {
  @Field(() => [DetectedRecurring])
  payments: DetectedRecurring[];
}
