import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { listMarketplace } from "./marketplace.service.ts";
import { MarketplaceListing, MarketplaceVisibility } from "./marketplace.types.ts";

@Resolver()
export class MarketplaceResolver {
  @Query(() => MarketplaceListing, {
    description: "The apps of the marketplace: what each does, what it costs and whether it is out yet.",
  })
  marketplaceApps(
    @Ctx() ctx: HubContext,
    @Arg("visibility", () => MarketplaceVisibility, { defaultValue: MarketplaceVisibility.all })
    visibility: MarketplaceVisibility,
  ): Promise<MarketplaceListing> {
    return listMarketplace(ctx, visibility);
  }
}
