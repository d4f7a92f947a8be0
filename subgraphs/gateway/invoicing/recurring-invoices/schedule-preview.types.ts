import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { RecurringFrequency, ruleWords } from "./recurring.types.ts";

@ArgsType()
export class PreviewScheduleArgs {
  @Field(() => RecurringFrequency, {
    nullable: true,
    description: "Interval between dates, such as `monthly`. Required unless rrule is given.",
  })
  frequency?: RecurringFrequency | null;
  @Field(() => Int, {
    nullable: true,
    description: "Number of weeks, months, quarters or years between two dates, 1 to 100. Default 1.",
  })
  @IsOptional()
  @Min(1)
  @Max(100)
  interval?: number | null;
  @Field(() => String, { nullable: true, description: ruleWords })
  @IsOptional()
  @MaxLength(200)
  rrule?: string | null;
  @Field(() => DateScalar, { description: "First date of the schedule, YYYY-MM-DD." })
  startDate: string;
  @Field(() => Int, { defaultValue: 12, description: "Number of dates to return, 1 to 100. Default 12." })
  @Min(1)
  @Max(100)
  count: number;
}

@ObjectType({ description: "A date of a schedule." })
class ScheduledDate {
  @Field(() => DateScalar, { description: "Date of the schedule." })
  date: string;
  @Field(() => Boolean, { description: "Whether the date is a Saturday or Sunday." })
  isWeekend: boolean;
  @Field(() => DateScalar, { description: "The date itself, or the Monday after a weekend." })
  nextWorkday: string;
}

@ObjectType({ description: "Dates of a schedule that was not saved." })
export class SchedulePreview {
  @Field(() => [ScheduledDate], { description: "Dates in order; fewer than asked for when it ends." })
  dates: ScheduledDate[];
}
