import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, Float, ID, InputType, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

@ObjectType({ description: "A request of an employee for time off." })
export class TimeOffRequest {
  @Field(() => ID, { description: "ID of the request." })
  id: string;
  @Field(() => ID, { description: "ID of the employee." })
  employeeId: string;
  @Field(() => ID, { description: "ID of the time off policy whose balance it uses." })
  policyId: string;
  @Field(() => DateScalar, { description: "First day off." })
  from: string;
  @Field(() => DateScalar, { description: "Last day off." })
  to: string;
  @Field(() => Float, { description: "Hours off per work day." })
  hoursPerDay: number;
  @Field(() => Float, { description: "Hours off in all: of work days, Monday to Friday." })
  totalHours: number;
  @Field(() => String, { description: "Status: `pending`, `approved` or `denied`." })
  status: string;
  @Field(() => String, { nullable: true, description: "Reason for the denial. Null unless denied." })
  reason: string | null;
  @Field(() => Date, { description: "Time of the request." })
  createdAt: string;
}

@InputType({ description: "Time off to request." })
export class RequestTimeOffInput {
  @Field(() => ID, { description: "ID of the employee." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => ID, { description: "ID of the time off policy whose balance it uses." })
  @MaxLength(64)
  policyId: string;
  @Field(() => DateScalar, { description: "First day off." })
  from: string;
  @Field(() => DateScalar, { description: "Last day off, at most 366 days after the first." })
  to: string;
  @Field(() => Float, { nullable: true, description: "Hours off per work day, 0.25 to 24. Default 8." })
  @IsOptional()
  @Min(0.25)
  @Max(24)
  hoursPerDay?: number | null;
}

@InputType({ description: "Time off request to approve." })
export class ApproveTimeOffInput {
  @Field(() => ID, { description: "ID of the request." })
  @MaxLength(64)
  requestId: string;
}

@InputType({ description: "Time off request to deny, with the reason." })
export class DenyTimeOffInput extends ApproveTimeOffInput {
  @Field(() => String, { description: "Reason for the denial, at most 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}
