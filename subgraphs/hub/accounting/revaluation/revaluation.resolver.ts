import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { readForeignBalances, revalueForeignBalances } from "./revaluation.service.ts";
import * as types from "./revaluation.types.ts";

@Resolver()
export class RevaluationResolver {
  @Query(() => types.ForeignBalances, {
    description: "Returns balances in foreign currencies with their values in the books.",
  })
  foreignBalances(
    @Ctx() ctx: HubContext,
    @Args(() => types.ForeignBalancesArgs) args: types.ForeignBalancesArgs,
  ): Promise<types.ForeignBalances> {
    return readForeignBalances(ctx, args);
  }

  @Mutation(() => types.ForeignRevaluation, {
    description:
      "Revalues balances in foreign currencies at the rates of a day. Posts one entry per currency against gains and losses on exchange; repeated at the same rates, it posts nothing.",
  })
  revalueForeignBalances(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.RevalueForeignBalancesInput, { description: "Day and rates." })
    input: types.RevalueForeignBalancesInput,
  ): Promise<types.ForeignRevaluation> {
    return revalueForeignBalances(ctx, input);
  }
}
