import { MaxLength } from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";
import { maxSignedBody } from "../../../../src/graphql/validators.ts";

@InputType({ description: "Signed acknowledgement from the e-file service." })
export class ReceiveAckInput {
  @Field(() => String, { description: "Request body, byte for byte." })
  @MaxLength(maxSignedBody)
  body: string;
  @Field(() => String, { nullable: true, description: "Value of the `X-Efile-Signature` header." })
  signature?: string | null;
}

@ObjectType({ description: "Confirmation that an acknowledgement was received." })
export class ReceivedAck {
  @Field(() => Boolean, { description: "Confirmation flag, always true." })
  received: true;
  @Field(() => ID, { description: "ID of the acknowledgement." })
  ackId: string;
  @Field(() => String, { description: "`processed` when it decided a return, otherwise `ignored`." })
  status: "processed" | "ignored";
}
