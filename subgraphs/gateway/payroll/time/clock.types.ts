import { IsOptional, Matches, MaxLength } from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";
import { TimeEntry } from "./time.types.ts";

const localTime = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;
const form = { message: "must be a local time, such as 2026-01-06T09:00" };

@InputType({ description: "Employee whose shift ends." })
export class ClockOutInput {
  @Field(() => ID, { description: "ID of the employee." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => String, {
    nullable: true,
    description:
      "Local time at the workplace, such as 2026-01-06T09:00. Default: now, in the `timezone` of the invoicing settings (UTC until set).",
  })
  @IsOptional()
  @MaxLength(16)
  @Matches(localTime, form)
  at?: string | null;
}

@InputType({ description: "Employee whose shift begins." })
export class ClockInInput extends ClockOutInput {
  @Field(() => String, { nullable: true, description: "Code of the job, at most 50 characters." })
  @IsOptional()
  @MaxLength(50)
  jobCode?: string | null;
}

@ObjectType({ description: "Time of an employee at work, from clocking in to clocking out." })
export class ClockedTime {
  @Field(() => ID, { description: "ID of the employee." })
  employeeId: string;
  @Field(() => String, { description: "Local time at which work began, such as `2026-01-06T09:00`." })
  from: string;
  @Field(() => String, {
    nullable: true,
    description: "Local time at which work ended. Null while the employee is at work.",
  })
  to: string | null;
  @Field(() => String, { nullable: true, description: "Code of the job. Null without one." })
  jobCode: string | null;
  @Field(() => [TimeEntry], {
    description: "Time entries made by clocking out, one per day. Empty while at work.",
  })
  entries: TimeEntry[];
}
