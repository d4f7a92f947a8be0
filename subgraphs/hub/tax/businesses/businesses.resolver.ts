import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { SavedTaxBusiness, SaveTaxBusinessInput, TaxBusinessList } from "./business.types.ts";
import { listBusinesses, saveBusiness } from "./businesses.service.ts";
import { readHealth } from "../service/health.service.ts";
import { TaxFilingHealth } from "../service/health.types.ts";

@Resolver()
export class TaxBusinessesResolver {
  @Query(() => TaxFilingHealth, { description: "Whether credentials and connection of tax filing are good." })
  taxFilingHealth(@Ctx() ctx: HubContext): Promise<TaxFilingHealth> {
    return readHealth(ctx);
  }

  @Query(() => TaxBusinessList, { description: "Businesses of the caller's account that file tax forms." })
  taxBusinesses(@Ctx() ctx: HubContext): Promise<TaxBusinessList> {
    return listBusinesses(ctx);
  }

  @Mutation(() => SavedTaxBusiness, {
    description: "Adds a business that files tax forms, or changes the one of this id or EIN.",
  })
  saveTaxBusiness(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SaveTaxBusinessInput) input: SaveTaxBusinessInput,
  ): Promise<SavedTaxBusiness> {
    return saveBusiness(ctx, input);
  }
}
