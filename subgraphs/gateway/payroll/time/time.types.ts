import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

const time = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;
const notATime = { message: "must be a time, HH:MM" };

@InputType({ description: "Time that somebody worked on a day: hours, or from and to." })
export class AddTimeEntryInput {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => Float, { nullable: true, description: "At most 2 decimals." })
  @IsOptional()
  @Min(0.01)
  @Max(24)
  hours?: number | null;
  @Field(() => String, { nullable: true, description: "HH:MM, as clocks show it where the work is done." })
  @IsOptional()
  @Matches(time, notATime)
  from?: string | null;
  @Field(() => String, { nullable: true, description: "HH:MM, up to 24:00." })
  @IsOptional()
  @Matches(time, notATime)
  to?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(50)
  jobCode?: string | null;
}

@ArgsType()
export class TimeEntriesArgs extends PageArgs {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  employeeId?: string | null;
  @Field(() => DateScalar)
  from: string;
  @Field(() => DateScalar, { description: "That day is included." })
  to: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/^(open|approved|paid)$/)
  status?: string | null;
}

@ObjectType({ description: "Time that somebody worked. Beyond 40 hours of a work week it is overtime." })
export class TimeEntry {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  employeeId: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => String, { nullable: true })
  from: string | null;
  @Field(() => String, { nullable: true })
  to: string | null;
  @Field(() => Float)
  hours: number;
  @Field(() => Float)
  regularHours: number;
  @Field(() => Float)
  overtimeHours: number;
  @Field(() => String, { nullable: true })
  jobCode: string | null;
  @Field(() => String, { description: "`open`, `approved`, or `paid`, which is locked." })
  status: string;
  @Field(() => Date)
  createdAt: string;
}

@ObjectType({ description: "A page of time entries, newest day first." })
export class TimeEntryPage extends countedPageOf(TimeEntry, "entries") {}

@InputType({ description: "The hours of an employee in a pay period." })
export class ApproveTimesheetInput {
  @Field(() => ID)
  @MaxLength(64)
  employeeId: string;
  @Field(() => ID, { description: "As list_pay_periods names it." })
  @MaxLength(80)
  periodId: string;
}

@ObjectType({ description: "Hours of an employee and period that a run pays." })
export class Timesheet {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  employeeId: string;
  @Field(() => ID)
  periodId: string;
  @Field(() => DateScalar)
  periodStart: string;
  @Field(() => DateScalar)
  periodEnd: string;
  @Field(() => String, { description: "`approved` or `paid`." })
  status: string;
  @Field(() => Float)
  regularHours: number;
  @Field(() => Float)
  overtimeHours: number;
  @Field(() => Float)
  totalHours: number;
  @Field(() => String)
  approvedBy: string;
  @Field(() => ID, { nullable: true })
  runId: string | null;
}
