import { IsOptional, Matches, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf, notBlank } from "../accounts/account.types.ts";

const GoalStatus = enumOf(["active", "reached", "dropped"]);
registerEnumType(GoalStatus, {
  name: "GoalStatus",
  description: "Statuses of a savings goal.",
  valuesConfig: {
    active: { description: "Active; still being saved for." },
    reached: { description: "Target amount saved; money can still be withdrawn until the goal is closed." },
    dropped: { description: "Abandoned." },
  },
});

@InputType({ description: "Details of a savings goal to create." })
export class CreateGoalInput {
  @Field(() => String, { description: "Goal name, up to 100 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => MoneyScalar, { description: "Amount to save, in the goal's currency. At least 0.001." })
  @Min(0.001)
  targetAmount: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date to reach the goal by (YYYY-MM-DD). Default: none.",
  })
  targetDate?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the account the money is saved in; sets the goal's currency. Default: none.",
  })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
}

@InputType({ description: "Contribution to a savings goal." })
export class ContributeToGoalInput {
  @Field(() => ID, { description: "ID of the goal; must be active." })
  @MaxLength(64)
  goalId: string;
  @Field(() => MoneyScalar, { description: "Amount to earmark, in the goal's currency. At least 0.001." })
  @Min(0.001)
  amount: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day of the contribution (YYYY-MM-DD), not in the future. Default: today.",
  })
  date?: string | null;
}

@ArgsType()
export class GoalsArgs {
  @Field(() => GoalStatus, { nullable: true, description: "Filter by goal status. Default: all goals." })
  status?: "active" | "reached" | "dropped" | null;
}

@ObjectType({ description: "Savings goal." })
export class Goal {
  @Field(() => ID, { description: "Unique ID of the goal." })
  id: string;
  @Field(() => String, { description: "Goal name chosen by the user." })
  name: string;
  @Field(() => MoneyScalar, { description: "Amount to save, in the goal's currency." })
  targetAmount: number;
  @Field(() => DateScalar, { nullable: true, description: "Date to reach the goal by. Null when not set." })
  targetDate: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the account the money is saved in. Null when not set.",
  })
  accountId: string | null;
  @Field(() => String, { description: "Currency of the goal, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount earmarked for the goal so far." })
  saved: number;
  @Field(() => MoneyScalar, { description: "Amount that is still missing; zero when the target is saved." })
  remaining: number;
  @Field(() => Float, { description: "Saved amount as a percentage of the target." })
  percent: number;
  @Field(() => GoalStatus, { description: "Whether the goal is active, reached or dropped." })
  status: "active" | "reached" | "dropped";
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day on which the goal was closed; it earmarks nothing since. Null while it is open.",
  })
  closedOn: string | null;
  @Field(() => Int, { description: "Version number of the goal; increases with each change." })
  version: number;
}

@ObjectType({ description: "List of savings goals." })
export class GoalList {
  @Field(() => [Goal], { description: "Savings goals, newest first, at most 500." })
  goals: Goal[];
}
