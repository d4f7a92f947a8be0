import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as bills from "./bill-changes.service.ts";
import * as types from "./bill-changes.types.ts";
import { Bill } from "./bill.types.ts";
import { RecurringChargeList } from "./recurring-charge.types.ts";
import { listRecurringCharges } from "./recurring-charges.service.ts";

@Resolver()
export class FinanceBillChangesResolver {
  @Query(() => types.BillDetails, {
    description: "Returns a recurring bill with its next due date and its occurrences.",
  })
  bill(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.BillArgs) args: types.BillArgs,
  ): Promise<types.BillDetails> {
    return bills.readBill(ctx, args);
  }

  @Query(() => types.BillList, { description: "Lists recurring bills, newest first." })
  bills(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.BillsArgs) args: types.BillsArgs,
  ): Promise<types.BillList> {
    return bills.listBills(ctx, args);
  }

  @Query(() => RecurringChargeList, {
    description:
      "Lists running subscriptions and other small recurring charges with monthly cost and price changes.",
  })
  recurringCharges(@Ctx() ctx: FinanceContext): Promise<RecurringChargeList> {
    return listRecurringCharges(ctx);
  }

  @Mutation(() => Bill, {
    description: "Updates a recurring bill from today on. Earlier occurrences keep their amounts and dates.",
  })
  updateBill(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.UpdateBillInput, { description: "Fields of the bill to change." })
    input: types.UpdateBillInput,
  ): Promise<Bill> {
    return bills.updateBill(ctx, input);
  }

  @Mutation(() => types.DeletedBill, {
    description: "Deletes a recurring bill and its occurrences. Transactions stay.",
  })
  deleteBill(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.DeleteBillInput, { description: "Bill to delete." })
    input: types.DeleteBillInput,
  ): Promise<types.DeletedBill> {
    return bills.deleteBill(ctx, input);
  }
}
