import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { createExpense, listExpenses, readExpense } from "./expenses.service.ts";
import * as types from "./expenses.types.ts";

@Resolver()
export class ExpensesResolver {
  @Query(() => types.Expense, { description: "One of the account's expenses." })
  expense(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ExpenseArgs) args: types.ExpenseArgs,
  ): Promise<types.Expense> {
    return readExpense(ctx, args.expenseId);
  }

  @Query(() => types.ExpensePage, { description: "The account's expenses, newest first." })
  expenses(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ExpensesArgs) args: types.ExpensesArgs,
  ): Promise<types.ExpensePage> {
    return listExpenses(ctx, args);
  }

  @Mutation(() => types.Expense, { description: "Records what the account spent." })
  createExpense(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateExpenseInput) input: types.CreateExpenseInput,
  ): Promise<types.Expense> {
    return createExpense(ctx, input);
  }
}
