import { MaxLength } from "class-validator";
import { Field, InputType, Int, ObjectType } from "type-graphql";
import { maxSignedBody } from "../../../../src/graphql/validators.ts";

@InputType({ description: "Signed delivery reports from a mail server." })
export class ReceiveMailReportsInput {
  @Field(() => String, { description: "Raw request body, byte for byte." })
  @MaxLength(maxSignedBody)
  body: string;
  @Field(() => String, { nullable: true, description: "Value of the `X-Mail-Signature` header." })
  signature?: string | null;
}

@ObjectType({ description: "Result of processing delivery reports." })
export class MailReportsAnswer {
  @Field(() => Int, { description: "Number of reports in the request." })
  received: number;
  @Field(() => Int, { description: "Number of reports that updated a message." })
  processed: number;
  @Field(() => Int, { description: "Number of reports that were received before." })
  duplicate: number;
  @Field(() => Int, {
    description: "Number of reports about unknown messages, or without any effect.",
  })
  ignored: number;
}
