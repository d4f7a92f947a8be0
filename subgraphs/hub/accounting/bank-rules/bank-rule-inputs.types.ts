import {
  ArrayMaxSize,
  ArrayMinSize,
  IsInt,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { BankLineDirection, BankRuleAction } from "./bank-rule.types.ts";

const phrase = /[\p{L}\p{N}]/u;
const phraseMessage = { message: "must have a letter or a digit" };

@InputType({ description: "Bank rule to create. Needs `texts` or `counterparty`." })
export class CreateBankRuleInput {
  @Field(() => String, { description: "Name of the rule, up to 100 characters." })
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => ID, { description: "ID of the ledger account on the other side of the entry." })
  @MaxLength(64)
  accountId: string;
  @Field(() => BankRuleAction, { defaultValue: "suggest", description: "What it does. Default: `suggest`." })
  action: BankRuleAction;
  @Field(() => Int, {
    nullable: true,
    description: "Place in the order, 1 to 10,000. Default: after all others.",
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10_000)
  position?: number | null;
  @Field(() => Boolean, { defaultValue: true, description: "Whether the rule is used. Default: true." })
  enabled: boolean;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the ledger account whose statements it is for. Default: all of the ledger.",
  })
  @IsOptional()
  @MaxLength(64)
  bankAccountId?: string | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "1 to 5 phrases of whole words, one of which is in the payee and notes. Case does not matter.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(5)
  @MaxLength(100, { each: true })
  texts?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: "Name that the payee must be, apart from case and punctuation.",
  })
  @IsOptional()
  @MaxLength(200)
  @Matches(phrase, phraseMessage)
  counterparty?: string | null;
  @Field(() => BankLineDirection, { nullable: true, description: "Direction of the money. Default: both." })
  @IsOptional()
  direction?: BankLineDirection | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Lowest amount without its sign." })
  @IsOptional()
  @Min(0)
  @Max(9_999_999_999.99)
  minAmount?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Highest amount without its sign." })
  @IsOptional()
  @Min(0)
  @Max(9_999_999_999.99)
  maxAmount?: number | null;
  @Field(() => String, { nullable: true, description: "Client that the amount belongs to." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  client?: string | null;
  @Field(() => String, { nullable: true, description: "Project that the amount belongs to." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  project?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Memo of the entry, up to 200 characters. Default: the text of the line.",
  })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  memo?: string | null;
}

@InputType({ description: "Bank rule, and what changes. What is left out stays; null removes a condition." })
export class UpdateBankRuleInput {
  @Field(() => ID, { description: "ID of the rule." })
  @MaxLength(64)
  ruleId: string;
  @Field(() => String, { nullable: true, description: "New name, up to 100 characters." })
  @IsOptional()
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the new ledger account on the other side." })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => BankRuleAction, { nullable: true, description: "What it does from now on." })
  @IsOptional()
  action?: BankRuleAction | null;
  @Field(() => Int, { nullable: true, description: "New place in the order, 1 to 10,000." })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10_000)
  position?: number | null;
  @Field(() => Boolean, { nullable: true, description: "True uses the rule, false does not." })
  @IsOptional()
  enabled?: boolean | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the account whose statements it is for; null for all.",
  })
  @IsOptional()
  @MaxLength(64)
  bankAccountId?: string | null;
  @Field(() => [String], { nullable: true, description: "New phrases, 1 to 5; null removes the condition." })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(5)
  @MaxLength(100, { each: true })
  texts?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: "New name of the other party; null removes the condition.",
  })
  @IsOptional()
  @MaxLength(200)
  @Matches(phrase, phraseMessage)
  counterparty?: string | null;
  @Field(() => BankLineDirection, { nullable: true, description: "New direction; null for both." })
  @IsOptional()
  direction?: BankLineDirection | null;
  @Field(() => MoneyScalar, { nullable: true, description: "New lowest amount; null removes it." })
  @IsOptional()
  @Min(0)
  @Max(9_999_999_999.99)
  minAmount?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "New highest amount; null removes it." })
  @IsOptional()
  @Min(0)
  @Max(9_999_999_999.99)
  maxAmount?: number | null;
  @Field(() => String, { nullable: true, description: "New client; null removes it." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  client?: string | null;
  @Field(() => String, { nullable: true, description: "New project; null removes it." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  project?: string | null;
  @Field(() => String, { nullable: true, description: "New memo; null for the text of the line." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  memo?: string | null;
}

@InputType({ description: "Bank rule to delete." })
export class DeleteBankRuleInput {
  @Field(() => ID, { description: "ID of the rule." })
  @MaxLength(64)
  ruleId: string;
}

@InputType({ description: "Line of a bank statement, and the rule to post it by." })
export class ApplyBankRuleInput {
  @Field(() => ID, { description: "ID of the line." })
  @MaxLength(64)
  lineId: string;
  @Field(() => ID, { description: "ID of a rule whose conditions the line meets." })
  @MaxLength(64)
  ruleId: string;
}

@ArgsType()
export class BankRulesArgs {
  @Field(() => String, { nullable: true, description: "Only rules of the ledger of this currency." })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
}
