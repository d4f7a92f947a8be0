import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../base/gateway.context.ts";
import { listTaxTables } from "./tax-tables.service.ts";
import { TaxTableList, TaxTablesArgs } from "./tax-tables.types.ts";

@Resolver()
export class TaxTablesResolver {
  @Query(() => TaxTableList, {
    description: "Lists the tax tables that the apps calculate with, and their sources. Administrators only.",
  })
  taxTables(
    @Ctx() ctx: GatewayContext,
    @Args(() => TaxTablesArgs) { appId = null }: TaxTablesArgs,
  ): Promise<TaxTableList> {
    return listTaxTables(ctx, appId);
  }
}
