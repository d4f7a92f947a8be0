import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as categories from "./categories.service.ts";
import * as types from "./category.types.ts";
import * as rule from "./rule.types.ts";
import * as rules from "./rules.service.ts";
import { ChangedTransactions } from "./transaction.types.ts";

@Resolver()
export class FinanceCategoriesResolver {
  @Query(() => types.FinanceCategoryTree, {
    description: "Categories of income and spending, by their groups.",
  })
  financeCategories(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FinanceCategoriesArgs) args: types.FinanceCategoriesArgs,
  ): Promise<types.FinanceCategoryTree> {
    return categories.listCategories(ctx, args);
  }

  @Query(() => rule.CategorisationRuleList, {
    description: "Categorisation rules in the order in which they run.",
  })
  categorisationRules(@Ctx() ctx: FinanceContext): Promise<rule.CategorisationRuleList> {
    return rules.listRules(ctx);
  }

  @Mutation(() => types.FinanceCategory, { description: "Adds a category of income or of spending." })
  createCategory(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CreateCategoryInput) input: types.CreateCategoryInput,
  ): Promise<types.FinanceCategory> {
    return categories.createCategory(ctx, input);
  }

  @Mutation(() => types.FinanceCategoryGroup, { description: "Adds a group of categories." })
  createCategoryGroup(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CreateCategoryGroupInput) input: types.CreateCategoryGroupInput,
  ): Promise<types.FinanceCategoryGroup> {
    return categories.createCategoryGroup(ctx, input);
  }

  @Mutation(() => rule.CategorisationRule, {
    description:
      "Adds a rule for new transactions: where payee, amount or account fit, set category, tag or payee.",
  })
  createRule(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => rule.CreateRuleInput) input: rule.CreateRuleInput,
  ): Promise<rule.CategorisationRule> {
    return rules.createRule(ctx, input);
  }

  @Mutation(() => ChangedTransactions, { description: "Runs the rules over transactions that are there." })
  applyRules(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => rule.ApplyRulesInput) input: rule.ApplyRulesInput,
  ): Promise<ChangedTransactions> {
    return rules.applyRules(ctx, input);
  }
}
