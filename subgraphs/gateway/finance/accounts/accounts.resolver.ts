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
    description: "Returns a financial account with its cleared, pending and reconciled balances.",
  })
  financeAccount(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FinanceAccountArgs) { accountId }: types.FinanceAccountArgs,
  ): Promise<types.FinanceAccount> {
    return accounts.readAccount(ctx, accountId);
  }

  @Query(() => types.FinanceAccountPage, {
    description: "Lists financial accounts, newest first, with total balances by currency.",
  })
  financeAccounts(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FinanceAccountsArgs) args: types.FinanceAccountsArgs,
  ): Promise<types.FinanceAccountPage> {
    return accounts.listAccounts(ctx, args);
  }

  @Query(() => types.BalanceHistory, {
    description: "Returns an account's balance over time, by day, week or month.",
  })
  accountBalanceHistory(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.BalanceHistoryArgs) args: types.BalanceHistoryArgs,
  ): Promise<types.BalanceHistory> {
    return accounts.readBalanceHistory(ctx, args);
  }

  @Mutation(() => types.FinanceAccount, {
    description:
      "Creates a financial account: cash, bank account, card, loan, investment or other asset. Debt is a negative balance.",
  })
  createAccount(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CreateAccountInput, { description: "Details of the account to create." })
    input: types.CreateAccountInput,
  ): Promise<types.FinanceAccount> {
    return accounts.createAccount(ctx, input);
  }

  @Mutation(() => types.Reconciliation, {
    description:
      "Reconciles an account with a bank statement. When the balances match, cleared transactions are locked.",
  })
  reconcileAccount(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.ReconcileAccountInput, { description: "Account and statement to compare." })
    input: types.ReconcileAccountInput,
  ): Promise<types.Reconciliation> {
    return reconcileAccount(ctx, input);
  }

  @Mutation(() => ExchangeRate, { description: "Sets the exchange rate of two currencies from a date on." })
  setExchangeRate(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => SetExchangeRateInput, { description: "Currencies, date and rate to set." })
    input: SetExchangeRateInput,
  ): Promise<ExchangeRate> {
    return setExchangeRate(ctx, input);
  }
}
