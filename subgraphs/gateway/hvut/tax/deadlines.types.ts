import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

@ArgsType()
export class DeadlinesArgs {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  filerId?: string | null;
  @Field(() => Int, { defaultValue: 90, description: "Days from today; what is overdue is always there." })
  @Min(0)
  @Max(400)
  within: number;
}

@ObjectType({ description: "A return that is due." })
export class FilingDeadline {
  @Field(() => ID)
  filerId: string;
  @Field(() => String)
  vin: string;
  @Field(() => String, {
    description: "YYYY-MM; of a vehicle that was never reported, the month it was added.",
  })
  firstUseMonth: string;
  @Field(() => DateScalar)
  dueDate: string;
  @Field(() => Boolean)
  isOverdue: boolean;
  @Field(() => String, {
    description:
      "`not_started`; `draft`, `ready`, `signed` or `rejected` where a return is begun; `amendment_due` where the mileage limit was passed.",
  })
  status: string;
  @Field(() => ID, { nullable: true, description: "The begun return, or the one to amend." })
  filingId: string | null;
}

@ObjectType({ description: "What is due, soonest first: at most 500." })
export class FilingDeadlines {
  @Field(() => [FilingDeadline])
  deadlines: FilingDeadline[];
  @Field(() => Int)
  total: number;
}
