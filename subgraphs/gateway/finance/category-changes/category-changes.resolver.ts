import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { FinanceCategory, FinanceCategoryGroup } from "../transactions/category.types.ts";
import * as changes from "./category-changes.service.ts";
import * as types from "./category-changes.types.ts";
import { listCategoryGroups, updateCategoryGroup } from "./category-groups.service.ts";

@Resolver()
export class FinanceCategoryChangesResolver {
  @Query(() => types.FinanceCategoryGroupList, {
    description: "Lists groups of categories in their order.",
  })
  financeCategoryGroups(@Ctx() ctx: FinanceContext): Promise<types.FinanceCategoryGroupList> {
    return listCategoryGroups(ctx);
  }

  @Mutation(() => FinanceCategory, {
    description: "Updates a category: its name, group, kind or line of a tax return.",
  })
  updateCategory(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.UpdateCategoryInput, { description: "Category and the fields to change." })
    input: types.UpdateCategoryInput,
  ): Promise<FinanceCategory> {
    return changes.updateCategory(ctx, input);
  }

  @Mutation(() => FinanceCategory, {
    description: "Archives a category. Its past transactions keep it, or move to another category.",
  })
  archiveCategory(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.ArchiveCategoryInput, { description: "Category to archive." })
    input: types.ArchiveCategoryInput,
  ): Promise<FinanceCategory> {
    return changes.archiveCategory(ctx, input);
  }

  @Mutation(() => FinanceCategory, {
    description: "Merges a category into another: its transactions, budgets and rules move there.",
  })
  mergeCategories(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.MergeCategoriesInput, {
      description: "Category to merge and the one that remains.",
    })
    input: types.MergeCategoriesInput,
  ): Promise<FinanceCategory> {
    return changes.mergeCategories(ctx, input);
  }

  @Mutation(() => FinanceCategoryGroup, {
    description: "Updates a group of categories: its name or position.",
  })
  updateCategoryGroup(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.UpdateCategoryGroupInput, { description: "Group and the fields to change." })
    input: types.UpdateCategoryGroupInput,
  ): Promise<FinanceCategoryGroup> {
    return updateCategoryGroup(ctx, input);
  }
}
