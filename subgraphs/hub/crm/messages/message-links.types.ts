import { Field, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "Somebody follows a link of a message." })
export class MessageLinkInput {
  @Field(() => String, { description: "`unsubscribe`, `open` or `click`." })
  purpose: "unsubscribe" | "open" | "click";
  @Field(() => String)
  token: string;
  @Field(() => String, { description: "`GET` or `POST`." })
  method: string;
  @Field(() => String, { nullable: true, description: "The form that was sent along." })
  body?: string | null;
}

@InputType({ description: "What the carrier of texts and calls tells." })
export class CarrierHookInput {
  @Field(() => String, { description: "`status` or `inbound`." })
  kind: "status" | "inbound";
  @Field(() => String, { nullable: true, description: "The message that a status is about." })
  messageId?: string | null;
  @Field(() => String, { description: "The form, byte for byte." })
  body: string;
  @Field(() => String, { nullable: true, description: "The header `X-Twilio-Signature`." })
  signature?: string | null;
}

@ObjectType({ description: "What is answered, to be sent as it is." })
export class MessageLinkAnswer {
  @Field(() => Int)
  status: number;
  @Field(() => String, { nullable: true })
  contentType: string | null;
  @Field(() => String, { nullable: true })
  location: string | null;
  @Field(() => String, { description: "`utf8` or `base64`." })
  encoding: "utf8" | "base64";
  @Field(() => String)
  content: string;
}
