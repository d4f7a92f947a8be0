import { Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import type { MileageStatus } from "./mileage.ts";

@InputType({ description: "Miles driven by a vehicle in a tax period." })
export class RecordMileageInput {
  @Field(() => ID, { description: "ID of the vehicle." })
  @MaxLength(64)
  vehicleId: string;
  @Field(() => Int, { description: "Year in which the tax period begins: 2026 is July 2026 to June 2027." })
  @Min(2000)
  @Max(2100)
  period: number;
  @Field(() => Int, { description: "Miles driven since the period began, by all owners together." })
  @Min(0)
  @Max(1_000_000)
  miles: number;
  @Field(() => DateScalar, {
    description: "Day of the odometer reading, in the period and not in the future.",
  })
  asOf: string;
}

@ObjectType({ description: "Miles driven by a vehicle, compared with the limit for suspended tax." })
export class Mileage {
  @Field(() => ID, { description: "ID of the vehicle." })
  vehicleId: string;
  @Field(() => String, { description: "Vehicle identification number (VIN)." })
  vin: string;
  @Field(() => Int, { description: "Year in which the tax period begins." })
  period: number;
  @Field(() => Int, { description: "Miles driven since the period began." })
  miles: number;
  @Field(() => DateScalar, { description: "Day of the odometer reading." })
  asOf: string;
  @Field(() => Int, {
    description: "Mileage limit of the period: 5,000, or 7,500 for agricultural vehicles.",
  })
  limit: number;
  @Field(() => Int, { description: "Miles left before the limit. 0 when exceeded." })
  remaining: number;
  @Field(() => String, { description: "`within`, `near` (from 90 % of the limit) or `exceeded`." })
  status: MileageStatus;
  @Field(() => String, {
    nullable: true,
    description: "Recommended next step for the filer. Null while the status is `within`.",
  })
  advice: string | null;
}
