import { Arg, Ctx, Directive, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { chargeReload } from "./reload-charge.service.ts";
import * as types from "./reload-charge.types.ts";
import { syncReloadEndpoint } from "./reload-endpoint.service.ts";
import { readReloadBalances, readReloadTerms } from "./reload-terms.service.ts";

@Resolver()
export class ReloadChargeResolver {
  @Directive("@inaccessible")
  @Query(() => types.ReloadTerms, {
    description:
      "Returns the balance, package and payment method of an auto-reload. Internal to the platform.",
  })
  reloadTerms(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.ReloadTermsInput) input: types.ReloadTermsInput,
  ): Promise<types.ReloadTerms> {
    return readReloadTerms(ctx, input);
  }

  @Directive("@inaccessible")
  @Query(() => types.ReloadBalances, {
    description: "Returns the available credits of several accounts. Internal to the platform.",
  })
  reloadBalances(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.ReloadBalancesInput) input: types.ReloadBalancesInput,
  ): Promise<types.ReloadBalances> {
    return readReloadBalances(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => types.ReloadChargeResult, {
    description: "Charges one credit package to the default payment method. Internal to the platform.",
  })
  chargeReload(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.ChargeReloadInput) input: types.ChargeReloadInput,
  ): Promise<types.ReloadChargeResult> {
    return chargeReload(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => types.SyncedReloadEndpoint, {
    description: "Sets the webhook URL of an app's auto-reload. Internal to the platform.",
  })
  syncReloadEndpoint(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.SyncReloadEndpointInput) input: types.SyncReloadEndpointInput,
  ): Promise<types.SyncedReloadEndpoint> {
    return syncReloadEndpoint(ctx, input);
  }
}
