import { IsIn, IsInt, IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, Int } from "type-graphql";
import { channels, type Channel } from "../contacts/contact-address.ts";
import { messageStatuses, type MessageStatus } from "./message-states.ts";

@ArgsType()
export class MessagesArgs {
  @Field(() => ID, { nullable: true, description: "Only messages of this campaign." })
  @IsOptional()
  @MaxLength(64)
  campaignId?: string | null;
  @Field(() => String, { nullable: true, description: "`email`, `sms` or `call`." })
  @IsOptional()
  @IsIn(channels)
  channel?: Channel | null;
  @Field(() => String, { nullable: true, description: `One of ${messageStatuses.join(", ")}.` })
  @IsOptional()
  @IsIn(messageStatuses)
  status?: MessageStatus | null;
  @Field(() => Int, { defaultValue: 50 })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200)
  cursor?: string | null;
}
