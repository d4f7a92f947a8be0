import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { BankLinkSync, SyncBankLinkInput } from "./bank-link.types.ts";
import { syncBankLink } from "./bank-links.service.ts";
import * as types from "./import.types.ts";
import * as imports from "./imports.service.ts";

@Resolver()
export class FinanceImportsResolver {
  @Query(() => types.ImportPreview, {
    description: "Previews a statement import: new transactions, duplicates and unreadable rows.",
  })
  importPreview(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.PreviewImportArgs) args: types.PreviewImportArgs,
  ): Promise<types.ImportPreview> {
    return imports.previewImport(ctx, args);
  }

  @Mutation(() => types.ImportBatch, {
    description:
      "Imports a bank statement or another program's export (CSV, OFX, QIF or CAMT.053). Skips duplicates.",
  })
  importTransactions(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.ImportTransactionsInput, { description: "Account and statement to import." })
    input: types.ImportTransactionsInput,
  ): Promise<types.ImportBatch> {
    return imports.importTransactions(ctx, input);
  }

  @Mutation(() => types.UndoneImport, {
    description: "Undoes an import. Transactions changed since then are kept.",
  })
  undoImport(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.ImportBatchIdInput, { description: "Import to undo." })
    input: types.ImportBatchIdInput,
  ): Promise<types.UndoneImport> {
    return imports.undoImport(ctx, input);
  }

  @Mutation(() => BankLinkSync, {
    description:
      "Syncs new transactions from a bank connection, at most every 6 hours. Creates missing accounts.",
  })
  syncBankLink(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => SyncBankLinkInput, { description: "Bank connection to sync." })
    input: SyncBankLinkInput,
  ): Promise<BankLinkSync> {
    return syncBankLink(ctx, input);
  }
}
