import { ArrayMaxSize, ArrayMinSize, IsOptional, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { RuleActionInput, RuleConditionInput } from "../transactions/rule.types.ts";

@InputType({ description: "Rule to delete." })
export class DeleteRuleInput {
  @Field(() => ID, { description: "ID of the rule." })
  @MaxLength(64)
  ruleId: string;
}

@InputType({ description: "Changes to a categorisation rule. Omitted fields stay unchanged." })
export class UpdateRuleInput {
  @Field(() => ID, { description: "ID of the rule." })
  @MaxLength(64)
  ruleId: string;
  @Field(() => [RuleConditionInput], {
    nullable: true,
    description: "Conditions that must all match, 1 to 10; replace the earlier ones.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @ValidateNested()
  conditions?: RuleConditionInput[] | null;
  @Field(() => [RuleActionInput], {
    nullable: true,
    description: "Changes to make when the rule matches, 1 to 10; replace the earlier ones.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @ValidateNested()
  actions?: RuleActionInput[] | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether later rules are skipped when this rule matches.",
  })
  stopOnMatch?: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: "Position of the rule, lowest runs first, up to 1,000,000.",
  })
  @IsOptional()
  @Min(0)
  @Max(1_000_000)
  order?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. If it differs, the update returns `VERSION_CONFLICT`.",
  })
  @IsOptional()
  @Min(1)
  @Max(2_147_483_647)
  version?: number | null;
}

@ObjectType({ description: "Result of deleting a categorisation rule." })
export class DeletedRule {
  @Field(() => Boolean, { description: "Always true: the rule was deleted." })
  deleted: true;
}

@ArgsType()
export class TestRuleArgs {
  @Field(() => [RuleConditionInput], { description: "Conditions that must all match, 1 to 10." })
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @ValidateNested()
  conditions: RuleConditionInput[];
  @Field(() => [RuleActionInput], { description: "Changes to make when the rule matches, 1 to 10." })
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @ValidateNested()
  actions: RuleActionInput[];
  @Field(() => Int, {
    defaultValue: 50,
    description: "Maximum number of changed transactions to return, 1 to 200.",
  })
  @Min(1)
  @Max(200)
  limit: number;
}

@ObjectType({ description: "Fields of a transaction that rules can set." })
export class RuledFields {
  @Field(() => String, { description: "Payee of the transaction." })
  payee: string;
  @Field(() => ID, { nullable: true, description: "ID of the category. Null when it has none." })
  categoryId: string | null;
  @Field(() => [String], { description: "Tags of the transaction." })
  tags: string[];
}

@ObjectType({ description: "Transaction that a tested rule would change." })
export class RuleTestChange {
  @Field(() => ID, { description: "ID of the transaction." })
  transactionId: string;
  @Field(() => DateScalar, { description: "Date of the transaction." })
  date: string;
  @Field(() => MoneyScalar, { description: "Amount of the transaction; spending is negative." })
  amount: number;
  @Field(() => String, { description: "Currency of the amount, as an ISO 4217 code." })
  currency: string;
  @Field(() => RuledFields, { description: "Fields as they are now." })
  before: RuledFields;
  @Field(() => RuledFields, { description: "Fields as the rule would leave them." })
  after: RuledFields;
}

@ObjectType({ description: "Effect that a rule would have on the transactions that exist." })
export class RuleTest {
  @Field(() => Int, { description: "Number of transactions that meet all conditions." })
  matched: number;
  @Field(() => Int, {
    description:
      "Number of matched transactions that rules never change: reconciled, split, transfer or trade.",
  })
  skipped: number;
  @Field(() => Int, { description: "Number of transactions that the rule would change." })
  changed: number;
  @Field(() => [RuleTestChange], { description: "Transactions that the rule would change, latest first." })
  changes: RuleTestChange[];
}
