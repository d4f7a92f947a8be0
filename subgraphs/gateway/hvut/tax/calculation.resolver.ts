import { Arg, Args, Ctx, Query, Resolver } from "type-graphql";
import type { HvutContext } from "../hvut.context.ts";
import * as calculation from "./calculation.service.ts";
import * as types from "./calculation.types.ts";
import { dueDateOf } from "./tax-period.ts";

@Resolver()
export class HvutCalculationResolver {
  @Query(() => types.VinCheck, {
    description: "Checks a VIN: 17 characters, check digit by 49 CFR 565, and fixes of mistyped letters.",
  })
  validateVin(@Args(() => types.VinArgs) { vin }: types.VinArgs): types.VinCheck {
    return calculation.validateVin(vin);
  }

  @Query(() => types.DecodedVin, { description: "Reads maker, model year, plant and region from a VIN." })
  decodeVin(@Ctx() ctx: HvutContext, @Args(() => types.VinArgs) { vin }: types.VinArgs): types.DecodedVin {
    return calculation.readVin(ctx, vin);
  }

  @Query(() => types.WeightCategory, { description: "The Form 2290 category of a weight: A to V." })
  determineWeightCategory(
    @Arg("input", () => types.WeightCategoryInput) input: types.WeightCategoryInput,
  ): types.WeightCategory {
    return calculation.determineWeightCategory(input);
  }

  @Query(() => types.TaxEstimate, {
    description: "The heavy vehicle use tax of vehicles by the published tables; nothing is saved.",
  })
  estimate2290Tax(
    @Arg("input", () => types.EstimateTaxInput) input: types.EstimateTaxInput,
  ): types.TaxEstimate {
    return calculation.estimateTax(input);
  }

  @Query(() => types.ReturnDueDate, {
    description:
      "When a return is due: the end of the month after first use, moved over week-ends and holidays.",
  })
  form2290DueDate(@Args(() => types.DueDateArgs) args: types.DueDateArgs): types.ReturnDueDate {
    return dueDateOf(args.firstUseMonth);
  }

  @Query(() => types.VehicleCreditAnswer, {
    description: "What is given back of the tax of a sold, destroyed, stolen or little used vehicle.",
  })
  vehicleCredit(
    @Args(() => types.VehicleCreditArgs) args: types.VehicleCreditArgs,
  ): types.VehicleCreditAnswer {
    return calculation.calculateCredit(args);
  }

  @Query(() => types.PenaltyEstimate, { description: "What a late return and a late payment add." })
  form2290Penalty(@Args(() => types.PenaltyArgs) args: types.PenaltyArgs): types.PenaltyEstimate {
    return calculation.estimatePenalty(args);
  }

  @Query(() => types.TaxTableAnswer, { description: "The published tax tables of a period." })
  form2290TaxTables(@Args(() => types.TaxTableArgs) args: types.TaxTableArgs): types.TaxTableAnswer {
    return calculation.readTaxTables(args.period);
  }
}
