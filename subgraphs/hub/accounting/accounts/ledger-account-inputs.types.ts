import { IsInt, IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, registerEnumType } from "type-graphql";
import type { AccountCategory, AccountType } from "./account-categories.ts";
import { LedgerAccountCategory, LedgerAccountStatus, LedgerAccountType } from "./ledger-account.types.ts";

export const ChartTemplate = { us_small_business: "us_small_business" } as const;
registerEnumType(ChartTemplate, {
  name: "ChartTemplate",
  description: "Template of a chart of accounts.",
  valuesConfig: { us_small_business: { description: "About 50 accounts of a small business in the US." } },
});

const maxChartBytes = 512 * 1024;
const currencyWords = "Currency of the ledger, as an ISO 4217 code. Default: your first ledger, or USD.";
const codeWords =
  "Number or short code, unique in the ledger. Up to 20 letters, digits, dots and hyphens, such as 1010.";
const categoryWords = "Group in reports; it must belong to the type. Default: the general one of the type.";

@ArgsType()
export class LedgerAccountsArgs {
  @Field(() => LedgerAccountType, { nullable: true, description: "Only accounts of this type." })
  @IsOptional()
  type?: AccountType | null;
  @Field(() => LedgerAccountStatus, { nullable: true, description: "Only accounts with this status." })
  @IsOptional()
  status?: LedgerAccountStatus | null;
  @Field(() => String, { nullable: true, description: currencyWords })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
}

@InputType({ description: "Account to add to a ledger." })
export class CreateLedgerAccountInput {
  @Field(() => String, { description: codeWords })
  @MaxLength(20)
  @Matches(/^[0-9A-Za-z][0-9A-Za-z.-]*$/)
  code: string;
  @Field(() => String, { description: "Name of the account, one line of up to 120 characters." })
  @MaxLength(120)
  @Matches(/^[^\S\r\n]*\S[^\r\n]*$/)
  name: string;
  @Field(() => LedgerAccountType, { description: "Type of the account." })
  type: AccountType;
  @Field(() => LedgerAccountCategory, { nullable: true, description: categoryWords })
  @IsOptional()
  category?: AccountCategory | null;
  @Field(() => ID, { nullable: true, description: "ID of the account above it, which has the same type." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  parent?: string | null;
  @Field(() => String, { nullable: true, description: currencyWords })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
}

@InputType({ description: "Ledger account and the fields to change. Omitted fields stay unchanged." })
export class UpdateLedgerAccountInput {
  @Field(() => ID, { description: "ID of the ledger account." })
  @MaxLength(64)
  accountId: string;
  @Field(() => String, { nullable: true, description: codeWords })
  @IsOptional()
  @MaxLength(20)
  @Matches(/^[0-9A-Za-z][0-9A-Za-z.-]*$/)
  code?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Name of the account, one line of up to 120 characters.",
  })
  @IsOptional()
  @MaxLength(120)
  @Matches(/^[^\S\r\n]*\S[^\r\n]*$/)
  name?: string | null;
  @Field(() => LedgerAccountType, {
    nullable: true,
    description: "Type of the account. Only an account without lines can change it.",
  })
  @IsOptional()
  type?: AccountType | null;
  @Field(() => LedgerAccountCategory, { nullable: true, description: categoryWords })
  @IsOptional()
  category?: AccountCategory | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the account above it, which has the same type. Null moves the account to the top.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  parent?: string | null;
  @Field(() => Boolean, { nullable: true, description: "False restores an archived account." })
  @IsOptional()
  archived?: boolean | null;
}

@InputType({ description: "Ledger account to archive." })
export class ArchiveLedgerAccountInput {
  @Field(() => ID, { description: "ID of the ledger account." })
  @MaxLength(64)
  accountId: string;
}

@InputType({ description: "Template to create a chart of accounts from." })
export class CreateChartOfAccountsInput {
  @Field(() => ChartTemplate, {
    defaultValue: ChartTemplate.us_small_business,
    description: "Template of the chart.",
  })
  template: keyof typeof ChartTemplate;
  @Field(() => String, { nullable: true, description: currencyWords })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "First month of the fiscal year, 1 to 12. Default: 1 for a new ledger. It cannot change after the first posted entry.",
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(12)
  fiscalYearStartMonth?: number | null;
}

@InputType({ description: "Chart of accounts as a CSV file." })
export class ImportChartOfAccountsInput {
  @Field(() => String, {
    description:
      "CSV file in UTF-8 with a header row. Up to 1,000 accounts and 512 KiB. Columns: code, name, type, and if needed category and parent (a code).",
  })
  @MinLength(1)
  @MaxLength(maxChartBytes)
  csv: string;
  @Field(() => String, { nullable: true, description: currencyWords })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
}
