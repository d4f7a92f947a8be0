import { MaxLength } from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";
import { maxSignedBody } from "../../../../src/graphql/validators.ts";

@InputType({ description: "What the tax-filing provider sends." })
export class ReceiveTaxEventInput {
  @Field(() => String, { description: "The body, byte for byte." })
  @MaxLength(maxSignedBody)
  body: string;
  @Field(() => String, { nullable: true, description: "The header `X-Taxfiling-Signature`." })
  signature?: string | null;
}

@ObjectType({ description: "What became of news of the tax-filing provider." })
export class ReceivedTaxEvent {
  @Field(() => Boolean)
  received: true;
  @Field(() => ID)
  eventId: string;
  @Field(() => String, { description: "`processed`, `duplicate` or `ignored`." })
  status: "processed" | "duplicate" | "ignored";
}
