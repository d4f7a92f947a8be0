import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as types from "./loan.types.ts";
import { addLoan, readLoanSchedule } from "./loans.service.ts";
import { comparePayoffStrategies, simulateExtraPayment } from "./payoff.service.ts";
import * as payoff from "./payoff.types.ts";

@Resolver()
export class FinanceLoansResolver {
  @Query(() => types.LoanSchedule, {
    description: "Returns the amortization schedule of a loan: every payment with interest and principal.",
  })
  loanSchedule(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.LoanScheduleArgs) args: types.LoanScheduleArgs,
  ): Promise<types.LoanSchedule> {
    return readLoanSchedule(ctx, args);
  }

  @Query(() => payoff.ExtraPaymentSimulation, {
    description: "Calculates the months and interest that extra payments on a loan save.",
  })
  extraPaymentSimulation(
    @Ctx() ctx: FinanceContext,
    @Args(() => payoff.SimulateExtraPaymentArgs) args: payoff.SimulateExtraPaymentArgs,
  ): Promise<payoff.ExtraPaymentSimulation> {
    return simulateExtraPayment(ctx, args);
  }

  @Query(() => payoff.PayoffComparison, {
    description: "Compares paying off loans by highest rate (avalanche) and by smallest balance (snowball).",
  })
  payoffStrategies(
    @Ctx() ctx: FinanceContext,
    @Args(() => payoff.PayoffStrategiesArgs) args: payoff.PayoffStrategiesArgs,
  ): Promise<payoff.PayoffComparison> {
    return comparePayoffStrategies(ctx, args);
  }

  @Mutation(() => types.Loan, {
    description: "Adds a loan with level monthly payments, and an account for its debt.",
  })
  addLoan(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.AddLoanInput, { description: "Terms of the loan to add." })
    input: types.AddLoanInput,
  ): Promise<types.Loan> {
    return addLoan(ctx, input);
  }
}
