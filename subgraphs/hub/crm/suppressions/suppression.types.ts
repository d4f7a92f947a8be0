import { IsIn, IsOptional, Matches, MaxLength, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { CrmChannel } from "../contacts/contact.types.ts";
import { CrmPageArgs } from "../page.types.ts";

export const CrmSuppressionReason = {
  complaint: "complaint",
  hard_bounce: "hard_bounce",
  soft_bounces: "soft_bounces",
  unsubscribed: "unsubscribed",
  manual: "manual",
} as const;
export type CrmSuppressionReason = keyof typeof CrmSuppressionReason;
registerEnumType(CrmSuppressionReason, {
  name: "CrmSuppressionReason",
  description: "Why nothing goes to an address.",
});

@ObjectType({ description: "An address that nothing goes to." })
export class CrmSuppression {
  @Field(() => ID)
  suppressionId: string;
  @Field(() => CrmChannel)
  channel: CrmChannel;
  @Field(() => String, { description: "Folded e-mail, or E.164." })
  address: string;
  @Field(() => CrmSuppressionReason)
  reason: CrmSuppressionReason;
  @Field(() => String, { description: "Where it came from." })
  source: string;
  @Field(() => Date)
  createdAt: Date;
}

@ObjectType({ description: "Suppressions, the newest first." })
export class CrmSuppressionPage extends pageOf(CrmSuppression, "suppressions") {
  @Field(() => Int)
  total: number;
}

@ObjectType({ description: "A suppression that has ended." })
export class RemovedCrmSuppression {
  @Field(() => ID)
  suppressionId: string;
  @Field(() => Date)
  removedAt: Date;
}

@ArgsType()
export class SuppressionsArgs extends CrmPageArgs {
  @Field(() => CrmChannel, { nullable: true })
  channel?: CrmChannel | null;
  @Field(() => CrmSuppressionReason, { nullable: true })
  reason?: CrmSuppressionReason | null;
  @Field(() => String, { nullable: true, description: "Part of the address." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(254)
  search?: string | null;
}

@InputType({ description: "An address that nothing is to go to." })
export class AddSuppressionInput {
  @Field(() => CrmChannel)
  channel: CrmChannel;
  @Field(() => String)
  @MinLength(1)
  @MaxLength(254)
  address: string;
  @Field(() => CrmSuppressionReason, {
    defaultValue: "manual",
    description: "manual, or unsubscribed when the person has asked for it.",
  })
  @IsIn(["manual", "unsubscribed"])
  reason: CrmSuppressionReason;
}

@InputType({ description: "A suppression that is to end, and why." })
export class RemoveSuppressionInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  suppressionId: string;
  @Field(() => String, { description: "Why something may go there again; it is kept." })
  @MinLength(3)
  @MaxLength(500)
  @Matches(/\S[\s\S]*\S/)
  reason: string;
}
