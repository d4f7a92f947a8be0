import { IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { BookingStatus } from "../bookings/bookings.types.ts";

export const AgendaKind = { booking: "booking", hold: "hold", blocked: "blocked" } as const;
export type AgendaKind = keyof typeof AgendaKind;
registerEnumType(AgendaKind, {
  name: "AgendaKind",
  description: "Type of an agenda entry.",
  valuesConfig: {
    booking: { description: "A customer's booking." },
    hold: { description: "A temporary slot hold." },
    blocked: { description: "Blocked time or an event of an imported calendar." },
  },
});

@ArgsType()
export class AgendaArgs {
  @Field(() => DateScalar, { description: "First day of the agenda." })
  date: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last day (inclusive), at most 31 days in total. Default: `date`.",
  })
  to?: string | null;
  @Field(() => ID, { nullable: true, description: "Only this provider. Default: all active providers." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => ID, { nullable: true, description: "Only providers who work at this location." })
  @IsOptional()
  @MaxLength(64)
  locationId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone for days and local times. Default: each provider's own time zone.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
}

@ObjectType({ description: "A time span with its local start and end." })
export class AgendaStretch {
  @Field(() => Date, { description: "Start of the time span." })
  start: Date;
  @Field(() => Date, { description: "End of the time span (exclusive)." })
  end: Date;
  @Field(() => String, { description: "Local start in the day's time zone, as YYYY-MM-DDTHH:MM." })
  localStart: string;
  @Field(() => String, { description: "Local end in the day's time zone, as YYYY-MM-DDTHH:MM." })
  localEnd: string;
}

@ObjectType({ description: "A booking, hold or blocked time on a provider's agenda." })
export class AgendaEntry extends AgendaStretch {
  @Field(() => AgendaKind, { description: "Type of the entry." })
  kind: AgendaKind;
  @Field(() => ID, { description: "ID of the booking, hold or blocked time." })
  id: string;
  @Field(() => BookingStatus, {
    nullable: true,
    description: "Status of the booking. Null for holds and blocked time.",
  })
  status: BookingStatus | null;
  @Field(() => ID, { nullable: true, description: "ID of the service. Null for blocked time." })
  serviceId: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Name of the service at the time of booking. Null for blocked time.",
  })
  serviceName: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Email address of the customer. Null for holds and blocked time.",
  })
  clientEmail: string | null;
  @Field(() => Int, { nullable: true, description: "Number of seats taken. Null for blocked time." })
  partySize: number | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the booking's series. Null for single bookings, holds and blocked time.",
  })
  seriesId: string | null;
  @Field(() => [ID], {
    description: "IDs of the rooms and equipment that the booking or hold uses. Empty for blocked time.",
  })
  resourceIds: string[];
  @Field(() => String, {
    nullable: true,
    description: "Reason the time is blocked. Null for bookings and holds.",
  })
  reason: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Name of the imported calendar that blocks the time. Null otherwise.",
  })
  source: string | null;
}

@ObjectType({ description: "One provider's schedule for one day." })
export class AgendaDaySheet {
  @Field(() => DateScalar, { description: "Local date of the schedule." })
  date: string;
  @Field(() => ID, { description: "ID of the provider." })
  providerId: string;
  @Field(() => String, { description: "Name of the provider." })
  providerName: string;
  @Field(() => String, { description: "IANA time zone of the day and its local times." })
  timezone: string;
  @Field(() => Int, {
    description:
      "Length of the day in minutes. 1,380 or 1,500 when clocks change by an hour, otherwise 1,440.",
  })
  dayMinutes: number;
  @Field(() => [AgendaStretch], {
    description: "Working hours of the day, cut at midnight.",
  })
  hours: AgendaStretch[];
  @Field(() => [AgendaEntry], {
    description:
      "Bookings, holds and blocked time, by start time. Entries across midnight appear on both days. Cancelled, declined and expired ones are omitted.",
  })
  entries: AgendaEntry[];
  @Field(() => [AgendaStretch], {
    description: "Free working time, without bookings, holds, blocks and buffers.",
  })
  gaps: AgendaStretch[];
  @Field(() => Int, { description: "Total working time in minutes." })
  workingMinutes: number;
  @Field(() => Int, { description: "Working time in minutes taken by bookings." })
  bookedMinutes: number;
  @Field(() => Int, { description: "Working time in minutes that is blocked." })
  blockedMinutes: number;
  @Field(() => Int, { description: "Free working time in minutes." })
  gapMinutes: number;
  @Field(() => Float, {
    nullable: true,
    description:
      "Booked share of the unblocked working time, in percent. One decimal; null when no such time exists.",
  })
  utilizationPercent: number | null;
}

@ObjectType({ description: "Daily schedules of one or all providers." })
export class BookingAgenda {
  @Field(() => DateScalar, { description: "First day of the agenda." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the agenda (inclusive)." })
  to: string;
  @Field(() => [AgendaDaySheet], {
    description: "One schedule per provider and day, by date and provider name.",
  })
  days: AgendaDaySheet[];
}
