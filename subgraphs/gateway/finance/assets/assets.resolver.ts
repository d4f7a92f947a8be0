import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { FinanceAccount } from "../accounts/account.types.ts";
import type { FinanceContext } from "../finance.context.ts";
import * as types from "./asset.types.ts";
import { addAsset, listAssetValuations, recordAssetValuation } from "./assets.service.ts";

@Resolver()
export class FinanceAssetsResolver {
  @Query(() => types.AssetValuationList, {
    description: "Lists the recorded values of an asset, newest first.",
  })
  assetValuations(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.AssetValuationsArgs) args: types.AssetValuationsArgs,
  ): Promise<types.AssetValuationList> {
    return listAssetValuations(ctx, args);
  }

  @Mutation(() => FinanceAccount, {
    description: "Adds an asset such as a house, a car or a collectible, with its value.",
  })
  addAsset(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.AddAssetInput, { description: "Details of the asset to add." })
    input: types.AddAssetInput,
  ): Promise<FinanceAccount> {
    return addAsset(ctx, input);
  }

  @Mutation(() => types.AssetValuation, {
    description: "Records the value of an asset on a date. A second value of the date replaces the first.",
  })
  recordAssetValuation(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.RecordAssetValuationInput, { description: "Asset, date and value to record." })
    input: types.RecordAssetValuationInput,
  ): Promise<types.AssetValuation> {
    return recordAssetValuation(ctx, input);
  }
}
