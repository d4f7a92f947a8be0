import { IsOptional, Matches, MaxLength, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { StatementMappingInput } from "../../../../src/bank-statements/statement-mapping.types.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf } from "../accounts/account.types.ts";
import type { ImportFault } from "../finance-tables.ts";
import type { ImportOutcome } from "./match-imports.ts";
import { programFormats } from "./program-exports.ts";

export const statementFormats = ["csv", "ofx", "qif", "camt053", ...programFormats] as const;
export type StatementFormat = (typeof statementFormats)[number];

const FinanceStatementFormat = enumOf(statementFormats);
registerEnumType(FinanceStatementFormat, {
  name: "FinanceStatementFormat",
  description: "File formats of bank statements, and of exports of other programs for personal finance.",
  valuesConfig: {
    csv: { description: "CSV with a header line; separated by comma, semicolon or tab." },
    ofx: { description: "OFX, version 1 or 2." },
    qif: { description: "QIF of a bank, cash or card account." },
    camt053: { description: "CAMT.053, the XML statement of ISO 20022. Booked entries are read." },
    ynab: { description: "Register of YNAB as CSV. Lines of the account's name are read." },
    firefly: { description: "Transactions of Firefly III as CSV. Lines of the account's name are read." },
    actual: { description: "Transactions of Actual as CSV. Lines of the account's name are read." },
  },
});
const ImportRowOutcome = enumOf(["new", "duplicate", "settles"]);
registerEnumType(ImportRowOutcome, {
  name: "ImportRowOutcome",
  description: "Outcomes of importing a statement row.",
  valuesConfig: {
    new: { description: "Adds a new transaction." },
    duplicate: { description: "Matches an existing transaction; not added again." },
    settles: { description: "Clears a pending transaction." },
  },
});

@InputType({ description: "Bank statement to import." })
export class ImportTransactionsInput {
  @Field(() => ID, { description: "ID of the account to import into; must be open." })
  @MaxLength(64)
  accountId: string;
  @Field(() => FinanceStatementFormat, { description: "File format of the statement." })
  format: StatementFormat;
  @Field(() => String, {
    description: "Text of the statement file, at most 5,000 rows and 900,000 characters.",
  })
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(900_000)
  content: string;
  @Field(() => StatementMappingInput, {
    nullable: true,
    description: "Column names and formats, when they are not detected automatically.",
  })
  @IsOptional()
  @ValidateNested()
  mapping?: StatementMappingInput | null;
  @Field(() => String, {
    nullable: true,
    description: "Name of a saved mapping of the account, instead of `mapping`.",
  })
  @IsOptional()
  @MaxLength(100)
  mappingName?: string | null;
}

@ArgsType()
export class PreviewImportArgs {
  @Field(() => ID, { description: "ID of the account to import into." })
  @MaxLength(64)
  accountId: string;
  @Field(() => FinanceStatementFormat, { description: "File format of the statement." })
  format: StatementFormat;
  @Field(() => String, {
    description: "Text of the statement file, at most 5,000 rows and 900,000 characters.",
  })
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(900_000)
  content: string;
  @Field(() => StatementMappingInput, {
    nullable: true,
    description: "Column names and formats, when they are not detected automatically.",
  })
  @IsOptional()
  @ValidateNested()
  mapping?: StatementMappingInput | null;
  @Field(() => String, {
    nullable: true,
    description: "Name of a saved mapping of the account, instead of `mapping`.",
  })
  @IsOptional()
  @MaxLength(100)
  mappingName?: string | null;
}

@InputType({ description: "Reference to an import." })
export class ImportBatchIdInput {
  @Field(() => ID, { description: "ID of the import." })
  @MaxLength(64)
  batchId: string;
}

@ObjectType({ description: "Statement row that could not be imported." })
class RejectedImportRow {
  @Field(() => Int, { description: "Row number; 1 is the first row below the header, or the first entry." })
  row: number;
  @Field(() => String, { description: "Reason why the row was rejected." })
  message: string;
}

@ObjectType({ description: "Statement row with the outcome of importing it." })
export class PreviewedImportRow {
  @Field(() => Int, { description: "Row number; 1 is the first row below the header, or the first entry." })
  row: number;
  @Field(() => DateScalar, { description: "Transaction date of the row." })
  date: string;
  @Field(() => MoneyScalar, {
    description: "Amount of the row: positive for money in, negative for money out.",
  })
  amount: number;
  @Field(() => String, { description: "Payee of the row." })
  payee: string;
  @Field(() => ImportRowOutcome, { description: "Result of importing this row." })
  outcome: ImportOutcome;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the existing transaction that the row matches. Null for new rows.",
  })
  transactionId: string | null;
}

@ObjectType({ description: "Preview of an import. Nothing is stored." })
export class ImportPreview {
  @Field(() => [PreviewedImportRow], { description: "First 200 rows with their outcomes." })
  rows: PreviewedImportRow[];
  @Field(() => Int, { description: "Number of transactions the import would add." })
  added: number;
  @Field(() => Int, { description: "Number of pending transactions the import would clear." })
  settled: number;
  @Field(() => Int, { description: "Number of rows that match existing transactions." })
  duplicates: number;
  @Field(() => [RejectedImportRow], { description: "Rows that cannot be imported, with the reason." })
  errors: ImportFault[];
}

@ObjectType({ description: "Import of a bank statement." })
export class ImportBatch {
  @Field(() => ID, { description: "Unique ID of the import." })
  id: string;
  @Field(() => ID, { description: "ID of the account imported into." })
  accountId: string;
  @Field(() => FinanceStatementFormat, { description: "File format of the statement." })
  format: StatementFormat;
  @Field(() => String, { description: "Status of the import: `applied` or `undone`." })
  status: "applied" | "undone";
  @Field(() => Int, { description: "Number of transactions added." })
  added: number;
  @Field(() => Int, { description: "Number of pending transactions cleared." })
  settled: number;
  @Field(() => Int, { description: "Number of rows that matched existing transactions." })
  duplicates: number;
  @Field(() => Int, { description: "Number of rows that could not be imported." })
  rejected: number;
  @Field(() => [RejectedImportRow], { description: "Rejected rows with the reason." })
  errors: ImportFault[];
  @Field(() => Date, { description: "Time of the import (UTC)." })
  createdAt: Date;
}

@ObjectType({ description: "Result of undoing an import." })
export class UndoneImport {
  @Field(() => Int, { description: "Number of transactions deleted." })
  removed: number;
  @Field(() => Int, {
    description: "Number of transactions kept because they were changed after the import.",
  })
  kept: number;
}
