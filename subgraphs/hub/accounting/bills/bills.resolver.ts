import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import * as types from "./bill.types.ts";
import { createVendorBill, listVendorBills, readVendorBill } from "./bills.service.ts";
import { readPayableAging } from "./payable-aging.service.ts";
import { AccountsPayableAging, AccountsPayableAgingArgs } from "./payable-aging.types.ts";
import * as settle from "./settle-bills.service.ts";

@Resolver()
export class BillsResolver {
  @Query(() => types.VendorBillPage, { description: "Lists bills of vendors, latest date first." })
  vendorBills(
    @Ctx() ctx: HubContext,
    @Args(() => types.VendorBillsArgs) args: types.VendorBillsArgs,
  ): Promise<types.VendorBillPage> {
    return listVendorBills(ctx, args);
  }

  @Query(() => types.VendorBill, { description: "Returns a vendor bill with its lines and payments." })
  vendorBill(
    @Ctx() ctx: HubContext,
    @Arg("billId", () => ID, { description: "ID of the bill." }) billId: string,
  ): Promise<types.VendorBill> {
    return readVendorBill(ctx, billId);
  }

  @Query(() => AccountsPayableAging, {
    description: "Returns what is owed to vendors by days past due, beside the balance of the ledger.",
  })
  accountsPayableAging(
    @Ctx() ctx: HubContext,
    @Args(() => AccountsPayableAgingArgs) args: AccountsPayableAgingArgs,
  ): Promise<AccountsPayableAging> {
    return readPayableAging(ctx, args);
  }

  @Mutation(() => types.VendorBill, { description: "Adds a bill of a vendor as a draft." })
  createVendorBill(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.CreateVendorBillInput, { description: "Bill to keep." })
    input: types.CreateVendorBillInput,
  ): Promise<types.VendorBill> {
    return createVendorBill(ctx, input);
  }

  @Mutation(() => types.VendorBill, {
    description: "Approves a vendor bill and posts it as a debt. Approving it again changes nothing.",
  })
  approveVendorBill(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.ApproveVendorBillInput, { description: "Bill to approve." })
    input: types.ApproveVendorBillInput,
  ): Promise<types.VendorBill> {
    return settle.approveVendorBill(ctx, input);
  }

  @Mutation(() => types.VendorBill, {
    description:
      "Books a payment of all or part of a vendor bill. It records the payment; it sends no money.",
  })
  payVendorBill(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.PayVendorBillInput, { description: "Bill, and what is paid." })
    input: types.PayVendorBillInput,
  ): Promise<types.VendorBill> {
    return settle.payVendorBill(ctx, input);
  }

  @Mutation(() => types.VendorBill, {
    description: "Voids a vendor bill without payments; an approved one is reversed.",
  })
  voidVendorBill(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.VoidVendorBillInput, { description: "Bill to take back." })
    input: types.VoidVendorBillInput,
  ): Promise<types.VendorBill> {
    return settle.voidVendorBill(ctx, input);
  }

  @Mutation(() => types.VendorBill, {
    description: "Voids a payment on a vendor bill by a reversal. Its amount is open again.",
  })
  voidVendorBillPayment(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.VoidVendorBillPaymentInput, { description: "Payment to take back." })
    input: types.VoidVendorBillPaymentInput,
  ): Promise<types.VendorBill> {
    return settle.voidVendorBillPayment(ctx, input);
  }
}
