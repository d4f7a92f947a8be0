import { Arg, Args, Ctx, Directive, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import { CreditsScalar } from "../../../src/graphql/scalars.ts";
import type { HubContext } from "../hub.context.ts";
import { Account } from "../accounts/account.types.ts";
import { User } from "../identity/user.entity.ts";
import { OpenedCheckout } from "../payments/payments.types.ts";
import { buyCredits, purchaseCredits } from "./buy-package.service.ts";
import * as packages from "./buy-package.types.ts";
import { readCatalogue, readOperationPrice } from "./catalogue.service.ts";
import { chargeOperation, holdOperation, settleHold } from "./charges.service.ts";
import { consumeCredits } from "./consume.service.ts";
import { checkSufficiency, listBalances, readBalance } from "./credits.service.ts";
import * as types from "./credits.types.ts";
import { readHistory } from "./history.service.ts";
import { captureHold, placeHold, releaseHold } from "./holds.service.ts";
import * as holds from "./holds.types.ts";
import { readCreditUsage } from "./usage.service.ts";
import * as usage from "./usage.types.ts";

@Resolver()
export class CreditsResolver {
  @Query(() => types.CreditBalance, { description: "Returns the account's prepaid credits in an app." })
  creditBalance(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID, { description: "ID of the app whose credits are returned." }) appId: string,
  ): Promise<types.CreditBalance> {
    return readBalance(ctx, appId);
  }

  @Query(() => types.CreditHistoryPage, {
    description: "Lists changes of the account's credit balance in an app, newest first.",
  })
  creditHistory(
    @Ctx() ctx: HubContext,
    @Args(() => types.CreditHistoryArgs) args: types.CreditHistoryArgs,
  ): Promise<types.CreditHistoryPage> {
    return readHistory(ctx, args);
  }

  @Query(() => usage.CreditUsage, {
    description: "Reports credit usage by hour or day (UTC), app and operation.",
  })
  creditUsage(
    @Ctx() ctx: HubContext,
    @Args(() => usage.CreditUsageArgs) args: usage.CreditUsageArgs,
  ): Promise<usage.CreditUsage> {
    return readCreditUsage(ctx, args);
  }

  @Query(() => types.CreditCatalogue, {
    description: "Lists the credit packages of an app and the price of each operation.",
  })
  creditPackages(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID, { description: "ID of the app whose packages are listed." }) appId: string,
  ): Promise<types.CreditCatalogue> {
    return readCatalogue(ctx, appId);
  }

  @Query(() => types.OperationPrice, { description: "Returns the price of one operation in credits." })
  operationCost(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID, { description: "ID of the app in which the operation runs." }) appId: string,
    @Arg("operation", () => String, { description: "Name of the operation to price." }) operation: string,
  ): Promise<types.OperationPrice> {
    return readOperationPrice(ctx, appId, operation);
  }

  @Query(() => types.CreditSufficiency, {
    description: "Checks whether enough credits are available now. Reserves nothing.",
  })
  creditSufficiency(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID, { description: "ID of the app whose credits are checked." }) appId: string,
    @Arg("requiredAmount", () => CreditsScalar, { description: "Credits required, at most 2 decimals." })
    requiredAmount: number,
  ): Promise<types.CreditSufficiency> {
    return checkSufficiency(ctx, appId, requiredAmount);
  }

  @Mutation(() => types.ConsumeCreditsResult, {
    description: "Spends credits of the account. Intended for application backends.",
  })
  consumeCredits(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.ConsumeCreditsInput) input: types.ConsumeCreditsInput,
  ): Promise<types.ConsumeCreditsResult> {
    return consumeCredits(ctx, input);
  }

  @Mutation(() => holds.CreditHoldResult, {
    description: "Reserves credits until the hold is captured, released or expires.",
  })
  placeCreditHold(
    @Ctx() ctx: HubContext,
    @Arg("input", () => holds.PlaceCreditHoldInput) input: holds.PlaceCreditHoldInput,
  ): Promise<holds.CreditHoldResult> {
    return placeHold(ctx, input);
  }

  @Mutation(() => holds.CreditHoldResult, {
    description: "Charges the credits of a hold, in full or in part.",
  })
  captureCreditHold(
    @Ctx() ctx: HubContext,
    @Arg("input", () => holds.CaptureCreditHoldInput) input: holds.CaptureCreditHoldInput,
  ): Promise<holds.CreditHoldResult> {
    return captureHold(ctx, input);
  }

  @Mutation(() => holds.CreditHoldResult, { description: "Releases a hold without charging its credits." })
  releaseCreditHold(
    @Ctx() ctx: HubContext,
    @Arg("input", () => holds.ReleaseCreditHoldInput) input: holds.ReleaseCreditHoldInput,
  ): Promise<holds.CreditHoldResult> {
    return releaseHold(ctx, input.holdId);
  }

  @Mutation(() => OpenedCheckout, { description: "Opens the processor's payment page for a credit package." })
  purchaseCredits(
    @Ctx() ctx: HubContext,
    @Arg("input", () => packages.PurchaseCreditsInput) input: packages.PurchaseCreditsInput,
  ): Promise<OpenedCheckout> {
    return purchaseCredits(ctx, input);
  }

  @Mutation(() => OpenedCheckout, {
    description:
      "Opens the processor's payment page for a credit package. Rejects the purchase unless credits and price match what the buyer expects.",
  })
  buyCredits(
    @Ctx() ctx: HubContext,
    @Arg("input", () => packages.BuyCreditsInput) input: packages.BuyCreditsInput,
  ): Promise<OpenedCheckout> {
    return buyCredits(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => holds.HeldOperation, {
    description: "Reserves the price of an operation. Internal to the platform.",
  })
  holdOperationCredits(
    @Ctx() ctx: HubContext,
    @Arg("input", () => holds.HoldOperationInput) input: holds.HoldOperationInput,
  ): Promise<holds.HeldOperation> {
    return holdOperation(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => holds.SettledHold, {
    description: "Captures or releases the hold of an operation. Internal to the platform.",
  })
  settleOperationHold(
    @Ctx() ctx: HubContext,
    @Arg("input", () => holds.SettleHoldInput) input: holds.SettleHoldInput,
  ): Promise<holds.SettledHold> {
    return settleHold(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => holds.SettledHold, {
    description: "Charges the price of a read-only operation. Internal to the platform.",
  })
  chargeOperationCredits(
    @Ctx() ctx: HubContext,
    @Arg("input", () => holds.ChargeOperationInput) input: holds.ChargeOperationInput,
  ): Promise<holds.SettledHold> {
    return chargeOperation(ctx, input);
  }
}

@Resolver(() => User)
export class UserCreditsResolver {
  @FieldResolver(() => [types.CreditBalance], {
    description: "Credit balances of the account, one per app that has credits.",
  })
  creditBalances(@Ctx() ctx: HubContext): Promise<types.CreditBalance[]> {
    return listBalances(ctx);
  }
}

@Resolver(() => Account)
export class AccountCreditsResolver {
  @FieldResolver(() => [types.CreditBalance], {
    nullable: true,
    description:
      "Credit balances, one per app that has credits. Null for an account that the request does not act for.",
  })
  async creditBalances(
    @Ctx() ctx: HubContext,
    @Root() { id }: Account,
  ): Promise<types.CreditBalance[] | null> {
    return id === ctx.principal.ownerId ? listBalances(ctx) : null;
  }
}
