import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HvutContext } from "../hvut.context.ts";
import { listIrsPayments, recordIrsPayment } from "./irs-payments.service.ts";
import {
  RecordedIrsPayment,
  RecordedIrsPaymentPage,
  IrsPaymentsArgs,
  RecordIrsPaymentInput,
} from "./irs-payments.types.ts";

@Resolver()
export class IrsPaymentsResolver {
  @Query(() => RecordedIrsPaymentPage, {
    description: "Lists recorded payments to the IRS, with what is due, paid and open.",
  })
  irsPayments(
    @Ctx() ctx: HvutContext,
    @Args(() => IrsPaymentsArgs) args: IrsPaymentsArgs,
  ): Promise<RecordedIrsPaymentPage> {
    return listIrsPayments(ctx, args);
  }

  @Mutation(() => RecordedIrsPayment, {
    description: "Records a payment that was made to the IRS for a filed return. Sends no money.",
  })
  recordIrsPayment(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => RecordIrsPaymentInput, { description: "Return, and the payment that was made." })
    input: RecordIrsPaymentInput,
  ): Promise<RecordedIrsPayment> {
    return recordIrsPayment(ctx, input);
  }
}
