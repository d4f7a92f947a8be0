import { MaxLength } from "class-validator";
import { Field, InputType, Int, ObjectType } from "type-graphql";
import { maxSignedBody } from "../../../../src/graphql/validators.ts";

@InputType({ description: "What a mail server sends about messages that it took." })
export class ReceiveMailReportsInput {
  @Field(() => String, { description: "The body, byte for byte." })
  @MaxLength(maxSignedBody)
  body: string;
  @Field(() => String, { nullable: true, description: "The header `X-Mail-Signature`." })
  signature?: string | null;
}

@ObjectType({ description: "What became of reports of a mail server." })
export class MailReportsAnswer {
  @Field(() => Int)
  received: number;
  @Field(() => Int)
  processed: number;
  @Field(() => Int, { description: "Known already." })
  duplicate: number;
  @Field(() => Int, {
    description: "About messages that are not known, or that can change nothing any more.",
  })
  ignored: number;
}
