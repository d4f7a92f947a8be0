import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { createExpense, listExpenses, readExpense } from "./expenses.service.ts";
import * as types from "./expenses.types.ts";

@Resolver()
export class ExpensesResolver {
  @Query(() => types.Expense, { description: "Returns an expense by its ID." })
  expense(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ExpenseArgs) args: types.ExpenseArgs,
  ): Promise<types.Expense> {
    return readExpense(ctx, args.expenseId);
  }

  @Query(() => types.ExpensePage, { description: "Lists expenses, newest first." })
  expenses(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ExpensesArgs) args: types.ExpensesArgs,
  ): Promise<types.ExpensePage> {
    return listExpenses(ctx, args);
  }

  @Mutation(() => types.Expense, { description: "Records an expense of the account." })
  createExpense(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateExpenseInput, {
      description: "Date, vendor, amount and category of the expense.",
    })
    input: types.CreateExpenseInput,
  ): Promise<types.Expense> {
    return createExpense(ctx, input);
  }
}
