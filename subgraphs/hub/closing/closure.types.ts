import { Matches, MaxLength } from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";
import { CreditsScalar } from "../../../src/graphql/scalars.ts";

@ObjectType({ description: "Something that must end before an organization can be closed." })
export class ClosureBlocker {
  @Field(() => String, {
    description:
      "Kind of blocker: `payment`, `past_due_subscription`, `payroll_run` or `contractor_payment`.",
  })
  kind: string;
  @Field(() => ID, { description: "ID of the payment, subscription or payroll run." })
  id: string;
  @Field(() => String, { description: "Its current status." })
  status: string;
}

@ObjectType({ description: "Credits that an organization loses when it is erased." })
export class CreditsLeft {
  @Field(() => ID, { description: "ID of the app the credits belong to." })
  appId: string;
  @Field(() => CreditsScalar, { description: "Credits that are left." })
  balance: number;
}

@ObjectType({ description: "Subscription that ends with its period." })
export class EndingSubscription {
  @Field(() => ID, { description: "ID of the app of the subscription." })
  appId: string;
  @Field(() => ID, { description: "ID of the plan." })
  planId: string;
  @Field(() => Date, { description: "End of the period that is paid, ISO 8601 in UTC." })
  endsAt: Date;
}

@ObjectType({ description: "Whether an organization is being closed, and what closing it means." })
export class AccountClosure {
  @Field(() => ID, { description: "ID of the account." })
  accountId: string;
  @Field(() => String, { description: "`open`, or `closing` until the organization is erased." })
  status: "open" | "closing";
  @Field(() => Date, { nullable: true, description: "Time of the request; null when the account is open." })
  requestedAt: Date | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the owner who closed it; null when the account is open.",
  })
  requestedBy: string | null;
  @Field(() => Date, {
    nullable: true,
    description:
      "Time at which all data is erased. It can be reopened until then. Null when the account is open.",
  })
  erasureScheduledAt: Date | null;
  @Field(() => [ClosureBlocker], { description: "What must end before the organization can be closed." })
  blockers: ClosureBlocker[];
  @Field(() => [CreditsLeft], { description: "Credits that are lost with the organization." })
  creditsLeft: CreditsLeft[];
  @Field(() => [EndingSubscription], { description: "Subscriptions, which end with their paid periods." })
  subscriptions: EndingSubscription[];
}

@InputType({ description: "Confirmation that the organization acted for is to be closed." })
export class CloseOrganizationInput {
  @Field(() => String, { description: "Name of the organization, exactly as it is." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
}
