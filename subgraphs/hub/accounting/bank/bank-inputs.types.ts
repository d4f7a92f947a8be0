import {
  ArrayMaxSize,
  ArrayMinSize,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType } from "type-graphql";
import { StatementMappingInput } from "../../../../src/bank-statements/statement-mapping.types.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PagedArgs } from "../vendors/vendor.types.ts";
import { BankStatementFormat, BankStatementStatus } from "./bank-statement.types.ts";

@InputType({ description: "Bank statement to import into a ledger account." })
export class ImportBankStatementInput {
  @Field(() => ID, { description: "ID of a ledger account for cash or a credit card." })
  @MaxLength(64)
  ledgerAccountId: string;
  @Field(() => BankStatementFormat, { description: "Format of the file." })
  format: BankStatementFormat;
  @Field(() => String, { description: "Text of the file, at most 5,000 lines and 900,000 characters." })
  @MaxLength(900_000)
  @Matches(/\S/, { message: "must not be blank" })
  content: string;
  @Field(() => StatementMappingInput, { nullable: true, description: "Columns of a CSV file." })
  @IsOptional()
  @ValidateNested()
  mapping?: StatementMappingInput | null;
}

@InputType({ description: "Connected bank account whose transactions are imported into a ledger account." })
export class ImportConnectedBankLinesInput {
  @Field(() => ID, { description: "ID of a ledger account for cash or a credit card." })
  @MaxLength(64)
  ledgerAccountId: string;
  @Field(() => ID, { description: "ID of the account at the bank, as a bank connection lists it." })
  @MaxLength(64)
  bankAccountId: string;
  @Field(() => DateScalar, { description: "First day of the transactions." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the transactions." })
  to: string;
}

@InputType({ description: "Line of a bank statement, and the journal entries to match it with." })
export class MatchBankLineInput {
  @Field(() => ID, { description: "ID of the line." })
  @MaxLength(64)
  lineId: string;
  @Field(() => [ID], { description: "IDs of 1 to 50 posted entries with lines on the ledger account." })
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @MaxLength(64, { each: true })
  entryIds: string[];
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of up to 50 further lines of the account for the same entries.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  @MaxLength(64, { each: true })
  otherLineIds?: string[] | null;
}

@InputType({ description: "Line of a bank statement whose match is removed." })
export class UnmatchBankLineInput {
  @Field(() => ID, { description: "ID of the line." })
  @MaxLength(64)
  lineId: string;
}

@InputType({ description: "Bank statement whose reconciliation is completed." })
export class CompleteBankReconciliationInput {
  @Field(() => ID, { description: "ID of the statement." })
  @MaxLength(64)
  statementId: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Balance before the lines. Default: of the file, or of the last completed reconciliation.",
  })
  @IsOptional()
  @Min(-9_999_999_999.99)
  @Max(9_999_999_999.99)
  openingBalance?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Balance after the lines. Default: of the file." })
  @IsOptional()
  @Min(-9_999_999_999.99)
  @Max(9_999_999_999.99)
  closingBalance?: number | null;
}

@InputType({ description: "Bank statement whose reconciliation is reopened." })
export class ReopenBankReconciliationInput {
  @Field(() => ID, { description: "ID of the statement." })
  @MaxLength(64)
  statementId: string;
  @Field(() => String, {
    description: "Why it is reopened, up to 500 characters. Kept with the reconciliation.",
  })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}

@ArgsType()
export class BankStatementsArgs extends PagedArgs {
  @Field(() => ID, { nullable: true, description: "Only statements of this ledger account." })
  @IsOptional()
  @MaxLength(64)
  ledgerAccountId?: string | null;
  @Field(() => BankStatementStatus, { nullable: true, description: "Only statements in this state." })
  @IsOptional()
  status?: BankStatementStatus | null;
}

@ArgsType()
export class BankLinesArgs extends PagedArgs {
  @Field(() => ID, { description: "ID of the statement." })
  @MaxLength(64)
  statementId: string;
}

@ArgsType()
export class BankReconciliationsArgs extends PagedArgs {
  @Field(() => ID, { nullable: true, description: "Only reconciliations of this ledger account." })
  @IsOptional()
  @MaxLength(64)
  ledgerAccountId?: string | null;
}
