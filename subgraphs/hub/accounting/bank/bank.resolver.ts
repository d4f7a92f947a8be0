import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import * as inputs from "./bank-inputs.types.ts";
import * as types from "./bank-statement.types.ts";
import { importConnectedBankLines } from "./import-connected.service.ts";
import { importBankStatement } from "./import-statement.service.ts";
import * as lists from "./list-bank.service.ts";
import { matchBankLine, unmatchBankLine } from "./match-lines.service.ts";
import { completeBankReconciliation, reopenBankReconciliation } from "./reconcile.service.ts";

@Resolver()
export class BankResolver {
  @Query(() => types.BankStatementPage, { description: "Lists bank statements, latest one first." })
  bankStatements(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.BankStatementsArgs) args: inputs.BankStatementsArgs,
  ): Promise<types.BankStatementPage> {
    return lists.listBankStatements(ctx, args);
  }

  @Query(() => types.BankLinePage, { description: "Lists the lines of a bank statement with their matches." })
  bankLines(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.BankLinesArgs) args: inputs.BankLinesArgs,
  ): Promise<types.BankLinePage> {
    return lists.listBankLines(ctx, args);
  }

  @Query(() => types.UnmatchedBankLinePage, {
    description: "Lists the unmatched lines of a bank statement, with suggested journal entries and reasons.",
  })
  unmatchedBankLines(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.BankLinesArgs) args: inputs.BankLinesArgs,
  ): Promise<types.UnmatchedBankLinePage> {
    return lists.listUnmatchedBankLines(ctx, args);
  }

  @Query(() => types.BankReconciliationPage, {
    description: "Lists bank reconciliations, newest first, with those that were reopened.",
  })
  bankReconciliations(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.BankReconciliationsArgs) args: inputs.BankReconciliationsArgs,
  ): Promise<types.BankReconciliationPage> {
    return lists.listBankReconciliations(ctx, args);
  }

  @Mutation(() => types.BankStatement, {
    description: "Imports a bank statement as lines to match. Lines that were imported before are left out.",
  })
  importBankStatement(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ImportBankStatementInput, { description: "Statement to import." })
    input: inputs.ImportBankStatementInput,
  ): Promise<types.BankStatement> {
    return importBankStatement(ctx, input);
  }

  @Mutation(() => types.BankStatement, {
    description:
      "Imports booked transactions of a connected bank account into a ledger account, each once. Rules that post are applied to new lines.",
  })
  importConnectedBankLines(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ImportConnectedBankLinesInput, { description: "Accounts and days." })
    input: inputs.ImportConnectedBankLinesInput,
  ): Promise<types.BankStatement> {
    return importConnectedBankLines(ctx, input);
  }

  @Mutation(() => types.BankLine, {
    description:
      "Matches a bank line with posted journal entries of the same sum. The same match again changes nothing.",
  })
  matchBankLine(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.MatchBankLineInput, { description: "Line and entries to match." })
    input: inputs.MatchBankLineInput,
  ): Promise<types.BankLine> {
    return matchBankLine(ctx, input);
  }

  @Mutation(() => types.BankLine, {
    description: "Removes the match of a bank line. All lines and entries of the match are free again.",
  })
  unmatchBankLine(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.UnmatchBankLineInput, { description: "Line whose match is removed." })
    input: inputs.UnmatchBankLineInput,
  ): Promise<types.BankLine> {
    return unmatchBankLine(ctx, input);
  }

  @Mutation(() => types.BankReconciliation, {
    description:
      "Completes the reconciliation of a bank statement. Every line must be matched, and the difference zero.",
  })
  completeBankReconciliation(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CompleteBankReconciliationInput, { description: "Statement to complete." })
    input: inputs.CompleteBankReconciliationInput,
  ): Promise<types.BankReconciliation> {
    return completeBankReconciliation(ctx, input);
  }

  @Mutation(() => types.BankReconciliation, {
    description: "Reopens the last completed bank reconciliation of a ledger account. The reason is kept.",
  })
  reopenBankReconciliation(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ReopenBankReconciliationInput, { description: "Statement to reopen." })
    input: inputs.ReopenBankReconciliationInput,
  ): Promise<types.BankReconciliation> {
    return reopenBankReconciliation(ctx, input);
  }
}
