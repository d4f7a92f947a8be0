import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { listFinanceChanges } from "./history.service.ts";
import * as types from "./history.types.ts";
import { undoFinanceChange } from "./undo-change.service.ts";

@Resolver()
export class FinanceHistoryResolver {
  @Query(() => types.FinanceChangePage, {
    description: "Lists changes of personal finances, newest first.",
  })
  financeChanges(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FinanceChangesArgs) args: types.FinanceChangesArgs,
  ): Promise<types.FinanceChangePage> {
    return listFinanceChanges(ctx, args);
  }

  @Mutation(() => types.FinanceChange, {
    description:
      "Undoes a change of personal finances. Refused when later changes touched the same objects, or for reconciled days. The undo is a change that can be undone.",
  })
  undoFinanceChange(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.UndoFinanceChangeInput, { description: "Change to undo." })
    input: types.UndoFinanceChangeInput,
  ): Promise<types.FinanceChange> {
    return undoFinanceChange(ctx, input);
  }
}
