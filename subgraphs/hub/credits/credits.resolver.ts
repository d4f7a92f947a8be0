import { Arg, Args, Ctx, Directive, FieldResolver, ID, Mutation, Query, Resolver } from "type-graphql";
import { CreditsScalar } from "../../../src/graphql/scalars.ts";
import type { HubContext } from "../hub.context.ts";
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
  @Query(() => types.CreditBalance, { description: "The caller's prepaid credits in an app." })
  creditBalance(@Ctx() ctx: HubContext, @Arg("appId", () => ID) appId: string): Promise<types.CreditBalance> {
    return readBalance(ctx, appId);
  }

  @Query(() => types.CreditHistoryPage, {
    description: "Movements of the caller's credits in an app, newest first.",
  })
  creditHistory(
    @Ctx() ctx: HubContext,
    @Args(() => types.CreditHistoryArgs) args: types.CreditHistoryArgs,
  ): Promise<types.CreditHistoryPage> {
    return readHistory(ctx, args);
  }

  @Query(() => usage.CreditUsage, {
    description: "What the caller's credits were spent on: by hour or day (UTC), by app and by operation.",
  })
  creditUsage(
    @Ctx() ctx: HubContext,
    @Args(() => usage.CreditUsageArgs) args: usage.CreditUsageArgs,
  ): Promise<usage.CreditUsage> {
    return readCreditUsage(ctx, args);
  }

  @Query(() => types.CreditCatalogue, {
    description: "Credit packages that an app sells, and what operations cost.",
  })
  creditPackages(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID) appId: string,
  ): Promise<types.CreditCatalogue> {
    return readCatalogue(ctx, appId);
  }

  @Query(() => types.OperationPrice, { description: "What one operation costs in an app." })
  operationCost(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID) _appId: string,
    @Arg("operation", () => String) operation: string,
  ): Promise<types.OperationPrice> {
    return readOperationPrice(ctx, operation);
  }

  @Query(() => types.CreditSufficiency, {
    description: "Whether credits would suffice now; sets nothing aside.",
  })
  creditSufficiency(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID) appId: string,
    @Arg("requiredAmount", () => CreditsScalar) requiredAmount: number,
  ): Promise<types.CreditSufficiency> {
    return checkSufficiency(ctx, appId, requiredAmount);
  }

  @Mutation(() => types.ConsumeCreditsResult, {
    description: "Spends credits. Meant for application backends.",
  })
  consumeCredits(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.ConsumeCreditsInput) input: types.ConsumeCreditsInput,
  ): Promise<types.ConsumeCreditsResult> {
    return consumeCredits(ctx, input);
  }

  @Mutation(() => holds.CreditHoldResult, {
    description: "Sets credits aside until they are captured or released.",
  })
  placeCreditHold(
    @Ctx() ctx: HubContext,
    @Arg("input", () => holds.PlaceCreditHoldInput) input: holds.PlaceCreditHoldInput,
  ): Promise<holds.CreditHoldResult> {
    return placeHold(ctx, input);
  }

  @Mutation(() => holds.CreditHoldResult, {
    description: "Takes the credits of a hold, all of them or a part.",
  })
  captureCreditHold(
    @Ctx() ctx: HubContext,
    @Arg("input", () => holds.CaptureCreditHoldInput) input: holds.CaptureCreditHoldInput,
  ): Promise<holds.CreditHoldResult> {
    return captureHold(ctx, input);
  }

  @Mutation(() => holds.CreditHoldResult, { description: "Gives the credits of a hold back." })
  releaseCreditHold(
    @Ctx() ctx: HubContext,
    @Arg("input", () => holds.ReleaseCreditHoldInput) input: holds.ReleaseCreditHoldInput,
  ): Promise<holds.CreditHoldResult> {
    return releaseHold(ctx, input.holdId);
  }

  @Mutation(() => OpenedCheckout, {
    description: "Opens the processor's page where a package of credits is paid for.",
  })
  purchaseCredits(
    @Ctx() ctx: HubContext,
    @Arg("input", () => packages.PurchaseCreditsInput) input: packages.PurchaseCreditsInput,
  ): Promise<OpenedCheckout> {
    return purchaseCredits(ctx, input);
  }

  @Mutation(() => OpenedCheckout, {
    description:
      "Opens the processor's page where a package of credits is paid for, if it is what the buyer believes it to be.",
  })
  buyCredits(
    @Ctx() ctx: HubContext,
    @Arg("input", () => packages.BuyCreditsInput) input: packages.BuyCreditsInput,
  ): Promise<OpenedCheckout> {
    return buyCredits(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => holds.HeldOperation, {
    description: "Sets the price of an operation aside. For the platform alone.",
  })
  holdOperationCredits(
    @Ctx() ctx: HubContext,
    @Arg("input", () => holds.HoldOperationInput) input: holds.HoldOperationInput,
  ): Promise<holds.HeldOperation> {
    return holdOperation(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => holds.SettledHold, {
    description: "Settles the hold of an operation. For the platform alone.",
  })
  settleOperationHold(
    @Ctx() ctx: HubContext,
    @Arg("input", () => holds.SettleHoldInput) input: holds.SettleHoldInput,
  ): Promise<holds.SettledHold> {
    return settleHold(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => holds.SettledHold, {
    description: "Takes the price of an operation that changed nothing. For the platform alone.",
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
    description: "Credits in every app where the account has some.",
  })
  creditBalances(@Ctx() ctx: HubContext): Promise<types.CreditBalance[]> {
    return listBalances(ctx);
  }
}
