import { IsInt, IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, Int, registerEnumType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

export const ReportComparison = {
  previous_period: "previous_period",
  previous_year: "previous_year",
} as const;
export type ReportComparison = keyof typeof ReportComparison;
registerEnumType(ReportComparison, {
  name: "ReportComparison",
  description: "Time that a report is compared with.",
  valuesConfig: {
    previous_period: {
      description: "The time of the same length just before; for a single date, a month earlier.",
    },
    previous_year: { description: "The same dates a year earlier." },
  },
});

export const AccountingBasis = { accrual: "accrual", cash: "cash" } as const;
export type AccountingBasis = keyof typeof AccountingBasis;
registerEnumType(AccountingBasis, {
  name: "AccountingBasis",
  description: "When income and costs count.",
  valuesConfig: {
    accrual: { description: "When they arise, as posted." },
    cash: { description: "When they are paid: changes of receivables, payables and accruals are taken out." },
  },
});

const currencyWords = "Currency of the ledger, as an ISO 4217 code. Default: your first ledger, or USD.";

/** Which ledger a report is of, and what it is compared with. */
@ArgsType()
abstract class ReportArgs {
  @Field(() => String, { nullable: true, description: currencyWords })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
  @Field(() => ReportComparison, { nullable: true, description: "Adds the figures of a former time." })
  @IsOptional()
  compareWith?: ReportComparison | null;
}

@ArgsType()
export class AsOfArgs extends ReportArgs {
  @Field(() => DateScalar, { description: "Date at whose end the figures are taken." })
  asOf: string;
}

@ArgsType()
export class RangeArgs extends ReportArgs {
  @Field(() => DateScalar, { description: "First day of the report." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the report." })
  to: string;
}

@ArgsType()
export class ProfitAndLossArgs extends RangeArgs {
  @Field(() => AccountingBasis, {
    defaultValue: AccountingBasis.accrual,
    description: "When income and costs count.",
  })
  basis: AccountingBasis;
  @Field(() => ID, {
    nullable: true,
    description: "ID of a budget whose figures are added. The report must be of whole months.",
  })
  @IsOptional()
  @MaxLength(64)
  budgetId?: string | null;
}

@ArgsType()
export class GeneralLedgerArgs {
  @Field(() => ID, { description: "ID of the ledger account." })
  @MaxLength(64)
  accountId: string;
  @Field(() => DateScalar, { description: "First day of the report." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the report." })
  to: string;
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of lines per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the previous page." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  cursor?: string | null;
}
