import { IsOptional, Matches, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf, notBlank } from "../accounts/account.types.ts";

const GoalStatus = enumOf(["active", "reached", "dropped"]);
registerEnumType(GoalStatus, { name: "GoalStatus", description: "How a goal stands." });

@InputType({ description: "What is saved for." })
export class CreateGoalInput {
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => MoneyScalar)
  @Min(0.001)
  targetAmount: number;
  @Field(() => DateScalar, { nullable: true })
  targetDate?: string | null;
  @Field(() => ID, { nullable: true, description: "The account that it is saved in." })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
}

@InputType({ description: "What is earmarked for a goal." })
export class ContributeToGoalInput {
  @Field(() => ID)
  @MaxLength(64)
  goalId: string;
  @Field(() => MoneyScalar)
  @Min(0.001)
  amount: number;
}

@ArgsType()
export class GoalsArgs {
  @Field(() => GoalStatus, { nullable: true })
  status?: "active" | "reached" | "dropped" | null;
}

@ObjectType({ description: "What is saved for." })
export class Goal {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => MoneyScalar)
  targetAmount: number;
  @Field(() => DateScalar, { nullable: true })
  targetDate: string | null;
  @Field(() => ID, { nullable: true })
  accountId: string | null;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar, { description: "What is earmarked for it." })
  saved: number;
  @Field(() => Float, { description: "Of the target." })
  percent: number;
  @Field(() => GoalStatus)
  status: "active" | "reached" | "dropped";
  @Field(() => Int)
  version: number;
}

@ObjectType({ description: "Goals, newest first." })
export class GoalList {
  @Field(() => [Goal])
  goals: Goal[];
}
