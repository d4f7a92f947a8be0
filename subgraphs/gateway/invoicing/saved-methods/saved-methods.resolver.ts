import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as methods from "./saved-methods.service.ts";
import * as types from "./saved-methods.types.ts";

@Resolver()
export class SavedMethodsResolver {
  @Query(() => types.SavedPaymentMethodList, {
    description: "Lists the payment methods that a client agreed to save.",
  })
  savedPaymentMethods(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.SavedPaymentMethodsArgs) args: types.SavedPaymentMethodsArgs,
  ): Promise<types.SavedPaymentMethodList> {
    return methods.listSavedMethods(ctx, args);
  }

  @Query(() => types.AutoChargePage, {
    description: "Lists automatic charges of recurring invoices with their next attempts, newest first.",
  })
  autoCharges(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.AutoChargesArgs) args: types.AutoChargesArgs,
  ): Promise<types.AutoChargePage> {
    return methods.listAutoCharges(ctx, args);
  }

  @Mutation(() => types.RemovedPaymentMethod, {
    description: "Removes a client's saved payment method. It is not charged any more.",
  })
  removeSavedPaymentMethod(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RemoveSavedPaymentMethodInput, { description: "Saved method to remove." })
    input: types.RemoveSavedPaymentMethodInput,
  ): Promise<types.RemovedPaymentMethod> {
    return methods.removeSavedMethod(ctx, input);
  }
}
