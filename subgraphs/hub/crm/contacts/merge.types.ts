import { MaxLength, MinLength } from "class-validator";
import { Field, ID, InputType } from "type-graphql";

@InputType({ description: "Two contacts that are the same person." })
export class MergeContactsInput {
  @Field(() => ID, { description: "ID of the contact to merge. It no longer exists afterwards." })
  @MinLength(1)
  @MaxLength(64)
  sourceId: string;
  @Field(() => ID, { description: "ID of the contact to keep. Its own values win over those of the other." })
  @MinLength(1)
  @MaxLength(64)
  targetId: string;
}
