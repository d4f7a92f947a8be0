import { IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { FileEncoding } from "../../exports/exports.types.ts";
import { AccountingBasis, ReportComparison } from "../reports/report-inputs.types.ts";

export const AccountingReport = {
  trial_balance: "trial_balance",
  general_ledger: "general_ledger",
  profit_and_loss: "profit_and_loss",
  balance_sheet: "balance_sheet",
  cash_flow: "cash_flow",
  payable_aging: "payable_aging",
  receivable_aging: "receivable_aging",
} as const;
export type AccountingReport = keyof typeof AccountingReport;
registerEnumType(AccountingReport, {
  name: "AccountingReport",
  description: "Report of the books.",
  valuesConfig: {
    trial_balance: { description: "Balances of all accounts. Needs `asOf`." },
    general_ledger: { description: "Lines of one account. Needs `accountId`, `from` and `to`." },
    profit_and_loss: { description: "Income and costs. Needs `from` and `to`." },
    balance_sheet: { description: "Assets, liabilities and equity. Needs `asOf`." },
    cash_flow: { description: "Change of cash. Needs `from` and `to`." },
    payable_aging: { description: "What is owed to vendors. `asOf` defaults to today." },
    receivable_aging: { description: "What clients owe. `asOf` defaults to today." },
  },
});

export const AccountingFileFormat = { csv: "csv", pdf: "pdf" } as const;
export type AccountingFileFormat = keyof typeof AccountingFileFormat;
registerEnumType(AccountingFileFormat, {
  name: "AccountingFileFormat",
  description: "Format of a report's file.",
  valuesConfig: {
    csv: { description: "Comma-separated values with a header row." },
    pdf: { description: "PDF on Letter pages." },
  },
});

@ArgsType()
export class AccountingReportFileArgs {
  @Field(() => AccountingReport, { description: "Report to export." })
  report: AccountingReport;
  @Field(() => AccountingFileFormat, { description: "Format of the file." })
  format: AccountingFileFormat;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date at whose end the figures are taken, for reports of a date.",
  })
  @IsOptional()
  asOf?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "First day, for reports of a time." })
  @IsOptional()
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Last day, for reports of a time." })
  @IsOptional()
  to?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the ledger account, for the general ledger." })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => AccountingBasis, {
    nullable: true,
    description: "When income and costs count, for profit and loss. Default: `accrual`.",
  })
  @IsOptional()
  basis?: AccountingBasis | null;
  @Field(() => ReportComparison, {
    nullable: true,
    description: "Adds the figures of a former time, for the four statements.",
  })
  @IsOptional()
  compareWith?: ReportComparison | null;
  @Field(() => ID, { nullable: true, description: "ID of a budget, for profit and loss of whole months." })
  @IsOptional()
  @MaxLength(64)
  budgetId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Currency of the ledger, as an ISO 4217 code. Default: your first ledger, or USD.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
  @Field(() => Boolean, { nullable: true, description: "Whether REST returns the raw file instead of JSON." })
  @IsOptional()
  download?: boolean | null;
}

@ObjectType({ description: "Report of the books as a file." })
export class AccountingReportFile {
  @Field(() => String, { description: "Suggested file name." })
  filename: string;
  @Field(() => String, { description: "Media type of the file: text/csv or application/pdf." })
  contentType: string;
  @Field(() => FileEncoding, { description: "Encoding of `content`." })
  encoding: FileEncoding;
  @Field(() => Int, { description: "Size of the file in bytes." })
  size: number;
  @Field(() => String, { description: "Content of the file: text of a CSV file, or base64 of a PDF." })
  content: string;
  @Field(() => Int, { description: "Number of rows with their totals, without the header." })
  count: number;
}
