import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as categories from "./categories.service.ts";
import * as types from "./category.types.ts";
import * as rule from "./rule.types.ts";
import * as rules from "./rules.service.ts";
import { ChangedTransactions } from "./transaction.types.ts";

@Resolver()
export class FinanceCategoriesResolver {
  @Query(() => types.FinanceCategoryTree, { description: "Lists income and spending categories by group." })
  financeCategories(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FinanceCategoriesArgs) args: types.FinanceCategoriesArgs,
  ): Promise<types.FinanceCategoryTree> {
    return categories.listCategories(ctx, args);
  }

  @Query(() => rule.CategorisationRuleList, {
    description: "Lists categorisation rules in the order in which they run.",
  })
  categorisationRules(@Ctx() ctx: FinanceContext): Promise<rule.CategorisationRuleList> {
    return rules.listRules(ctx);
  }

  @Mutation(() => types.FinanceCategory, { description: "Creates a category of income or spending." })
  createCategory(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CreateCategoryInput, { description: "Details of the category to create." })
    input: types.CreateCategoryInput,
  ): Promise<types.FinanceCategory> {
    return categories.createCategory(ctx, input);
  }

  @Mutation(() => types.FinanceCategoryGroup, { description: "Creates a group of categories." })
  createCategoryGroup(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CreateCategoryGroupInput, { description: "Details of the group to create." })
    input: types.CreateCategoryGroupInput,
  ): Promise<types.FinanceCategoryGroup> {
    return categories.createCategoryGroup(ctx, input);
  }

  @Mutation(() => rule.CategorisationRule, {
    description:
      "Creates a categorisation rule. When payee, amount or account match, it sets category, tag or payee on new transactions.",
  })
  createRule(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => rule.CreateRuleInput, {
      description: "Conditions and actions of the rule to create.",
    })
    input: rule.CreateRuleInput,
  ): Promise<rule.CategorisationRule> {
    return rules.createRule(ctx, input);
  }

  @Mutation(() => ChangedTransactions, {
    description:
      "Applies the categorisation rules to existing transactions. Reconciled, split and transfer transactions stay unchanged.",
  })
  applyRules(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => rule.ApplyRulesInput, { description: "Transactions to apply the rules to." })
    input: rule.ApplyRulesInput,
  ): Promise<ChangedTransactions> {
    return rules.applyRules(ctx, input);
  }
}
