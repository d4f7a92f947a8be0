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
export const notAMonth = { message: "must be a month as YYYY-MM" };
export const categoryPattern = /^[A-V]$/;
export const notACategory = { message: "must be a category from A to V" };

@InputType({
  description: "Weights in pounds: unloaded vehicle, trailers and load, or the declared gross weight.",
})
export class WeightCategoryInput {
  @Field(() => Int, {
    nullable: true,
    description: "Unloaded weight of the vehicle in pounds. Needs `maxLoad`.",
  })
  @IsOptional()
  @Min(1)
  @Max(1_000_000)
  unloadedWeight?: number | null;
  @Field(() => [Int], { nullable: true, description: "Unloaded weights of trailers in pounds, at most 10." })
  @IsOptional()
  @ArrayMaxSize(10)
  trailerWeights?: number[] | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum load on vehicle and trailers in pounds. Needs `unloadedWeight`.",
  })
  @IsOptional()
  @Min(0)
  @Max(1_000_000)
  maxLoad?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Declared gross weight in pounds. Used when the parts are not given.",
  })
  @IsOptional()
  @Min(1)
  @Max(1_000_000)
  declaredGrossWeight?: number | null;
}

@ObjectType({ description: "Taxable gross weight and its Form 2290 category." })
export class WeightCategory {
  @Field(() => Int, { description: "Taxable gross weight in pounds." })
  taxableGrossWeight: number;
  @Field(() => String, {
    nullable: true,
    description: "Weight category A to V. Null below 55,000 lb, which is not taxed.",
  })
  category: string | null;
}

@InputType({ description: "Vehicle to estimate the tax for. Set `category` or `weight`." })
export class EstimatedVehicleInput {
  @Field(() => String, {
    nullable: true,
    description: "Weight category A to V. Set either this or `weight`.",
  })
  @IsOptional()
  @Matches(categoryPattern, notACategory)
  category?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Taxable gross weight in pounds. Set either this or `category`.",
  })
  @IsOptional()
  @Min(1)
  @Max(1_000_000)
  weight?: number | null;
  @Field(() => String, { description: "Month of first use in the period, as YYYY-MM." })
  @Matches(monthPattern, notAMonth)
  firstUseMonth: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "True for a logging vehicle, which is taxed at lower rates. Default false.",
  })
  logging?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True when the tax is suspended because of low mileage. Default false.",
  })
  suspended?: boolean | null;
}

@InputType({ description: "Vehicles of one tax period." })
export class EstimateTaxInput {
  @Field(() => Int, { description: "Year in which the tax period begins: 2026 is July 2026 to June 2027." })
  @Min(2000)
  @Max(2100)
  period: number;
  @Field(() => [EstimatedVehicleInput], { description: "Vehicles to estimate the tax for, 1 to 1,000." })
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  vehicles: EstimatedVehicleInput[];
}

@ObjectType({ description: "Estimated tax of one vehicle." })
export class EstimatedLine {
  @Field(() => String, { description: "Weight category A to V, or W when no tax is due." })
  category: string;
  @Field(() => String, { description: "Month of first use as YYYY-MM." })
  firstUseMonth: string;
  @Field(() => Int, { description: "Taxed months, from the month of first use through June." })
  months: number;
  @Field(() => Boolean, { description: "True for a logging vehicle, which is taxed at lower rates." })
  logging: boolean;
  @Field(() => MoneyScalar, { description: "Tax of the vehicle, in dollars." })
  amount: number;
}

@ObjectType({ description: "Due date of the return for one month of first use." })
export class MonthDue {
  @Field(() => String, { description: "Month of first use as YYYY-MM." })
  firstUseMonth: string;
  @Field(() => DateScalar, { description: "Last day on which the return is on time." })
  dueDate: string;
}

@ObjectType({ description: "Estimated heavy vehicle use tax, from the published tables." })
export class TaxEstimate {
  @Field(() => [EstimatedLine], { description: "Estimated tax per vehicle, in the order of the request." })
  lines: EstimatedLine[];
  @Field(() => MoneyScalar, { description: "Total tax of all vehicles, in dollars." })
  total: number;
  @Field(() => String, { description: "Currency of all amounts: `USD`." })
  currency: string;
  @Field(() => [MonthDue], { description: "Due dates, one per month of first use." })
  dueDates: MonthDue[];
}

@ArgsType()
export class DueDateArgs {
  @Field(() => String, { description: "Month of first use as YYYY-MM." })
  @Matches(monthPattern, notAMonth)
  firstUseMonth: string;
}

@ObjectType({ description: "Due date of a Form 2290 return." })
export class ReturnDueDate {
  @Field(() => DateScalar, { description: "Last day on which the return is on time." })
  dueDate: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Due date before it moved off a weekend or holiday. Null when it did not move.",
  })
  rolledFrom: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason why the due date moved. Null when it did not move.",
  })
  reason: string | null;
}

@ArgsType()
export class VehicleCreditArgs {
  @Field(() => String, { description: "Vehicle identification number (VIN)." })
  @MaxLength(40)
  vin: string;
  @Field(() => MoneyScalar, { description: "Tax paid for the vehicle, in dollars. At least 0.01." })
  @Min(0.01)
  taxPaid: number;
  @Field(() => String, { description: "Month of first use for which the tax was paid, as YYYY-MM." })
  @Matches(monthPattern, notAMonth)
  firstUseMonth: string;
  @Field(() => String, {
    nullable: true,
    description: "Month of sale, destruction or theft, as YYYY-MM. Set this or `lowMileage`.",
  })
  @IsOptional()
  @Matches(monthPattern, notAMonth)
  disposalMonth?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True when the vehicle stayed within the mileage limit. Set this or `disposalMonth`.",
  })
  lowMileage?: boolean | null;
}

@ObjectType({ description: "Credit for tax paid on a vehicle." })
export class VehicleCreditAnswer {
  @Field(() => Int, { description: "Months of use through the month of disposal. 0 for low mileage." })
  monthsUsed: number;
  @Field(() => MoneyScalar, { description: "Tax for the months of use, in dollars." })
  taxForMonths: number;
  @Field(() => MoneyScalar, { description: "Credit you can claim, in dollars." })
  credit: number;
}

@ArgsType()
export class PenaltyArgs {
  @Field(() => MoneyScalar, { description: "Tax due in dollars. At least 0.01." })
  @Min(0.01)
  taxDue: number;
  @Field(() => DateScalar, { description: "Due date of the return." })
  dueDate: string;
  @Field(() => DateScalar, { description: "Day of filing, at most ten years after the due date." })
  filedOn: string;
  @Field(() => DateScalar, { description: "Day of payment, at most ten years after the due date." })
  paidOn: string;
}

@ObjectType({ description: "Estimated penalties and interest for a late return or late payment." })
export class PenaltyEstimate {
  @Field(() => MoneyScalar, { description: "Penalty for filing late, in dollars." })
  failureToFile: number;
  @Field(() => MoneyScalar, { description: "Penalty for paying late, in dollars." })
  failureToPay: number;
  @Field(() => MoneyScalar, { description: "Estimated interest in dollars, compounded daily." })
  interest: number;
  @Field(() => [String], { description: "Explanation of the calculation, one sentence per step." })
  steps: string[];
}

@ArgsType()
export class TaxTableArgs {
  @Field(() => Int, { description: "Year in which the tax period begins: 2026 is July 2026 to June 2027." })
  @Min(2000)
  @Max(2100)
  period: number;
}

@ObjectType({ description: "Tax of one weight category for 1 to 12 months of use." })
export class TaxTableRow {
  @Field(() => String, { description: "Weight category A to V." })
  category: string;
  @Field(() => [Float], {
    description: "Tax in dollars for 1 to 12 months, for vehicles not used in logging.",
  })
  regular: number[];
  @Field(() => [Float], { description: "Tax in dollars for 1 to 12 months, for logging vehicles." })
  logging: number[];
}

@ObjectType({ description: "Published tax tables of a period." })
export class TaxTableAnswer {
  @Field(() => Int, { description: "Year in which the tax period begins." })
  period: number;
  @Field(() => [TaxTableRow], { description: "Table rows, one per weight category." })
  rows: TaxTableRow[];
}
