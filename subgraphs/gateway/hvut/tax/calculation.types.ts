import {
  ArrayMaxSize,
  ArrayMinSize,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, Float, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

export const monthPattern = /^20\d\d-(0[1-9]|1[0-2])$/;
export const notAMonth = { message: "must be a month, YYYY-MM" };
export const categoryPattern = /^[A-V]$/;
export const notACategory = { message: "must be a category from A to V" };

@ArgsType()
export class VinArgs {
  @Field(() => String, { description: "A vehicle identification number, also a mistyped one." })
  @MaxLength(40)
  vin: string;
}

@ObjectType({ description: "A number that the given one may be meant for." })
export class VinSuggestion {
  @Field(() => String)
  vin: string;
  @Field(() => Boolean)
  checkDigitOk: boolean;
}

@ObjectType({ description: "What 49 CFR 565 says of a vehicle identification number." })
export class VinCheck {
  @Field(() => Boolean)
  valid: boolean;
  @Field(() => String, { description: "As it is judged: upper case, without spaces." })
  vin: string;
  @Field(() => Boolean, { description: "17 characters without I, O and Q." })
  formatOk: boolean;
  @Field(() => Boolean)
  checkDigitOk: boolean;
  @Field(() => String, { nullable: true })
  expectedCheckDigit: string | null;
  @Field(() => String, { description: "`valid`, `check_digit_mismatch` or `bad_format`." })
  status: string;
  @Field(() => [VinSuggestion], { description: "With I read as 1, and O and Q as 0." })
  suggestions: VinSuggestion[];
}

@ObjectType({ description: "What the parts of a vehicle identification number say." })
export class DecodedVin {
  @Field(() => String)
  wmi: string;
  @Field(() => String, { nullable: true })
  manufacturer: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "The latest year of its letter, which comes again every 30 years.",
  })
  modelYear: number | null;
  @Field(() => String)
  plantCode: string;
  @Field(() => String, { nullable: true })
  region: string | null;
}

@InputType({
  description: "Weights in pounds: unloaded vehicle, trailers and load, or the declared gross weight.",
})
export class WeightCategoryInput {
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(1)
  @Max(1_000_000)
  unloadedWeight?: number | null;
  @Field(() => [Int], { nullable: true })
  @IsOptional()
  @ArrayMaxSize(10)
  trailerWeights?: number[] | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(0)
  @Max(1_000_000)
  maxLoad?: number | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(1)
  @Max(1_000_000)
  declaredGrossWeight?: number | null;
}

@ObjectType({ description: "A weight and its category." })
export class WeightCategory {
  @Field(() => Int)
  taxableGrossWeight: number;
  @Field(() => String, { nullable: true, description: "A to V; null below 55,000 lb, which is not taxed." })
  category: string | null;
}

@InputType({ description: "A vehicle whose tax is asked for." })
export class EstimatedVehicleInput {
  @Field(() => String, { nullable: true, description: "A to V; or `weight`." })
  @IsOptional()
  @Matches(categoryPattern, notACategory)
  category?: string | null;
  @Field(() => Int, { nullable: true, description: "Taxable gross weight in pounds." })
  @IsOptional()
  @Min(1)
  @Max(1_000_000)
  weight?: number | null;
  @Field(() => String, { description: "YYYY-MM." })
  @Matches(monthPattern, notAMonth)
  firstUseMonth: string;
  @Field(() => Boolean, { nullable: true })
  logging?: boolean | null;
  @Field(() => Boolean, { nullable: true })
  suspended?: boolean | null;
}

@InputType({ description: "Vehicles of one period." })
export class EstimateTaxInput {
  @Field(() => Int, { description: "The year in which the period begins: 2026 is July 2026 to June 2027." })
  @Min(2000)
  @Max(2100)
  period: number;
  @Field(() => [EstimatedVehicleInput])
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  vehicles: EstimatedVehicleInput[];
}

@ObjectType({ description: "The tax of a vehicle." })
export class EstimatedLine {
  @Field(() => String, { description: "A to V, or W where the tax is suspended or none is due." })
  category: string;
  @Field(() => String)
  firstUseMonth: string;
  @Field(() => Int, { description: "From the month of first use through June." })
  months: number;
  @Field(() => Boolean)
  logging: boolean;
  @Field(() => MoneyScalar)
  amount: number;
}

@ObjectType({ description: "When returns of a month are due." })
export class MonthDue {
  @Field(() => String)
  firstUseMonth: string;
  @Field(() => DateScalar)
  dueDate: string;
}

@ObjectType({ description: "The tax of vehicles, by the published tables." })
export class TaxEstimate {
  @Field(() => [EstimatedLine])
  lines: EstimatedLine[];
  @Field(() => MoneyScalar)
  total: number;
  @Field(() => String)
  currency: string;
  @Field(() => [MonthDue])
  dueDates: MonthDue[];
}

@ArgsType()
export class DueDateArgs {
  @Field(() => String, { description: "YYYY-MM." })
  @Matches(monthPattern, notAMonth)
  firstUseMonth: string;
}

@ObjectType({ description: "When a return is due." })
export class ReturnDueDate {
  @Field(() => DateScalar)
  dueDate: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "The last day of the month, where the date was moved.",
  })
  rolledFrom: string | null;
  @Field(() => String, { nullable: true })
  reason: string | null;
}

@ArgsType()
export class VehicleCreditArgs {
  @Field(() => String)
  @MaxLength(40)
  vin: string;
  @Field(() => MoneyScalar)
  @Min(0.01)
  taxPaid: number;
  @Field(() => String, { description: "YYYY-MM." })
  @Matches(monthPattern, notAMonth)
  firstUseMonth: string;
  @Field(() => String, { nullable: true, description: "YYYY-MM of sale, destruction or theft." })
  @IsOptional()
  @Matches(monthPattern, notAMonth)
  disposalMonth?: string | null;
  @Field(() => Boolean, { nullable: true, description: "Used no more than the limit in its period." })
  lowMileage?: boolean | null;
}

@ObjectType({ description: "What of a paid tax is given back." })
export class VehicleCreditAnswer {
  @Field(() => Int)
  monthsUsed: number;
  @Field(() => MoneyScalar)
  taxForMonths: number;
  @Field(() => MoneyScalar)
  credit: number;
}

@ArgsType()
export class PenaltyArgs {
  @Field(() => MoneyScalar)
  @Min(0.01)
  taxDue: number;
  @Field(() => DateScalar)
  dueDate: string;
  @Field(() => DateScalar)
  filedOn: string;
  @Field(() => DateScalar)
  paidOn: string;
}

@ObjectType({ description: "What a late return and a late payment add. The interest is an estimate." })
export class PenaltyEstimate {
  @Field(() => MoneyScalar)
  failureToFile: number;
  @Field(() => MoneyScalar)
  failureToPay: number;
  @Field(() => MoneyScalar)
  interest: number;
  @Field(() => [String])
  steps: string[];
}

@ArgsType()
export class TaxTableArgs {
  @Field(() => Int, { description: "The year in which the period begins." })
  @Min(2000)
  @Max(2100)
  period: number;
}

@ObjectType({ description: "A row of the tables: a category's tax for 1 to 12 months." })
export class TaxTableRow {
  @Field(() => String)
  category: string;
  @Field(() => [Float])
  regular: number[];
  @Field(() => [Float])
  logging: number[];
}

@ObjectType({ description: "The published tables of a period." })
export class TaxTableAnswer {
  @Field(() => Int)
  period: number;
  @Field(() => [TaxTableRow])
  rows: TaxTableRow[];
}
