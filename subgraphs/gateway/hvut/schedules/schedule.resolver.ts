import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HvutContext } from "../hvut.context.ts";
import { receiveAck } from "../filings/acknowledge.service.ts";
import { ReceiveAckInput, ReceivedAck } from "../filings/acknowledgement.types.ts";
import * as amendments from "../filings/amendments.service.ts";
import * as changes from "../filings/amendment.types.ts";
import { FilingArgs } from "../filings/filing-input.types.ts";
import { FiledReturns, Filing } from "../filings/filing.types.ts";
import { readSchedule, renderSchedule, verifySchedule } from "./schedule.service.ts";
import * as types from "./schedule.types.ts";

@Resolver()
export class SchedulesResolver {
  @Query(() => types.Schedule1, { description: "The stamped Schedule 1 of an accepted return." })
  schedule1(@Ctx() ctx: HvutContext, @Args(() => FilingArgs) args: FilingArgs): Promise<types.Schedule1> {
    return readSchedule(ctx, args.filingId);
  }

  @Query(() => types.ScheduleFile, {
    description: "The stamped Schedule 1 as a PDF with its verification code.",
  })
  schedule1Pdf(
    @Ctx() ctx: HvutContext,
    @Args(() => types.SchedulePdfArgs) args: types.SchedulePdfArgs,
  ): Promise<types.ScheduleFile> {
    return renderSchedule(ctx, args.filingId);
  }

  @Query(() => types.ScheduleVerification, {
    description: "Whether the stamp with this code is good; for anybody.",
  })
  schedule1Verification(
    @Ctx() ctx: HvutContext,
    @Args(() => types.VerifyScheduleArgs) args: types.VerifyScheduleArgs,
  ): Promise<types.ScheduleVerification> {
    return verifySchedule(ctx, args.code);
  }

  @Mutation(() => FiledReturns, {
    description: "Makes, signs and sends the right amendment of an accepted return.",
  })
  amendFiling(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => changes.AmendFilingInput) input: changes.AmendFilingInput,
  ): Promise<FiledReturns> {
    return amendments.amendFiling(ctx, input);
  }

  @Mutation(() => Filing, { description: "A return for the extra tax of a vehicle that became heavier." })
  reportWeightIncrease(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => changes.WeightIncreaseInput) input: changes.WeightIncreaseInput,
  ): Promise<Filing> {
    return amendments.reportWeightIncrease(ctx, input);
  }

  @Mutation(() => Filing, { description: "A return for a suspended vehicle that passed the mileage limit." })
  reportMileageExceeded(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => changes.MileageExceededInput) input: changes.MileageExceededInput,
  ): Promise<Filing> {
    return amendments.reportMileageExceeded(ctx, input);
  }

  @Mutation(() => Filing, { description: "A return that corrects a VIN; it costs no tax." })
  correctVin(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => changes.CorrectVinInput) input: changes.CorrectVinInput,
  ): Promise<Filing> {
    return amendments.correctVin(ctx, input);
  }

  @Mutation(() => ReceivedAck, { description: "Takes in an acknowledgement that the e-file service signed." })
  receiveFilingAck(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => ReceiveAckInput) input: ReceiveAckInput,
  ): Promise<ReceivedAck> {
    return receiveAck(ctx, input);
  }
}
