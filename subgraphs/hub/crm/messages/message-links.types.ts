import { Field, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "Request to a link in a message." })
export class MessageLinkInput {
  @Field(() => String, { description: "Purpose of the link: `unsubscribe`, `open` or `click`." })
  purpose: "unsubscribe" | "open" | "click";
  @Field(() => String, { description: "Signed token from the link." })
  token: string;
  @Field(() => String, { description: "HTTP method of the request: `GET` or `POST`." })
  method: string;
  @Field(() => String, { nullable: true, description: "Form body of the request; null without one." })
  body?: string | null;
}

@InputType({ description: "Webhook request from the carrier of text messages and calls." })
export class CarrierHookInput {
  @Field(() => String, { description: "Kind of webhook: `status` or `inbound`." })
  kind: "status" | "inbound";
  @Field(() => String, { nullable: true, description: "ID of the message for a `status` webhook." })
  messageId?: string | null;
  @Field(() => String, { description: "Raw form body, byte for byte." })
  body: string;
  @Field(() => String, { nullable: true, description: "Value of the `X-Twilio-Signature` header." })
  signature?: string | null;
}

@ObjectType({ description: "HTTP response to send unchanged." })
export class MessageLinkAnswer {
  @Field(() => Int, { description: "HTTP status code." })
  status: number;
  @Field(() => String, { nullable: true, description: "Media type of the content; null without content." })
  contentType: string | null;
  @Field(() => String, { nullable: true, description: "URL to redirect to; null without a redirect." })
  location: string | null;
  @Field(() => String, { description: "Encoding of `content`: `utf8` or `base64`." })
  encoding: "utf8" | "base64";
  @Field(() => String, { description: "Body of the response in the given encoding." })
  content: string;
}
