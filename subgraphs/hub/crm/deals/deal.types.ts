import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

export const CrmDealStatus = { open: "open", won: "won", lost: "lost" } as const;
export type CrmDealStatus = keyof typeof CrmDealStatus;
registerEnumType(CrmDealStatus, {
  name: "CrmDealStatus",
  description: "Status of a deal.",
  valuesConfig: {
    open: { description: "The deal is in a stage of its pipeline." },
    won: { description: "The deal was won." },
    lost: { description: "The deal was lost." },
  },
});

export const CrmDealOutcome = { won: "won", lost: "lost" } as const;
export type CrmDealOutcome = keyof typeof CrmDealOutcome;
registerEnumType(CrmDealOutcome, {
  name: "CrmDealOutcome",
  description: "How a deal ended.",
  valuesConfig: {
    won: { description: "The customer agreed." },
    lost: { description: "The customer declined, or the deal was given up." },
  },
});

export const CrmDealStepKind = {
  created: "created",
  moved: "moved",
  won: "won",
  lost: "lost",
  reopened: "reopened",
} as const;
export type CrmDealStepKind = keyof typeof CrmDealStepKind;
registerEnumType(CrmDealStepKind, {
  name: "CrmDealStepKind",
  description: "Kind of a step in the history of a deal.",
  valuesConfig: {
    created: { description: "The deal was created in a stage." },
    moved: { description: "The deal moved to another stage." },
    won: { description: "The deal was won." },
    lost: { description: "The deal was lost." },
    reopened: { description: "The closed deal was opened again." },
  },
});

@ObjectType({ description: "Step in the history of a deal." })
export class CrmDealStep {
  @Field(() => CrmDealStepKind, { description: "Kind of the step." })
  kind: CrmDealStepKind;
  @Field(() => String, { nullable: true, description: "Stage before the step; null for the first one." })
  fromStage: string | null;
  @Field(() => String, { description: "Stage after the step." })
  toStage: string;
  @Field(() => String, { nullable: true, description: "Reason that was given; null without one." })
  reason: string | null;
  @Field(() => ID, { description: "ID of the user or key that made the step." })
  actor: string;
  @Field(() => Date, { description: "Time of the step." })
  at: Date;
}

@ObjectType({ description: "Possible sale to a contact or company." })
export class CrmDeal {
  @Field(() => ID, { description: "Unique ID of the deal." })
  dealId: string;
  @Field(() => String, { description: "Title of the deal." })
  title: string;
  @Field(() => ID, { nullable: true, description: "ID of the contact; null without one." })
  contactId: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the company; null without one." })
  companyId: string | null;
  @Field(() => MoneyScalar, { description: "Amount of the deal." })
  amount: number;
  @Field(() => String, { description: "Currency of the amount, as an ISO 4217 code." })
  currency: string;
  @Field(() => String, { description: "Key of the pipeline." })
  pipeline: string;
  @Field(() => String, { description: "Key of the stage; of a closed deal, its last one." })
  stage: string;
  @Field(() => Int, { description: "Probability of winning, in percent: of the stage, 100 won or 0 lost." })
  probability: number;
  @Field(() => CrmDealStatus, { description: "Current status of the deal." })
  status: CrmDealStatus;
  @Field(() => String, { nullable: true, description: "Reason why it was won or lost; null without one." })
  closeReason: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Day on which it is expected to close." })
  expectedClose: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the user who works on the deal; null for nobody." })
  owner: string | null;
  @Field(() => String, { nullable: true, description: "Notes of the account; null without any." })
  notes: string | null;
  @Field(() => Int, { description: "Version of the deal, starting at 1. Increases with every change." })
  version: number;
  @Field(() => Date, { description: "Time when the deal was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the deal." })
  updatedAt: Date;
  @Field(() => Date, { nullable: true, description: "Time when the deal was closed; null while it is open." })
  closedAt: Date | null;
  @Field(() => [CrmDealStep], { description: "Last 100 steps of the deal, latest first." })
  history: CrmDealStep[];
}

@ObjectType({ description: "One page of deals, newest first." })
export class CrmDealPage extends pageOf(CrmDeal, "deals") {
  @Field(() => Int, { description: "Number of matching deals on all pages." })
  total: number;
}
