import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { listHoldings } from "./holdings.service.ts";
import * as types from "./investment.types.ts";
import * as investments from "./investments.service.ts";

@Resolver()
export class FinanceInvestmentsResolver {
  @Query(() => types.HoldingList, {
    description: "Securities that accounts have at the end of a day: quantity, basis, value and gain.",
  })
  holdings(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.HoldingsArgs) args: types.HoldingsArgs,
  ): Promise<types.HoldingList> {
    return listHoldings(ctx, args);
  }

  @Mutation(() => types.Security, { description: "Adds a security that can be bought and sold." })
  addSecurity(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.AddSecurityInput) input: types.AddSecurityInput,
  ): Promise<types.Security> {
    return investments.addSecurity(ctx, input);
  }

  @Mutation(() => types.Trade, {
    description: "Records a purchase or sale of a security with the cash that it moved.",
  })
  recordTrade(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.RecordTradeInput) input: types.RecordTradeInput,
  ): Promise<types.Trade> {
    return investments.recordTrade(ctx, input);
  }

  @Mutation(() => types.SecurityPrice, { description: "Sets what a security costs on a day." })
  setSecurityPrice(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.SetSecurityPriceInput) input: types.SetSecurityPriceInput,
  ): Promise<types.SecurityPrice> {
    return investments.setSecurityPrice(ctx, input);
  }
}
