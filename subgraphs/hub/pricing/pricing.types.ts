import { Field, ID, Int, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";

@ObjectType({ description: "Requests that a plan includes; -1 is without limit." })
export class PlanLimits {
  @Field(() => Int)
  requestsPerMinute: number;
  @Field(() => Int)
  requestsPerDay: number;
  @Field(() => Int)
  requestsPerMonth: number;
}

@ObjectType({ description: "A plan that an app sells." })
export class Plan {
  @Field(() => ID)
  planId: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  description: string;
  @Field(() => JSONObjectScalar, {
    description:
      "`monthly` and `yearly`, each with amount, currency, interval (`month` or `year`) and processorId, the price's id at the payment processor. Empty for a custom plan.",
  })
  prices: Record<string, unknown>;
  @Field(() => [String])
  features: string[];
  @Field(() => PlanLimits)
  limits: PlanLimits;
  @Field(() => Int)
  trialDays: number;
  @Field(() => Boolean, { description: "True for a plan whose price is agreed with each customer." })
  custom: boolean;
  @Field(() => Boolean)
  highlighted: boolean;
}

@ObjectType({ description: "The plans that an app sells, as the pricing service says." })
export class AppPlans {
  @Field(() => ID)
  appId: string;
  @Field(() => String)
  currency: string;
  @Field(() => [Plan])
  plans: Plan[];
  @Field(() => Date, { description: "When the pricing service last changed them." })
  updatedAt: Date;
}
