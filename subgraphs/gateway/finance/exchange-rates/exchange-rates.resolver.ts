import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { convertAmount, listExchangeRates } from "./conversion.service.ts";
import * as types from "./conversion.types.ts";

@Resolver()
export class FinanceExchangeRatesResolver {
  @Query(() => types.ExchangeRateList, {
    description: "Lists exchange rates of two currencies: own rates and those of the European Central Bank.",
  })
  exchangeRates(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.ExchangeRatesArgs) args: types.ExchangeRatesArgs,
  ): Promise<types.ExchangeRateList> {
    return listExchangeRates(ctx, args);
  }

  @Query(() => types.ConvertedAmount, {
    description: "Converts an amount into another currency at the last rate on or before a day.",
  })
  convertedAmount(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.ConvertAmountArgs) args: types.ConvertAmountArgs,
  ): Promise<types.ConvertedAmount> {
    return convertAmount(ctx, args);
  }
}
