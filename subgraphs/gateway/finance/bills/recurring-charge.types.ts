import { Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { RecurringInterval } from "./bill.types.ts";
import type { Interval } from "./recurring-payments.ts";

@ObjectType({ description: "Running subscription or other small charge that repeats." })
export class RecurringCharge {
  @Field(() => ID, { description: "ID of the payee." })
  payeeId: string;
  @Field(() => String, { description: "Name of the payee." })
  payee: string;
  @Field(() => RecurringInterval, { description: "Interval at which the charge repeats." })
  interval: Interval;
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Latest amount charged." })
  amount: number;
  @Field(() => MoneyScalar, { description: "Latest amount per month; a twelfth of a yearly charge." })
  monthlyCost: number;
  @Field(() => DateScalar, { description: "Date of the latest charge." })
  lastDate: string;
  @Field(() => DateScalar, { description: "Date on which the next charge is expected." })
  nextDate: string;
  @Field(() => MoneyScalar, {
    description: "Latest amount minus the different amount before it. Zero when the price never changed.",
  })
  priceChange: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date of the first charge at the latest price. Null when the price never changed.",
  })
  priceChangedOn: string | null;
  @Field(() => Int, { description: "Number of charges in the last two years." })
  count: number;
  @Field(() => [ID], { description: "IDs of the latest transactions, at most 10." })
  transactionIds: string[];
}

@ObjectType({ description: "Monthly cost of all recurring charges in one currency." })
export class RecurringChargeTotal {
  @Field(() => String, { description: "Currency of the amount, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Sum of the monthly costs." })
  monthlyCost: number;
}

@ObjectType({ description: "List of recurring charges." })
export class RecurringChargeList {
  @Field(() => [RecurringCharge], {
    description: "Charges by currency, highest monthly cost first.",
  })
  charges: RecurringCharge[];
  @Field(() => [RecurringChargeTotal], { description: "Sums of the monthly costs, by currency." })
  totals: RecurringChargeTotal[];
}
