import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HvutContext } from "../hvut.context.ts";
import { listDeadlines } from "../tax/deadlines.service.ts";
import { DeadlinesArgs, FilingDeadlines } from "../tax/deadlines.types.ts";
import * as drafts from "./draft.service.ts";
import { fileReturn, resubmitReturn } from "./file-return.service.ts";
import * as inputs from "./filing-input.types.ts";
import * as types from "./filing.types.ts";
import { previewForm } from "./preview.service.ts";
import { Form2290Preview } from "./preview.types.ts";
import * as reads from "./read-filings.service.ts";
import { signFiling } from "./sign-filing.service.ts";
import * as edits from "./edit-draft.service.ts";
import { DiscardDraftInput, UpdateFilingVehicleInput } from "./edit-draft.types.ts";

@Resolver()
export class FilingsResolver {
  @Query(() => types.Filing, {
    description: "Returns a Form 2290 return with its status and acknowledgements.",
  })
  filing(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.FilingArgs) args: inputs.FilingArgs,
  ): Promise<types.Filing> {
    return reads.readFiling(ctx, args.filingId);
  }

  @Query(() => types.FilingPage, { description: "Lists the account's Form 2290 returns, newest first." })
  filings(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.FilingsArgs) args: inputs.FilingsArgs,
  ): Promise<types.FilingPage> {
    return reads.listFilings(ctx, args);
  }

  @Query(() => types.FilingPage, { description: "Lists the amendments of a return, newest first." })
  amendments(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.AmendmentsArgs) args: inputs.AmendmentsArgs,
  ): Promise<types.FilingPage> {
    return reads.listAmendments(ctx, args);
  }

  @Query(() => types.FilingValidation, {
    description: "Validates a return: lists errors and warnings before filing.",
  })
  filingValidation(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.FilingArgs) args: inputs.FilingArgs,
  ): Promise<types.FilingValidation> {
    return reads.validateFiling(ctx, args.filingId);
  }

  @Query(() => Form2290Preview, {
    description: "Previews Form 2290 and its Schedule 1 before filing, also as a PDF.",
  })
  form2290Preview(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.FilingArgs) args: inputs.FilingArgs,
  ): Promise<Form2290Preview> {
    return previewForm(ctx, args.filingId);
  }

  @Query(() => FilingDeadlines, {
    description: "Lists vehicles whose return is due soon or overdue.",
  })
  filingDeadlines(
    @Ctx() ctx: HvutContext,
    @Args(() => DeadlinesArgs) args: DeadlinesArgs,
  ): Promise<FilingDeadlines> {
    return listDeadlines(ctx, args);
  }

  @Query(() => types.FilingErrors, { description: "Explains why a return was rejected, and how to fix it." })
  filingErrors(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.FilingArgs) args: inputs.FilingArgs,
  ): Promise<types.FilingErrors> {
    return reads.readFilingErrors(ctx, args.filingId);
  }

  @Query(() => types.FilingEvents, {
    description: "Lists the events of a return: signed, submitted, accepted.",
  })
  filingEvents(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.FilingArgs) args: inputs.FilingArgs,
  ): Promise<types.FilingEvents> {
    return reads.readFilingEvents(ctx, args.filingId);
  }

  @Mutation(() => types.Filing, { description: "Creates a draft return for one month of first use." })
  create2290Draft(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.CreateDraftInput, { description: "Filer, period and month of the return." })
    input: inputs.CreateDraftInput,
  ): Promise<types.Filing> {
    return drafts.createDraft(ctx, input);
  }

  @Mutation(() => types.Filing, {
    description: "Updates a return that is not filed yet. Removes its signature.",
  })
  update2290Draft(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.UpdateDraftInput, { description: "Return and its changes." })
    input: inputs.UpdateDraftInput,
  ): Promise<types.Filing> {
    return edits.updateDraft(ctx, input);
  }

  @Mutation(() => types.DiscardedFiling, {
    description: "Discards a return that was never filed. Its vehicles stay with the filer.",
  })
  discard2290Draft(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => DiscardDraftInput, { description: "Return to discard." })
    input: DiscardDraftInput,
  ): Promise<types.DiscardedFiling> {
    return drafts.discardDraft(ctx, input);
  }

  @Mutation(() => types.Filing, { description: "Adds a vehicle to a return and recalculates the tax." })
  addFilingVehicle(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.AddFilingVehicleInput, { description: "Return, and the vehicle to add." })
    input: inputs.AddFilingVehicleInput,
  ): Promise<types.Filing> {
    return edits.addFilingVehicle(ctx, input);
  }

  @Mutation(() => types.Filing, {
    description: "Updates a vehicle of a return that is not filed, and recalculates the tax.",
  })
  updateFilingVehicle(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => UpdateFilingVehicleInput, { description: "Return, VIN and changes." })
    input: UpdateFilingVehicleInput,
  ): Promise<types.Filing> {
    return edits.updateFilingVehicle(ctx, input);
  }

  @Mutation(() => types.Filing, { description: "Removes a vehicle from a return and recalculates the tax." })
  removeFilingVehicle(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.RemoveFilingVehicleInput, { description: "Return, and the VIN to remove." })
    input: inputs.RemoveFilingVehicleInput,
  ): Promise<types.Filing> {
    return edits.removeFilingVehicle(ctx, input);
  }

  @Mutation(() => types.Filing, {
    description: "Sets how the balance of a return is paid. Bank data is passed as a token.",
  })
  setIrsPaymentMethod(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.SetPaymentInput, { description: "Return and payment method." })
    input: inputs.SetPaymentInput,
  ): Promise<types.Filing> {
    return edits.setPayment(ctx, input);
  }

  @Mutation(() => types.Filing, {
    description: "Signs a return that passes validation. Any later change removes the signature.",
  })
  sign2290(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.SignInput, { description: "Return, signatory and declaration." })
    input: inputs.SignInput,
  ): Promise<types.Filing> {
    return signFiling(ctx, input);
  }

  @Mutation(() => types.FiledReturns, {
    description:
      "Files a signed Form 2290 return with the IRS. Without a return, creates, signs and files one per month of first use.",
  })
  file2290(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.FileReturnInput, {
      description: "Return to file, or the data for new returns.",
    })
    input: inputs.FileReturnInput,
  ): Promise<types.FiledReturns> {
    return fileReturn(ctx, input);
  }

  @Mutation(() => types.FiledReturns, {
    description: "Fixes a rejected return, signs it and files it again.",
  })
  resubmitFiling(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.ResubmitInput, { description: "Rejected return and fixes." })
    input: inputs.ResubmitInput,
  ): Promise<types.FiledReturns> {
    return resubmitReturn(ctx, input);
  }
}
