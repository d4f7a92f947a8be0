import { MaxLength } from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";
import { maxSignedBody } from "../../../../src/graphql/validators.ts";

@InputType({ description: "What the e-file service sends." })
export class ReceiveAckInput {
  @Field(() => String, { description: "The body, byte for byte." })
  @MaxLength(maxSignedBody)
  body: string;
  @Field(() => String, { nullable: true, description: "The header `X-Efile-Signature`." })
  signature?: string | null;
}

@ObjectType({ description: "What became of news of the e-file service." })
export class ReceivedAck {
  @Field(() => Boolean)
  received: true;
  @Field(() => ID)
  ackId: string;
  @Field(() => String, { description: "`processed` or `ignored`." })
  status: "processed" | "ignored";
}
