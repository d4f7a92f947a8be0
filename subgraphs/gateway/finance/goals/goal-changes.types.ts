import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf, notBlank } from "../accounts/account.types.ts";
import { Goal } from "./goal.types.ts";

const GoalOutcome = enumOf(["reached", "dropped"]);
registerEnumType(GoalOutcome, {
  name: "GoalOutcome",
  description: "Outcomes with which a savings goal is closed.",
  valuesConfig: {
    reached: { description: "The target amount was saved." },
    dropped: { description: "The goal is abandoned." },
  },
});

@ArgsType()
export class GoalArgs {
  @Field(() => ID, { description: "ID of the goal." })
  @MaxLength(64)
  goalId: string;
}

@ArgsType()
export class ProjectGoalArgs extends GoalArgs {
  @Field(() => MoneyScalar, {
    nullable: true,
    description:
      "Amount to save per month, in the goal's currency. Default: average of the last 90 days. At least 0.001.",
  })
  @IsOptional()
  @Min(0.001)
  monthlyAmount?: number | null;
}

@InputType({ description: "Changes to a savings goal. Omitted fields stay unchanged." })
export class UpdateGoalInput {
  @Field(() => ID, { description: "ID of the goal; must not be closed." })
  @MaxLength(64)
  goalId: string;
  @Field(() => String, { nullable: true, description: "Goal name, up to 100 characters." })
  @IsOptional()
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name?: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Amount to save, in the goal's currency. At least 0.001.",
  })
  @IsOptional()
  @Min(0.001)
  targetAmount?: number | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date to reach the goal by (YYYY-MM-DD). Null: none.",
  })
  targetDate?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the account the money is saved in, in the goal's currency. Null: none.",
  })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. If it differs, the update returns `VERSION_CONFLICT`.",
  })
  @IsOptional()
  @Min(1)
  @Max(2_147_483_647)
  version?: number | null;
}

@InputType({ description: "Withdrawal from a savings goal." })
export class WithdrawFromGoalInput {
  @Field(() => ID, { description: "ID of the goal; must not be closed." })
  @MaxLength(64)
  goalId: string;
  @Field(() => MoneyScalar, {
    description: "Amount to release, in the goal's currency; at most the saved amount. At least 0.001.",
  })
  @Min(0.001)
  amount: number;
}

@InputType({ description: "Goal to close, and its outcome." })
export class CloseGoalInput {
  @Field(() => ID, { description: "ID of the goal." })
  @MaxLength(64)
  goalId: string;
  @Field(() => GoalOutcome, { description: "Whether the goal was reached or dropped." })
  outcome: "reached" | "dropped";
}

@ObjectType({ description: "Contribution to a savings goal, or withdrawal from it." })
export class GoalMovement {
  @Field(() => ID, { description: "Unique ID of the contribution or withdrawal." })
  id: string;
  @Field(() => DateScalar, { description: "Day of the contribution or withdrawal." })
  date: string;
  @Field(() => MoneyScalar, { description: "Amount contributed, or negative amount withdrawn." })
  amount: number;
}

@ObjectType({ description: "Savings goal with its contributions." })
export class GoalDetails extends Goal {
  @Field(() => [GoalMovement], {
    description: "Contributions and withdrawals, latest first, at most 100.",
  })
  movements: GoalMovement[];
}

@ObjectType({ description: "Projection of when a savings goal is reached." })
export class GoalProjection {
  @Field(() => ID, { description: "ID of the goal." })
  goalId: string;
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount that is still missing." })
  remaining: number;
  @Field(() => MoneyScalar, { description: "Amount saved per month in this projection." })
  monthlyAmount: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day on which the target is saved. Null when it takes more than 100 years.",
  })
  date: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Amount per month that reaches the goal by its target date. Null without a date to come.",
  })
  requiredMonthly: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the projection keeps the target date. Null without a target date.",
  })
  isOnTime: boolean | null;
}
