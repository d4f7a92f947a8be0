import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { SavedTaxBusiness, SaveTaxBusinessInput, TaxBusinessList } from "./business.types.ts";
import { listBusinesses, saveBusiness } from "./businesses.service.ts";
import { readHealth } from "../service/health.service.ts";
import { TaxFilingHealth } from "../service/health.types.ts";

@Resolver()
export class TaxBusinessesResolver {
  @Query(() => TaxFilingHealth, {
    description: "Returns whether tax filing is configured and the provider reachable.",
  })
  taxFilingHealth(@Ctx() ctx: HubContext): Promise<TaxFilingHealth> {
    return readHealth(ctx);
  }

  @Query(() => TaxBusinessList, { description: "Lists the account's businesses that file tax forms." })
  taxBusinesses(@Ctx() ctx: HubContext): Promise<TaxBusinessList> {
    return listBusinesses(ctx);
  }

  @Mutation(() => SavedTaxBusiness, {
    description: "Creates or updates a business that files tax forms, matched by ID or EIN.",
  })
  saveTaxBusiness(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SaveTaxBusinessInput, { description: "Business to save." })
    input: SaveTaxBusinessInput,
  ): Promise<SavedTaxBusiness> {
    return saveBusiness(ctx, input);
  }
}
