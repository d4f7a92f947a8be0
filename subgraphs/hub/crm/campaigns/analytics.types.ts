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
    description: "First day (UTC), as YYYY-MM-DD. Defaults to 30 days before `to`.",
  })
  from?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last day (UTC), as YYYY-MM-DD. Defaults to today.",
  })
  to?: string | null;
  @Field(() => String, { nullable: true, description: "Channel: `email` (default), `sms` or `call`." })
  @IsOptional()
  @IsIn(channels)
  channel?: Channel | null;
}

@ObjectType({
  description:
    "Number of messages by delivery result. A delivered message also counts as sent. Opens and clicks are approximate.",
})
export class CrmTotals {
  @Field(() => Int, { description: "Messages not sent yet." })
  queued: number;
  @Field(() => Int, { description: "Messages that were sent." })
  sent: number;
  @Field(() => Int, { description: "Messages confirmed as delivered." })
  delivered: number;
  @Field(() => Int, { description: "Messages rejected by the receiving server." })
  bounced: number;
  @Field(() => Int, { description: "Messages the recipient reported as spam." })
  complained: number;
  @Field(() => Int, { description: "Messages whose recipient unsubscribed." })
  unsubscribed: number;
  @Field(() => Int, { description: "Messages that were opened at least once (approximate)." })
  opened: number;
  @Field(() => Int, { description: "Messages with at least one link click (approximate)." })
  clicked: number;
  @Field(() => Int, { description: "Messages that could not be sent." })
  failed: number;
}

@ObjectType({ description: "Rates from 0 to 1, with four decimals; 0 without any messages." })
export class CrmRates {
  @Field(() => Float, { description: "Share of sent messages that were delivered." })
  delivery: number;
  @Field(() => Float, { description: "Share of delivered messages that were opened." })
  open: number;
  @Field(() => Float, { description: "Share of delivered messages with a link click." })
  click: number;
  @Field(() => Float, { description: "Share of sent messages that bounced." })
  bounce: number;
  @Field(() => Float, { description: "Share of delivered messages reported as spam." })
  complaint: number;
}

@ObjectType({ description: "Number of messages requested on one day (UTC), by delivery result." })
export class CrmDay extends CrmTotals {
  @Field(() => DateScalar, { description: "Day in UTC, as YYYY-MM-DD." })
  date: string;
}

@ObjectType({ description: "Delivery results of messages, by the day they were requested." })
export class CrmAnalytics {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the campaign the figures are for; null for all messages.",
  })
  campaignId: string | null;
  @Field(() => CrmTotals, { description: "Number of messages in the whole period." })
  totals: CrmTotals;
  @Field(() => CrmRates, { description: "Rates over the whole period." })
  rates: CrmRates;
  @Field(() => Boolean, { description: "Always true: mail programs may open and click without a person." })
  approximate: boolean;
  @Field(() => [CrmDay], { description: "Figures per day with messages, in date order." })
  series: CrmDay[];
}
