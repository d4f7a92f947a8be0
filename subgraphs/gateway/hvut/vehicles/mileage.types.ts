import { Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import type { MileageStatus } from "./mileage.ts";

@InputType({ description: "The miles that a vehicle ran in a period." })
export class RecordMileageInput {
  @Field(() => ID)
  @MaxLength(64)
  vehicleId: string;
  @Field(() => Int, { description: "The year in which the period begins: 2026 is July 2026 to June 2027." })
  @Min(2000)
  @Max(2100)
  period: number;
  @Field(() => Int, { description: "Since the period began, by all owners together." })
  @Min(0)
  @Max(1_000_000)
  miles: number;
  @Field(() => DateScalar)
  asOf: string;
}

@ObjectType({ description: "A vehicle's miles, beside the limit up to which its tax is suspended." })
export class Mileage {
  @Field(() => ID)
  vehicleId: string;
  @Field(() => String)
  vin: string;
  @Field(() => Int)
  period: number;
  @Field(() => Int)
  miles: number;
  @Field(() => DateScalar)
  asOf: string;
  @Field(() => Int, { description: "5,000, or 7,500 for agricultural vehicles." })
  limit: number;
  @Field(() => Int)
  remaining: number;
  @Field(() => String, { description: "`within`, `near` from nine tenths of the limit, or `exceeded`." })
  status: MileageStatus;
  @Field(() => String, { nullable: true })
  advice: string | null;
}
