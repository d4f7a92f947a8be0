import { MaxLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { maxSignedBody } from "../../../../src/graphql/validators.ts";

@InputType({ description: "Signed webhook request of the tax-filing provider." })
export class ReceiveTaxEventInput {
  @Field(() => String, { description: "Raw request body, byte for byte." })
  @MaxLength(maxSignedBody)
  body: string;
  @Field(() => String, { nullable: true, description: "Value of the `X-Taxfiling-Signature` header." })
  signature?: string | null;
}

@ObjectType({ description: "Result of processing a webhook of the tax-filing provider." })
export class ReceivedTaxEvent {
  @Field(() => Boolean, { description: "Always true." })
  received: true;
  @Field(() => ID, { description: "ID of the event." })
  eventId: string;
  @Field(() => String, { description: "Result: `processed`, `duplicate` or `ignored`." })
  status: "processed" | "duplicate" | "ignored";
}

@InputType({ description: "Signed webhook request of TaxBandits." })
export class ReceiveTaxBanditsEventInput {
  @Field(() => String, { description: "Raw request body, byte for byte." })
  @MaxLength(maxSignedBody)
  body: string;
  @Field(() => String, { nullable: true, description: "Value of the `Signature` header." })
  signature?: string | null;
  @Field(() => String, { nullable: true, description: "Value of the `TimeStamp` header." })
  timestamp?: string | null;
}

@ObjectType({ description: "Result of processing a webhook of TaxBandits." })
export class ReceivedTaxBanditsEvent {
  @Field(() => Boolean, { description: "Always true." })
  received: true;
  @Field(() => Int, { description: "Number of named records that are forms of this platform." })
  known: number;
  @Field(() => Int, { description: "Number of forms whose status changed." })
  changed: number;
}
