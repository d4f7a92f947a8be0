import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { ContractorPayment } from "../people/contractor.types.ts";
import type { PayrollContext } from "../payroll.context.ts";
import { PayrollRun } from "../runs/run.types.ts";
import * as payouts from "./payouts.service.ts";
import * as types from "./payouts.types.ts";

@Resolver()
export class PayoutsResolver {
  @Query(() => types.PayrollTransferList, {
    description: "Lists the transfers that pay a run: the employer's debits and employees' credits.",
  })
  payrollTransfers(
    @Ctx() ctx: PayrollContext,
    @Args(() => types.PayrollTransfersArgs) args: types.PayrollTransfersArgs,
  ): Promise<types.PayrollTransferList> {
    return payouts.listTransfers(ctx, args);
  }

  @Mutation(() => types.PayrollFunding, {
    description: "Sets the bank account that payroll runs are paid from. Without one you pay by hand.",
  })
  setPayrollFundingAccount(
    @Ctx() ctx: PayrollContext,
    @Arg("input", () => types.SetPayrollFundingAccountInput, { description: "Account to pay from." })
    input: types.SetPayrollFundingAccountInput,
  ): Promise<types.PayrollFunding> {
    return payouts.setFundingAccount(ctx, input);
  }

  @Mutation(() => PayrollRun, {
    description: "Marks a payroll run as paid that you paid at your bank. Moves no money.",
  })
  markPayrollPaid(
    @Ctx() ctx: PayrollContext,
    @Arg("input", () => types.MarkPayrollPaidInput, { description: "Run that was paid." })
    input: types.MarkPayrollPaidInput,
  ): Promise<PayrollRun> {
    return payouts.markPayrollPaid(ctx, input);
  }

  @Mutation(() => ContractorPayment, {
    description: "Marks a contractor payment as paid that you made at your bank. Moves no money.",
  })
  markContractorPaymentPaid(
    @Ctx() ctx: PayrollContext,
    @Arg("input", () => types.MarkContractorPaymentPaidInput, { description: "Payment that was made." })
    input: types.MarkContractorPaymentPaidInput,
  ): Promise<ContractorPayment> {
    return payouts.markContractorPaymentPaid(ctx, input);
  }

  @Mutation(() => PayrollRun, {
    description: "Repeats transfers of a payroll run that failed or came back. Nobody is paid twice.",
  })
  retryPayrollPayment(
    @Ctx() ctx: PayrollContext,
    @Arg("input", () => types.RetryPayrollPaymentInput, { description: "Run to pay again." })
    input: types.RetryPayrollPaymentInput,
  ): Promise<PayrollRun> {
    return payouts.retryPayment(ctx, input);
  }
}
