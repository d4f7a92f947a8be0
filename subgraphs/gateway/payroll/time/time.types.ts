import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

const time = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;
const notATime = { message: "must be a time as HH:MM" };

@InputType({ description: "Hours worked on a day. Set `hours`, or `from` and `to`." })
export class AddTimeEntryInput {
  @Field(() => ID, { description: "ID of the employee who worked." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => DateScalar, { description: "Day of the work. Must be within the employment." })
  date: string;
  @Field(() => Float, {
    nullable: true,
    description: "Hours worked, 0.01 to 24. At most 2 decimals. Omit when `from` and `to` are set.",
  })
  @IsOptional()
  @Min(0.01)
  @Max(24)
  hours?: number | null;
  @Field(() => String, { nullable: true, description: "Start time as HH:MM, local to the place of work." })
  @IsOptional()
  @Matches(time, notATime)
  from?: string | null;
  @Field(() => String, { nullable: true, description: "End time as HH:MM, after `from` and up to 24:00." })
  @IsOptional()
  @Matches(time, notATime)
  to?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Your code for the job or project, at most 50 characters.",
  })
  @IsOptional()
  @MaxLength(50)
  jobCode?: string | null;
}

@InputType({ description: "Time entry to change. Omitted fields stay the same." })
export class UpdateTimeEntryInput {
  @Field(() => ID, { description: "ID of the time entry to change." })
  @MaxLength(64)
  entryId: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "New day of the work. Must be within the employment.",
  })
  date?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "New hours, 0.01 to 24. At most 2 decimals. Replaces a start and end time.",
  })
  @IsOptional()
  @Min(0.01)
  @Max(24)
  hours?: number | null;
  @Field(() => String, { nullable: true, description: "New start time as HH:MM. Needs an end time." })
  @IsOptional()
  @Matches(time, notATime)
  from?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New end time as HH:MM, after `from` and up to 24:00.",
  })
  @IsOptional()
  @Matches(time, notATime)
  to?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New code for the job or project, at most 50 characters. Null removes it.",
  })
  @IsOptional()
  @MaxLength(50)
  jobCode?: string | null;
}

@InputType({ description: "Time entry to delete." })
export class DeleteTimeEntryInput {
  @Field(() => ID, { description: "ID of the time entry to delete." })
  @MaxLength(64)
  entryId: string;
}

@ObjectType({ description: "A time entry that was deleted." })
export class DeletedTimeEntry {
  @Field(() => ID, { description: "ID of the deleted time entry." })
  entryId: string;
  @Field(() => Boolean, { description: "True: the entry was deleted." })
  deleted: boolean;
}

@ArgsType()
export class TimeEntriesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Filter by employee ID." })
  @IsOptional()
  @MaxLength(64)
  employeeId?: string | null;
  @Field(() => DateScalar, { description: "First day to include." })
  from: string;
  @Field(() => DateScalar, { description: "Last day to include." })
  to: string;
  @Field(() => String, { nullable: true, description: "Filter by status: open, approved or paid." })
  @IsOptional()
  @Matches(/^(open|approved|paid)$/)
  status?: string | null;
}

@ObjectType({ description: "Hours worked by an employee on a day. Overtime starts after 40 hours per week." })
export class TimeEntry {
  @Field(() => ID, { description: "ID of the time entry." })
  id: string;
  @Field(() => ID, { description: "ID of the employee who worked." })
  employeeId: string;
  @Field(() => DateScalar, { description: "Day of the work." })
  date: string;
  @Field(() => String, {
    nullable: true,
    description: "Start time as HH:MM. Null when only hours were entered.",
  })
  from: string | null;
  @Field(() => String, {
    nullable: true,
    description: "End time as HH:MM. Null when only hours were entered.",
  })
  to: string | null;
  @Field(() => Float, { description: "Hours worked: regular plus overtime." })
  hours: number;
  @Field(() => Float, { description: "Hours within the first 40 of the work week (Monday to Sunday)." })
  regularHours: number;
  @Field(() => Float, { description: "Hours beyond the first 40 of the work week." })
  overtimeHours: number;
  @Field(() => String, {
    nullable: true,
    description: "Your code for the job or project. Null when not set.",
  })
  jobCode: string | null;
  @Field(() => String, { description: "Status of the entry: `open`, `approved`, or `paid` (locked)." })
  status: string;
  @Field(() => Date, { description: "Time at which the entry was added." })
  createdAt: string;
}

@ObjectType({ description: "A page of time entries, newest day first." })
export class TimeEntryPage extends countedPageOf(TimeEntry, "entries") {}

@InputType({ description: "Employee and pay period whose hours to approve." })
export class ApproveTimesheetInput {
  @Field(() => ID, { description: "ID of the employee." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => ID, {
    description: "ID of the pay period, from list_pay_periods, such as `psc_1.2026-01-05`.",
  })
  @MaxLength(80)
  periodId: string;
}

@ObjectType({ description: "Approved hours of an employee in a pay period." })
export class Timesheet {
  @Field(() => ID, { description: "ID of the timesheet." })
  id: string;
  @Field(() => ID, { description: "ID of the employee." })
  employeeId: string;
  @Field(() => ID, { description: "ID of the pay period, such as `psc_1.2026-01-05`." })
  periodId: string;
  @Field(() => DateScalar, { description: "First day of the pay period." })
  periodStart: string;
  @Field(() => DateScalar, { description: "Last day of the pay period." })
  periodEnd: string;
  @Field(() => String, { description: "Status of the timesheet: `approved` or `paid`." })
  status: string;
  @Field(() => Float, { description: "Regular hours of the period." })
  regularHours: number;
  @Field(() => Float, { description: "Overtime hours of the period." })
  overtimeHours: number;
  @Field(() => Float, { description: "Regular plus overtime hours of the period." })
  totalHours: number;
  @Field(() => String, { description: "ID of the user or key that approved the timesheet." })
  approvedBy: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the payroll run that paid the hours. Null until paid.",
  })
  runId: string | null;
}
