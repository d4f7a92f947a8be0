import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import {
  createContractor,
  listContractors,
  payContractor,
  listContractorPayments,
} from "./contractors.service.ts";
import * as contracts from "./contractor.types.ts";

@Resolver()
export class ContractorsResolver {
  @Mutation(() => contracts.Contractor, {
    description: "Adds a contractor. A tax number comes as a token alone.",
  })
  createContractor(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => contracts.CreateContractorInput) input: contracts.CreateContractorInput,
  ): Promise<contracts.Contractor> {
    return createContractor(ctx, input);
  }

  @Query(() => contracts.ContractorPage, { description: "The account's contractors, newest first." })
  contractors(
    @Ctx() ctx: GatewayContext,
    @Args(() => contracts.ContractorsArgs) args: contracts.ContractorsArgs,
  ): Promise<contracts.ContractorPage> {
    return listContractors(ctx, args);
  }

  @Mutation(() => contracts.ContractorPayment, {
    description:
      "Pays a contractor. Nothing is withheld unless back-up withholding is on; it counts toward Form 1099-NEC.",
  })
  payContractor(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => contracts.PayContractorInput) input: contracts.PayContractorInput,
  ): Promise<contracts.ContractorPayment> {
    return payContractor(ctx, input);
  }

  @Query(() => contracts.ContractorPaymentPage, { description: "Payments to contractors, newest first." })
  contractorPayments(
    @Ctx() ctx: GatewayContext,
    @Args(() => contracts.ContractorPaymentsArgs) args: contracts.ContractorPaymentsArgs,
  ): Promise<contracts.ContractorPaymentPage> {
    return listContractorPayments(ctx, args);
  }
}
