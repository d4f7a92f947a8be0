import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as types from "./loan.types.ts";
import { addLoan, readLoanSchedule } from "./loans.service.ts";

@Resolver()
export class FinanceLoansResolver {
  @Query(() => types.LoanSchedule, {
    description: "All payments of a loan, to the cent; the last clears the rest.",
  })
  loanSchedule(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.LoanScheduleArgs) args: types.LoanScheduleArgs,
  ): Promise<types.LoanSchedule> {
    return readLoanSchedule(ctx, args);
  }

  @Mutation(() => types.Loan, {
    description: "Adds a loan in level payments, with an account of what is owed.",
  })
  addLoan(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.AddLoanInput) input: types.AddLoanInput,
  ): Promise<types.Loan> {
    return addLoan(ctx, input);
  }
}
