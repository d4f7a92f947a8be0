import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { FinanceAccountKind, notBlank } from "../accounts/account.types.ts";
import { currencyPattern, notACurrency } from "../accounts/rates.types.ts";
import type { AccountKind } from "../finance-tables.ts";

@InputType({ description: "Changes to a financial account. Omitted fields keep their value." })
export class UpdateAccountInput {
  @Field(() => ID, { description: "ID of the account to update." })
  @MaxLength(64)
  accountId: string;
  @Field(() => String, { nullable: true, description: "New account name, up to 100 characters." })
  @IsOptional()
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name?: string | null;
  @Field(() => FinanceAccountKind, {
    nullable: true,
    description: "New kind. Fixed for accounts with trades and accounts of loans.",
  })
  kind?: AccountKind | null;
  @Field(() => String, {
    nullable: true,
    description: "New currency as an ISO 4217 code. Fixed once the account is used.",
  })
  @IsOptional()
  @Matches(currencyPattern, notACurrency)
  currency?: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "New opening balance. Fixed once the account is reconciled.",
  })
  openingBalance?: number | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "New date of the opening balance (YYYY-MM-DD). Fixed once the account is reconciled.",
  })
  openedOn?: string | null;
  @Field(() => Boolean, { nullable: true, description: "Whether the account counts toward net worth." })
  includeInNetWorth?: boolean | null;
  @Field(() => Float, {
    nullable: true,
    description: "Annual rate of a credit card in percent, 0 to 100, at most 4 decimals. Null removes it.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  annualRate?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Version number that was read. Returns a conflict when the account has changed since.",
  })
  version?: number | null;
}

@InputType({ description: "Financial account to close." })
export class CloseAccountInput {
  @Field(() => ID, { description: "ID of the account to close." })
  @MaxLength(64)
  accountId: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the open account that takes over the balance. Required unless the balance is zero.",
  })
  @IsOptional()
  @MaxLength(64)
  transferTo?: string | null;
}

@InputType({ description: "Reference to a financial account." })
export class FinanceAccountIdInput {
  @Field(() => ID, { description: "ID of the financial account." })
  @MaxLength(64)
  accountId: string;
}

@InputType({ description: "Balance that an account should have at the end of a day." })
export class AdjustAccountBalanceInput {
  @Field(() => ID, { description: "ID of the account to adjust; must be open." })
  @MaxLength(64)
  accountId: string;
  @Field(() => DateScalar, {
    description: "Day of the balance (YYYY-MM-DD), after the last reconciled statement.",
  })
  date: string;
  @Field(() => MoneyScalar, {
    description: "Balance at the end of the day, in the account's currency; negative for debt.",
  })
  newBalance: number;
  @Field(() => String, {
    description: "Reason, up to 500 characters; becomes the notes of the transaction.",
  })
  @Matches(/\S/, notBlank)
  @MaxLength(500)
  reason: string;
}

@ObjectType({ description: "Result of deleting a financial account." })
export class DeletedFinanceAccount {
  @Field(() => Boolean, { description: "Always true: the account was deleted." })
  deleted: true;
}
