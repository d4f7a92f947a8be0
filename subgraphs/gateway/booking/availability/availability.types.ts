import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

/** A time of day as people write it. */
export const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;

@ObjectType({ description: "A start that can be booked." })
export class BookingSlot {
  @Field(() => Date)
  start: Date;
  @Field(() => Date)
  end: Date;
  @Field(() => DateScalar, { description: "In the zone of the answer, as createBooking takes it." })
  date: string;
  @Field(() => String, { description: "In the zone of the answer, as createBooking takes it." })
  time: string;
  @Field(() => Int, { description: "1 when clocks show this time for the second time, else 0." })
  fold: number;
  @Field(() => [ID], { description: "Who is free." })
  providerIds: string[];
  @Field(() => Int, { description: "Seats over all of them." })
  capacityLeft: number;
}

@ObjectType({ description: "The free slots of a service." })
export class BookingAvailability {
  @Field(() => String, { description: "The zone that dates and times are in (IANA name)." })
  timezone: string;
  @Field(() => [BookingSlot], { description: "Earliest first." })
  slots: BookingSlot[];
}

@ArgsType()
abstract class ServiceSlotArgs {
  @Field(() => ID)
  @MaxLength(64)
  serviceId: string;
  @Field(() => ID, { nullable: true, description: "Only slots of this provider." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => String, { nullable: true, description: "IANA name; the service's when left out." })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => Int, { defaultValue: 1, description: "Seats that are wanted of one provider." })
  @Min(1)
  @Max(1000)
  partySize: number;
}

@ArgsType()
export class AvailabilityArgs extends ServiceSlotArgs {
  @Field(() => DateScalar, { nullable: true, description: "One day; or give `from` and `to`." })
  date?: string | null;
  @Field(() => DateScalar, { nullable: true })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "That day is included; at most 31 days in all." })
  to?: string | null;
}

@ArgsType()
export class NextSlotArgs extends ServiceSlotArgs {
  @Field(() => Date, { nullable: true, description: "Not before this moment." })
  after?: Date | null;
  @Field(() => [Int], { nullable: true, description: "Only these days of the week: 1 is Monday, 7 Sunday." })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(7)
  @Min(1, { each: true })
  @Max(7, { each: true })
  weekdays?: number[] | null;
  @Field(() => String, { nullable: true, description: "Not before this time of day, HH:MM." })
  @IsOptional()
  @Matches(timePattern, { message: "must be HH:MM" })
  timeFrom?: string | null;
  @Field(() => String, { nullable: true, description: "Not after this time of day, HH:MM." })
  @IsOptional()
  @Matches(timePattern, { message: "must be HH:MM" })
  timeTo?: string | null;
}
