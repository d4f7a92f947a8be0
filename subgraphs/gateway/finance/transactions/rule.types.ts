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
registerEnumType(RuleField, {
  name: "RuleField",
  description: "Transaction fields that a rule condition can check.",
  valuesConfig: {
    payee: { description: "Payee of the transaction." },
    notes: { description: "Notes on the transaction." },
    account: { description: "Account of the transaction; the operator must be `is`." },
    amount: { description: "Amount of the transaction, ignoring its sign." },
  },
});
const RuleOperator = enumOf(["is", "contains", "starts_with", "at_least", "at_most"]);
registerEnumType(RuleOperator, {
  name: "RuleOperator",
  description: "Comparison operators of rule conditions. Text ignores upper and lower case.",
  valuesConfig: {
    is: { description: "Equals the value. For text, accounts and amounts." },
    contains: { description: "Text contains the value." },
    starts_with: { description: "Text starts with the value." },
    at_least: { description: "Amount is equal to or above the value." },
    at_most: { description: "Amount is equal to or below the value." },
  },
});
const RuleSets = enumOf(["category", "tag", "payee"]);
registerEnumType(RuleSets, {
  name: "RuleSets",
  description: "Transaction fields that a rule can set.",
  valuesConfig: {
    category: { description: "Sets the category." },
    tag: { description: "Adds a tag." },
    payee: { description: "Replaces the payee name." },
  },
});

@InputType({ description: "Condition that a transaction must meet." })
export class RuleConditionInput {
  @Field(() => RuleField, { description: "Transaction field to check." })
  field: RuleCondition["field"];
  @Field(() => RuleOperator, {
    description:
      "Comparison operator. Amounts accept is, at_least and at_most; text accepts is, contains and starts_with.",
  })
  operator: RuleCondition["operator"];
  @Field(() => String, {
    description:
      "Value to compare with: text, an account ID, or an amount such as 12.50. Up to 200 characters.",
  })
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  value: string;
}

@InputType({ description: "Change to make when a rule matches." })
export class RuleActionInput {
  @Field(() => RuleSets, { description: "Transaction field to set." })
  set: RuleAction["set"];
  @Field(() => String, {
    description: "Value to set: a category ID, a tag or a payee name. Up to 200 characters.",
  })
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  value: string;
}

@InputType({ description: "Categorisation rule to create. Actions run when all conditions match." })
export class CreateRuleInput {
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
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether later rules are skipped when this rule matches. Default: false.",
  })
  stopOnMatch?: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: "Position of the rule, lowest runs first, up to 1,000,000. Default: after all other rules.",
  })
  @IsOptional()
  @Min(0)
  @Max(1_000_000)
  order?: number | null;
}

@InputType({ description: "Transactions to apply the categorisation rules to." })
export class ApplyRulesInput {
  @Field(() => DateScalar, {
    nullable: true,
    description: "First transaction date (YYYY-MM-DD). Default: no lower limit.",
  })
  from?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last transaction date, included (YYYY-MM-DD). Default: no upper limit.",
  })
  to?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to change only transactions without a category. Default: true.",
  })
  onlyUncategorized?: boolean | null;
}

@ObjectType({ description: "Condition that a transaction must meet." })
class FinanceRuleCondition {
  @Field(() => RuleField, { description: "Transaction field that is checked." })
  field: RuleCondition["field"];
  @Field(() => RuleOperator, { description: "Comparison operator of the condition." })
  operator: RuleCondition["operator"];
  @Field(() => String, { description: "Value to compare with: text, an account ID or an amount." })
  value: string;
}

@ObjectType({ description: "Change made when a rule matches." })
class FinanceRuleAction {
  @Field(() => RuleSets, { description: "Transaction field that is set." })
  set: RuleAction["set"];
  @Field(() => String, { description: "Value that is set: a category ID, a tag or a payee name." })
  value: string;
}

@ObjectType({ description: "Rule that categorizes new and imported transactions." })
export class CategorisationRule {
  @Field(() => ID, { description: "Unique ID of the rule." })
  id: string;
  @Field(() => [FinanceRuleCondition], { description: "Conditions that must all match." })
  conditions: RuleCondition[];
  @Field(() => [FinanceRuleAction], { description: "Changes made when the rule matches." })
  actions: RuleAction[];
  @Field(() => Boolean, { description: "Whether later rules are skipped when this rule matches." })
  stopOnMatch: boolean;
  @Field(() => Int, { description: "Position of the rule; the lowest runs first." })
  order: number;
  @Field(() => Int, { description: "Version number of the rule; increases with each change." })
  version: number;
}

@ObjectType({ description: "List of categorisation rules." })
export class CategorisationRuleList {
  @Field(() => [CategorisationRule], { description: "Rules in the order in which they run." })
  rules: CategorisationRule[];
}
