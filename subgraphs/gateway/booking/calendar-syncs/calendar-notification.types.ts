import { IsOptional, MaxLength } from "class-validator";
import { Field, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "An announcement of changes in a connected calendar." })
export class CalendarNotificationInput {
  @Field(() => String, { description: "ID of the channel." })
  @MaxLength(64)
  channelId: string;
  @Field(() => String, { nullable: true, description: "Token of the channel, from Google's header." })
  @IsOptional()
  @MaxLength(1_000)
  channelToken?: string | null;
  @Field(() => String, { nullable: true, description: "Token to repeat, when Microsoft checks the URL." })
  @IsOptional()
  @MaxLength(1_000)
  validationToken?: string | null;
  @Field(() => String, { description: "Body of the request." })
  @MaxLength(65_536)
  body: string;
}

@ObjectType({ description: "The HTTP response to an announcement of changes." })
export class CalendarNotificationAnswer {
  @Field(() => Int, { description: "HTTP status code of the response." })
  status: number;
  @Field(() => String, { nullable: true, description: "Media type of the response. Null without content." })
  contentType: string | null;
  @Field(() => String, { nullable: true, description: "Always null." })
  location: string | null;
  @Field(() => String, { description: "Encoding of the content." })
  encoding: string;
  @Field(() => String, { description: "Content of the response." })
  content: string;
}
