import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { readAssetAllocation, readRebalancingPlan, setTargetAllocation } from "./allocation.service.ts";
import * as types from "./allocation.types.ts";

@Resolver()
export class FinanceAllocationResolver {
  @Query(() => types.AssetAllocation, {
    description: "Returns how investment accounts are allocated by asset class, currency or account.",
  })
  assetAllocation(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.AssetAllocationArgs) args: types.AssetAllocationArgs,
  ): Promise<types.AssetAllocation> {
    return readAssetAllocation(ctx, args);
  }

  @Query(() => types.RebalancingPlan, {
    description: "Plans purchases and sales that move the investments to their target allocation.",
  })
  rebalancingPlan(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.RebalancingPlanArgs) args: types.RebalancingPlanArgs,
  ): Promise<types.RebalancingPlan> {
    return readRebalancingPlan(ctx, args);
  }

  @Mutation(() => types.TargetAllocation, {
    description: "Sets the target allocation of the investments by asset class. Replaces the previous one.",
  })
  setTargetAllocation(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.SetTargetAllocationInput, { description: "Targets that sum to 100 percent." })
    input: types.SetTargetAllocationInput,
  ): Promise<types.TargetAllocation> {
    return setTargetAllocation(ctx, input);
  }
}
