import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { exportTransactions } from "./export-transactions.service.ts";
import { ExportedTransactions, ExportTransactionsArgs } from "./exports.types.ts";

@Resolver()
export class FinanceExportsResolver {
  @Query(() => ExportedTransactions, {
    description: "Exports transactions as a CSV, OFX, JSON, hledger or Beancount file, at most 5,000.",
  })
  transactionExport(
    @Ctx() ctx: FinanceContext,
    @Args(() => ExportTransactionsArgs) args: ExportTransactionsArgs,
  ): Promise<ExportedTransactions> {
    return exportTransactions(ctx, args);
  }
}
