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
  @Field(() => String, {
    nullable: true,
    description: "Only messages on this channel: `email`, `sms` or `call`.",
  })
  @IsOptional()
  @IsIn(channels)
  channel?: Channel | null;
  @Field(() => String, {
    nullable: true,
    description: `Only messages with this status: ${messageStatuses.join(", ")}.`,
  })
  @IsOptional()
  @IsIn(messageStatuses)
  status?: MessageStatus | null;
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of messages per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the previous page." })
  @IsOptional()
  @MaxLength(200)
  cursor?: string | null;
}
