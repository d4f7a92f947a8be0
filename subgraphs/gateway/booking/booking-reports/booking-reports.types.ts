import { IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

export const UtilizationGroup = { provider: "provider", resource: "resource" } as const;
export type UtilizationGroup = keyof typeof UtilizationGroup;
registerEnumType(UtilizationGroup, {
  name: "UtilizationGroup",
  description: "What the rows of a utilization report stand for.",
  valuesConfig: {
    provider: { description: "One row per active provider." },
    resource: { description: "One row per active room or equipment." },
  },
});

@ArgsType()
export class UtilizationReportArgs {
  @Field(() => DateScalar, { description: "First date of the report, in each provider's time zone." })
  from: string;
  @Field(() => DateScalar, { description: "Last date of the report (inclusive), at most 92 days in total." })
  to: string;
  @Field(() => UtilizationGroup, {
    defaultValue: "provider",
    description: "What the rows of the report stand for.",
  })
  groupBy: UtilizationGroup;
}

@ObjectType({ description: "Booked and available time of a provider or resource." })
export class UtilizationRow {
  @Field(() => ID, { description: "ID of the provider or resource." })
  id: string;
  @Field(() => String, { description: "Name of the provider or resource." })
  name: string;
  @Field(() => Int, {
    description: "Working time in minutes taken by bookings. Units of a resource are added up.",
  })
  bookedMin: number;
  @Field(() => Int, {
    description:
      "Working time in minutes that is not blocked. Of a resource: the time in which a provider of its services works, for each unit.",
  })
  availableMin: number;
  @Field(() => Float, {
    nullable: true,
    description: "Booked share of the available time, in percent. One decimal; null without available time.",
  })
  utilization: number | null;
}

@ObjectType({ description: "How much of the available time is booked." })
export class UtilizationReport {
  @Field(() => DateScalar, { description: "First date of the report." })
  from: string;
  @Field(() => DateScalar, { description: "Last date of the report (inclusive)." })
  to: string;
  @Field(() => UtilizationGroup, { description: "What the rows stand for." })
  groupBy: UtilizationGroup;
  @Field(() => [UtilizationRow], { description: "Rows of the report, by name." })
  rows: UtilizationRow[];
}

@ArgsType()
export class BookingReportArgs {
  @Field(() => Date, { description: "Only bookings that start at or after this time." })
  from: Date;
  @Field(() => Date, { description: "Only bookings that start before this time. Must be after `from`." })
  to: Date;
  @Field(() => ID, { nullable: true, description: "Only bookings of this service." })
  @IsOptional()
  @MaxLength(64)
  serviceId?: string | null;
}

@ObjectType({ description: "Revenue in one currency." })
export class BookingRevenue {
  @Field(() => String, { description: "ISO 4217 currency code of the amount." })
  currency: string;
  @Field(() => MoneyScalar, {
    description: "Prices of checked-in and completed bookings, plus recorded fees, in major units.",
  })
  amount: number;
}

@ObjectType({ description: "Counts and rates of bookings in a period." })
export class BookingReport {
  @Field(() => Int, { description: "Bookings that start in the period, in any status." })
  bookings: number;
  @Field(() => Int, { description: "Cancelled bookings among them." })
  cancelled: number;
  @Field(() => Int, { description: "No-shows among them." })
  noShows: number;
  @Field(() => Float, {
    nullable: true,
    description:
      "No-shows among no-shows, checked-in and completed bookings, in percent. One decimal; null without any.",
  })
  noShowRate: number | null;
  @Field(() => [BookingRevenue], { description: "Revenue by currency. The platform does not collect it." })
  revenue: BookingRevenue[];
  @Field(() => Int, {
    nullable: true,
    description: "Median time in minutes from booking to start. Null without bookings.",
  })
  leadTimeMedianMinutes: number | null;
}
