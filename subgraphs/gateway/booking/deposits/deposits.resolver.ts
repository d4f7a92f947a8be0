import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as deposits from "./deposits.service.ts";
import * as types from "./deposits.types.ts";

@Resolver()
export class DepositsResolver {
  @Query(() => types.BookingDepositPage, { description: "Lists booking deposits, newest first." })
  listDeposits(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.DepositsArgs) args: types.DepositsArgs,
  ): Promise<types.BookingDepositPage> {
    return deposits.listDeposits(ctx, args);
  }

  @Mutation(() => types.BookingDeposit, {
    description: "Records a deposit that you have received for a booking. No money moves.",
  })
  recordDeposit(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.RecordDepositInput, { description: "Booking and the deposit." })
    input: types.RecordDepositInput,
  ): Promise<types.BookingDeposit> {
    return deposits.recordDeposit(ctx, input);
  }

  @Mutation(() => types.BookingDeposit, {
    description:
      "Refunds a deposit, or a part of it. One paid online goes back to the card; otherwise only a record is made.",
  })
  refundDeposit(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.RefundDepositInput, { description: "Deposit and the amount." })
    input: types.RefundDepositInput,
  ): Promise<types.BookingDeposit> {
    return deposits.refundDeposit(ctx, input);
  }
}
