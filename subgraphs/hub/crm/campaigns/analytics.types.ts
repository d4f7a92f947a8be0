import { IsIn, IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { channels, type Channel } from "../contacts/contact-address.ts";

@ArgsType()
export class CrmAnalyticsArgs {
  @Field(() => ID, { nullable: true, description: "Only messages of this campaign." })
  @IsOptional()
  @MaxLength(64)
  campaignId?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First day (UTC); 30 days before the last when left out.",
  })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Last day (UTC); today when left out." })
  to?: string | null;
  @Field(() => String, { nullable: true, description: "`email` (default), `sms` or `call`." })
  @IsOptional()
  @IsIn(channels)
  channel?: Channel | null;
}

@ObjectType({
  description:
    "Messages that were taken on, and how far they came; who was delivered was sent too. Opens and clicks are approximate.",
})
export class CrmTotals {
  @Field(() => Int, { description: "On their way still." })
  queued: number;
  @Field(() => Int)
  sent: number;
  @Field(() => Int)
  delivered: number;
  @Field(() => Int)
  bounced: number;
  @Field(() => Int)
  complained: number;
  @Field(() => Int)
  unsubscribed: number;
  @Field(() => Int)
  opened: number;
  @Field(() => Int)
  clicked: number;
  @Field(() => Int)
  failed: number;
}

@ObjectType({ description: "Shares from 0 to 1; 0 where there is nothing to have a share of." })
export class CrmRates {
  @Field(() => Float, { description: "Of those sent." })
  delivery: number;
  @Field(() => Float, { description: "Of those delivered." })
  open: number;
  @Field(() => Float, { description: "Of those delivered." })
  click: number;
  @Field(() => Float, { description: "Of those sent." })
  bounce: number;
  @Field(() => Float, { description: "Of those delivered." })
  complaint: number;
}

@ObjectType({ description: "Messages that were taken on on one day (UTC)." })
export class CrmDay extends CrmTotals {
  @Field(() => DateScalar)
  date: string;
}

@ObjectType({ description: "What came of messages, by the day on which they were taken on." })
export class CrmAnalytics {
  @Field(() => ID, { nullable: true })
  campaignId: string | null;
  @Field(() => CrmTotals)
  totals: CrmTotals;
  @Field(() => CrmRates)
  rates: CrmRates;
  @Field(() => Boolean, { description: "True: opens and clicks are what programs tell, not what people do." })
  approximate: boolean;
  @Field(() => [CrmDay], { description: "Days with messages, in order." })
  series: CrmDay[];
}
