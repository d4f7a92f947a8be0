import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as types from "./bill.types.ts";
import { createBill, markBillPaid, skipBill } from "./bills.service.ts";
import { detectRecurring, listUpcomingBills } from "./upcoming-bills.service.ts";

@Resolver()
export class FinanceBillsResolver {
  @Query(() => types.UpcomingBills, {
    description: "Lists bills due soon or late, with the projected account balance after each.",
  })
  upcomingBills(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.UpcomingBillsArgs) args: types.UpcomingBillsArgs,
  ): Promise<types.UpcomingBills> {
    return listUpcomingBills(ctx, args);
  }

  @Query(() => types.DetectedRecurringList, {
    description: "Detects recurring payments and subscriptions from past transactions.",
  })
  recurringPayments(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.DetectRecurringArgs) args: types.DetectRecurringArgs,
  ): Promise<types.DetectedRecurringList> {
    return detectRecurring(ctx, args);
  }

  @Mutation(() => types.Bill, { description: "Creates a recurring bill." })
  createBill(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CreateBillInput, { description: "Details of the bill to create." })
    input: types.CreateBillInput,
  ): Promise<types.Bill> {
    return createBill(ctx, input);
  }

  @Mutation(() => types.BillOccurrence, {
    description: "Marks an occurrence of a bill as paid, with an optional link to the transaction.",
  })
  markBillPaid(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.MarkBillPaidInput, { description: "Occurrence that was paid." })
    input: types.MarkBillPaidInput,
  ): Promise<types.BillOccurrence> {
    return markBillPaid(ctx, input);
  }

  @Mutation(() => types.BillOccurrence, { description: "Skips one occurrence of a bill." })
  skipBill(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.SkipBillInput, { description: "Occurrence to skip." })
    input: types.SkipBillInput,
  ): Promise<types.BillOccurrence> {
    return skipBill(ctx, input);
  }
}
