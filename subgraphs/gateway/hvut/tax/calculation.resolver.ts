import { Arg, Args, Ctx, Query, Resolver } from "type-graphql";
import type { HvutContext } from "../hvut.context.ts";
import * as calculation from "./calculation.service.ts";
import * as types from "./calculation.types.ts";
import { dueDateOf } from "./tax-period.ts";
import * as vins from "../vehicles/vin.types.ts";

@Resolver()
export class HvutCalculationResolver {
  @Query(() => vins.VinCheck, {
    description: "Checks a VIN: 17 characters, correct check digit, and suggested fixes for typos.",
  })
  validateVin(@Args(() => vins.VinArgs) { vin }: vins.VinArgs): vins.VinCheck {
    return calculation.validateVin(vin);
  }

  @Query(() => vins.DecodedVin, {
    description: "Decodes manufacturer, model year, plant and region from a VIN.",
  })
  decodeVin(@Ctx() ctx: HvutContext, @Args(() => vins.VinArgs) { vin }: vins.VinArgs): vins.DecodedVin {
    return calculation.readVin(ctx, vin);
  }

  @Query(() => types.WeightCategory, {
    description: "Returns the Form 2290 weight category (A to V) of a vehicle weight.",
  })
  determineWeightCategory(
    @Arg("input", () => types.WeightCategoryInput, { description: "Weights of the vehicle, in pounds." })
    input: types.WeightCategoryInput,
  ): types.WeightCategory {
    return calculation.determineWeightCategory(input);
  }

  @Query(() => types.TaxEstimate, {
    description: "Estimates the heavy vehicle use tax of vehicles from the published tables. Saves nothing.",
  })
  estimate2290Tax(
    @Arg("input", () => types.EstimateTaxInput, { description: "Tax period and vehicles." })
    input: types.EstimateTaxInput,
  ): types.TaxEstimate {
    return calculation.estimateTax(input);
  }

  @Query(() => types.ReturnDueDate, {
    description:
      "Returns the due date of a return for a month of first use. Due at the end of the next month, moved off weekends and holidays.",
  })
  form2290DueDate(@Args(() => types.DueDateArgs) args: types.DueDateArgs): types.ReturnDueDate {
    return dueDateOf(args.firstUseMonth);
  }

  @Query(() => types.VehicleCreditAnswer, {
    description: "Calculates the tax credit for a sold, destroyed, stolen or low-mileage vehicle.",
  })
  vehicleCredit(
    @Args(() => types.VehicleCreditArgs) args: types.VehicleCreditArgs,
  ): types.VehicleCreditAnswer {
    return calculation.calculateCredit(args);
  }

  @Query(() => types.PenaltyEstimate, {
    description: "Estimates penalties and interest for filing or paying late.",
  })
  form2290Penalty(@Args(() => types.PenaltyArgs) args: types.PenaltyArgs): types.PenaltyEstimate {
    return calculation.estimatePenalty(args);
  }

  @Query(() => types.TaxTableAnswer, { description: "Returns the published tax tables of a period." })
  form2290TaxTables(@Args(() => types.TaxTableArgs) args: types.TaxTableArgs): types.TaxTableAnswer {
    return calculation.readTaxTables(args.period);
  }
}
