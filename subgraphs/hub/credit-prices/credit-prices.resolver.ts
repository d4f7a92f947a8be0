import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import * as types from "./credit-prices.types.ts";
import { listOperationCosts, setOperationCost } from "./operation-costs.service.ts";
import { createCreditPackage, listRegisteredPackages, updateCreditPackage } from "./packages.service.ts";

@Resolver()
export class CreditPricesResolver {
  @Query(() => types.OperationCostList, { description: "Lists the price of every operation in credits." })
  operationCosts(
    @Ctx() ctx: HubContext,
    @Args(() => types.OperationCostsArgs) { appId = null }: types.OperationCostsArgs,
  ): Promise<types.OperationCostList> {
    return listOperationCosts(ctx, appId);
  }

  @Query(() => types.CreditPackageRegistry, {
    description:
      "Lists all credit packages, including those without a price or no longer on sale. Administrators only.",
  })
  creditPackageRegistry(
    @Ctx() ctx: HubContext,
    @Args(() => types.CreditPackageRegistryArgs) { appId = null }: types.CreditPackageRegistryArgs,
  ): Promise<types.CreditPackageRegistry> {
    return listRegisteredPackages(ctx, appId);
  }

  @Mutation(() => types.RegisteredCreditPackage, {
    description:
      "Puts a credit package on sale. Its price is created at the payment processor unless `priceId` names an existing one.",
  })
  createCreditPackage(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.CreateCreditPackageInput, { description: "Package to put on sale." })
    input: types.CreateCreditPackageInput,
  ): Promise<types.RegisteredCreditPackage> {
    return createCreditPackage(ctx, input);
  }

  @Mutation(() => types.RegisteredCreditPackage, {
    description: "Updates a credit package's texts, bonus, price or sale. Omitted fields stay unchanged.",
  })
  updateCreditPackage(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.UpdateCreditPackageInput, {
      description: "Package ID and the fields to change.",
    })
    input: types.UpdateCreditPackageInput,
  ): Promise<types.RegisteredCreditPackage> {
    return updateCreditPackage(ctx, input);
  }

  @Mutation(() => types.OperationCost, {
    description:
      "Sets the price of an operation in credits for all later uses. Omitted fields stay unchanged.",
  })
  setOperationCost(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.SetOperationCostInput, { description: "Operation and the fields to change." })
    input: types.SetOperationCostInput,
  ): Promise<types.OperationCost> {
    return setOperationCost(ctx, input);
  }
}
