import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";

export const BankRuleAction = { suggest: "suggest", post: "post" } as const;
export type BankRuleAction = keyof typeof BankRuleAction;
registerEnumType(BankRuleAction, {
  name: "BankRuleAction",
  description: "What a bank rule does with a line that meets its conditions.",
  valuesConfig: {
    suggest: { description: "It is suggested for the line, for a person to apply." },
    post: { description: "A new line is posted and matched when its statement is imported." },
  },
});

export const BankLineDirection = { in: "in", out: "out" } as const;
export type BankLineDirection = keyof typeof BankLineDirection;
registerEnumType(BankLineDirection, {
  name: "BankLineDirection",
  description: "Direction of the money of a bank line.",
  valuesConfig: {
    in: { description: "Money came in; the amount is above 0." },
    out: { description: "Money went out; the amount is below 0." },
  },
});

export const BankRuleReason = {
  description_text: "description_text",
  counterparty: "counterparty",
  amount_range: "amount_range",
  direction: "direction",
} as const;
export type BankRuleReason = keyof typeof BankRuleReason;
registerEnumType(BankRuleReason, {
  name: "BankRuleReason",
  description: "Condition of a bank rule that a line meets.",
  valuesConfig: {
    description_text: { description: "The text has a phrase of the rule." },
    counterparty: { description: "The other party is that of the rule." },
    amount_range: { description: "The amount is between the bounds." },
    direction: { description: "The money moved in the direction of the rule." },
  },
});

@ObjectType({ description: "Rule that says where lines of bank statements belong." })
export class BankRule {
  @Field(() => ID, { description: "Unique ID of the rule." })
  id: string;
  @Field(() => String, { description: "Name of the rule." })
  name: string;
  @Field(() => Int, { description: "Place in the order: of rules that fit, the lowest place decides." })
  position: number;
  @Field(() => Boolean, { description: "Whether the rule is used." })
  enabled: boolean;
  @Field(() => BankRuleAction, { description: "What it does with a line that meets its conditions." })
  action: BankRuleAction;
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the ledger account whose statements it is for; null for all of the ledger.",
  })
  bankAccountId: string | null;
  @Field(() => [String], {
    description: "Phrases, one of which is in the line's text; empty without this condition.",
  })
  texts: string[];
  @Field(() => String, {
    nullable: true,
    description: "Name of the other party; null without this condition.",
  })
  counterparty: string | null;
  @Field(() => BankLineDirection, {
    nullable: true,
    description: "Direction of the money; null without this condition.",
  })
  direction: BankLineDirection | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Lowest amount without its sign; null without one.",
  })
  minAmount: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Highest amount without its sign; null without one.",
  })
  maxAmount: number | null;
  @Field(() => ID, { description: "ID of the ledger account on the other side of the entry." })
  accountId: string;
  @Field(() => String, { nullable: true, description: "Client on the entry; null without one." })
  client: string | null;
  @Field(() => String, { nullable: true, description: "Project on the entry; null without one." })
  project: string | null;
  @Field(() => String, { nullable: true, description: "Memo of the entry; null for the text of the line." })
  memo: string | null;
  @Field(() => Date, { description: "When the rule was created." })
  createdAt: Date;
  @Field(() => Date, { description: "When the rule was last changed." })
  updatedAt: Date;
}

@ObjectType({ description: "Bank rules in the order in which they are tried, at most 100." })
export class BankRuleList {
  @Field(() => [BankRule], { description: "Rules in the order in which they are tried." })
  rules: BankRule[];
  @Field(() => Int, { description: "Number of rules." })
  total: number;
}

@ObjectType({ description: "Bank rule that was deleted." })
export class DeletedBankRule {
  @Field(() => ID, { description: "ID of the rule." })
  id: string;
  @Field(() => Boolean, { description: "Always true." })
  deleted: boolean;
}

@ObjectType({ description: "Bank rule whose conditions a line meets." })
export class BankRuleSuggestion {
  @Field(() => ID, { description: "ID of the rule, as an argument of `apply_bank_rule`." })
  ruleId: string;
  @Field(() => String, { description: "Name of the rule." })
  name: string;
  @Field(() => [BankRuleReason], { description: "Conditions that the line meets." })
  reasons: BankRuleReason[];
  @Field(() => String, {
    nullable: true,
    description: "Phrase of the rule that is in the text; null without one.",
  })
  text: string | null;
  @Field(() => ID, { description: "ID of the ledger account on the other side of the entry." })
  accountId: string;
}
