import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import {
  createContractor,
  listContractors,
  payContractor,
  listContractorPayments,
  readContractor,
  updateContractor,
  cancelContractorPayment,
} from "./contractors.service.ts";
import * as contracts from "./contractor.types.ts";

@Resolver()
export class ContractorsResolver {
  @Mutation(() => contracts.Contractor, {
    description: "Adds a contractor (freelancer). Pass the tax number as a setup token.",
  })
  createContractor(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => contracts.CreateContractorInput, { description: "Contractor to add to the account." })
    input: contracts.CreateContractorInput,
  ): Promise<contracts.Contractor> {
    return createContractor(ctx, input);
  }

  @Query(() => contracts.ContractorPage, { description: "Lists the account's contractors, newest first." })
  contractors(
    @Ctx() ctx: GatewayContext,
    @Args(() => contracts.ContractorsArgs) args: contracts.ContractorsArgs,
  ): Promise<contracts.ContractorPage> {
    return listContractors(ctx, args);
  }

  @Mutation(() => contracts.ContractorPayment, {
    description:
      "Pays a contractor for work. Counts toward Form 1099-NEC; nothing is withheld unless backup withholding is on.",
  })
  payContractor(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => contracts.PayContractorInput, { description: "Contractor payment to make." })
    input: contracts.PayContractorInput,
  ): Promise<contracts.ContractorPayment> {
    return payContractor(ctx, input);
  }

  @Query(() => contracts.ContractorPaymentPage, {
    description: "Lists payments to contractors, newest first.",
  })
  contractorPayments(
    @Ctx() ctx: GatewayContext,
    @Args(() => contracts.ContractorPaymentsArgs) args: contracts.ContractorPaymentsArgs,
  ): Promise<contracts.ContractorPaymentPage> {
    return listContractorPayments(ctx, args);
  }

  @Query(() => contracts.ContractorWithYear, {
    description:
      "Returns a contractor by ID, with the payments of a year. `form1099Status` shows whether Form 1099-NEC is due.",
  })
  contractor(
    @Ctx() ctx: GatewayContext,
    @Args(() => contracts.ContractorArgs) args: contracts.ContractorArgs,
  ): Promise<contracts.ContractorWithYear> {
    return readContractor(ctx, args);
  }

  @Mutation(() => contracts.Contractor, { description: "Updates a contractor for later payments." })
  updateContractor(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => contracts.UpdateContractorInput, { description: "Contractor fields to change." })
    input: contracts.UpdateContractorInput,
  ): Promise<contracts.Contractor> {
    return updateContractor(ctx, input);
  }

  @Mutation(() => contracts.ContractorPayment, {
    description: "Cancels a scheduled payment to a contractor before its pay date.",
  })
  cancelContractorPayment(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => contracts.CancelContractorPaymentInput, { description: "Payment and reason." })
    input: contracts.CancelContractorPaymentInput,
  ): Promise<contracts.ContractorPayment> {
    return cancelContractorPayment(ctx, input);
  }
}
