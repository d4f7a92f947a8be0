import { IsOptional, Matches } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

export const ReportBasis = { accrual: "accrual", cash: "cash" } as const;
export type ReportBasis = keyof typeof ReportBasis;
registerEnumType(ReportBasis, {
  name: "ReportBasis",
  description: "Accounting basis that decides when revenue counts.",
  valuesConfig: {
    accrual: { description: "Revenue counts when it is invoiced." },
    cash: { description: "Revenue counts when it is paid." },
  },
});

/** Currency filter of a report. */
@ArgsType()
abstract class CurrencyArgs {
  @Field(() => String, {
    nullable: true,
    description:
      "Currency of the report: USD, CAD, EUR or GBP. Required when the account has documents in several currencies.",
  })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
}

@ArgsType()
export class MonthlyReportArgs extends CurrencyArgs {
  @Field(() => String, {
    description:
      "Month to report, YYYY-MM, in the account's time zone. The current month covers the days so far.",
  })
  @Matches(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, { message: "must be a month, YYYY-MM" })
  month: string;
  @Field(() => ReportBasis, {
    defaultValue: "accrual",
    description: "Accounting basis of the revenue. Default `accrual`.",
  })
  basis: ReportBasis;
}

@ObjectType({ description: "Monthly figures of the account." })
export class MonthlyReport {
  @Field(() => MoneyScalar, {
    description:
      "Revenue of the month without tax. Accrual: invoices issued less credit notes, write-offs and cancellations. Cash: payments less refunds.",
  })
  revenue: number;
  @Field(() => MoneyScalar, { description: "Expenses of the month, without reclaimable tax." })
  expenses: number;
  @Field(() => MoneyScalar, { description: "Amount that clients owed at the end of the month, with tax." })
  outstanding: number;
  @Field(() => Int, { description: "Number of invoices first issued in the month." })
  invoicesSent: number;
}

export const AgingGroup = { client: "client", none: "none" } as const;
export type AgingGroup = keyof typeof AgingGroup;
registerEnumType(AgingGroup, {
  name: "AgingGroup",
  description: "How an aging report is broken down.",
  valuesConfig: {
    client: { description: "By client, besides the totals." },
    none: { description: "The totals alone; the list of clients is empty." },
  },
});

@ArgsType()
export class AgingReportArgs extends CurrencyArgs {
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date at whose end amounts are reported, YYYY-MM-DD, not in the future. Default: today.",
  })
  asOf?: string | null;
  @Field(() => AgingGroup, {
    defaultValue: "client",
    description: "Whether to break the amounts down: `client` or `none`. Default `client`.",
  })
  groupBy: AgingGroup;
}

/** Open amounts by days past due. */
@ObjectType()
abstract class AgingBuckets {
  @Field(() => MoneyScalar, { description: "Amount that is not yet due." })
  current: number;
  @Field(() => MoneyScalar, { description: "Amount 1 to 30 days past due." })
  d1_30: number;
  @Field(() => MoneyScalar, { description: "Amount 31 to 60 days past due." })
  d31_60: number;
  @Field(() => MoneyScalar, { description: "Amount 61 to 90 days past due." })
  d61_90: number;
  @Field(() => MoneyScalar, { description: "Amount more than 90 days past due." })
  d90plus: number;
  @Field(() => MoneyScalar, { description: "Sum of all open amounts." })
  total: number;
}

@ObjectType({ description: "Open amounts of one client by days past due." })
export class ClientAging extends AgingBuckets {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the client who owes. Null for customers without a client record.",
  })
  clientId: string | null;
}

@ObjectType({
  description: "Open amounts by days past due, in total and per client.",
})
export class AgingReport extends AgingBuckets {
  @Field(() => DateScalar, { description: "Date at whose end the amounts were open." })
  asOf: string;
  @Field(() => String, { description: "Currency of all amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => [ClientAging], {
    description: "Open amounts per client. Clients who owe nothing are omitted.",
  })
  clients: ClientAging[];
}

/** Period with both days included. */
@ArgsType()
abstract class PeriodArgs extends CurrencyArgs {
  @Field(() => DateScalar, { description: "First day of the period, YYYY-MM-DD." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the period, YYYY-MM-DD." })
  to: string;
}

@ArgsType()
export class RevenueByClientArgs extends PeriodArgs {
  @Field(() => ReportBasis, {
    defaultValue: "accrual",
    description: "Accounting basis of the revenue. Default `accrual`.",
  })
  basis: ReportBasis;
}

@ObjectType({ description: "Revenue from one client, without tax." })
export class ClientRevenue {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the client who was billed. Null for customers without a client record.",
  })
  clientId: string | null;
  @Field(() => MoneyScalar, { description: "Revenue from the client in the period, without tax." })
  revenue: number;
}

@ObjectType({ description: "Revenue per client, highest first." })
export class RevenueByClient {
  @Field(() => String, { description: "Currency of all amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => [ClientRevenue], {
    description: "Revenue per client, highest first. Clients without revenue are omitted.",
  })
  clients: ClientRevenue[];
  @Field(() => MoneyScalar, { description: "Total revenue of the period, without tax." })
  total: number;
}

@ArgsType()
export class TaxSummaryArgs extends PeriodArgs {
  @Field(() => ReportBasis, {
    defaultValue: "accrual",
    description: "Whether tax counts when it is invoiced or paid: `accrual` or `cash`. Default `accrual`.",
  })
  basis: ReportBasis;
}

@ObjectType({ description: "Tax collected at one rate." })
export class TaxOfRate {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the account's tax rate with this percentage. Null unless exactly one matches.",
  })
  taxRateId: string | null;
  @Field(() => Float, { description: "Tax rate in percent: 19 means 19 %." })
  ratePercent: number;
  @Field(() => MoneyScalar, { description: "Amount that was taxed at this rate, before tax." })
  base: number;
  @Field(() => MoneyScalar, { description: "Tax amount at this rate." })
  tax: number;
}

@ObjectType({
  description:
    "Tax by rate. Accrual: on issued invoices, less credit notes and cancelled invoices. Cash: on payments, less refunds.",
})
export class TaxSummary {
  @Field(() => String, { description: "Currency of all amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => [TaxOfRate], { description: "Tax amounts, one entry per rate." })
  rates: TaxOfRate[];
  @Field(() => MoneyScalar, { description: "Total tax of the period." })
  total: number;
}
