import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { CategorisationRule } from "../transactions/rule.types.ts";
import { deleteRule, updateRule } from "./rule-changes.service.ts";
import * as types from "./rule-changes.types.ts";
import { testRule } from "./test-rule.service.ts";

@Resolver()
export class FinanceRulesResolver {
  @Query(() => types.RuleTest, {
    description: "Tests a categorisation rule on existing transactions without changing them.",
  })
  ruleTest(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.TestRuleArgs) args: types.TestRuleArgs,
  ): Promise<types.RuleTest> {
    return testRule(ctx, args);
  }

  @Mutation(() => CategorisationRule, {
    description: "Updates a categorisation rule. Existing transactions stay unchanged.",
  })
  updateRule(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.UpdateRuleInput, { description: "Fields of the rule to change." })
    input: types.UpdateRuleInput,
  ): Promise<CategorisationRule> {
    return updateRule(ctx, input);
  }

  @Mutation(() => types.DeletedRule, {
    description: "Deletes a categorisation rule. Transactions keep what it has set.",
  })
  deleteRule(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.DeleteRuleInput, { description: "Rule to delete." })
    input: types.DeleteRuleInput,
  ): Promise<types.DeletedRule> {
    return deleteRule(ctx, input);
  }
}
