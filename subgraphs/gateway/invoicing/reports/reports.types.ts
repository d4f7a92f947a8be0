import { IsOptional, Matches } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

export const ReportBasis = { accrual: "accrual", cash: "cash" } as const;
export type ReportBasis = keyof typeof ReportBasis;
registerEnumType(ReportBasis, {
  name: "ReportBasis",
  description: "Whether revenue counts when it is invoiced (`accrual`) or when it is paid (`cash`).",
});

/** Which documents a report is about. */
@ArgsType()
abstract class CurrencyArgs {
  @Field(() => String, {
    nullable: true,
    description: "Only documents in this currency; needed where an account has documents in several.",
  })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
}

@ArgsType()
export class MonthlyReportArgs extends CurrencyArgs {
  @Field(() => String, { description: "YYYY-MM, in the account's timezone; the current one is so far." })
  @Matches(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, { message: "must be a month, YYYY-MM" })
  month: string;
  @Field(() => ReportBasis, { defaultValue: "accrual" })
  basis: ReportBasis;
}

@ObjectType({ description: "A month of an account." })
export class MonthlyReport {
  @Field(() => MoneyScalar, {
    description:
      "Accrual: invoices issued, without tax, less credit notes, write-offs and cancelled invoices. Cash: payments less refunds, without tax.",
  })
  revenue: number;
  @Field(() => MoneyScalar, { description: "Expenses of the month, without the tax that is reclaimed." })
  expenses: number;
  @Field(() => MoneyScalar, { description: "What clients owed at the end of the month, with tax." })
  outstanding: number;
  @Field(() => Int, { description: "Invoices that were first issued in the month." })
  invoicesSent: number;
}

@ArgsType()
export class AgingReportArgs extends CurrencyArgs {
  @Field(() => DateScalar, { nullable: true, description: "At the end of that day; today when left out." })
  asOf?: string | null;
}

/** Open amounts by how long they are past due. */
@ObjectType()
abstract class AgingBuckets {
  @Field(() => MoneyScalar, { description: "Not yet due." })
  current: number;
  @Field(() => MoneyScalar, { description: "1 to 30 days past due." })
  d1_30: number;
  @Field(() => MoneyScalar)
  d31_60: number;
  @Field(() => MoneyScalar)
  d61_90: number;
  @Field(() => MoneyScalar, { description: "More than 90 days past due." })
  d90plus: number;
  @Field(() => MoneyScalar, { description: "All of them." })
  total: number;
}

@ObjectType({ description: "What one client owes, by how long it is past due." })
export class ClientAging extends AgingBuckets {
  @Field(() => ID, { nullable: true, description: "Null for customers without a client record." })
  clientId: string | null;
}

@ObjectType({
  description: "Open amounts by how long they are past due; they add up to what is outstanding.",
})
export class AgingReport extends AgingBuckets {
  @Field(() => DateScalar)
  asOf: string;
  @Field(() => String)
  currency: string;
  @Field(() => [ClientAging])
  clients: ClientAging[];
}

/** Some days, both included. */
@ArgsType()
abstract class PeriodArgs extends CurrencyArgs {
  @Field(() => DateScalar)
  from: string;
  @Field(() => DateScalar, { description: "That day is included." })
  to: string;
}

@ArgsType()
export class RevenueByClientArgs extends PeriodArgs {
  @Field(() => ReportBasis, { defaultValue: "accrual" })
  basis: ReportBasis;
}

@ObjectType({ description: "What one client brought in, without tax." })
export class ClientRevenue {
  @Field(() => ID, { nullable: true, description: "Null for customers without a client record." })
  clientId: string | null;
  @Field(() => MoneyScalar)
  revenue: number;
}

@ObjectType({ description: "Revenue by client, the highest first; it adds up to the report's." })
export class RevenueByClient {
  @Field(() => String)
  currency: string;
  @Field(() => [ClientRevenue])
  clients: ClientRevenue[];
  @Field(() => MoneyScalar)
  total: number;
}

@ArgsType()
export class TaxSummaryArgs extends PeriodArgs {}

@ObjectType({ description: "Tax of one percentage." })
export class TaxOfRate {
  @Field(() => ID, {
    nullable: true,
    description: "The account's tax rate of this percentage, where it is one.",
  })
  taxRateId: string | null;
  @Field(() => Float, { description: "Percent: 19 is 19 %." })
  ratePercent: number;
  @Field(() => MoneyScalar)
  base: number;
  @Field(() => MoneyScalar)
  tax: number;
}

@ObjectType({ description: "Tax of invoices issued, less that of credit notes and of cancelled invoices." })
export class TaxSummary {
  @Field(() => String)
  currency: string;
  @Field(() => [TaxOfRate])
  rates: TaxOfRate[];
  @Field(() => MoneyScalar)
  total: number;
}
