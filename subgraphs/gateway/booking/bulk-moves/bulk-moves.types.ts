import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";

export const BulkRescheduleStrategy = {
  shift: "shift",
  next_free: "next_free",
  reassign: "reassign",
} as const;
export type BulkRescheduleStrategy = keyof typeof BulkRescheduleStrategy;
registerEnumType(BulkRescheduleStrategy, {
  name: "BulkRescheduleStrategy",
  description: "Where the bookings of a provider move.",
  valuesConfig: {
    shift: { description: "To the same local time, `shiftDays` later, with the same provider." },
    next_free: { description: "To the first free slot of the same provider after `to`." },
    reassign: { description: "To another provider at the same time: `reassignTo`, or any who is free." },
  },
});

@InputType({ description: "Bookings of a provider in a period, and where they move." })
export class BulkRescheduleBookingsInput {
  @Field(() => ID, { description: "ID of the provider whose bookings move." })
  @MaxLength(64)
  providerId: string;
  @Field(() => Date, { description: "Only bookings that start at or after this time, and have not started." })
  from: Date;
  @Field(() => Date, {
    description: "Only bookings that start before this time, at most 31 days after `from`.",
  })
  to: Date;
  @Field(() => BulkRescheduleStrategy, { description: "Where the bookings move." })
  strategy: BulkRescheduleStrategy;
  @Field(() => Int, { defaultValue: 7, description: "Days of the strategy `shift`, 1 to 90." })
  @Min(1)
  @Max(90)
  shiftDays: number;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the provider of the strategy `reassign`. Default: any free provider of the service.",
  })
  @IsOptional()
  @MaxLength(64)
  reassignTo?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason to store with each booking, up to 500 characters.",
  })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether to report the result for each booking without moving any.",
  })
  preview: boolean;
}

@ObjectType({ description: "What happened to one booking." })
export class BulkRescheduleResult {
  @Field(() => ID, { description: "ID of the booking." })
  bookingId: string;
  @Field(() => Boolean, { description: "True when the booking moved, or would move in a preview." })
  ok: boolean;
  @Field(() => Date, { description: "Start time before the move." })
  oldStart: Date;
  @Field(() => Date, { nullable: true, description: "New start time. Null when the booking stays." })
  newStart: Date | null;
  @Field(() => ID, { description: "ID of the provider after the move." })
  providerId: string;
  @Field(() => String, {
    nullable: true,
    description: "Error code such as SLOT_TAKEN that explains why the booking stays. Null when it moves.",
  })
  error: string | null;
}

@ObjectType({ description: "Result of moving the bookings of a provider." })
export class BulkReschedule {
  @Field(() => Boolean, { description: "True when nothing was changed." })
  preview: boolean;
  @Field(() => Int, { description: "Number of bookings that moved, or would move in a preview." })
  moved: number;
  @Field(() => Int, { description: "Number of bookings that stay." })
  failed: number;
  @Field(() => [BulkRescheduleResult], { description: "One result per booking, by its old start." })
  results: BulkRescheduleResult[];
}
