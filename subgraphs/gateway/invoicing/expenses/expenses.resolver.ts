import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { createExpense, listExpenses, readExpense } from "./expenses.service.ts";
import * as types from "./expenses.types.ts";
import { Invoice } from "../invoices/invoice.types.ts";
import { billExpenseToClient } from "./bill-expense.service.ts";
import { deleteExpense, updateExpense } from "./change-expenses.service.ts";

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

  @Mutation(() => types.Expense, { description: "Updates an expense that is not billed yet." })
  updateExpense(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdateExpenseInput, { description: "Expense and the fields to change." })
    input: types.UpdateExpenseInput,
  ): Promise<types.Expense> {
    return updateExpense(ctx, input);
  }

  @Mutation(() => types.DeletedExpense, { description: "Deletes an expense that is not billed." })
  deleteExpense(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ExpenseIdInput, { description: "ID of the expense to delete." })
    input: types.ExpenseIdInput,
  ): Promise<types.DeletedExpense> {
    return deleteExpense(ctx, input);
  }

  @Mutation(() => Invoice, { description: "Adds an expense as a line to a draft invoice, once." })
  billExpenseToClient(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.BillExpenseInput, { description: "Expense, draft and markup." })
    input: types.BillExpenseInput,
  ): Promise<Invoice> {
    return billExpenseToClient(ctx, input);
  }
}
