import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as types from "./bill.types.ts";
import { createBill, markBillPaid, skipBill } from "./bills.service.ts";
import { detectRecurring, listUpcomingBills } from "./upcoming-bills.service.ts";

@Resolver()
export class FinanceBillsResolver {
  @Query(() => types.UpcomingBills, {
    description: "Bills that are due, and what each leaves in its account.",
  })
  upcomingBills(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.UpcomingBillsArgs) args: types.UpcomingBillsArgs,
  ): Promise<types.UpcomingBills> {
    return listUpcomingBills(ctx, args);
  }

  @Query(() => types.DetectedRecurringList, {
    description: "Payments that repeat, found by their gaps and amounts.",
  })
  recurringPayments(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.DetectRecurringArgs) args: types.DetectRecurringArgs,
  ): Promise<types.DetectedRecurringList> {
    return detectRecurring(ctx, args);
  }

  @Mutation(() => types.Bill, { description: "Adds a bill that is expected again and again." })
  createBill(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CreateBillInput) input: types.CreateBillInput,
  ): Promise<types.Bill> {
    return createBill(ctx, input);
  }

  @Mutation(() => types.BillOccurrence, {
    description: "Notes that a bill was paid, and by which transaction.",
  })
  markBillPaid(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.MarkBillPaidInput) input: types.MarkBillPaidInput,
  ): Promise<types.BillOccurrence> {
    return markBillPaid(ctx, input);
  }

  @Mutation(() => types.BillOccurrence, { description: "Notes that a bill is not paid this time." })
  skipBill(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.SkipBillInput) input: types.SkipBillInput,
  ): Promise<types.BillOccurrence> {
    return skipBill(ctx, input);
  }
}
