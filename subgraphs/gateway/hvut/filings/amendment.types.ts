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
registerEnumType(AmendmentChange, {
  name: "AmendmentChange",
  description: "Kind of change that an amendment makes.",
  valuesConfig: {
    weight_increase: { description: "Vehicle moved to a heavier weight category." },
    mileage_exceeded: { description: "Suspended vehicle exceeded the mileage limit." },
    vin_correction: { description: "VIN on the accepted return is wrong." },
    add_vehicle: { description: "Another vehicle, filed on a separate original return." },
  },
});

@InputType({ description: "Vehicle that moved to a heavier weight category." })
export class WeightIncreaseInput {
  @Field(() => String, { description: "VIN of the vehicle, as on the accepted return." })
  @MaxLength(40)
  vin: string;
  @Field(() => Int, { description: "Year in which the tax period begins: 2026 is July 2026 to June 2027." })
  @Min(2000)
  @Max(2100)
  period: number;
  @Field(() => String, { description: "Month of the increase as YYYY-MM." })
  @Matches(monthPattern, notAMonth)
  month: string;
  @Field(() => Int, { description: "New taxable gross weight in pounds, at least 55,000." })
  @Min(55_000)
  @Max(1_000_000)
  newWeight: number;
}

@InputType({ description: "Vehicle with suspended tax that exceeded the mileage limit." })
export class MileageExceededInput {
  @Field(() => String, { description: "VIN of the vehicle, as on the accepted return." })
  @MaxLength(40)
  vin: string;
  @Field(() => Int, { description: "Year in which the tax period begins: 2026 is July 2026 to June 2027." })
  @Min(2000)
  @Max(2100)
  period: number;
  @Field(() => String, { description: "Month in which the limit was exceeded, as YYYY-MM." })
  @Matches(monthPattern, notAMonth)
  month: string;
}

@InputType({ description: "Wrong VIN on an accepted return, and the right one." })
export class CorrectVinInput {
  @Field(() => ID, { description: "ID of the accepted return." })
  @MaxLength(64)
  filingId: string;
  @Field(() => String, { description: "VIN on the accepted return." })
  @MaxLength(40)
  wrongVin: string;
  @Field(() => String, { description: "Correct VIN of the vehicle." })
  @MaxLength(40)
  rightVin: string;
  @Field(() => String, { description: "Reason for the correction, at most 300 characters." })
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(300)
  reason: string;
}

@InputType({ description: "Details of an amendment. Which fields are required depends on `change`." })
export class AmendmentDetails {
  @Field(() => String, {
    nullable: true,
    description: "VIN of the vehicle. For `vin_correction`: the right VIN.",
  })
  @IsOptional()
  @MaxLength(40)
  vin?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Wrong VIN on the accepted return. Required for `vin_correction`.",
  })
  @IsOptional()
  @MaxLength(40)
  wrongVin?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Month of the increase, of exceeding the limit, or of first use, as YYYY-MM.",
  })
  @IsOptional()
  @Matches(monthPattern, notAMonth)
  month?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Taxable gross weight in pounds, at least 55,000. Required for `weight_increase`.",
  })
  @IsOptional()
  @Min(55_000)
  @Max(1_000_000)
  newWeight?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason for the change, at most 300 characters. Required for `vin_correction`.",
  })
  @IsOptional()
  @MaxLength(300)
  reason?: string | null;
}

@InputType({ description: "Amendment to create, sign and file in one call." })
export class AmendFilingInput {
  @Field(() => ID, { description: "ID of the accepted return to amend." })
  @MaxLength(64)
  filingId: string;
  @Field(() => AmendmentChange, { description: "Kind of change to the return." })
  change: AmendmentChange;
  @Field(() => AmendmentDetails, { description: "Details of the change." })
  @ValidateNested()
  details: AmendmentDetails;
  @Field(() => IrsPaymentInput, {
    nullable: true,
    description: "Payment method for the balance. Default: that of the accepted return.",
  })
  @IsOptional()
  @ValidateNested()
  payment?: IrsPaymentInput | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to confirm VINs whose check digit is wrong. Default false.",
  })
  acknowledgeVin?: boolean | null;
  @Field(() => Boolean, {
    description: "True to declare under penalties of perjury that the return is true, correct and complete.",
  })
  agreeToJurat: boolean;
}
