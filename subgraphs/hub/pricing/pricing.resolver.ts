import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { showPlans } from "./pricing.service.ts";
import { AppPlans } from "./pricing.types.ts";

@Resolver()
export class PricingResolver {
  @Query(() => AppPlans, {
    description: "Lists the subscription plans of an app. Prices may be up to 5 minutes old.",
  })
  plans(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID, { description: "ID of the app that sells the plans." }) appId: string,
  ): Promise<AppPlans> {
    return showPlans(ctx, appId);
  }
}
