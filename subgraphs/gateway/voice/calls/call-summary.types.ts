import { Field, ID, ObjectType } from "type-graphql";

@ObjectType({ description: "A summary of a call, written by a language model." })
export class CallSummary {
  @Field(() => ID, { description: "ID of the call." })
  callId: string;
  @Field(() => String, { description: "Summary of what was said, in a few sentences." })
  text: string;
  @Field(() => [String], { description: "Things to do that were agreed on, at most 20." })
  actions: string[];
  @Field(() => Date, { description: "Time the summary was written." })
  createdAt: string;
}
