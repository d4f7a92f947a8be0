import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf, notBlank } from "../accounts/account.types.ts";
import { intervals, type Interval } from "./recurring-payments.ts";

export const BillStatus = enumOf(["active", "ended"]);
registerEnumType(BillStatus, {
  name: "BillStatus",
  description: "Statuses of a recurring bill.",
  valuesConfig: {
    active: { description: "Active; more occurrences are expected." },
    ended: { description: "Ended; no more occurrences are expected." },
  },
});
const OccurrenceStatus = enumOf(["expected", "late", "paid", "skipped"]);
registerEnumType(OccurrenceStatus, {
  name: "OccurrenceStatus",
  description: "Statuses of one occurrence of a bill.",
  valuesConfig: {
    expected: { description: "Due today or later, and not paid yet." },
    late: { description: "Due before today, and not paid yet." },
    paid: { description: "A transaction paid it." },
    skipped: { description: "Skipped; no payment is expected." },
  },
});
export const RecurringInterval = enumOf(intervals);
registerEnumType(RecurringInterval, {
  name: "RecurringInterval",
  description: "Intervals at which a payment repeats.",
  valuesConfig: {
    weekly: { description: "Every week." },
    biweekly: { description: "Every two weeks." },
    monthly: { description: "Every month." },
    quarterly: { description: "Every three months." },
    yearly: { description: "Every year." },
  },
});

@InputType({ description: "Details of a recurring bill to create." })
export class CreateBillInput {
  @Field(() => String, { description: "Name of the biller, up to 200 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  payee: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Fixed amount of each payment. Give this, or `amountMin` and `amountMax`.",
  })
  @IsOptional()
  @Min(0.001)
  amount?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Lowest expected amount, when the amount varies. Requires `amountMax`.",
  })
  @IsOptional()
  @Min(0)
  amountMin?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Highest expected amount, when the amount varies. Requires `amountMin`.",
  })
  @IsOptional()
  @Min(0.001)
  amountMax?: number | null;
  @Field(() => String, {
    description:
      "Recurrence rule (RFC 5545), such as FREQ=MONTHLY;BYMONTHDAY=15. Supports FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, BYMONTHDAY (-1 is the last day), COUNT or UNTIL.",
  })
  @MaxLength(200)
  rrule: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First day the bill can be due (YYYY-MM-DD), not before 1970. Default: today.",
  })
  startsOn?: string | null;
  @Field(() => ID, { description: "ID of the account that pays the bill." })
  @MaxLength(64)
  accountId: string;
  @Field(() => ID, { nullable: true, description: "ID of the spending category of the bill. Default: none." })
  @IsOptional()
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the biller collects the payment automatically. Default: false.",
  })
  autopay?: boolean | null;
}

@InputType({ description: "Occurrence of a bill to mark as paid." })
export class MarkBillPaidInput {
  @Field(() => ID, { description: "ID of the bill." })
  @MaxLength(64)
  billId: string;
  @Field(() => DateScalar, { description: "Due date of the occurrence (YYYY-MM-DD)." })
  occurrenceDate: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the transaction that paid the bill. Default: none.",
  })
  @IsOptional()
  @MaxLength(64)
  transactionId?: string | null;
}

@InputType({ description: "Occurrence of a bill to skip." })
export class SkipBillInput {
  @Field(() => ID, { description: "ID of the bill." })
  @MaxLength(64)
  billId: string;
  @Field(() => DateScalar, { description: "Due date of the occurrence (YYYY-MM-DD)." })
  occurrenceDate: string;
}

@ArgsType()
export class UpcomingBillsArgs {
  @Field(() => Int, { defaultValue: 30, description: "Number of days to look ahead from today, 1 to 366." })
  @Min(1)
  @Max(366)
  days: number;
}

@ArgsType()
export class DetectRecurringArgs {
  @Field(() => Int, { defaultValue: 12, description: "Number of past months to analyze, 1 to 60." })
  @Min(1)
  @Max(60)
  months: number;
}

@ObjectType({ description: "Recurring bill." })
export class Bill {
  @Field(() => ID, { description: "Unique ID of the bill." })
  id: string;
  @Field(() => String, { description: "Name of the biller." })
  payee: string;
  @Field(() => MoneyScalar, { description: "Lowest expected amount; equals `amountMax` for a fixed amount." })
  amountMin: number;
  @Field(() => MoneyScalar, { description: "Highest expected amount, used in forecasts." })
  amountMax: number;
  @Field(() => String, { description: "Currency of the paying account, as an ISO 4217 code." })
  currency: string;
  @Field(() => String, { description: "Recurrence rule of the bill (RFC 5545)." })
  rrule: string;
  @Field(() => DateScalar, { description: "First day the bill can be due." })
  startsOn: string;
  @Field(() => ID, { description: "ID of the account that pays the bill." })
  accountId: string;
  @Field(() => ID, { nullable: true, description: "ID of the spending category. Null when not set." })
  categoryId: string | null;
  @Field(() => Boolean, { description: "Whether the biller collects the payment automatically." })
  autopay: boolean;
  @Field(() => BillStatus, { description: "Whether the bill is active or ended." })
  status: "active" | "ended";
  @Field(() => Int, { description: "Version number of the bill; increases with each change." })
  version: number;
}

@ObjectType({ description: "Single due date of a bill." })
export class BillOccurrence {
  @Field(() => ID, { description: "ID of the bill." })
  billId: string;
  @Field(() => DateScalar, { description: "Due date of the occurrence." })
  date: string;
  @Field(() => OccurrenceStatus, { description: "Payment status of the occurrence." })
  status: "expected" | "late" | "paid" | "skipped";
  @Field(() => ID, {
    nullable: true,
    description: "ID of the transaction that paid it. Null when there is none.",
  })
  transactionId: string | null;
}

@ObjectType({ description: "Bill that is due soon or late." })
export class UpcomingBill {
  @Field(() => ID, { description: "ID of the bill." })
  billId: string;
  @Field(() => String, { description: "Name of the biller." })
  payee: string;
  @Field(() => DateScalar, { description: "Due date of the bill." })
  date: string;
  @Field(() => OccurrenceStatus, { description: "Whether the payment is expected or late." })
  status: "expected" | "late";
  @Field(() => MoneyScalar, { description: "Highest expected amount, in the account's currency." })
  amount: number;
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => ID, { description: "ID of the account that pays the bill." })
  accountId: string;
  @Field(() => Boolean, { description: "Whether the biller collects the payment automatically." })
  autopay: boolean;
  @Field(() => MoneyScalar, {
    description: "Projected account balance after this bill and all earlier ones are paid.",
  })
  projectedBalance: number;
}

@ObjectType({ description: "List of bills that are due." })
export class UpcomingBills {
  @Field(() => [UpcomingBill], { description: "Unpaid bills by due date, late ones first." })
  bills: UpcomingBill[];
}

@ObjectType({ description: "Recurring payment found in past transactions." })
export class DetectedRecurring {
  @Field(() => String, { description: "Name of the payee." })
  payee: string;
  @Field(() => RecurringInterval, { description: "Interval at which the payment repeats." })
  interval: Interval;
  @Field(() => MoneyScalar, { description: "Median amount of the payments, as a positive number." })
  amount: number;
  @Field(() => String, { description: "Currency of the amount, as an ISO 4217 code." })
  currency: string;
  @Field(() => Float, { description: "Confidence that the payment repeats, from 0.6 to 1." })
  confidence: number;
  @Field(() => DateScalar, { description: "Date of the latest payment." })
  lastDate: string;
  @Field(() => Int, { description: "Number of payments found." })
  count: number;
}

@ObjectType({ description: "List of detected recurring payments." })
export class DetectedRecurringList {
  @Field(() => [DetectedRecurring], { description: "Recurring payments, highest confidence first." })
  payments: DetectedRecurring[];
}
