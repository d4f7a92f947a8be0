import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { ChangedTransactionCount } from "../transaction-changes/transaction-changes.types.ts";
import { tagTransactions } from "./tag-transactions.service.ts";
import * as tags from "./tags.service.ts";
import * as types from "./tags.types.ts";

@Resolver()
export class FinanceTagsResolver {
  @Query(() => types.FinanceTagList, { description: "Lists the tags of transactions with their totals." })
  financeTags(@Ctx() ctx: FinanceContext): Promise<types.FinanceTagList> {
    return tags.listTags(ctx);
  }

  @Mutation(() => types.FinanceTag, { description: "Creates a tag for transactions, with a color." })
  createTag(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CreateTagInput, { description: "Tag to create." }) input: types.CreateTagInput,
  ): Promise<types.FinanceTag> {
    return tags.createTag(ctx, input);
  }

  @Mutation(() => ChangedTransactionCount, {
    description: "Adds tags to transactions, and removes tags from them.",
  })
  tagTransactions(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.TagTransactionsInput, { description: "Transactions and their tags." })
    input: types.TagTransactionsInput,
  ): Promise<ChangedTransactionCount> {
    return tagTransactions(ctx, input);
  }

  @Mutation(() => types.DeletedTag, { description: "Deletes a tag, and removes it from all transactions." })
  deleteTag(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.DeleteTagInput, { description: "Tag to delete." }) input: types.DeleteTagInput,
  ): Promise<types.DeletedTag> {
    return tags.deleteTag(ctx, input);
  }
}
