import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HvutContext } from "../hvut.context.ts";
import { receiveAck } from "../filings/acknowledge.service.ts";
import { ReceiveAckInput, ReceivedAck } from "../filings/acknowledgement.types.ts";
import * as amendments from "../filings/amendments.service.ts";
import * as changes from "../filings/amendment.types.ts";
import { FilingArgs } from "../filings/filing-input.types.ts";
import { FiledReturns, Filing } from "../filings/filing.types.ts";
import { emailSchedule } from "./email-schedule.service.ts";
import { readSchedule, renderSchedule, verifySchedule } from "./schedule.service.ts";
import * as types from "./schedule.types.ts";

@Resolver()
export class SchedulesResolver {
  @Query(() => types.Schedule1, {
    description: "Returns the stamped Schedule 1 of an accepted return, proof of payment.",
  })
  schedule1(@Ctx() ctx: HvutContext, @Args(() => FilingArgs) args: FilingArgs): Promise<types.Schedule1> {
    return readSchedule(ctx, args.filingId);
  }

  @Query(() => types.ScheduleFile, {
    description: "Renders the stamped Schedule 1 as a PDF with its verification code.",
  })
  schedule1Pdf(
    @Ctx() ctx: HvutContext,
    @Args(() => types.SchedulePdfArgs) args: types.SchedulePdfArgs,
  ): Promise<types.ScheduleFile> {
    return renderSchedule(ctx, args.filingId);
  }

  @Query(() => types.ScheduleVerification, {
    description: "Verifies the stamp of a Schedule 1 by its code. Needs no account.",
  })
  schedule1Verification(
    @Ctx() ctx: HvutContext,
    @Args(() => types.VerifyScheduleArgs) args: types.VerifyScheduleArgs,
  ): Promise<types.ScheduleVerification> {
    return verifySchedule(ctx, args.code);
  }

  @Mutation(() => types.EmailedSchedule, {
    description: "E-mails the stamped Schedule 1 as a PDF, to drivers or a registrar.",
  })
  emailSchedule1(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.EmailScheduleInput, { description: "Return and recipients." })
    input: types.EmailScheduleInput,
  ): Promise<types.EmailedSchedule> {
    return emailSchedule(ctx, input);
  }

  @Mutation(() => FiledReturns, {
    description: "Amends an accepted return: creates, signs and files the amended return.",
  })
  amendFiling(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => changes.AmendFilingInput, { description: "Return to amend, and the change." })
    input: changes.AmendFilingInput,
  ): Promise<FiledReturns> {
    return amendments.amendFiling(ctx, input);
  }

  @Mutation(() => Filing, {
    description: "Creates an amended return for the extra tax of a heavier vehicle.",
  })
  reportWeightIncrease(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => changes.WeightIncreaseInput, { description: "Vehicle, month and new weight." })
    input: changes.WeightIncreaseInput,
  ): Promise<Filing> {
    return amendments.reportWeightIncrease(ctx, input);
  }

  @Mutation(() => Filing, {
    description: "Creates an amended return for a suspended vehicle that exceeded the mileage limit.",
  })
  reportMileageExceeded(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => changes.MileageExceededInput, {
      description: "Vehicle, and the month in which it exceeded the limit.",
    })
    input: changes.MileageExceededInput,
  ): Promise<Filing> {
    return amendments.reportMileageExceeded(ctx, input);
  }

  @Mutation(() => Filing, {
    description: "Creates a return that corrects a wrong VIN. No tax is due for it.",
  })
  correctVin(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => changes.CorrectVinInput, { description: "Return, wrong VIN and right VIN." })
    input: changes.CorrectVinInput,
  ): Promise<Filing> {
    return amendments.correctVin(ctx, input);
  }

  @Mutation(() => ReceivedAck, { description: "Receives a signed acknowledgement from the e-file service." })
  receiveFilingAck(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => ReceiveAckInput, { description: "Signed acknowledgement of the e-file service." })
    input: ReceiveAckInput,
  ): Promise<ReceivedAck> {
    return receiveAck(ctx, input);
  }
}
