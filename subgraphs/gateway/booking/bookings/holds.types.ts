import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "A slot to reserve for a short time." })
export class HoldSlotInput {
  @Field(() => ID, { description: "ID of the service to reserve." })
  @MaxLength(64)
  serviceId: string;
  @Field(() => ID, {
    nullable: true,
    description:
      "ID of the provider to reserve. Default: the free provider with the fewest bookings that day.",
  })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => Date, { description: "Start time of a free slot." })
  start: Date;
  @Field(() => Int, { defaultValue: 600, description: "Seconds until the hold expires, 10 to 900." })
  @Min(10)
  @Max(900)
  ttlSeconds: number;
  @Field(() => Int, {
    defaultValue: 1,
    description: "Number of seats to reserve, at most the service's capacity.",
  })
  @Min(1)
  @Max(1000)
  partySize: number;
}

@InputType({ description: "A slot hold, identified by its ID." })
export class HoldIdInput {
  @Field(() => ID, { description: "ID of the hold to release." })
  @MaxLength(64)
  holdId: string;
}

@ObjectType({ description: "A temporary reservation of a slot." })
export class SlotHold {
  @Field(() => ID, { description: "Unique ID of the hold, prefixed `hld_`. Pass it to `createBooking`." })
  holdId: string;
  @Field(() => ID, { description: "ID of the provider whose time is reserved." })
  providerId: string;
  @Field(() => Date, { description: "Start time of the reserved slot." })
  start: Date;
  @Field(() => Date, { description: "End time of the reserved slot." })
  end: Date;
  @Field(() => Date, { description: "Time the hold expires and the slot becomes free." })
  expiresAt: Date;
}

@ObjectType({ description: "Result of releasing a slot hold." })
export class ReleasedHold {
  @Field(() => Boolean, {
    description: "True when the hold was released. An unknown hold returns HOLD_NOT_FOUND.",
  })
  released: boolean;
}
