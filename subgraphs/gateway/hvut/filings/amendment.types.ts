import { IsOptional, Matches, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { Field, ID, InputType, Int, registerEnumType } from "type-graphql";
import { monthPattern, notAMonth } from "../tax/calculation.types.ts";
import { IrsPaymentInput } from "./filing-input.types.ts";

export const AmendmentChange = {
  weight_increase: "weight_increase",
  mileage_exceeded: "mileage_exceeded",
  vin_correction: "vin_correction",
  add_vehicle: "add_vehicle",
} as const;
export type AmendmentChange = keyof typeof AmendmentChange;
registerEnumType(AmendmentChange, { name: "AmendmentChange", description: "Why a return is amended." });

@InputType({ description: "A vehicle that rose to a heavier category." })
export class WeightIncreaseInput {
  @Field(() => String)
  @MaxLength(40)
  vin: string;
  @Field(() => Int, { description: "The year in which the period begins." })
  @Min(2000)
  @Max(2100)
  period: number;
  @Field(() => String, { description: "YYYY-MM of the increase." })
  @Matches(monthPattern, notAMonth)
  month: string;
  @Field(() => Int, { description: "Taxable gross weight in pounds." })
  @Min(55_000)
  @Max(1_000_000)
  newWeight: number;
}

@InputType({ description: "A suspended vehicle that passed the mileage limit." })
export class MileageExceededInput {
  @Field(() => String)
  @MaxLength(40)
  vin: string;
  @Field(() => Int, { description: "The year in which the period begins." })
  @Min(2000)
  @Max(2100)
  period: number;
  @Field(() => String, { description: "YYYY-MM in which the limit was passed." })
  @Matches(monthPattern, notAMonth)
  month: string;
}

@InputType({ description: "A wrong VIN on an accepted return." })
export class CorrectVinInput {
  @Field(() => ID)
  @MaxLength(64)
  filingId: string;
  @Field(() => String)
  @MaxLength(40)
  wrongVin: string;
  @Field(() => String)
  @MaxLength(40)
  rightVin: string;
  @Field(() => String)
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(300)
  reason: string;
}

@InputType({ description: "What an amendment is about: what its change needs." })
export class AmendmentDetails {
  @Field(() => String, { nullable: true, description: "The vehicle; the right number of a correction." })
  @IsOptional()
  @MaxLength(40)
  vin?: string | null;
  @Field(() => String, { nullable: true, description: "The number to correct." })
  @IsOptional()
  @MaxLength(40)
  wrongVin?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "YYYY-MM of the increase, of passing the limit, or of first use.",
  })
  @IsOptional()
  @Matches(monthPattern, notAMonth)
  month?: string | null;
  @Field(() => Int, { nullable: true, description: "Of the increase, or of an added vehicle, in pounds." })
  @IsOptional()
  @Min(55_000)
  @Max(1_000_000)
  newWeight?: number | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(300)
  reason?: string | null;
}

@InputType({ description: "An amendment that is made, signed and sent in one call." })
export class AmendFilingInput {
  @Field(() => ID, { description: "The accepted return." })
  @MaxLength(64)
  filingId: string;
  @Field(() => AmendmentChange)
  change: AmendmentChange;
  @Field(() => AmendmentDetails)
  @ValidateNested()
  details: AmendmentDetails;
  @Field(() => IrsPaymentInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  payment?: IrsPaymentInput | null;
  @Field(() => Boolean, { nullable: true })
  acknowledgeVin?: boolean | null;
  @Field(() => Boolean, {
    description: "Under penalties of perjury the return is true, correct and complete.",
  })
  agreeToJurat: boolean;
}
