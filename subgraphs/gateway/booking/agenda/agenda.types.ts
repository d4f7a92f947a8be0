import { IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { BookingStatus } from "../bookings/bookings.types.ts";

export const AgendaKind = { booking: "booking", hold: "hold", blocked: "blocked" } as const;
export type AgendaKind = keyof typeof AgendaKind;
registerEnumType(AgendaKind, {
  name: "AgendaKind",
  description:
    "booking: somebody comes. hold: reserved for a short time. blocked: taken out of the calendar.",
});

@ArgsType()
export class AgendaArgs {
  @Field(() => DateScalar, { description: "The day, or the first of them." })
  date: string;
  @Field(() => DateScalar, { nullable: true, description: "The last day; at most 31 in all." })
  to?: string | null;
  @Field(() => ID, { nullable: true, description: "All active providers when left out." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "IANA name: whose days, and whose clock; each provider's own when left out.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
}

@ObjectType({ description: "A stretch of time, with what clocks show." })
export class AgendaStretch {
  @Field(() => Date)
  start: Date;
  @Field(() => Date)
  end: Date;
  @Field(() => String, { description: "YYYY-MM-DDTHH:MM in the day's zone." })
  localStart: string;
  @Field(() => String, { description: "YYYY-MM-DDTHH:MM in the day's zone." })
  localEnd: string;
}

@ObjectType({ description: "What takes a provider's time." })
export class AgendaEntry extends AgendaStretch {
  @Field(() => AgendaKind)
  kind: AgendaKind;
  @Field(() => ID, { description: "Of the booking, the hold or the blocked time." })
  id: string;
  @Field(() => BookingStatus, { nullable: true, description: "Of a booking." })
  status: BookingStatus | null;
  @Field(() => ID, { nullable: true })
  serviceId: string | null;
  @Field(() => String, { nullable: true, description: "As it was when it was booked." })
  serviceName: string | null;
  @Field(() => String, { nullable: true })
  clientEmail: string | null;
  @Field(() => Int, { nullable: true, description: "Seats." })
  partySize: number | null;
  @Field(() => ID, { nullable: true, description: "The series that a booking is one of." })
  seriesId: string | null;
  @Field(() => String, { nullable: true, description: "Why the time is blocked." })
  reason: string | null;
  @Field(() => String, { nullable: true, description: "The imported calendar that blocks the time." })
  source: string | null;
}

@ObjectType({ description: "A day of one provider." })
export class AgendaDaySheet {
  @Field(() => DateScalar)
  date: string;
  @Field(() => ID)
  providerId: string;
  @Field(() => String)
  providerName: string;
  @Field(() => String, { description: "The zone that the day and its times are in (IANA name)." })
  timezone: string;
  @Field(() => Int, { description: "1,380 or 1,500 where clocks change by an hour." })
  dayMinutes: number;
  @Field(() => [AgendaStretch], {
    description: "Working hours; an evening that passes midnight is cut there.",
  })
  hours: AgendaStretch[];
  @Field(() => [AgendaEntry], {
    description:
      "By their start; what passes midnight stands on both days. What was cancelled, declined or has lapsed is left out.",
  })
  entries: AgendaEntry[];
  @Field(() => [AgendaStretch], { description: "Working time that nothing takes, buffers included." })
  gaps: AgendaStretch[];
  @Field(() => Int)
  workingMinutes: number;
  @Field(() => Int, { description: "Working time in which somebody is served." })
  bookedMinutes: number;
  @Field(() => Int, { description: "Working time that is blocked." })
  blockedMinutes: number;
  @Field(() => Int)
  gapMinutes: number;
  @Field(() => Float, {
    nullable: true,
    description: "Booked per cent of the working time that is not blocked; null when there is none.",
  })
  utilizationPercent: number | null;
}

@ObjectType({ description: "Who is busy with what." })
export class BookingAgenda {
  @Field(() => DateScalar)
  from: string;
  @Field(() => DateScalar)
  to: string;
  @Field(() => [AgendaDaySheet], { description: "By date, then by the provider's name." })
  days: AgendaDaySheet[];
}
