import { MaxLength } from "class-validator";
import { Field, Float, ID, InputType, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";

@InputType({ description: "Which data to extract from the transcript of a call." })
export class ExtractCallDataInput {
  @Field(() => ID, { description: "ID of a call that has ended." })
  @MaxLength(64)
  callId: string;
  @Field(() => JSONObjectScalar, {
    description:
      "JSON Schema of the data: an object of 1 to 30 properties. Types: string (also with enum), number, integer, boolean, or array of these.",
  })
  schema: Record<string, unknown>;
}

@ObjectType({ description: "Data that a language model found in the transcript of a call." })
export class CallExtraction {
  @Field(() => ID, { description: "ID of the call." })
  callId: string;
  @Field(() => JSONObjectScalar, {
    description: "Data in the form of the schema. Null stands for what was not said.",
  })
  data: Record<string, unknown>;
  @Field(() => Float, { description: "Confidence of the model in the data, from 0 to 1." })
  confidence: number;
}
