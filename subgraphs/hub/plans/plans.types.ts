import { ArrayMaxSize, IsIn, IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { MoneyScalar } from "../../../src/graphql/scalars.ts";
import { newOfferOf, offerChangeOf, OfferSettings, priceIdPattern } from "../pricing/offer.types.ts";
import { PlanLimits } from "../pricing/pricing.types.ts";

/** The tiers that a plan can grant; `free` is what everybody has, and `integration` is one of the invoicing app. */
export const soldPlans = ["starter", "professional", "business", "enterprise", "integration"] as const;
export type SoldPlan = (typeof soldPlans)[number];

const planWords =
  "Names the tier that the plan grants: `starter`, `professional`, `business`, `enterprise`, and in the app `invoicer` also `integration`.";

@ObjectType({ description: "Price of a plan by one interval." })
export class RegisteredPlanPrice {
  @Field(() => MoneyScalar, { description: "Amount in major units of the plan's currency." })
  amount: number;
  @Field(() => String, {
    nullable: true,
    description:
      "ID of the price at the payment processor. Null until it is created or linked; the plan cannot be bought before that.",
  })
  priceId: string | null;
}

@ObjectType({ description: "Plan of an app with its prices at the payment processor, for administrators." })
export class RegisteredPlan {
  @Field(() => ID, { description: "ID of the app that sells the plan." })
  appId: string;
  @Field(() => ID, { description: "ID of the plan, which is the tier that it grants." })
  planId: string;
  @Field(() => String, { description: "Display name of the plan." })
  name: string;
  @Field(() => String, { description: "Short text about the plan for buyers." })
  description: string;
  @Field(() => [String], { description: "Features of the plan, as short texts." })
  features: string[];
  @Field(() => String, { description: "Currency of the prices as an ISO 4217 code." })
  currency: string;
  @Field(() => RegisteredPlanPrice, {
    nullable: true,
    description: "Monthly price; null when the plan has none.",
  })
  monthly: RegisteredPlanPrice | null;
  @Field(() => RegisteredPlanPrice, {
    nullable: true,
    description: "Yearly price; null when the plan has none.",
  })
  yearly: RegisteredPlanPrice | null;
  @Field(() => PlanLimits, { description: "Request limits of the plan's tier." })
  limits: PlanLimits;
  @Field(() => Boolean, { description: "Whether the price is agreed individually with each customer." })
  custom: boolean;
  @Field(() => Boolean, { description: "Whether to highlight the plan in a price list." })
  highlighted: boolean;
  @Field(() => Boolean, {
    description: "False for an archived plan: subscribers keep it, and nobody can buy it.",
  })
  active: boolean;
  @Field(() => Int, { description: "Position among the plans that are kept here, lowest first." })
  sortOrder: number;
  @Field(() => String, {
    description: "Where the plan is kept: `platform`, or `pricing_service` until it is updated here.",
  })
  source: "platform" | "pricing_service";
}

@ObjectType({ description: "Plans of an app, archived ones included." })
export class PlanRegistry {
  @Field(() => [RegisteredPlan], { description: "Plans of the app." })
  plans: RegisteredPlan[];
  @Field(() => Int, { description: "Number of plans." })
  total: number;
}

@ArgsType()
export class PlanRegistryArgs {
  @Field(() => ID, { defaultValue: "central", description: "ID of the app that sells the plans." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
}

@InputType({ description: "Settings of a plan." })
class PlanSettings extends OfferSettings {
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Monthly price in major units, 0.5 to 1,000,000. Null: not sold by the month.",
  })
  @IsOptional()
  @Min(0.5)
  @Max(1_000_000)
  monthlyPrice?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Yearly price in major units, 0.5 to 1,000,000. Null: not sold by the year.",
  })
  @IsOptional()
  @Min(0.5)
  @Max(1_000_000)
  yearlyPrice?: number | null;
  @Field(() => String, {
    nullable: true,
    description:
      "ID of an existing monthly price at the payment processor, with the same amount and currency. By default a price is created there.",
  })
  @IsOptional()
  @Matches(priceIdPattern)
  monthlyPriceId?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "ID of an existing yearly price at the payment processor, with the same amount and currency. By default a price is created there.",
  })
  @IsOptional()
  @Matches(priceIdPattern)
  yearlyPriceId?: string | null;
  @Field(() => [String], {
    nullable: true,
    description: "Features for a price list, at most 20 texts of up to 200 characters.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(200, { each: true })
  features?: string[] | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True for a plan whose price is agreed with each customer. Default: false.",
  })
  @IsOptional()
  custom?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to highlight the plan in a price list. Default: false.",
  })
  @IsOptional()
  highlighted?: boolean | null;
}

@InputType({ description: "Plan to put on sale." })
export class CreatePlanInput extends newOfferOf(PlanSettings) {
  @Field(() => ID, { description: `ID of the new plan. ${planWords}` })
  @IsIn(soldPlans)
  planId: SoldPlan;
}

@InputType({ description: "Plan and the fields to change. Omitted fields stay unchanged." })
export class UpdatePlanInput extends offerChangeOf(PlanSettings) {
  @Field(() => ID, { description: "ID of the app that sells the plan." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => ID, { description: `ID of the plan. ${planWords}` })
  @IsIn(soldPlans)
  planId: SoldPlan;
  @Field(() => Boolean, {
    nullable: true,
    description: "False archives the plan: subscribers keep it, and nobody can buy it.",
  })
  @IsOptional()
  active?: boolean | null;
}
