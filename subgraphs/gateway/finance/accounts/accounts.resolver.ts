import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as types from "./account.types.ts";
import * as accounts from "./accounts.service.ts";
import { setExchangeRate } from "./rates.service.ts";
import { ExchangeRate, SetExchangeRateInput } from "./rates.types.ts";
import { reconcileAccount } from "./reconcile.service.ts";

@Resolver()
export class FinanceAccountsResolver {
  @Query(() => types.FinanceAccount, {
    description: "An account of one's own with its balance: cleared, pending and reconciled.",
  })
  financeAccount(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FinanceAccountArgs) { accountId }: types.FinanceAccountArgs,
  ): Promise<types.FinanceAccount> {
    return accounts.readAccount(ctx, accountId);
  }

  @Query(() => types.FinanceAccountPage, {
    description: "Accounts of one's own, newest first, with totals by currency.",
  })
  financeAccounts(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FinanceAccountsArgs) args: types.FinanceAccountsArgs,
  ): Promise<types.FinanceAccountPage> {
    return accounts.listAccounts(ctx, args);
  }

  @Query(() => types.BalanceHistory, { description: "An account's balances at the end of days." })
  accountBalanceHistory(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.BalanceHistoryArgs) args: types.BalanceHistoryArgs,
  ): Promise<types.BalanceHistory> {
    return accounts.readBalanceHistory(ctx, args);
  }

  @Mutation(() => types.FinanceAccount, {
    description:
      "Adds an account: cash, at a bank, a card, a loan, investments, or a thing of value. What is owed is negative.",
  })
  createAccount(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CreateAccountInput) input: types.CreateAccountInput,
  ): Promise<types.FinanceAccount> {
    return accounts.createAccount(ctx, input);
  }

  @Mutation(() => types.Reconciliation, {
    description: "Compares an account with a statement, and locks what is cleared when nothing differs.",
  })
  reconcileAccount(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.ReconcileAccountInput) input: types.ReconcileAccountInput,
  ): Promise<types.Reconciliation> {
    return reconcileAccount(ctx, input);
  }

  @Mutation(() => ExchangeRate, { description: "Sets what a currency is worth in another from a day on." })
  setExchangeRate(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => SetExchangeRateInput) input: SetExchangeRateInput,
  ): Promise<ExchangeRate> {
    return setExchangeRate(ctx, input);
  }
}
