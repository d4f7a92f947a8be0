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
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf, notBlank } from "../accounts/account.types.ts";
import type { RuleAction, RuleCondition } from "../finance-tables.ts";

const RuleField = enumOf(["payee", "notes", "account", "amount"]);
registerEnumType(RuleField, { name: "RuleField", description: "What a condition looks at." });
const RuleOperator = enumOf(["is", "contains", "starts_with", "at_least", "at_most"]);
registerEnumType(RuleOperator, {
  name: "RuleOperator",
  description: "Texts: is, contains, starts_with. Amounts, by their size: is, at_least, at_most.",
});
const RuleSets = enumOf(["category", "tag", "payee"]);
registerEnumType(RuleSets, { name: "RuleSets", description: "What a rule sets." });

@InputType({ description: "What must hold." })
export class RuleConditionInput {
  @Field(() => RuleField)
  field: RuleCondition["field"];
  @Field(() => RuleOperator)
  operator: RuleCondition["operator"];
  @Field(() => String, { description: "A text, an account's id, or an amount as 12.50." })
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  value: string;
}

@InputType({ description: "What is set where a rule holds." })
export class RuleActionInput {
  @Field(() => RuleSets)
  set: RuleAction["set"];
  @Field(() => String, { description: "A category's id, a tag, or a payee." })
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  value: string;
}

@InputType({ description: "What is set where all conditions hold." })
export class CreateRuleInput {
  @Field(() => [RuleConditionInput])
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @ValidateNested()
  conditions: RuleConditionInput[];
  @Field(() => [RuleActionInput])
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @ValidateNested()
  actions: RuleActionInput[];
  @Field(() => Boolean, { nullable: true, description: "True: no later rule looks at what this one fits." })
  stopOnMatch?: boolean | null;
  @Field(() => Int, { nullable: true, description: "Its place among the rules; last when left out." })
  @IsOptional()
  @Min(0)
  @Max(1_000_000)
  order?: number | null;
}

@InputType({ description: "Which transactions the rules run over." })
export class ApplyRulesInput {
  @Field(() => DateScalar, { nullable: true })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "That day is included." })
  to?: string | null;
  @Field(() => Boolean, { nullable: true, description: "True when left out." })
  onlyUncategorized?: boolean | null;
}

@ObjectType({ description: "What must hold." })
class FinanceRuleCondition {
  @Field(() => RuleField)
  field: RuleCondition["field"];
  @Field(() => RuleOperator)
  operator: RuleCondition["operator"];
  @Field(() => String)
  value: string;
}

@ObjectType({ description: "What is set." })
class FinanceRuleAction {
  @Field(() => RuleSets)
  set: RuleAction["set"];
  @Field(() => String)
  value: string;
}

@ObjectType({ description: "What is set where all conditions hold." })
export class CategorisationRule {
  @Field(() => ID)
  id: string;
  @Field(() => [FinanceRuleCondition])
  conditions: RuleCondition[];
  @Field(() => [FinanceRuleAction])
  actions: RuleAction[];
  @Field(() => Boolean)
  stopOnMatch: boolean;
  @Field(() => Int)
  order: number;
}

@ObjectType({ description: "Rules in their order." })
export class CategorisationRuleList {
  @Field(() => [CategorisationRule])
  rules: CategorisationRule[];
}
