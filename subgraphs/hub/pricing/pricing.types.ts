import { Field, ID, Int, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";

@ObjectType({ description: "Request limits of a plan; -1 means unlimited." })
export class PlanLimits {
  @Field(() => Int, { description: "Maximum requests per minute." })
  requestsPerMinute: number;
  @Field(() => Int, { description: "Maximum requests per day." })
  requestsPerDay: number;
  @Field(() => Int, { description: "Maximum requests per month." })
  requestsPerMonth: number;
}

@ObjectType({ description: "Subscription plan of an app." })
export class Plan {
  @Field(() => ID, { description: "Unique ID of the plan." })
  planId: string;
  @Field(() => String, { description: "Display name of the plan." })
  name: string;
  @Field(() => String, { description: "Short description of the plan." })
  description: string;
  @Field(() => JSONObjectScalar, {
    description:
      "Monthly and yearly prices of the plan. Fields `monthly` and `yearly`, each with amount, currency, interval (`month` or `year`) and processorId, the price ID at the payment processor. Empty for a custom plan.",
  })
  prices: Record<string, unknown>;
  @Field(() => [String], { description: "Features of the plan, as short texts." })
  features: string[];
  @Field(() => PlanLimits, { description: "Request limits of the plan." })
  limits: PlanLimits;
  @Field(() => Int, { description: "Length of the free trial in days; 0 without a trial." })
  trialDays: number;
  @Field(() => Boolean, { description: "Whether the price is agreed individually with each customer." })
  custom: boolean;
  @Field(() => Boolean, { description: "Whether to highlight the plan in a price list." })
  highlighted: boolean;
}

@ObjectType({ description: "Subscription plans of an app." })
export class AppPlans {
  @Field(() => ID, { description: "ID of the app that sells the plans." })
  appId: string;
  @Field(() => String, { description: "Currency of the prices as an ISO 4217 code." })
  currency: string;
  @Field(() => [Plan], { description: "Plans of the app." })
  plans: Plan[];
  @Field(() => Date, { description: "Time when the plans last changed." })
  updatedAt: Date;
}
