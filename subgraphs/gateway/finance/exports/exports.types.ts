import { IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf } from "../accounts/account.types.ts";
import type { TransactionStatus } from "../finance-tables.ts";
import { FinanceTransactionStatus } from "../transactions/transaction.types.ts";

export const exportFormats = ["csv", "ofx", "json", "hledger", "beancount"] as const;
export type ExportFormat = (typeof exportFormats)[number];

const FinanceExportFormat = enumOf(exportFormats);
registerEnumType(FinanceExportFormat, {
  name: "FinanceExportFormat",
  description: "File formats of exported transactions.",
  valuesConfig: {
    csv: { description: "CSV with a header line, one row per transaction." },
    ofx: { description: "OFX 2.1 statement of one account, without pending transactions." },
    json: { description: "JSON with transactions, accounts and categories." },
    hledger: { description: "Double-entry journal for hledger." },
    beancount: { description: "Double-entry ledger for Beancount, with days from 1700 to 2099." },
  },
});

@ArgsType()
export class ExportTransactionsArgs {
  @Field(() => FinanceExportFormat, { description: "Format of the file." })
  format: ExportFormat;
  @Field(() => ID, { nullable: true, description: "Filter by account ID. Required for OFX." })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "First transaction date (YYYY-MM-DD)." })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Last transaction date, included (YYYY-MM-DD)." })
  to?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "Filter by category ID, including parts of split transactions.",
  })
  @IsOptional()
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => String, { nullable: true, description: "Filter by tag, up to 50 characters." })
  @IsOptional()
  @MaxLength(50)
  tag?: string | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Lowest signed amount; money out is negative." })
  amountMin?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Highest signed amount; money out is negative." })
  amountMax?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to export only transactions without a category, or only those with one.",
  })
  uncategorized?: boolean | null;
  @Field(() => FinanceTransactionStatus, { nullable: true, description: "Filter by transaction status." })
  status?: TransactionStatus | null;
  @Field(() => Boolean, { nullable: true, description: "Whether REST returns the raw file instead of JSON." })
  @IsOptional()
  download?: boolean | null;
}

@ObjectType({ description: "Transactions as a file." })
export class ExportedTransactions {
  @Field(() => String, { description: "Suggested file name, such as `transactions.csv`." })
  filename: string;
  @Field(() => String, {
    description: "Media type of the file: text/csv, application/x-ofx, application/json or text/plain.",
  })
  contentType: string;
  @Field(() => String, { description: "Encoding of `content`, always `utf8`." })
  encoding: string;
  @Field(() => Int, { description: "Size of the file in bytes." })
  size: number;
  @Field(() => String, { description: "Text of the file." })
  content: string;
  @Field(() => Int, { description: "Number of transactions in the file." })
  count: number;
}
