import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { listSecurityPrices, refreshSecurityPrices } from "./market-prices.service.ts";
import * as types from "./market-prices.types.ts";

@Resolver()
export class FinanceMarketPricesResolver {
  @Query(() => types.SecurityPriceList, {
    description: "Lists prices of a security by day, with source and time of each.",
  })
  securityPrices(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.SecurityPricesArgs) args: types.SecurityPricesArgs,
  ): Promise<types.SecurityPriceList> {
    return listSecurityPrices(ctx, args);
  }

  @Mutation(() => types.RefreshedSecurityPrices, {
    description:
      "Fetches closing prices of securities from the market data service. Prices set by hand stay.",
  })
  refreshSecurityPrices(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.RefreshSecurityPricesInput, { description: "Securities to fetch prices of." })
    input: types.RefreshSecurityPricesInput,
  ): Promise<types.RefreshedSecurityPrices> {
    return refreshSecurityPrices(ctx, input);
  }
}
