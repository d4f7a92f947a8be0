import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { listHoldings } from "./holdings.service.ts";
import * as types from "./investment.types.ts";
import * as investments from "./investments.service.ts";
import { recordTrade } from "./trades.service.ts";

@Resolver()
export class FinanceInvestmentsResolver {
  @Query(() => types.HoldingList, {
    description: "Lists securities held at the end of a day: quantity, cost basis, value and gain.",
  })
  holdings(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.HoldingsArgs) args: types.HoldingsArgs,
  ): Promise<types.HoldingList> {
    return listHoldings(ctx, args);
  }

  @Mutation(() => types.Security, {
    description: "Adds a security such as a stock, fund, bond or cryptocurrency.",
  })
  addSecurity(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.AddSecurityInput, { description: "Details of the security to add." })
    input: types.AddSecurityInput,
  ): Promise<types.Security> {
    return investments.addSecurity(ctx, input);
  }

  @Mutation(() => types.Trade, {
    description: "Records a purchase or sale of a security, with its cash transaction.",
  })
  recordTrade(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.RecordTradeInput, { description: "Details of the trade to record." })
    input: types.RecordTradeInput,
  ): Promise<types.Trade> {
    return recordTrade(ctx, input);
  }

  @Mutation(() => types.SecurityPrice, { description: "Sets the price of a security on a date." })
  setSecurityPrice(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.SetSecurityPriceInput, { description: "Security, date and price to set." })
    input: types.SetSecurityPriceInput,
  ): Promise<types.SecurityPrice> {
    return investments.setSecurityPrice(ctx, input);
  }
}
