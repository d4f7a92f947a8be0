import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { BankLinkSync, SyncBankLinkInput } from "./bank-link.types.ts";
import { syncBankLink } from "./bank-links.service.ts";
import * as types from "./import.types.ts";
import * as imports from "./imports.service.ts";

@Resolver()
export class FinanceImportsResolver {
  @Query(() => types.ImportPreview, {
    description:
      "What importing a statement would do: what is new, what is there already, what cannot be read.",
  })
  importPreview(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.PreviewImportArgs) args: types.PreviewImportArgs,
  ): Promise<types.ImportPreview> {
    return imports.previewImport(ctx, args);
  }

  @Mutation(() => types.ImportBatch, {
    description: "Imports a bank's statement (CSV, OFX, QIF). What is there already is not added again.",
  })
  importTransactions(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.ImportTransactionsInput) input: types.ImportTransactionsInput,
  ): Promise<types.ImportBatch> {
    return imports.importTransactions(ctx, input);
  }

  @Mutation(() => types.UndoneImport, {
    description: "Takes back what an import added and nobody has changed since.",
  })
  undoImport(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.ImportBatchIdInput) input: types.ImportBatchIdInput,
  ): Promise<types.UndoneImport> {
    return imports.undoImport(ctx, input);
  }

  @Mutation(() => BankLinkSync, {
    description: "Brings what is new on a bank connection, at most every 6 hours; missing accounts are made.",
  })
  syncBankLink(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => SyncBankLinkInput) input: SyncBankLinkInput,
  ): Promise<BankLinkSync> {
    return syncBankLink(ctx, input);
  }
}
