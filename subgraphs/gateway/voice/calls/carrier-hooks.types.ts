import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import type { CarrierHookKind } from "./carrier-urls.ts";

@ObjectType({ description: "The HTTP response to a carrier webhook." })
export class CarrierCallAnswer {
  @Field(() => Int, { description: "HTTP status code of the response." })
  status: number;
  @Field(() => String, { nullable: true, description: "Media type of the response. Null without content." })
  contentType: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Redirect URL of the response. Null when there is none.",
  })
  location: string | null;
  @Field(() => String, { description: "Encoding of `content`, always `utf8`." })
  encoding: string;
  @Field(() => String, { description: "Body of the response, in TwiML." })
  content: string;
}

@InputType({ description: "A webhook request from the carrier about a call." })
export class CarrierCallInput {
  @Field(() => String, {
    description: "Webhook type, such as voice (call answered), speech (words recognized), status or inbound.",
  })
  kind: CarrierHookKind;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the call the webhook is about. Null for the calls of a number.",
  })
  callId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Number of the answer the speech belongs to. Only for kind speech.",
  })
  turn?: string | null;
  @Field(() => String, { description: "Raw form body of the request, byte for byte." })
  body: string;
  @Field(() => String, { nullable: true, description: "Value of the header `X-Twilio-Signature`." })
  signature?: string | null;
}
