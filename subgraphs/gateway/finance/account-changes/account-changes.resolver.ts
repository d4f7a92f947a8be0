import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { FinanceAccount } from "../accounts/account.types.ts";
import type { FinanceContext } from "../finance.context.ts";
import { FinanceTransaction } from "../transactions/transaction.types.ts";
import * as changes from "./account-changes.service.ts";
import * as types from "./account-changes.types.ts";
import { adjustAccountBalance } from "./adjust-balance.service.ts";
import { closeAccount } from "./close-account.service.ts";

@Resolver()
export class FinanceAccountChangesResolver {
  @Mutation(() => FinanceAccount, {
    description: "Updates a financial account. Its currency is fixed once the account is used.",
  })
  updateAccount(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.UpdateAccountInput, { description: "Account and the fields to change." })
    input: types.UpdateAccountInput,
  ): Promise<FinanceAccount> {
    return changes.updateAccount(ctx, input);
  }

  @Mutation(() => FinanceAccount, {
    description:
      "Closes a financial account and keeps its history. A remaining balance moves to another account.",
  })
  closeAccount(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CloseAccountInput, { description: "Account to close." })
    input: types.CloseAccountInput,
  ): Promise<FinanceAccount> {
    return closeAccount(ctx, input);
  }

  @Mutation(() => FinanceAccount, {
    description: "Reopens a closed financial account, so that it accepts transactions again.",
  })
  reopenAccount(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.FinanceAccountIdInput, { description: "Account to reopen." })
    input: types.FinanceAccountIdInput,
  ): Promise<FinanceAccount> {
    return changes.reopenAccount(ctx, input);
  }

  @Mutation(() => types.DeletedFinanceAccount, {
    description:
      "Deletes a financial account without history. Accounts with transactions are closed instead.",
  })
  deleteFinanceAccount(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.FinanceAccountIdInput, { description: "Account to delete." })
    input: types.FinanceAccountIdInput,
  ): Promise<types.DeletedFinanceAccount> {
    return changes.deleteFinanceAccount(ctx, input);
  }

  @Mutation(() => FinanceTransaction, {
    description: "Adjusts an account to a balance by booking the difference as a transaction.",
  })
  adjustAccountBalance(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.AdjustAccountBalanceInput, { description: "Account and its correct balance." })
    input: types.AdjustAccountBalanceInput,
  ): Promise<FinanceTransaction> {
    return adjustAccountBalance(ctx, input);
  }
}
