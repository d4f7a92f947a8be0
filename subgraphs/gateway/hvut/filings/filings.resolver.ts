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
import { addFilingVehicle, removeFilingVehicle, setPayment, updateDraft } from "./edit-draft.service.ts";

@Resolver()
export class FilingsResolver {
  @Query(() => types.Filing, { description: "A return of Form 2290, with its acknowledgements." })
  filing(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.FilingArgs) args: inputs.FilingArgs,
  ): Promise<types.Filing> {
    return reads.readFiling(ctx, args.filingId);
  }

  @Query(() => types.FilingPage, { description: "The account's returns of Form 2290, newest first." })
  filings(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.FilingsArgs) args: inputs.FilingsArgs,
  ): Promise<types.FilingPage> {
    return reads.listFilings(ctx, args);
  }

  @Query(() => types.FilingPage, { description: "The returns that amend a return, newest first." })
  amendments(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.AmendmentsArgs) args: inputs.AmendmentsArgs,
  ): Promise<types.FilingPage> {
    return reads.listAmendments(ctx, args);
  }

  @Query(() => types.FilingValidation, {
    description: "Judges a return by the rules it must keep to be sent.",
  })
  filingValidation(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.FilingArgs) args: inputs.FilingArgs,
  ): Promise<types.FilingValidation> {
    return reads.validateFiling(ctx, args.filingId);
  }

  @Query(() => Form2290Preview, {
    description: "Form 2290 with its Schedule 1 as it will be sent, and as a PDF.",
  })
  form2290Preview(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.FilingArgs) args: inputs.FilingArgs,
  ): Promise<Form2290Preview> {
    return previewForm(ctx, args.filingId);
  }

  @Query(() => FilingDeadlines, {
    description: "Which vehicles a return is due for soon, and what is overdue.",
  })
  filingDeadlines(
    @Ctx() ctx: HvutContext,
    @Args(() => DeadlinesArgs) args: DeadlinesArgs,
  ): Promise<FilingDeadlines> {
    return listDeadlines(ctx, args);
  }

  @Query(() => types.FilingErrors, { description: "Why a return was rejected, and what to do about it." })
  filingErrors(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.FilingArgs) args: inputs.FilingArgs,
  ): Promise<types.FilingErrors> {
    return reads.readFilingErrors(ctx, args.filingId);
  }

  @Query(() => types.FilingEvents, { description: "What happened to a return: signed, submitted, accepted." })
  filingEvents(
    @Ctx() ctx: HvutContext,
    @Args(() => inputs.FilingArgs) args: inputs.FilingArgs,
  ): Promise<types.FilingEvents> {
    return reads.readFilingEvents(ctx, args.filingId);
  }

  @Mutation(() => types.Filing, { description: "Begins a return for one month of first use." })
  create2290Draft(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.CreateDraftInput) input: inputs.CreateDraftInput,
  ): Promise<types.Filing> {
    return drafts.createDraft(ctx, input);
  }

  @Mutation(() => types.Filing, { description: "Changes a return that is not sent; its signature goes." })
  update2290Draft(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.UpdateDraftInput) input: inputs.UpdateDraftInput,
  ): Promise<types.Filing> {
    return updateDraft(ctx, input);
  }

  @Mutation(() => types.Filing, { description: "Puts a vehicle on a return, and works the tax out anew." })
  addFilingVehicle(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.AddFilingVehicleInput) input: inputs.AddFilingVehicleInput,
  ): Promise<types.Filing> {
    return addFilingVehicle(ctx, input);
  }

  @Mutation(() => types.Filing, { description: "Takes a vehicle off a return." })
  removeFilingVehicle(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.RemoveFilingVehicleInput) input: inputs.RemoveFilingVehicleInput,
  ): Promise<types.Filing> {
    return removeFilingVehicle(ctx, input);
  }

  @Mutation(() => types.Filing, {
    description: "Chooses how a return's balance is paid; bank data as a token alone.",
  })
  setIrsPaymentMethod(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.SetPaymentInput) input: inputs.SetPaymentInput,
  ): Promise<types.Filing> {
    return setPayment(ctx, input);
  }

  @Mutation(() => types.Filing, {
    description: "Signs a return that keeps all rules; any later edit removes it.",
  })
  sign2290(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.SignInput) input: inputs.SignInput,
  ): Promise<types.Filing> {
    return signFiling(ctx, input);
  }

  @Mutation(() => types.FiledReturns, {
    description: "Sends a signed return, or makes, signs and sends one for each month of first use.",
  })
  file2290(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.FileReturnInput) input: inputs.FileReturnInput,
  ): Promise<types.FiledReturns> {
    return fileReturn(ctx, input);
  }

  @Mutation(() => types.FiledReturns, {
    description: "Mends a rejected return, signs it anew and sends it again.",
  })
  resubmitFiling(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => inputs.ResubmitInput) input: inputs.ResubmitInput,
  ): Promise<types.FiledReturns> {
    return resubmitReturn(ctx, input);
  }
}
