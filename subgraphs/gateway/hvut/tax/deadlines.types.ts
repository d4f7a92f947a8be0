import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

@ArgsType()
export class DeadlinesArgs {
  @Field(() => ID, { nullable: true, description: "Filter by filer ID." })
  @IsOptional()
  @MaxLength(64)
  filerId?: string | null;
  @Field(() => Int, {
    defaultValue: 90,
    description: "Days ahead to include, 0 to 400. Overdue returns are always included.",
  })
  @Min(0)
  @Max(400)
  within: number;
}

@ObjectType({ description: "A vehicle whose return is due." })
export class FilingDeadline {
  @Field(() => ID, { description: "ID of the filer." })
  filerId: string;
  @Field(() => String, { description: "Vehicle identification number (VIN)." })
  vin: string;
  @Field(() => String, {
    description: "Month of first use as YYYY-MM. For a new vehicle: the month it was added.",
  })
  firstUseMonth: string;
  @Field(() => DateScalar, { description: "Last day on which the return is on time." })
  dueDate: string;
  @Field(() => Boolean, { description: "True when the due date has passed." })
  isOverdue: boolean;
  @Field(() => String, {
    description:
      "`not_started`, `amendment_due` (mileage limit exceeded), or the open return's status: `draft`, `ready`, `signed` or `rejected`.",
  })
  status: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the open return, or of the return to amend. Null when not started.",
  })
  filingId: string | null;
}

@ObjectType({ description: "Returns that are due, earliest due date first." })
export class FilingDeadlines {
  @Field(() => [FilingDeadline], { description: "Due returns, one per vehicle. At most 500." })
  deadlines: FilingDeadline[];
  @Field(() => Int, { description: "Number of all due returns, also beyond 500." })
  total: number;
}
