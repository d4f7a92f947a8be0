import { IsOptional, Matches, MaxLength, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf } from "../accounts/account.types.ts";
import type { ImportFault } from "../finance-tables.ts";
import type { ImportOutcome } from "./match-imports.ts";
import { dateOrders, type DateOrder } from "./statement-row.ts";

export const statementFormats = ["csv", "ofx", "qif"] as const;
export type StatementFormat = (typeof statementFormats)[number];

const FinanceStatementFormat = enumOf(statementFormats);
registerEnumType(FinanceStatementFormat, {
  name: "FinanceStatementFormat",
  description: "CSV with a head line, OFX of version 1 or 2, or QIF.",
});
const StatementDateOrder = enumOf(dateOrders);
registerEnumType(StatementDateOrder, {
  name: "StatementDateOrder",
  description: "In which order year, month and day stand.",
});
const ImportRowOutcome = enumOf(["new", "duplicate", "settles"]);
registerEnumType(ImportRowOutcome, {
  name: "ImportRowOutcome",
  description: "Whether a line is new, is there already, or settles a pending transaction.",
});

const column = {
  nullable: true,
  description: "The name of its column; usual names are found by themselves.",
};

@InputType({ description: "How a statement is read." })
export class StatementMappingInput {
  @Field(() => String, column)
  @IsOptional()
  @MaxLength(100)
  date?: string | null;
  @Field(() => String, column)
  @IsOptional()
  @MaxLength(100)
  amount?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "The column of what went out, where there is one for each.",
  })
  @IsOptional()
  @MaxLength(100)
  debit?: string | null;
  @Field(() => String, { nullable: true, description: "The column of what came in." })
  @IsOptional()
  @MaxLength(100)
  credit?: string | null;
  @Field(() => String, column)
  @IsOptional()
  @MaxLength(100)
  payee?: string | null;
  @Field(() => String, column)
  @IsOptional()
  @MaxLength(100)
  notes?: string | null;
  @Field(() => String, { nullable: true, description: "The column of the bank's own id." })
  @IsOptional()
  @MaxLength(100)
  id?: string | null;
  @Field(() => StatementDateOrder, { nullable: true })
  dateFormat?: DateOrder | null;
  @Field(() => Boolean, { nullable: true, description: "True for amounts as 1.234,50." })
  decimalComma?: boolean | null;
}

const contentDescription = "The text of the statement; at most 5,000 lines.";

@InputType({ description: "A bank's statement." })
export class ImportTransactionsInput {
  @Field(() => ID)
  @MaxLength(64)
  accountId: string;
  @Field(() => FinanceStatementFormat)
  format: StatementFormat;
  @Field(() => String, { description: contentDescription })
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(900_000)
  content: string;
  @Field(() => StatementMappingInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  mapping?: StatementMappingInput | null;
}

@ArgsType()
export class PreviewImportArgs {
  @Field(() => ID)
  @MaxLength(64)
  accountId: string;
  @Field(() => FinanceStatementFormat)
  format: StatementFormat;
  @Field(() => String, { description: contentDescription })
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(900_000)
  content: string;
  @Field(() => StatementMappingInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  mapping?: StatementMappingInput | null;
}

@InputType({ description: "An import." })
export class ImportBatchIdInput {
  @Field(() => ID)
  @MaxLength(64)
  batchId: string;
}

@ObjectType({ description: "A line that was not taken." })
class RejectedImportRow {
  @Field(() => Int, { description: "1 is the first line below the head, or the first entry." })
  row: number;
  @Field(() => String)
  message: string;
}

@ObjectType({ description: "What a line would become." })
export class PreviewedImportRow {
  @Field(() => Int)
  row: number;
  @Field(() => DateScalar)
  date: string;
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => String)
  payee: string;
  @Field(() => ImportRowOutcome)
  outcome: ImportOutcome;
  @Field(() => ID, { nullable: true, description: "The transaction that it is, or settles." })
  transactionId: string | null;
}

@ObjectType({ description: "What an import would do. Nothing is stored." })
export class ImportPreview {
  @Field(() => [PreviewedImportRow], { description: "The first 200." })
  rows: PreviewedImportRow[];
  @Field(() => Int)
  added: number;
  @Field(() => Int, { description: "Pending transactions that are cleared." })
  settled: number;
  @Field(() => Int)
  duplicates: number;
  @Field(() => [RejectedImportRow])
  errors: ImportFault[];
}

@ObjectType({ description: "What an import did." })
export class ImportBatch {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  accountId: string;
  @Field(() => FinanceStatementFormat)
  format: StatementFormat;
  @Field(() => String, { description: "`applied` or `undone`." })
  status: "applied" | "undone";
  @Field(() => Int)
  added: number;
  @Field(() => Int, { description: "Pending transactions that were cleared." })
  settled: number;
  @Field(() => Int, { description: "Lines that were there already." })
  duplicates: number;
  @Field(() => Int)
  rejected: number;
  @Field(() => [RejectedImportRow])
  errors: ImportFault[];
  @Field(() => Date)
  createdAt: Date;
}

@ObjectType({ description: "What was taken back of an import." })
export class UndoneImport {
  @Field(() => Int, { description: "Transactions that nobody had changed since." })
  removed: number;
  @Field(() => Int, { description: "Transactions that were changed, and stay." })
  kept: number;
}
