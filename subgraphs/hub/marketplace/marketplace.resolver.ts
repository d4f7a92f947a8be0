import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { listMarketplace } from "./marketplace.service.ts";
import { MarketplaceListing, MarketplaceVisibility } from "./marketplace.types.ts";

@Resolver()
export class MarketplaceResolver {
  @Query(() => MarketplaceListing, {
    description: "Lists the apps of the marketplace with description, price and availability.",
  })
  marketplaceApps(
    @Ctx() ctx: HubContext,
    @Arg("visibility", () => MarketplaceVisibility, {
      defaultValue: MarketplaceVisibility.all,
      description: "Availability of the apps to list.",
    })
    visibility: MarketplaceVisibility,
  ): Promise<MarketplaceListing> {
    return listMarketplace(ctx, visibility);
  }
}
