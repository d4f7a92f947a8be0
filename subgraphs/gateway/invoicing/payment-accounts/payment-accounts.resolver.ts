import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { receiveConnectEvent } from "./connect-events.service.ts";
import * as service from "./payment-accounts.service.ts";
import * as types from "./payment-accounts.types.ts";

@Resolver()
export class PaymentAccountsResolver {
  @Query(() => types.PaymentAccount, {
    description: "Returns whether clients can pay online, and what is missing.",
  })
  paymentAccount(@Ctx() ctx: InvoicingContext): Promise<types.PaymentAccount> {
    return service.readPaymentAccount(ctx);
  }

  @Mutation(() => types.PaymentOnboarding, {
    description: "Starts or continues onboarding at the payment processor. Returns a page that works once.",
  })
  startPaymentOnboarding(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.StartPaymentOnboardingInput, {
      description: "Country, and where to return to.",
    })
    input: types.StartPaymentOnboardingInput,
  ): Promise<types.PaymentOnboarding> {
    return service.startOnboarding(ctx, input);
  }

  @Mutation(() => types.PaymentAccount, { description: "Changes what clients may pay online." })
  updatePaymentAccount(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdatePaymentAccountInput, { description: "Settings to change." })
    input: types.UpdatePaymentAccountInput,
  ): Promise<types.PaymentAccount> {
    return service.updatePaymentAccount(ctx, input);
  }

  @Mutation(() => types.PaymentAccount, {
    description: "Disconnects the account at the payment processor. Clients cannot pay online any more.",
  })
  disconnectPaymentAccount(@Ctx() ctx: InvoicingContext): Promise<types.PaymentAccount> {
    return service.disconnectPaymentAccount(ctx);
  }

  @Mutation(() => types.ReceivedConnectEvent, {
    description: "Receives a signed event of the payment processor about a connected account.",
  })
  receiveConnectEvent(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ReceiveConnectEventInput, { description: "Signed event of the processor." })
    input: types.ReceiveConnectEventInput,
  ): Promise<types.ReceivedConnectEvent> {
    return receiveConnectEvent(ctx, input);
  }
}
